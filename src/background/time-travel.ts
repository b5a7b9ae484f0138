import type { Clock } from "../domain/ids.ts";
import type { Loop } from "./loop.ts";

const MAX_STOPS = 5000;

export function createTimeTravel(options: {
  readonly loop: Pick<Loop, "runOnce" | "nextDueAt">;
  readonly clock: Clock;
  readonly setClock: (instant: number) => Promise<void>;
}): (target: number) => Promise<void> {
  const { loop, clock, setClock } = options;
  let last: Promise<void> = Promise.resolve();

  const travel = async (target: number): Promise<void> => {
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
