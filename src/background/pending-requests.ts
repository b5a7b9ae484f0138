import { lapsesAt } from "../domain/large-party-request.ts";
import { declinePending, statusSince } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** Declines requests of large parties that nobody decided (rule C22). */
export const pendingRequests = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "pending_requests",
    candidates: (_until, limit) => machine.stores.reservations.pendingOnes(limit),
    dueAt: (reservation) => {
      if (reservation.status !== "pending") return null;
      return lapsesAt(reservation.startAt, statusSince(reservation, machine));
    },
    apply: declinePending,
  });
