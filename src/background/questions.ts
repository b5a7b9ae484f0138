import { askGuest } from "../operations/reservation/machine-changes.ts";
import type { Step } from "./loop.ts";
import { type Machine, sweepStep } from "./sweep.ts";

/** Asks and reminds guests when it is time: their texts are in the outbox only from then on. */
export const questions = (machine: Machine): Step =>
  sweepStep(machine, {
    name: "questions",
    whenWoken: true,
    candidates: (until, limit) => machine.stores.reservations.questionsDue(until, limit),
    dueAt: ({ nextQuestionAt }) => nextQuestionAt,
    apply: askGuest,
  });
