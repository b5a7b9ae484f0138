import type { Clock } from "../../domain/ids.ts";
import type { Flash } from "./desk-visit.ts";

/** What became of a form, until the next page of the same session tells it. */
export interface Flashes {
  put(sessionId: string, flash: Flash): void;
  /** Takes it away: it is told once. */
  take(sessionId: string): Flash | null;
}

const LIFETIME_MS = 60_000;
const MOST = 1000;

export function createFlashes(clock: Clock): Flashes {
  const waiting = new Map<string, Flash & { readonly until: number }>();
  return {
    put(sessionId, flash) {
      waiting.delete(sessionId);
      waiting.set(sessionId, { ...flash, until: clock() + LIFETIME_MS });
      for (const oldest of waiting.keys()) {
        if (waiting.size <= MOST) break;
        waiting.delete(oldest);
      }
    },
    take(sessionId) {
      const found = waiting.get(sessionId);
      waiting.delete(sessionId);
      return found === undefined || found.until < clock() ? null : found;
    },
  };
}
