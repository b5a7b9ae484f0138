import { LINK, shortDate } from "./message-text.ts";
import { guestNameInText, plainName } from "./plain-text.ts";
import { clockTime } from "./time.ts";

/**
 * A table that an answer is about. `startAt` in epoch milliseconds, shown as wall time of the
 * brand's zone.
 */
export interface AnsweredTable {
  readonly partySize: number;
  readonly startAt: number;
}

/** Who answers whom. */
export interface AnswerParties {
  readonly brandName: string;
  readonly guestName: string;
  readonly zone: string;
}

/** What is answered to a guest's text; everything else that a guest texts gets no answer. */
export type AnswerKind = "confirmed_late" | "released" | "gone_still_waiting" | "gone";

const MAX_GUEST_NAME = 30;
const MAX_BRAND_NAME = 40;

const ANSWERS: Readonly<Record<AnswerKind, string>> = {
  confirmed_late: "thank you, your table for {table} is confirmed.",
  released:
    "we had given up your table for {table}, and it is taken now. Please call us, we would like to help.",
  gone_still_waiting: "the table for {table} has just gone. You are still on the list.",
  gone: "the table for {table} has just gone. Please call us if you would still like to come.",
};

/** The answer to what a guest texted; names are put in once and never read as templates. */
export function renderAnswer(
  kind: AnswerKind,
  table: AnsweredTable,
  { brandName, guestName, zone }: AnswerParties,
): string {
  const name = guestNameInText(guestName, MAX_GUEST_NAME);
  const told = ANSWERS[kind].replace("{table}", () => tableOf(table, zone));
  return `${plainName(brandName, MAX_BRAND_NAME)}: ${name === "" ? "" : `${name}, `}${told}`;
}

/** A table that a guest chooses from, and whose it is. */
export type TableToChoose = AnsweredTable & Omit<AnswerParties, "guestName">;

/** Asks which of some tables a YES or NO was about, each with its `{link}`. */
export function renderWhich(tables: readonly TableToChoose[]): string {
  const names = tables.map(({ brandName }) => plainName(brandName, MAX_BRAND_NAME));
  const [name = "", other] = new Set(names);
  const choices = tables.map((table, index) => {
    const where = other === undefined ? "Table for" : `${names[index]},`;
    return `${where} ${tableOf(table, table.zone)}: ${LINK}`;
  });
  const question = other === undefined ? `${name}: which` : "Which";
  return `${question} table do you mean? ${choices.join(" ")}`;
}

const tableOf = ({ partySize, startAt }: AnsweredTable, zone: string): string =>
  `${partySize} on ${shortDate(startAt, zone)} at ${clockTime(startAt, zone)}`;
