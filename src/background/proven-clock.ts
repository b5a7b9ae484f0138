import type { ClockWatch } from "../domain/clock-watch.ts";
import { HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";

/** Long enough for people to notice and correct a wrong clock. */
const PROVEN_MS = 4 * HOUR;

/** Data is deleted only after the clock has run without a jump for hours (ADR 0034). */
export const isProven = (clock: ClockWatch): boolean => clock.evenMs() >= PROVEN_MS;

export const onProvenClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (isProven(clock) ? step.run(now) : Promise.resolve(0)),
});

/** Skips the step while the clock is in doubt, because its changes cannot be undone. */
export const onTrustedClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (clock.doubt() === null ? step.run(now) : Promise.resolve(0)),
});
