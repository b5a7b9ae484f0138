import { nameInLine } from "../../../domain/plain-text.ts";
import { clockTime, displayDate, formatDate, inWords } from "../../../domain/time.ts";
import { counted } from "../phrases.ts";
import { typedField } from "../typed.ts";
import type { Party } from "./answers.ts";
import { nextPage } from "./reads.ts";

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
  const queued = position === null ? "" : `, number ${position} in the queue`;
  return `${who}, ${wish}, ${status}${queued}${standing(entry, zone)}${skipped(entry, zone)}${said}`;
}

function standing({ status, offer }: ShownEntry, zone: string): string {
  if (status === "paused") {
    return " after two offers without an answer: call add_to_waitlist again to put them back";
  }
  if (offer === null) return "";
  const answered = offer.answered === true ? " (answered: read their text)" : "";
  return `, offered ${offer.time} on ${offer.date}, held until ${inWords(offer.holdUntil, zone)}${answered}`;
}

function skipped({ passedOver }: ShownEntry, zone: string): string {
  const byReason = Map.groupBy(passedOver, ({ message }) => message);
  return [...byReason]
    .map(([message, starts], index) => {
      const times = [...new Set(starts.map(({ timestamp }) => clockTime(timestamp, zone)))];
      // Each message ends with a full stop.
      const lead = index === 0 ? "; passed" : " Passed";
      return `${lead} over for ${times.join(", ")}: ${message}`;
    })
    .join("");
}

export const guestsFound = (
  total: number,
  date: string | undefined,
  nextCursor: string | null,
): string => {
  const on = date === undefined ? "" : ` for ${formatDate(date)}`;
  if (total === 0) return `Nobody is on the waitlist${on}.`;
  return `${counted(total, "guest")} on the waitlist${on}.${nextPage(nextCursor)}`;
};

/** `noSms`: the `why` of the warning NO_SMS, or null if the guest gets a text. */
export const wishUsed = (
  { earliestTimestamp, latestTimestamp }: Pick<ShownEntry, "earliestTimestamp" | "latestTimestamp">,
  { zone, noSms }: { readonly zone: string; readonly noSms: unknown },
): string =>
  `A table that comes free between ${clockTime(earliestTimestamp, zone)} and ${clockTime(latestTimestamp, zone)} is ` +
  offeredHow(noSms);

function offeredHow(noSms: unknown): string {
  if (noSms === null) return "offered by text in the order of the queue.";
  const how =
    noSms === "no_gateway" ? "offered in the order of the queue" : "not offered automatically";
  return `${how}: list_waitlist shows whom to call.`;
}

export const changedFirstEntry = (dryRun: boolean): string =>
  "This phone was on the waitlist already for an overlapping time: " +
  (dryRun
    ? "the entry would be changed, and no second entry made."
    : "the entry was changed, and no second entry was made.");

export const ROOM_NOW = "There is room now: call create_booking with one of these:";
export const NO_ROOM_NOW = "There is no room at that time now.";
