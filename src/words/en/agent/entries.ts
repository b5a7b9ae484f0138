import { nameInLine } from "../../../domain/plain-text.ts";
import { clockTime, displayDate, formatDate, inWords } from "../../../domain/time.ts";
import { counted } from "../phrases.ts";
import { typedField } from "../typed.ts";
import type { Party } from "./answers.ts";
import { nextPage } from "./reads.ts";

// The text of the waitlist tools, besides their data.

/** How many characters of a note a row shows. */
const NOTE_IN_ROW = 120;

interface ShownEntry extends Party {
  readonly phone: string;
  readonly kind?: "door" | undefined;
  readonly area?: string | undefined;
  readonly createdAt: number;
  readonly earliestTimestamp: number;
  readonly latestTimestamp: number;
  readonly status: string;
  readonly position: number | null;
  readonly notes: string;
  readonly offer: {
    readonly date: string;
    readonly time: string;
    readonly holdUntil: number;
    readonly answered?: boolean | undefined;
  } | null;
  readonly passedOver: readonly { readonly timestamp: number; readonly message: string }[];
}

/** One line: id first, then what a host reads out. */
export function entryLine(entry: ShownEntry, zone: string): string {
  const { id, name, phone, numberOfPeople, date, status, position, notes } = entry;
  const who = `${id ?? "(no id yet)"}: ${nameInLine(name)}, ${phone === "" ? "no phone" : `phone ending ${phone}`}, party of ${numberOfPeople}`;
  const said = notes.trim() === "" ? "" : `; ${typedField("notes", notes, NOTE_IN_ROW)}`;
  if (entry.kind === "door") {
    const since = clockTime(entry.createdAt, zone);
    return `${who} at the door since ${since}, ${status}; only a host can seat them${said}`;
  }
  const edge = (at: number): string => {
    const on = displayDate(at, zone);
    return `${clockTime(at, zone)}${on === date ? "" : ` on ${on}`}`;
  };
  const area = entry.area === undefined ? "" : ` in ${entry.area}`;
  const wish = `${date} between ${edge(entry.earliestTimestamp)} and ${edge(entry.latestTimestamp)}${area}`;
  const place = position === null ? "" : `, number ${position} in the queue`;
  return `${who}, ${wish}, ${status}${place}${standing(entry, zone)}${skipped(entry, zone)}${said}`;
}

/** The offer that the guest has, or why they get none. */
function standing({ status, offer }: ShownEntry, zone: string): string {
  if (status === "paused") {
    return " after two offers without an answer: add_to_waitlist again puts them back";
  }
  if (offer === null) return "";
  const answered = offer.answered === true ? " (answered: read their text)" : "";
  return `, offered ${offer.time} on ${offer.date}, held until ${inWords(offer.holdUntil, zone)}${answered}`;
}

/** Each reason once, with the starts that it was noted for. */
function skipped({ passedOver }: ShownEntry, zone: string): string {
  const byReason = Map.groupBy(passedOver, ({ message }) => message);
  return [...byReason]
    .map(([message, starts], index) => {
      const times = [...new Set(starts.map(({ timestamp }) => clockTime(timestamp, zone)))];
      // Each message is a sentence.
      const lead = index === 0 ? "; passed" : " Passed";
      return `${lead} over for ${times.join(", ")}: ${message}`;
    })
    .join("");
}

/** At the end of a list of waiting guests. */
export const guestsFound = (
  total: number,
  date: string | undefined,
  nextCursor: string | null,
): string => {
  const on = date === undefined ? "" : ` for ${formatDate(date)}`;
  if (total === 0) return `Nobody is on the waitlist${on}.`;
  return `${counted(total, "guest")} on the waitlist${on}.${nextPage(nextCursor)}`;
};

/** What happens when a table suits the guest's wish. `texted`: whether the phone takes texts. */
export const wishUsed = (
  { earliestTimestamp, latestTimestamp }: Pick<ShownEntry, "earliestTimestamp" | "latestTimestamp">,
  { zone, texted }: { readonly zone: string; readonly texted: boolean },
): string =>
  `A table that comes free from ${clockTime(earliestTimestamp, zone)} to ${clockTime(latestTimestamp, zone)} is ` +
  (texted
    ? "offered by text in the order of the queue."
    : "not offered automatically: list_waitlist shows who has to be called.");

/** A second entry of the same phone changed the first one. */
export const changedFirstEntry = (dryRun: boolean): string =>
  "This phone was on the waitlist already for an overlapping time: " +
  (dryRun
    ? "its entry would be changed, and no second one made."
    : "its entry was changed, and no second one was made.");

/** The heading of starts that have room now. */
export const ROOM_NOW = "There is room now; create_booking with one of these:";
export const NO_ROOM_NOW = "No room in that time now.";
