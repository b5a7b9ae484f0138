import { DAY, HOUR } from "../domain/time.ts";
import { declinePending, statusSince } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** A request waits this long for a person's decision. */
const PATIENCE_MS = DAY;
/** And never longer than until this long before its start: the guests need another plan. */
const NOTICE_MS = 3 * HOUR;

/** Declines requests of large parties that nobody decided (booking-rules, large parties). */
export const pendingRequests = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "pending_requests",
    candidates: (_until, limit) => machine.stores.reservations.pendingOnes(limit),
    dueAt: (reservation) => {
      const { status, startAt } = reservation;
      if (status !== "pending") return null;
      const asked = statusSince(reservation, machine);
      // Who brings it back later than that is about to decide.
      const latest = asked <= startAt - NOTICE_MS ? startAt - NOTICE_MS : startAt;
      return Math.min(asked + PATIENCE_MS, latest);
    },
    apply: declinePending,
  });
