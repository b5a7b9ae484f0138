import { nameInLine } from "../../../domain/plain-text.ts";
import type { Call } from "../../../domain/reasons/call.ts";
import type { AttendanceState, Status } from "../../../domain/reservation-states.ts";
import { clockTime, inWords } from "../../../domain/time.ts";
import { capitalised, tableNamed } from "../both/seating.ts";
import { typed, typedField } from "../typed.ts";
import { toolCall } from "./tool-call.ts";

// The text of the tools' answers, besides their data. Names come from guests: one line each.

interface Outcome {
  readonly changed: boolean;
  readonly dryRun: boolean;
}

/** Whether a write changed anything. */
export function outcome({ changed, dryRun }: Outcome): string {
  if (!dryRun) return changed ? "Done." : "Nothing was changed: it was already like that.";
  return changed
    ? "Dry run, nothing was changed. It would become:"
    : "Dry run: nothing would change.";
}

/** The same, for answers whose next lines say what would be done. */
export const outcomeAlone = (result: Outcome): string =>
  result.changed && result.dryRun ? "Dry run, nothing was changed." : outcome(result);

/** The same, with the record as it is afterwards, in one line. */
export const outcomeLine = (result: Outcome, record: string): string =>
  `${outcome(result)} ${record}`;

/** A warning or a reason, after its code. */
export const coded = ({ code, message }: { readonly code: string; readonly message: string }) =>
  `${code}: ${message}`;

/**
 * A note that was written, what it replaced (`before` null: nothing, text was added to it), and the
 * call that restores that.
 */
export function noteLines(
  field: string,
  {
    now,
    before,
    undo,
  }: { readonly now: string; readonly before: string | null; readonly undo: Call | null },
): string[] {
  const written = typedField(field, now);
  if (before === null) return [written];
  if (before === "") return [written, `${field} was empty before.`];
  const back = undo === null ? "" : ` ${toolCall(undo)} can restore it within 15 minutes.`;
  return [written, `It was: ${typed(before)}.${back}`];
}

/** The answer to a repeated call after the first answer was cleared. */
export const GUEST_ERASED = "The data of this guest was erased.";

export interface Party {
  readonly id: string | null;
  readonly name: string;
  readonly numberOfPeople: number;
  readonly date: string;
}

export const partyOf = ({ id, name, numberOfPeople, date }: Party): string =>
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

/** The heading of starts with which a refused call is accepted. */
export const ACCEPTED_WITH = "The same call is accepted with any of these:";
/** The heading of starts on other days, after the reason that there is none today. */
export const ACCEPTED_ON_ANOTHER_DAY = "On another day the same call is accepted with:";

/** A start in values that can be passed on unchanged. */
export const suggestedStart = (start: {
  readonly date: string;
  readonly time: string;
  readonly timestamp: number;
}): string => `- date "${start.date}", time "${start.time}", timestamp ${start.timestamp}`;

/** A refusal that waiting resolves; `at` null: unknown when. */
export const maySucceedLater = (at: number | null): string =>
  `The same call may succeed later${at === null ? "" : ` from timestamp ${at} on`}; nothing was changed.`;

/** The table of a party, and why that one. */
export const tableGiven = (why: string): string => `${capitalised(why)}.`;

interface Moved {
  readonly id: string;
  readonly name: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** A party that was given other tables; `startAt` null: not known. */
export function movedLine(
  { id, name, from, to }: Moved,
  startAt: number | null,
  { zone, dryRun }: { readonly zone: string; readonly dryRun: boolean },
): string {
  const time = startAt === null ? "" : `, ${clockTime(startAt, zone)}`;
  const left = from.length === 0 ? "" : ` from ${from.join(" + ")}`;
  const lead = dryRun ? "Would move" : "Moved";
  return `${lead}${left} to ${to.join(" + ")}: ${nameInLine(name)}${time} (${id}).`;
}

/** No party was given other tables. */
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

/** Tables out of use. */
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
  `${clockTime(block.endTimestamp, zone)}. ${typedField("Reason", block.reason)}`;

/** Tables that are in use again. */
export const unblockedLine = (tables: readonly string[], from: string, to: string): string =>
  `Free again from ${from} to ${to}: ${tables.join(", ")}.`;

/** How many characters of a changed note are shown. */
const NOTE_SHOWN = 120;

/** The change that was undone, and the notes that it restored. */
export function undoneLines(
  { operation }: { readonly operation: string },
  notes: readonly (readonly [field: string, text: string])[],
  dryRun: boolean,
): string[] {
  const undone = `${dryRun ? "Would undo" : "Undone"}: ${operation}.`;
  if (notes.length === 0) return [undone];
  const restored = notes.map(([field, text]) => typedField(field, text, NOTE_SHOWN)).join("; ");
  return [undone, `${dryRun ? "Would restore" : "Restored"} ${restored}.`];
}

/** "Changed: time from "7:30 PM" to "8:15 PM"; numberOfPeople from 4 to 6." */
export function changedLines({
  changes,
  dryRun,
}: {
  readonly changes: readonly {
    readonly field: string;
    readonly from: string | number | null;
    readonly to: string | number | null;
  }[];
  readonly dryRun: boolean;
}): string[] {
  if (changes.length === 0) return [];
  const said = changes.map(({ field, from, to }) => {
    if (!field.toLowerCase().endsWith("notes"))
      return `${field} from ${from ?? "any"} to ${to ?? "any"}`;
    return `${typedField(field, String(to), NOTE_SHOWN)}, before ${typed(String(from), NOTE_SHOWN)}`;
  });
  return [`${dryRun ? "Would change" : "Changed"}: ${said.join("; ")}.`];
}

/** Until when a party that has come keeps its table; null: nothing to say. */
export function stayLine(
  mark: string,
  stay: { readonly timestamp: number; readonly endTimestamp: number } | null,
  {
    moved,
    zone,
    dryRun,
  }: { readonly moved: boolean; readonly zone: string; readonly dryRun: boolean },
): string | null {
  if (stay === null) return null;
  const [from, to] = [clockTime(stay.timestamp, zone), clockTime(stay.endTimestamp, zone)];
  if (mark === "mark_arrived") {
    const lead = dryRun ? "The stay would not move" : "The stay has not moved";
    return `${lead}: the table is kept from ${from} to ${to}. mark_seated starts it.`;
  }
  const since = dryRun ? "Would be seated since" : "Seated since";
  return `${since} ${from}, the table is theirs until ${to}${moved ? ": the stay has moved" : ""}.`;
}
