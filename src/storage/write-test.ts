import type { InstanceStore } from "./instance-store.ts";
import type { Writer } from "./writer.ts";

/** Tells whether something can be written now, by writing. */
export type WriteTest = () => Promise<boolean>;

/** What was written so lately need not be tried again: whoever asks often makes no load. */
const FRESH_MS = 5000;
/** Whoever asks waits no longer; the write goes on, and the next one who asks hears of it. */
const PATIENCE_MS = 2000;

/**
 * Tries the way of every write, disk included, so that a disk that has filled up is known before a
 * guest's reservation fails. `elapsed` gives milliseconds that only ever grow.
 */
export function createWriteTest(options: {
  readonly writer: Writer;
  readonly instance: Pick<InstanceStore, "countTestWrite">;
  readonly elapsed: () => number;
  readonly patienceMs?: number;
}): WriteTest {
  const { writer, instance, elapsed, patienceMs = PATIENCE_MS } = options;
  let succeededAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<boolean> | null = null;

  const attempt = async (): Promise<boolean> => {
    try {
      await writer.write(() => instance.countTestWrite());
      succeededAt = elapsed();
      return true;
    } catch {
      return false;
    } finally {
      underWay = null;
    }
  };
  return async () => {
    if (!writer.healthy()) return false;
    if (elapsed() - succeededAt < FRESH_MS) return true;
    underWay ??= attempt();
    const { promise: tooLate, resolve } = Promise.withResolvers<false>();
    const timer = setTimeout(() => resolve(false), patienceMs);
    try {
      return await Promise.race([underWay, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
