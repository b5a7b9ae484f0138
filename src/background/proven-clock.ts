import type { ClockWatch } from "../domain/clock-watch.ts";
import { HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";

/** Long enough for time synchronisation, or for people who look at tonight's sheet, to set it right. */
const PROVEN_MS = 4 * HOUR;

/** True if the clock has not jumped for hours, which removing for good requires (ADR 0034). */
export const isProven = (clock: ClockWatch): boolean => clock.evenMs() >= PROVEN_MS;

/** A step that does nothing until the clock is proven. */
export const onProvenClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (isProven(clock) ? step.run(now) : Promise.resolve(0)),
});

/** A step that does nothing while the clock is in doubt: what it ends would stay ended. */
export const onTrustedClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (clock.doubt() === null ? step.run(now) : Promise.resolve(0)),
});
