import { BoundedMap } from "../domain/bounded-map.ts";
import type { Clock } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";

/** Secrets on the way to the page that shows them: only in memory, and shown once. */
export interface ShownOnce {
  /** `place`: the page that will show it, only to this session. */
  put(sessionId: string, place: string, secret: string): void;
  /** If the same form is sent twice, both answers need the secret, because either may be shown. */
  again(sessionId: string, place: string): void;
  /** Null: it was shown before, or too much time has passed. */
  take(sessionId: string, place: string): string | null;
}

/** A double submit comes within this time; a later reload finds nothing. */
const TWICE_MS = 15_000;
/** For secrets whose page is never opened. */
const LIFETIME_MS = 5 * MINUTE;
const MOST = 500;

interface Kept {
  readonly secret: string;
  readonly madeAt: number;
  readonly wasShown: boolean;
}

export function createShownOnce(clock: Clock): ShownOnce {
  const kept = new BoundedMap<string, Kept>(MOST);
  const keyOf = (sessionId: string, place: string): string => `${sessionId} ${place}`;
  const sweep = (): void => {
    const now = clock();
    for (const [key, { madeAt, wasShown }] of kept) {
      if (now - madeAt > (wasShown ? TWICE_MS : LIFETIME_MS)) kept.delete(key);
    }
  };
  return {
    put(sessionId, place, secret) {
      kept.set(keyOf(sessionId, place), { secret, madeAt: clock(), wasShown: false });
      sweep();
    },
    again(sessionId, place) {
      sweep();
      const key = keyOf(sessionId, place);
      const found = kept.get(key);
      if (found !== undefined) kept.set(key, { ...found, wasShown: false });
    },
    take(sessionId, place) {
      sweep();
      const key = keyOf(sessionId, place);
      const found = kept.get(key);
      if (found === undefined || found.wasShown) return null;
      kept.set(key, { ...found, wasShown: true });
      return found.secret;
    },
  };
}
