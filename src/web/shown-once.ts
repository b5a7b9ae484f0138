import { BoundedMap } from "../domain/bounded-map.ts";
import type { Clock } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";

/** Secrets that a page shows once, kept in memory. */
export interface ShownOnce {
  put(sessionId: string, path: string, secret: string): void;
  /** Allows one more `take`. If a form is sent twice, the browser may drop the first answer. */
  again(sessionId: string, path: string): void;
  /** Null if the secret was shown before or has expired. */
  take(sessionId: string, path: string): string | null;
}

const SHOWN_LIFETIME_MS = 15_000;
const UNSHOWN_LIFETIME_MS = 5 * MINUTE;
const MOST = 500;

interface Kept {
  readonly secret: string;
  readonly madeAt: number;
  readonly wasShown: boolean;
}

export function createShownOnce(clock: Clock): ShownOnce {
  const kept = new BoundedMap<string, Kept>(MOST);
  const keyOf = (sessionId: string, path: string): string => `${sessionId} ${path}`;
  const sweep = (): void => {
    const now = clock();
    for (const [key, { madeAt, wasShown }] of kept) {
      if (now - madeAt > (wasShown ? SHOWN_LIFETIME_MS : UNSHOWN_LIFETIME_MS)) kept.delete(key);
    }
  };
  return {
    put(sessionId, path, secret) {
      kept.set(keyOf(sessionId, path), { secret, madeAt: clock(), wasShown: false });
      sweep();
    },
    again(sessionId, path) {
      sweep();
      const key = keyOf(sessionId, path);
      const found = kept.get(key);
      if (found !== undefined) kept.set(key, { ...found, wasShown: false });
    },
    take(sessionId, path) {
      sweep();
      const key = keyOf(sessionId, path);
      const found = kept.get(key);
      if (found === undefined || found.wasShown) return null;
      kept.set(key, { ...found, wasShown: true });
      return found.secret;
    },
  };
}
