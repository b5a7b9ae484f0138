import type { Reservation } from "../domain/reservation.ts";
import { DAY, HOUR } from "../domain/time.ts";
import { declinePending } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** A request waits this long for a person's decision. */
const PATIENCE_MS = DAY;
/** And never longer than until this long before its start: the guests need another plan. */
const NOTICE_MS = 3 * HOUR;
/** Changes of a request that are looked through for the one that made it a request. */
const LOOK_BACK = 100;

/** Declines requests of large parties that nobody decided (booking-rules, large parties). */
export const pendingRequests = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "pending_requests",
    candidates: (_until, limit) => machine.stores.reservations.pendingOnes(limit),
    dueAt: (reservation) => {
      const { status, startAt } = reservation;
      if (status !== "pending") return null;
      const asked = askedAt(reservation, machine);
      // Who brings it back later than that is about to decide.
      const latest = asked <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
      return Math.min(asked + PATIENCE_MS, latest);
    },
    apply: declinePending,
  });

/** Since when it waits for a decision: what came back, as by an undo, waits anew. */
function askedAt({ id, createdAt }: Reservation, { stores }: Machine): number {
  const changes = stores.audit.ofReservation(id, LOOK_BACK);
  return changes.find(({ after }) => after["status"] === "pending")?.at ?? createdAt;
}
