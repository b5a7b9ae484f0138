import type { Language } from "../domain/languages.ts";
import { LINK } from "../domain/segments.ts";
import { guestWords } from "./guest.ts";
import { brandInText, guestInText, type TextingBrand, withPhone } from "./guest-texts.ts";

interface AnsweredTable {
  readonly partySize: number;
  readonly startAt: number;
}

export type AnswerKind = "confirmed_late" | "released" | "gone_still_waiting" | "gone";

/** If a guest's name contains a field, such as "{phone}", the field is not filled in. */
export function renderAnswer(
  kind: AnswerKind,
  table: AnsweredTable,
  { brand, guestName }: { readonly brand: TextingBrand; readonly guestName: string },
): string {
  const { answers } = guestWords(brand.settings.language);
  const opening = openingFor(brand, guestName);
  const words = answers[kind](tableIn(table, brand.settings));
  return withPhone((phone) => opening + words.replace("{phone}", phone), brand.settings, "");
}

/**
 * Tells a party at the door that its table is ready. `heldUntil`: when the hold on the table ends; null if
 * the table is not held for the party.
 */
export function renderReady(
  heldUntil: number | null,
  { brand, guestName }: { readonly brand: TextingBrand; readonly guestName: string },
): string {
  const { timeZone, language } = brand.settings;
  const { answers, dates } = guestWords(language);
  const until = heldUntil === null ? null : dates.time(heldUntil, timeZone);
  return openingFor(brand, guestName) + answers.table_ready(until);
}

function openingFor(brand: TextingBrand, guestName: string): string {
  const name = guestInText(guestName);
  return `${brandInText(brand.name)}: ${name === "" ? "" : `${name}, `}`;
}

export interface TableToChoose extends AnsweredTable {
  readonly brand: TextingBrand;
}

/** The text has a `{link}` for each table and is in the language of the first table's restaurant. */
export function renderWhich(tables: readonly TableToChoose[]): string {
  const language = tables[0]?.brand.settings.language;
  const { answers } = guestWords(language);
  const written = (table: TableToChoose) =>
    tableIn(table, { timeZone: table.brand.settings.timeZone, language });
  const names = tables.map(({ brand }) => brandInText(brand.name));
  const alike = names.every((name) => name === names[0]);
  const choices = tables.map((table, index) => {
    const where = alike ? null : (names[index] ?? "");
    return `${answers.choice(where, written(table))}: ${LINK}`;
  });
  const question = alike ? answers.which(names[0] ?? "") : answers.whichOfAll;
  return `${question} ${choices.join(" ")}`;
}

function tableIn(
  { partySize, startAt }: AnsweredTable,
  { timeZone, language }: { readonly timeZone: string; readonly language?: Language | undefined },
) {
  const { dates } = guestWords(language);
  return {
    size: String(partySize),
    day: dates.shortDay(startAt, timeZone),
    time: dates.time(startAt, timeZone),
  };
}
