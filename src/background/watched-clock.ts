import type { Environment } from "../domain/caller.ts";
import { type ClockWatch, TRUSTED_CLOCK, watchClock } from "../domain/clock-watch.ts";
import type { Log } from "../log.ts";

const TODO =
  "Set the machine's clock if it is wrong. Nothing expires until the clock is right again, a manager " +
  "confirms the time on the Health page, or the clock has run for 15 minutes without a jump.";

const inWords = (instant: number): string => new Date(instant).toISOString();

export const watchedClock =
  ({
    environment,
    log,
    builtAt,
    elapsed = () => performance.now(),
  }: {
    readonly environment: Environment;
    readonly log: Log;
    readonly builtAt: number | null;
    readonly elapsed?: () => number;
  }) =>
  (newestAt: number | null): ClockWatch => {
    if (environment === "test") return TRUSTED_CLOCK;
    return watchClock(
      {
        wall: Date.now,
        elapsed,
        onDoubt: ({ cause, shown, expected }) =>
          log.warn("clock_in_doubt", {
            cause,
            shown: inWords(shown),
            expected: inWords(expected),
            todo: TODO,
          }),
        onBelief: (how) => log.info("clock_believed", { how }),
      },
      { newestAt, builtAt },
    );
  };
