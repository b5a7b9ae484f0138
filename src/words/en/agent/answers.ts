import { nameInLine } from "../../../domain/plain-text.ts";
import type { AttendanceState, Status } from "../../../domain/reservation-states.ts";
import { clockTime, displayDate, inWords } from "../../../domain/time.ts";
import { capitalised, tableNamed } from "../both/seating.ts";

// What the tools' answers say besides their data. Names are guests' own words: one line each.

/** What a write came to. */
export function outcome({
  changed,
  dryRun,
}: {
  readonly changed: boolean;
  readonly dryRun: boolean;
}): string {
  if (!dryRun) return changed ? "Done." : "Nothing to change: it is already so.";
  return changed
    ? "Dry run, nothing was changed. It would become:"
    : "Dry run: nothing would change.";
}

/** A warning, or a reason, behind its code. */
export const coded = ({ code, message }: { readonly code: string; readonly message: string }) =>
  `${code}: ${message}`;

/**
 * A field with its value. Further lines of a note are indented, so that no note can pass for a line
 * of the answer.
 */
export const fieldLine = (name: string, value: string): string =>
  `${name}: ${value.replaceAll("\n", "\n  ")}`;

/** A note that was written, and what stood there. */
export const noteLines = (
  field: string,
  { now, before }: { readonly now: string; readonly before: string },
): string[] => [
  fieldLine(field, now),
  before === "" ? `${field} was empty before.` : fieldLine(`Previous ${field}`, before),
];

/** What a call gets that is sent again after its answer was cleared. */
export const GUEST_ERASED = "The data of this guest was erased.";

interface Party {
  readonly id: string | null;
  readonly name: string;
  readonly numberOfPeople: number;
  readonly date: string;
}

const partyOf = ({ id, name, numberOfPeople, date }: Party): string =>
  `${id ?? "(no id yet)"}: ${nameInLine(name)}, party of ${numberOfPeople}, ${date}`;

interface ShownReservation extends Party {
  readonly timestamp: number;
  readonly status: Status;
  readonly attendance: AttendanceState;
  readonly flags: readonly string[];
  readonly tables: readonly string[];
  readonly tablePinned: boolean;
}

/** One line: id first, then what a host reads out. */
export function reservationLine(reservation: ShownReservation, zone: string): string {
  const { timestamp, status, attendance, flags, tables, tablePinned } = reservation;
  const fixed = tablePinned ? " (fixed)" : "";
  const table = tables.length === 0 ? "" : `, ${tableNamed(tables.join(" + "))}${fixed}`;
  const extra = [...(attendance === "not_required" ? [] : [`attendance ${attendance}`]), ...flags];
  const tail = extra.length === 0 ? "" : ` (${extra.join(", ")})`;
  return `${partyOf(reservation)} at ${clockTime(timestamp, zone)}${table}, ${status}${tail}`;
}

interface ShownEntry extends Party {
  readonly kind?: "door" | undefined;
  readonly area?: string | undefined;
  readonly createdAt: number;
  readonly earliestTimestamp: number;
  readonly latestTimestamp: number;
  readonly status: string;
  readonly position: number | null;
  readonly offer: {
    readonly date: string;
    readonly time: string;
    readonly holdUntil: number;
    readonly answered?: boolean | undefined;
  } | null;
  readonly passedOver: readonly { readonly message: string }[];
}

/** One line: id first, then what a host reads out. */
export function entryLine(entry: ShownEntry, zone: string): string {
  const { status, position, offer } = entry;
  if (entry.kind === "door") {
    const since = clockTime(entry.createdAt, zone);
    return `${partyOf(entry)} at the door since ${since}, ${status}; only a host can seat them`;
  }
  const edge = (at: number): string => {
    const date = displayDate(at, zone);
    return `${clockTime(at, zone)}${date === entry.date ? "" : ` on ${date}`}`;
  };
  const window = `between ${edge(entry.earliestTimestamp)} and ${edge(entry.latestTimestamp)}`;
  const place = position === null ? "" : `, number ${position} in the queue`;
  const held =
    offer === null
      ? ""
      : `, offered ${offer.time} on ${offer.date}, held until ${inWords(offer.holdUntil, zone)}`;
  const answered = offer?.answered === true ? " (answered: read their text)" : "";
  const paused =
    status === "paused"
      ? " after two offers without an answer: add_to_waitlist again puts them back"
      : "";
  const over = status === "waiting" ? entry.passedOver.at(-1) : undefined;
  const why = over === undefined ? "" : `, passed over: ${over.message}`;
  const area = entry.area === undefined ? "" : ` in ${entry.area}`;
  return `${partyOf(entry)} ${window}${area}, ${status}${place}${held}${answered}${paused}${why}`;
}

/** What heads starts with which a refused call is accepted. */
export const ACCEPTED_WITH = "The same call is accepted with any of these:";
/** What heads those of other days, behind why today has none. */
export const ACCEPTED_ON_ANOTHER_DAY = "On another day the same call is accepted with:";

/** A start with values that can be passed on as they are. */
export const suggestedStart = (start: {
  readonly date: string;
  readonly time: string;
  readonly timestamp: number;
}): string => `- date "${start.date}", time "${start.time}", timestamp ${start.timestamp}`;

/** A refusal that time may lift; `at` null: nobody knows when. */
export const maySucceedLater = (at: number | null): string =>
  `The same call may succeed later${at === null ? "" : ` from timestamp ${at} on`}; nothing was changed.`;

/** What heads the starts in an answer that has room now. */
export const ROOM_NOW = "There is room now; create_booking with one of these:";

/** The table of a party, and why that one. */
export const tableGiven = (why: string): string => `${capitalised(why)}.`;

interface Moved {
  readonly id: string;
  readonly name: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** A party that was given other tables; `startAt` null: not known. */
export function movedLine({ id, name, from, to }: Moved, startAt: number | null, zone: string) {
  const time = startAt === null ? "" : `, ${clockTime(startAt, zone)}`;
  const left = from.length === 0 ? "" : ` from ${from.join(" + ")}`;
  return `Moved${left} to ${to.join(" + ")}: ${nameInLine(name)}${time} (${id}).`;
}

/** Nobody was given other tables. */
export const NOBODY_MOVES = "Nobody has to move.";

/** A party without a table. */
export const unplacedLine = (
  party: {
    readonly id: string;
    readonly name: string;
    readonly numberOfPeople: number;
    readonly timestamp: number;
  },
  zone: string,
): string =>
  `No table: ${nameInLine(party.name)}, party of ${party.numberOfPeople}, ${clockTime(party.timestamp, zone)} (${party.id}).`;

/** Tables that are out of use. */
export const blockedLine = (
  block: {
    readonly tables: readonly string[];
    readonly timestamp: number;
    readonly endTimestamp: number;
    readonly reason: string;
  },
  zone: string,
): string =>
  `Blocked: ${block.tables.join(", ")}, ${inWords(block.timestamp, zone)} to ` +
  `${clockTime(block.endTimestamp, zone)}. Reason: ${block.reason}`;

/** What the waitlist does with seats that came free. */
export type SeatsFreed =
  | { readonly is: "offered"; readonly guests: number; readonly holds: readonly number[] }
  | { readonly is: "nobody" }
  | { readonly is: "later"; readonly guests: number; readonly quietUntil: number | null };

export function seatsFreed(freed: SeatsFreed, zone: string): string {
  switch (freed.is) {
    case "offered": {
      const until = [...new Set(freed.holds)].sort((a, b) => a - b);
      const times = until.map((at) => clockTime(at, zone)).join(" and ");
      const held = until.length === 0 ? "" : `, held until ${times}`;
      return `Seats freed: offered to ${waitingGuests(freed.guests)}${held}.`;
    }
    case "nobody":
      return "Seats freed. Nobody is waiting for that time.";
    case "later": {
      const { quietUntil } = freed;
      const quiet = quietUntil === null ? "" : ` (quiet hours until ${inWords(quietUntil, zone)})`;
      return (
        `Seats freed: none of ${waitingGuests(freed.guests)} can be offered them now${quiet}; ` +
        "the waitlist looks again when that changes."
      );
    }
  }
}

const waitingGuests = (count: number): string => `${count} waiting guest${count === 1 ? "" : "s"}`;

interface ShownText {
  readonly kind: string;
  readonly segments: number;
  readonly phone: string | null;
  readonly body: string | null;
}

/** A text that a write caused; `dueAt` null: it is on its way. */
export function queuedText(text: ShownText, dueAt: number | null, zone: string): string {
  const to = text.phone === null ? "the guest" : `the phone ending in ${text.phone}`;
  const when = dueAt === null ? "now" : `at ${inWords(dueAt, zone)}`;
  return `Text (${text.kind}, ${text.segments} SMS) to ${to}, ${when}: ${text.body}`;
}
