import type { ClockWatch } from "../domain/clock-watch.ts";
import { HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";

/** Within this time, people can notice and correct a wrong clock. */
const PROVEN_MS = 4 * HOUR;

/** True if the clock has not jumped for hours, as irreversible deletion requires (ADR 0034). */
export const isProven = (clock: ClockWatch): boolean => clock.evenMs() >= PROVEN_MS;

export const onProvenClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (isProven(clock) ? step.run(now) : Promise.resolve(0)),
});

/** Runs a step only while the clock is trusted, because what the step ends cannot be restored. */
export const onTrustedClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (clock.doubt() === null ? step.run(now) : Promise.resolve(0)),
});
