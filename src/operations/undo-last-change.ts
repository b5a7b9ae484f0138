import { z } from "zod";
import { checkHours } from "../domain/admission/hours.ts";
import { checkLoad, type LoadVerdict } from "../domain/admission/load.ts";
import type { AuditRow } from "../domain/audit.ts";
import { serviceAt } from "../domain/calendar.ts";
import { roleAtLeast } from "../domain/caller.ts";
import { DomainError, type Reason, reason as reasonOf, refusal } from "../domain/errors.ts";
import { type Occupant, occupiedInterval } from "../domain/occupancy.ts";
import type { NotUndoable, Remedy } from "../domain/reasons/reservation.ts";
import { NOTE_FIELDS, type Reservation } from "../domain/reservation.ts";
import { MINUTE } from "../domain/time.ts";
import { legalMoves } from "../domain/transitions.ts";
import { undoneLines } from "../words/en/agent/answers.ts";
import { sameValue } from "./call/audit.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { brandParam, reservationIdParam, writeParams } from "./params.ts";
import { exampleText, exampleWrite } from "./reservation/example-records.ts";
import { freeStarts, slotReused } from "./reservation/move-reservation.ts";
import { oppositeOf } from "./reservation/opposite.ts";
import { type Changes, recordChange, withOverLimit } from "./reservation/record-change.ts";
import { staysBefore } from "./reservation/stays-before.ts";
import { namingGuests, takersSince } from "./reservation/taken-since.ts";
import { renewTexts } from "./reservation/texts.ts";
import { restoreWaitingEntry } from "./reservation/waiting-entry-restored.ts";
import { undoResultShape } from "./reservation/wire.ts";
import { presentStay, tableOf, worldOf } from "./reservation/world.ts";
import { findReservation, writeResult, writeTextWith } from "./reservation/write-result.ts";
import { giveTablesBack } from "./seating/give-tables-back.ts";
import { MOVE_TABLE, moveTables, tablesFound } from "./seating/move-tables.ts";
import { takeTables } from "./seating/take-tables.ts";

export const UNDO_MINUTES = 15;
const MAX_LOOK_BACK = 100;
const UNDO = "undo_last_change";
/** The undo of these operations checks seats less strictly: the party is still here or still expected. */
const MARKS: ReadonlySet<string> = new Set([
  "mark_arrived",
  "mark_completed",
  "mark_no_show",
  "mark_came",
]);
const TEXTED_FIELDS = ["status", "startAt", "partySize", "attendance", "phone"] as const;

/** Later changes of these fields do not prevent the undo. */
const MAY_DIFFER: ReadonlySet<string> = new Set(["flags", "tables", "tablePinned"]);

const input = z.strictObject({ brand: brandParam, id: reservationIdParam, ...writeParams });

export const undoLastChange = defineTool({
  name: UNDO,
  title: "Undo the last change",
  words: { button: "Undo", done: "Undone", history: "Undone" },
  scope: "bookings.write",
  description:
    "Undoes the newest change of a reservation (status, date or time, size, notes) within 15 minutes; only the caller " +
    "that made it or a manager can undo it. A new booking cannot be undone: cancel it. If the undo needs seats again, they " +
    "must still be free. Texts that were not sent yet are withdrawn; after a cancellation SMS the guest gets a new confirmation SMS.",
  input,
  output: undoResultShape,
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  examples: [
    {
      input: { id: "01a1f03ea60027935d40f69e" },
      output: exampleWrite(
        { updatedAt: 1_795_187_100_000, revision: 3 },
        {
          notifications: [
            exampleText(
              "confirmation",
              1_795_187_100_000,
              "your table for 4 is booked on Fri Nov 20 at 7:30 PM. Change of plans? {link}",
            ),
            exampleText(
              "follow_up",
              1_795_203_000_000,
              "still coming Fri Nov 20 7:30 PM, table for 4? YES or NO by 4:30 PM that day or {link}",
            ),
          ],
          undone: { operation: "cancel_booking", at: 1_795_186_800_000 },
        },
      ),
    },
  ],
  run: (given, context) => undo(given, context, "stays"),
  text: (output, context) => {
    const lines = undoneLines(output.undone, restoredNotes(output, context), context.dryRun);
    return writeTextWith(lines, output, context);
  },
});

function restoredNotes(
  { reservation: { id } }: z.infer<typeof undoResultShape>,
  { stores }: OperationContext,
): [field: string, text: string][] {
  const rows = id === null ? [] : stores.audit.ofReservation(id, MAX_LOOK_BACK);
  const restored = rows.find(({ operation }) => operation === UNDO)?.after ?? {};
  return NOTE_FIELDS.flatMap((field) =>
    field in restored ? [[field, String(restored[field])] as [string, string]] : [],
  );
}

/** `leaves`: undo_walk_in then cancels the reservation, so the undo needs no seats. */
export function undo(
  { id }: { readonly id: string },
  context: OperationContext,
  party: "stays" | "leaves",
): z.infer<typeof undoResultShape> {
  const present = findReservation(id, context);
  const { row } = changeToUndo(present, context);
  const before = row.before as Changes;
  const leaves = party === "leaves";
  const restored = { ...present, ...before, ...(leaves && { status: "cancelled" as const }) };
  const marked = MARKS.has(row.operation);
  const back = giveTablesBack(row, restored, context);
  const readmit = () =>
    marked
      ? requireUnmarked(present, restored, row, context)
      : requireSeats(present, restored, context);
  const admitted = leaves ? null : readmit();
  const { warnings: loadWarnings, seat } = admitted ?? NO_SEATS_NEEDED;
  const overLimit = loadWarnings.some(({ code }) => code === "OVER_LIMIT");
  const reason = overLimit ? (context.desk?.override?.reason ?? null) : null;
  const retold = TEXTED_FIELDS.some((field) => field in before);
  // A seated party returns to the table where it sat.
  const sits = restored.status === "seated";
  const found = admitted === null || sits ? {} : tablesFound(seat, restored, context);
  const placed = { ...before, ...found };
  const changes = marked && overLimit ? withOverLimit(present, placed) : placed;
  const change = recordChange(present, changes, UNDO, context, reason);
  moveTables(seat, present.id, context);
  const taken = sits ? takeTables(change.reservation, false, context) : null;
  restoreWaitingEntry(present, row, UNDO, context);
  const texts = retold
    ? renewTexts(present, change.reservation, { kind: "undone", since: row.at }, context)
    : { notifications: [], warnings: [] };
  const undone = { operation: row.operation, at: row.at };
  const warnings = [...loadWarnings, ...(taken?.warnings ?? []), ...texts.warnings];
  const at = seat ?? taken?.seat ?? null;
  const shown = at === null ? null : { ...at, moves: [...back, ...at.moves] };
  return { ...writeResult(change, context, { ...texts, warnings, seat: shown }), undone };
}

/** `until`: when the undo expires (epoch milliseconds). Errors: NOTHING_TO_UNDO, UNDO_EXPIRED. */
export function changeToUndo(
  present: Reservation,
  context: OperationContext,
): { readonly row: AuditRow; readonly until: number } {
  const { stores, caller, now } = context;
  const rows = stores.audit.ofReservation(present.id, MAX_LOOK_BACK);
  const row = rows.find(({ operation }) => operation !== UNDO && operation !== MOVE_TABLE);
  const { id } = present;
  const nothing = (say: NotUndoable) => refusal("NOTHING_TO_UNDO", { id, say });
  if (row === undefined) throw nothing({ is: "no_change" });
  const { operation } = row;
  if (operation === "create_booking") throw nothing({ is: "creation" });
  const asManager = roleAtLeast(caller.roles[present.brand], "manager");
  const own = row.principal === caller.principal;
  if (!own && !asManager) {
    const { kind, name } = row.actor;
    const actor = kind === "guest" || kind === "system" ? kind : "other";
    throw nothing({ is: "not_yours", operation, actor, name });
  }
  const stands = Object.entries(row.after).every(
    ([field, value]) =>
      MAY_DIFFER.has(field) || sameValue(present[field as keyof Reservation], value),
  );
  if (!stands) throw nothing({ is: "taken_back", operation });
  const until = undoableUntil(row, present, caller);
  if (now > until) {
    const opposite = oppositeOf(row, present, context);
    const facts = { at: row.at, operation, undoMinutes: UNDO_MINUTES };
    throw refusal("UNDO_EXPIRED", { ...facts, say: { id, opposite } });
  }
  return { row, until };
}

/** A manager can undo a cancellation or a no-show until the end of the stay. */
export function undoableUntil(
  { at }: Pick<AuditRow, "at">,
  { brand, status, endAt }: Reservation,
  { roles }: OperationContext["caller"],
): number {
  const gone = status === "cancelled" || status === "no_show";
  const usual = at + UNDO_MINUTES * MINUTE;
  return gone && roleAtLeast(roles[brand], "manager") ? Math.max(usual, endAt) : usual;
}

type Admitted = Pick<LoadVerdict, "warnings" | "seat">;
const NO_SEATS_NEEDED: Admitted = { warnings: [], seat: null };

/** Error: SLOT_REUSED. A manager can override full seats, but not opening hours. */
function requireSeats(
  present: Reservation,
  restored: Reservation,
  context: OperationContext,
): Admitted | null {
  const { now } = context;
  const load = loadOf(present, restored, context);
  if (load === null) return null;
  const comesBack = load.change.before === null || present.startAt !== restored.startAt;
  const closed =
    comesBack && restored.startAt > now ? closedReasons(restored.startAt, context) : [];
  const overruled = context.desk?.override != null;
  const verdict = checkLoad(
    { ...load, entering: true, overruled },
    worldOf(context, { id: present.id }),
  );
  const reasons = [...closed, ...verdict.reasons];
  if (reasons.length === 0) return verdict;
  const heldOnly = closed.length === 0 ? verdict.heldOnly : null;
  const say = { id: present.id, remedy: remedyFor(present, restored, context) };
  throw slotReused(reasonOf("SLOT_REUSED.undo", { say }), { reasons, heldOnly });
}

/** If others have the seats now, a user gets a warning. API keys and apps get SLOT_REUSED. */
function requireUnmarked(
  present: Reservation,
  restored: Reservation,
  row: AuditRow,
  context: OperationContext,
): Admitted | null {
  const load = loadOf(present, restored, context);
  if (load === null) return null;
  const overruled = context.caller.kind === "session";
  const earlier = (others: readonly Occupant[]) => staysBefore(row, others, context);
  const verdict = checkLoad(
    { ...load, entering: false, overruled, earlier },
    worldOf(context, { id: present.id }),
  );
  if (verdict.reasons.length === 0) {
    return { warnings: namingGuests(verdict.warnings, context), seat: verdict.seat };
  }
  const reasons = verdict.heldOnly === null ? verdict.reasons : [heldSince(verdict)];
  const say = { id: present.id, operation: row.operation };
  throw new DomainError([
    reasonOf("SLOT_REUSED.given_away", { say }),
    ...namingGuests(reasons, context),
  ]);
}

/** Adds `since`, the ids of the waitlist offers that hold the seats. */
function heldSince({ reasons, heldOnly }: LoadVerdict): Reason {
  const since = [...new Set(reasons.flatMap(takersSince))];
  const { reason } = heldOnly as NonNullable<LoadVerdict["heldOnly"]>;
  return { ...reason, since };
}

/** The seats that the undo needs, for checkLoad. Null if it needs none. */
function loadOf(present: Reservation, restored: Reservation, context: OperationContext) {
  const { now } = context;
  const interval = occupiedInterval(restored, now);
  if (interval === null || interval.to <= now) return null;
  const after = {
    from: Math.max(interval.from, now),
    to: interval.to,
    covers: restored.partySize,
  };
  return {
    change: { before: presentStay(present, now).interval, after },
    ...(restored.status === "seated" ? {} : { table: tableOf(restored) }),
    service: serviceAt(context.brand.settings, restored.startAt),
    paced: interval.from >= now,
    isSeated: false,
  };
}

/** Suggests a move if the reservation still stands: booking again would duplicate it. */
function remedyFor(
  { id, status }: Reservation,
  { partySize, startAt }: Reservation,
  context: OperationContext,
): Remedy {
  if (status === "seated") return { is: "stays_seated", id, free: null };
  const free = freeStarts(partySize, startAt, context);
  return { is: legalMoves(status).length === 0 ? "book_anew" : "move", id, free };
}

/** Does not check notice and booking window: the party met these rules when it booked. */
const closedReasons = (startAt: number, context: OperationContext): readonly Reason[] =>
  checkHours(startAt, "move", worldOf(context)).reasons.filter(
    ({ code }) => code === "CLOSED" || code === "OUTSIDE_SERVICE",
  );
