import type { Clock } from "../domain/ids.ts";
import type { Loop } from "./loop.ts";

/** A journey that stops more often than this goes straight to its end. */
const MAX_STOPS = 5000;

/**
 * Moves a test clock: `travel(target)` goes from one due time to the next and runs the loop at
 * each, so that everything happens at its own time, as it would have. Back in time is one jump.
 * Journeys do not overlap.
 */
export function createTimeTravel(options: {
  readonly loop: Pick<Loop, "runOnce" | "nextDueAt">;
  readonly clock: Clock;
  /** Lets the clock show `instant` (epoch milliseconds) from now on. */
  readonly setClock: (instant: number) => Promise<void>;
}): (target: number) => Promise<void> {
  const { loop, clock, setClock } = options;
  let last: Promise<void> = Promise.resolve();

  const travel = async (target: number): Promise<void> => {
    // What is due already comes before anything that will be.
    if (target > clock()) await loop.runOnce();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      const due = loop.nextDueAt(clock(), target);
      if (due === null || due >= target) break;
      await setClock(due);
      await loop.runOnce();
    }
    await setClock(target);
    await loop.runOnce();
  };
  return (target) => {
    const journey = last.then(() => travel(target));
    last = journey.catch(() => undefined);
    return journey;
  };
}
