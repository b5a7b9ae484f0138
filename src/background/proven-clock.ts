import type { ClockWatch } from "../domain/clock-watch.ts";
import { HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";

/** Long enough for time synchronisation, or people who notice a wrong date, to set the clock. */
const PROVEN_MS = 4 * HOUR;

/** True if the clock has not jumped for hours. Irreversible deletion requires that (ADR 0034). */
export const isProven = (clock: ClockWatch): boolean => clock.evenMs() >= PROVEN_MS;

/** A step that waits until the clock is proven. */
export const onProvenClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (isProven(clock) ? step.run(now) : Promise.resolve(0)),
});

/** A step that waits while the clock is in doubt, because what it ends cannot be brought back. */
export const onTrustedClock = (step: Step, clock: ClockWatch): Step => ({
  ...step,
  run: (now) => (clock.doubt() === null ? step.run(now) : Promise.resolve(0)),
});
