import { HOUR, MINUTE } from "../domain/time.ts";
import type { Step } from "./loop.ts";

/** Long enough for time synchronisation, or for people who look at tonight's sheet, to set it right. */
const PROVEN_MS = 4 * HOUR;
/** Synchronisation nudges a clock; more than this is a jump. */
const JUMP_MS = MINUTE;

/** True where the clock that shows `now` (epoch milliseconds) has run evenly for hours. */
export type ProvenClock = (now: number) => boolean;

/**
 * Watches the clock for those who remove for good: a machine that starts with a wrong year would
 * otherwise clear every guest before anybody could set it. `elapsed`: milliseconds that only ever grow.
 */
export function createProvenClock(elapsed: () => number = () => performance.now()): ProvenClock {
  /** The clock less what has elapsed: the same for as long as nobody sets the clock. */
  let offset: number | null = null;
  let evenSince = 0;
  return (now) => {
    const at = elapsed();
    if (offset === null || Math.abs(now - at - offset) > JUMP_MS) {
      offset = now - at;
      evenSince = at;
    }
    return at - evenSince >= PROVEN_MS;
  };
}

/** A step that does nothing until the clock is proven. */
export const onProvenClock = (step: Step, isProven: ProvenClock): Step => ({
  ...step,
  run: (now) => (isProven(now) ? step.run(now) : Promise.resolve(0)),
});
