import { checkLoad, type LoadVerdict } from "../../domain/admission/load.ts";
import type { Seat } from "../../domain/admission/tables.ts";
import { serviceAt, servicesOn } from "../../domain/calendar.ts";
import { DomainError, type Reason, reason as reasonOf } from "../../domain/errors.ts";
import { occupiedInterval } from "../../domain/occupancy.ts";
import type { Call } from "../../domain/reasons/call.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { type Move, type Transition, transition } from "../../domain/transitions.ts";
import type { Warning } from "../../domain/warnings.ts";
import { asSystem } from "../call/acting-as.ts";
import { sameValue } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { giveFreeTables } from "../seating/free-tables.ts";
import { moveTables, tablesFound } from "../seating/move-tables.ts";
import { takeTables, tooFewSeats } from "../seating/take-tables.ts";
import {
  type Change,
  type Changes,
  recordChange,
  unchanged,
  withOverLimit,
} from "./record-change.ts";
import { presentStay, seatingTolerance, tableOf, worldOf } from "./world.ts";
import { findReservation } from "./write-result.ts";

const QUESTIONS = ["attendance_ask", "follow_up", "reminder"] as const;

export type Mark = Exclude<Move, "cancel_booking">;

interface Marked {
  readonly change: Change;
  readonly warnings: readonly Warning[];
  readonly seat: Seat | null;
}

/**
 * Error: SLOT_REUSED if a no-show comes after all and its seats are taken. A manager can override
 * this. Any other party is seated even without room, with a warning.
 * `sitsAt`: ids of the tables that the caller named, if any.
 */
export function moveReservation(
  move: Mark,
  id: string,
  context: OperationContext,
  sitsAt: readonly string[] | null = null,
): Marked {
  const before = findReservation(id, context);
  const next = checkMove(move, before, context);
  const isElsewhere = sitsAt !== null && !sameValue(sitsAt, before.tables);
  if (next.kind === "repeat" && !isElsewhere) {
    return { change: unchanged(before), warnings: [], seat: null };
  }
  const changes: Changes = {
    ...(next.kind === "repeat" ? {} : changesOf(move, context)),
    ...(isElsewhere ? { tables: sitsAt, tablePinned: true } : {}),
  };
  const late = next.kind === "late_guest" ? requireFreeSeats(before, changes, context) : null;
  const found = late?.seat ?? null;
  const looked = late !== null && sitsAt === null;
  const placed = { ...changes, ...(looked ? tablesFound(found, before, context) : {}) };
  const after = { ...before, ...placed };
  const letIn = late?.warnings ?? [];
  const seated =
    move === "mark_seated"
      ? [...overLimitWarnings(before, after, context), ...tooFewSeats(after, context)]
      : [];
  const warnings = letIn.length > 0 ? letIn : seated;
  const why = letIn.length > 0 ? (context.desk?.override?.reason ?? null) : null;
  // A no-show gets none of the unsent texts. A guest who came still gets an unsent confirmation.
  context.stores.messages.voidUnsent(id, move === "mark_no_show" ? undefined : QUESTIONS);
  const flagged = warnings.length > 0 ? withOverLimit(before, placed) : placed;
  const change = recordChange(before, flagged, move, context, why);
  moveTables(found, id, context);
  // Give the freed tables to parties at once, because a host may seat the next party a second later.
  if (move === "mark_completed") giveFreeTables(asSystem(context));
  if (move !== "mark_seated") return { change, warnings, seat: found };
  const taken = takeTables(change.reservation, sitsAt !== null, context);
  const told = sitsAt !== null || hasMoved(taken.seat) ? taken.seat : null;
  return { change, warnings: [...warnings, ...taken.warnings], seat: found ?? told };
}

/** Errors: INVALID_TRANSITION, TOO_EARLY. */
export const checkMove = (
  move: Move,
  reservation: Reservation,
  context: OperationContext,
): Transition =>
  transition(move, reservation, {
    now: context.now,
    zone: context.brand.settings.timeZone,
    noShowGraceMinutes: context.brand.settings.noShowGraceMinutes,
    lateUntil: serviceEnd(reservation, context),
  });

const hasMoved = (seat: Seat | null): boolean => seat !== null && seat.moves.length > 0;

function changesOf(move: Mark, { now }: OperationContext): Changes {
  switch (move) {
    case "mark_arrived":
      return { status: "arrived", arrivedAt: now };
    case "mark_seated":
      return { status: "seated", seatedAt: now };
    case "mark_completed":
    case "mark_came":
      return { status: "completed", completedAt: now };
    case "mark_no_show":
      return { status: "no_show" };
  }
}

export const mayStillCome = (reservation: Reservation, context: OperationContext): boolean =>
  reservation.status === "no_show" && context.now < serviceEnd(reservation, context);

export function serviceEnd(
  { startAt, serviceDate, service, endAt }: Reservation,
  { brand }: Pick<OperationContext, "brand">,
): number {
  const { services } = servicesOn(brand.settings, serviceDate);
  const named = services.filter((one) => one.name === service);
  // Two services of a date may have the same name.
  const own = named.find((one) => one.opens <= startAt && startAt < one.closes) ?? named[0];
  return own?.closes ?? endAt;
}

function requireFreeSeats(
  before: Reservation,
  changes: Changes,
  context: OperationContext,
): Pick<LoadVerdict, "warnings" | "seat"> | null {
  const after = { ...before, ...changes };
  const interval = occupiedInterval(after, context.now);
  if (interval === null) return null;
  const from = Math.max(interval.from, context.now);
  if (from >= interval.to) return null;
  const verdict = checkLoad(
    {
      change: { before: null, after: { from, to: interval.to, covers: after.partySize } },
      ...(changes.tables === undefined ? { table: tableOf(after) } : {}),
      service: serviceAt(context.brand.settings, after.startAt),
      paced: false,
      entering: false,
      isSeated: false,
      overruled: context.desk?.override != null,
    },
    worldOf(context, { id: after.id }),
  );
  if (verdict.reasons.length === 0) return verdict;
  const { id, partySize } = after;
  const free = freeStarts(partySize, context.now, context);
  const zone = context.brand.settings.timeZone;
  const say = { id, until: interval.to, zone, remedy: { is: "book_anew", id, free } } as const;
  throw slotReused(reasonOf("SLOT_REUSED.late_guest", { say }), verdict);
}

export function freeStarts(
  numberOfPeople: number,
  startAt: number,
  { brand, now }: Pick<OperationContext, "brand" | "now">,
): Call {
  const zone = brand.settings.timeZone;
  const at = Math.max(startAt, now);
  const start = { date: displayDate(at, zone), time: displayTime(at, zone) };
  return { tool: "check_availability", arguments: { numberOfPeople, ...start } };
}

export const slotReused = (
  refused: Reason & { readonly code: "SLOT_REUSED" },
  { reasons, heldOnly }: Pick<LoadVerdict, "reasons" | "heldOnly">,
): DomainError => new DomainError([refused, ...(heldOnly === null ? reasons : [heldOnly.reason])]);

function overLimitWarnings(
  before: Reservation,
  after: Reservation,
  context: OperationContext,
): readonly Warning[] {
  const interval = occupiedInterval(after, context.now);
  if (interval === null) return [];
  // At the desk, a party with a table gets no warning, because hosts see the floor.
  if (context.desk !== undefined && after.tables.length > 0) return [];
  const present = presentStay(before, context.now).interval;
  const toleranceMs = seatingTolerance(context);
  return checkLoad(
    {
      change: { before: present, after: { ...interval, covers: after.partySize }, toleranceMs },
      service: serviceAt(context.brand.settings, after.startAt),
      paced: false,
      entering: false,
      isSeated: true,
    },
    worldOf(context, { id: after.id }),
  ).warnings;
}
