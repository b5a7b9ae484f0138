import { type DomainError, refusal } from "./errors.ts";
import type { RefusedMove } from "./reasons/reservation.ts";
import type { Reservation } from "./reservation.ts";
import type { Status } from "./reservation-states.ts";
import { HOUR, MINUTE } from "./time.ts";

export type Move =
  | "mark_arrived"
  | "mark_seated"
  | "mark_completed"
  | "mark_no_show"
  | "mark_came"
  | "cancel_booking";

/** A guest who comes more than this long before the start probably has another reservation. */
export const EARLY_HOURS = 3;

const MOVES: Record<Move, { readonly from: readonly Status[]; readonly to: Status }> = {
  mark_arrived: { from: ["booked"], to: "arrived" },
  mark_seated: { from: ["booked", "arrived"], to: "seated" },
  mark_completed: { from: ["seated", "arrived"], to: "completed" },
  mark_no_show: { from: ["booked"], to: "no_show" },
  mark_came: { from: ["booked", "arrived"], to: "completed" },
  cancel_booking: { from: ["booked", "pending", "arrived"], to: "cancelled" },
};

/** `late_guest`: a guest marked as no-show arrives after all. */
export type Transition =
  | { readonly kind: "repeat" }
  | { readonly kind: "go"; readonly to: Status }
  | { readonly kind: "late_guest"; readonly to: Status };

/**
 * Whether the reservation's status allows `move` (rule S1). A no-show may still arrive until `lateUntil`,
 * the end of the service; `mark_came` is possible only from then on. Throws INVALID_TRANSITION, or
 * TOO_EARLY with `retryAt`.
 */
export function transition(
  move: Move,
  reservation: Reservation,
  circumstances: {
    readonly now: number;
    readonly zone: string;
    readonly noShowGraceMinutes: number;
    readonly lateUntil: number;
  },
): Transition {
  const { from, to } = MOVES[move];
  const { status } = reservation;
  if (status === to) return { kind: "repeat" };
  const welcome = move === "mark_arrived" || move === "mark_seated";
  const awaited = status === "no_show" && circumstances.now < circumstances.lateUntil;
  const late = awaited && welcome;
  if (!late && !from.includes(status)) throw invalidTransition(move, reservation, { awaited });
  const earliest = earliestFor(move, reservation, circumstances);
  if (circumstances.now < earliest) throw tooEarly(move, reservation, earliest, circumstances.zone);
  return { kind: late ? "late_guest" : "go", to };
}

function earliestFor(
  move: Move,
  { startAt }: Reservation,
  { noShowGraceMinutes, lateUntil }: { noShowGraceMinutes: number; lateUntil: number },
): number {
  switch (move) {
    case "mark_arrived":
    case "mark_seated":
      return startAt - EARLY_HOURS * HOUR;
    case "mark_no_show":
      return startAt + noShowGraceMinutes * MINUTE;
    case "mark_came":
      return lateUntil;
    case "mark_completed":
    case "cancel_booking":
      return Number.NEGATIVE_INFINITY;
  }
}

export function legalMoves(status: Status): Move[] {
  return (Object.keys(MOVES) as Move[]).filter(
    (move) => move !== "mark_came" && MOVES[move].from.includes(status),
  );
}

const ENDED: ReadonlySet<Status> = new Set(["completed", "no_show", "cancelled"]);

function updatable(status: Status): RefusedMove["update"] {
  if (status === "seated") return "size_and_notes";
  return ENDED.has(status) ? "notes" : "all";
}

/** `of`: what update_booking may not change. `awaited`: true for a no-show that may still arrive. */
export function invalidTransition(
  tool: string,
  { status, id }: Reservation,
  { awaited = false, of = null }: { awaited?: boolean; of?: RefusedMove["of"] } = {},
): DomainError {
  const moves = [...legalMoves(status), ...(awaited ? ["mark_arrived", "mark_seated"] : [])];
  const say = { id, tool, of, moves, update: updatable(status), ended: ENDED.has(status) };
  return refusal("INVALID_TRANSITION.reservation", { status, say });
}

const tooEarly = (move: Move, { id, startAt }: Reservation, earliest: number, zone: string) =>
  refusal(
    "TOO_EARLY",
    { earliest, startsAt: startAt, say: { id, move, zone } },
    { retryAt: earliest },
  );
