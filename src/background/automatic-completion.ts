import { HOUR } from "../domain/time.ts";
import { completeAutomatically } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** A party still marked as seated this long after the end of its stay must have left. */
const GRACE_MS = 3 * HOUR;

/** Completes seated reservations three hours after their end (rule S6). */
export const automaticCompletion = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "automatic_completion",
    candidates: (until, limit) =>
      // The store excludes its bound; we include ours.
      machine.stores.reservations.seatedEndedBefore(until - GRACE_MS + 1, limit),
    dueAt: ({ status, startAt, endAt, seatedAt }) =>
      status === "seated" && seatedAt !== null
        ? Math.max(endAt, seatedAt + (endAt - startAt)) + GRACE_MS
        : null,
    apply: completeAutomatically,
  });
