import type { InstanceStore } from "./instance-store.ts";
import type { Writer } from "./writer.ts";

export type WriteTest = () => Promise<boolean>;

const FRESH_MS = 5000;
/** A call waits this long for the test. A slower test continues, and the next call gets its result. */
const PATIENCE_MS = 2000;

/** Notices a full disk before a reservation fails. `elapsed`: monotonic milliseconds. */
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
