import { nameInLine } from "../../../domain/plain-text.ts";
import type { Call } from "../../../domain/reasons/call.ts";
import type { AttendanceState, Status } from "../../../domain/reservation-states.ts";
import { clockTime, dateOf, inWords } from "../../../domain/time.ts";
import { capitalised, tableNamed } from "../both/seating.ts";
import { typed, typedField } from "../typed.ts";
import { toolCall } from "./tool-call.ts";

interface Outcome {
  readonly changed: boolean;
  readonly dryRun: boolean;
}

export function outcome({ changed, dryRun }: Outcome): string {
  if (!dryRun) return changed ? "Done." : "Nothing was changed: it was already like that.";
  return changed
    ? "Dry run, nothing was changed. The result would be:"
    : "Dry run: nothing would change.";
}

/** For answers that list the planned changes below. */
export const outcomeAlone = (result: Outcome): string =>
  result.changed && result.dryRun ? "Dry run, nothing was changed." : outcome(result);

export const outcomeLine = (result: Outcome, record: string): string =>
  `${outcome(result)} ${record}`;

export const coded = ({ code, message }: { readonly code: string; readonly message: string }) =>
  `${code}: ${message}`;

/** `before`: the replaced text; null if the note was appended, so that `now` contains the old text. */
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
  if (before === "") return [written, `The field ${field} was empty before.`];
  const back = undo === null ? "" : ` ${toolCall(undo)} can restore it within 15 minutes.`;
  return [written, `It was: ${typed(before)}.${back}`];
}

/** Replaces stored answers about a guest whose data was erased. */
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

export function reservationLine(reservation: ShownReservation, zone: string): string {
  const { timestamp, status, attendance, flags, tables, tablePinned } = reservation;
  const pinned = tablePinned ? " (pinned)" : "";
  const table = tables.length === 0 ? "" : `, ${tableNamed(tables.join(" + "))}${pinned}`;
  const extra = [...(attendance === "not_required" ? [] : [`attendance ${attendance}`]), ...flags];
  const tail = extra.length === 0 ? "" : ` (${extra.join(", ")})`;
  return `${partyOf(reservation)} at ${clockTime(timestamp, zone)}${table}, ${status}${tail}`;
}

export const ACCEPTED_WITH = "The same call is accepted with any of these:";
export const ACCEPTED_ON_ANOTHER_DAY = "On another day the same call is accepted with:";

export const suggestedStart = (start: {
  readonly date: string;
  readonly time: string;
  readonly timestamp: number;
}): string => `- date "${start.date}", time "${start.time}", timestamp ${start.timestamp}`;

export const maySucceedLater = (at: number | null): string =>
  `Nothing was changed. The same call may succeed later${at === null ? "" : `, from timestamp ${at} on`}.`;

export const tableGiven = (why: string): string => `${capitalised(why)}.`;

interface Moved {
  readonly id: string;
  readonly name: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

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

export const OTHER_PLACE = "assign_table gives them another table, update_booking another time.";
export const HAS_NO_TABLE = "This party has no table. assign_table gives it one.";

export const NOBODY_MOVES = "Nobody has to move.";

export const unplacedLine = (
  party: {
    readonly id: string;
    readonly name: string;
    readonly numberOfPeople: number;
    readonly timestamp: number;
  },
  zone: string,
): string =>
  `No table: ${nameInLine(party.name)}, party of ${party.numberOfPeople}, ${clockTime(party.timestamp, zone)} (${party.id}). ${OTHER_PLACE}`;

export function blockedLine(
  block: {
    readonly tables: readonly string[];
    readonly timestamp: number;
    readonly endTimestamp: number;
    readonly reason: string;
  },
  zone: string,
): string {
  const { timestamp: from, endTimestamp: to } = block;
  const end = dateOf(from, zone) === dateOf(to, zone) ? clockTime(to, zone) : inWords(to, zone);
  const span = `from ${inWords(from, zone)} to ${end}`;
  return `Blocked: ${block.tables.join(", ")}, ${span}. ${typedField("Reason", block.reason)}`;
}

export const unblockedLine = (tables: readonly string[], from: string, to: string): string =>
  `Free again from ${from} to ${to}: ${tables.join(", ")}.`;

const NOTE_SHOWN = 120;

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
    return `${typedField(field, String(to), NOTE_SHOWN)}, replacing ${typed(String(from), NOTE_SHOWN)}`;
  });
  return [`${dryRun ? "Would change" : "Changed"}: ${said.join("; ")}.`];
}

export function stayLine(
  mark: string,
  stay: { readonly timestamp: number; readonly endTimestamp: number } | null,
  {
    moved,
    hasTable,
    zone,
    dryRun,
  }: {
    readonly moved: boolean;
    readonly hasTable: boolean;
    readonly zone: string;
    readonly dryRun: boolean;
  },
): string | null {
  if (stay === null) return null;
  const [from, to] = [clockTime(stay.timestamp, zone), clockTime(stay.endTimestamp, zone)];
  if (mark === "mark_arrived") {
    const lead = dryRun ? "The stay would not move" : "The stay has not moved";
    const stays = hasTable ? "the table is kept" : "it is planned";
    return `${lead}: ${stays} from ${from} to ${to}. mark_seated starts the stay.`;
  }
  const since = dryRun ? "Would be seated since" : "Seated since";
  const stays = hasTable ? "the table is theirs" : "the stay is planned";
  return `${since} ${from}, ${stays} until ${to}${moved ? ": the stay has moved" : ""}.`;
}
