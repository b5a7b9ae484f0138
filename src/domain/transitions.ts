import { type DomainError, refusal } from "./errors.ts";
import type { Reservation } from "./reservation.ts";
import type { Status } from "./reservation-states.ts";
import { HOUR, inWords, MINUTE } from "./time.ts";
import { toolCall } from "./tool-call.ts";

/** The operations that move a reservation from one state to another. */
export type Move =
  | "mark_arrived"
  | "mark_seated"
  | "mark_completed"
  | "mark_no_show"
  | "cancel_booking";

/** Somebody who comes more than this early has probably another reservation. */
const EARLY_HOURS = 3;

const MOVES: Record<Move, { readonly from: readonly Status[]; readonly to: Status }> = {
  mark_arrived: { from: ["booked"], to: "arrived" },
  mark_seated: { from: ["booked", "arrived"], to: "seated" },
  mark_completed: { from: ["seated", "arrived"], to: "completed" },
  mark_no_show: { from: ["booked"], to: "no_show" },
  cancel_booking: { from: ["booked", "pending", "arrived"], to: "cancelled" },
};

/**
 * What a move comes to: nothing (it is so already), the next state, or the return of a guest who
 * was given up.
 */
export type Transition =
  | { readonly kind: "repeat" }
  | { readonly kind: "go"; readonly to: Status }
  | { readonly kind: "late_guest"; readonly to: Status };

/**
 * The state machine (rule S1). `lateUntil` is when the service of the reservation
 * ends: until then a no-show may still arrive. Errors: INVALID_TRANSITION with what is legal,
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
  if (!late && !from.includes(status)) throw invalidTransition(move, reservation, awaited);
  const earliest = earliestFor(move, reservation, circumstances.noShowGraceMinutes);
  if (circumstances.now < earliest) throw tooEarly(move, reservation, earliest, circumstances.zone);
  return { kind: late ? "late_guest" : "go", to };
}

function earliestFor(move: Move, { startAt }: Reservation, noShowGraceMinutes: number): number {
  switch (move) {
    case "mark_arrived":
    case "mark_seated":
      return startAt - EARLY_HOURS * HOUR;
    case "mark_no_show":
      return startAt + noShowGraceMinutes * MINUTE;
    case "mark_completed":
    case "cancel_booking":
      return Number.NEGATIVE_INFINITY;
  }
}

/** The moves that are legal from a state. */
export function legalMoves(status: Status): Move[] {
  return (Object.keys(MOVES) as Move[]).filter((move) => MOVES[move].from.includes(status));
}

/** Nothing moves on from these; only an undo leads back. */
const ENDED: ReadonlySet<Status> = new Set(["completed", "no_show", "cancelled"]);

/** What update_booking may not change in a state, as it stands behind its name. */
function updateOnly(status: Status): string {
  switch (status) {
    case "booked":
    case "pending":
    case "arrived":
      return "";
    case "seated":
      return " (party size and notes only)";
    case "completed":
    case "no_show":
    case "cancelled":
      return " (notes only)";
  }
}

/**
 * The refusal of an operation that the state does not allow; `awaited`: a no-show may still come
 * this evening.
 */
export function invalidTransition(
  operation: string,
  reservation: Reservation,
  awaited = false,
): DomainError {
  const { status, id } = reservation;
  const moves = [...legalMoves(status), ...(awaited ? ["mark_arrived", "mark_seated"] : [])];
  const only = updateOnly(status);
  const possible = [...moves, `update_booking${only}`, "add_note"];
  const calls = [
    ...moves.map((move) => toolCall(move, { id })),
    `${toolCall("update_booking", { id })}${only}`,
    toolCall("add_note", { id }),
  ];
  const undo = toolCall("undo_last_change", { id });
  const ended = ENDED.has(status) ? ` ${undo} takes its last change back for 15 minutes.` : "";
  const message =
    `Reservation ${id} is ${status}; ${operation} is not possible from that state. ` +
    `Possible: ${calls.join(", ")}.${ended}`;
  return refusal("INVALID_TRANSITION", message, { status, operation, possible });
}

function tooEarly(move: Move, reservation: Reservation, earliest: number, zone: string) {
  const spoken = (instant: number): string => inWords(instant, zone);
  const { id } = reservation;
  const why =
    move === "mark_no_show"
      ? `The guest may still come: ${toolCall("mark_arrived", { id })} when they do`
      : `Perhaps another reservation is meant. ${toolCall("get_booking", { id })} shows this one, ` +
        "list_bookings finds others";
  const message =
    `${move} is possible from ${spoken(earliest)}, because reservation ${reservation.id} starts at ` +
    `${spoken(reservation.startAt)}. ${why}.`;
  return refusal(
    "TOO_EARLY",
    message,
    { earliest, startsAt: reservation.startAt },
    { retryAt: earliest },
  );
}
