import type { Clock } from "../domain/ids.ts";
import type { Loop } from "./loop.ts";

/** With more stops than this, the clock goes straight to the end. */
const MAX_STOPS = 5000;

/**
 * Moves a test clock. `travel(target)` stops at each due time and runs the loop, so that everything
 * happens at its own time. Going back is one jump. Journeys do not overlap.
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
    // First what is due already, then what will be.
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
