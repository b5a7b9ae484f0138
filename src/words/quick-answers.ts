import type { Reservation } from "../domain/reservation.ts";
import type { Brand } from "../domain/settings.ts";
import { MINUTE } from "../domain/time.ts";
import { guestWords } from "./guest.ts";
import { brandInText, withPhone } from "./guest-texts.ts";

type About = Pick<Reservation, "startAt">;

const FIELD = /\{(day|time|until)\}/g;

/** If `about` is null, leaves out the answers that contain {day}, {time} or {until}. */
export function quickAnswers(
  about: About | null,
  { name, settings }: Pick<Brand, "name" | "settings">,
): string[] {
  const { timeZone: zone, language, noShowGraceMinutes } = settings;
  const { answers, dates } = guestWords(language);
  const opening = `${brandInText(name)}: `;
  const own =
    settings.quickAnswers ??
    answers.quick.map((answer) =>
      withPhone((phone) => opening + answer.replace("{phone}", phone), settings, "").slice(
        opening.length,
      ),
    );
  if (about === null) return own.filter((answer) => answer.search(FIELD) === -1);
  const fields: Readonly<Record<string, string>> = {
    day: dates.shortDay(about.startAt, zone),
    time: dates.time(about.startAt, zone),
    until: dates.time(about.startAt + noShowGraceMinutes * MINUTE, zone),
  };
  return own.map((answer) => answer.replace(FIELD, (_, field: string) => fields[field] ?? ""));
}
