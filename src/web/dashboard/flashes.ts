import type { Clock } from "../../domain/ids.ts";
import type { Flash, ToldFlash } from "./desk-visit.ts";

/** What became of a form, until the next page of the same session tells it. */
export interface Flashes {
  put(sessionId: string, flash: Flash): void;
  /** Takes it away: it is told once. */
  take(sessionId: string): ToldFlash | null;
  /** What was told a moment ago: a page that refreshes itself goes on saying it. */
  again(sessionId: string): ToldFlash | null;
}

const LIFETIME_MS = 60_000;
/** Long enough to be read. */
const TOLD_MS = 10_000;
/** Long enough to carry an address to another device. */
const SECRET_TOLD_MS = 15 * 60_000;
/** Long enough to ask the guest at the telephone. */
const ROOM_TOLD_MS = 60_000;
const MOST = 1000;

function toldFor({ secret, room }: Flash): number {
  if (secret !== undefined) return SECRET_TOLD_MS;
  return room === undefined ? TOLD_MS : ROOM_TOLD_MS;
}

export function createFlashes(clock: Clock): Flashes {
  const waiting: Kept = new Map();
  const told: Kept = new Map();
  return {
    put(sessionId, flash) {
      const at = clock();
      keep(waiting, sessionId, { ...flash, at }, at + LIFETIME_MS);
      told.delete(sessionId);
    },
    take(sessionId) {
      const found = fresh(waiting, sessionId, clock());
      waiting.delete(sessionId);
      told.delete(sessionId);
      if (found !== null) keep(told, sessionId, found, clock() + toldFor(found));
      return found;
    },
    again: (sessionId) => fresh(told, sessionId, clock()),
  };
}

type Kept = Map<string, { readonly flash: ToldFlash; readonly until: number }>;

function fresh(kept: Kept, sessionId: string, now: number): ToldFlash | null {
  const found = kept.get(sessionId);
  return found === undefined || found.until < now ? null : found.flash;
}

/** The one that was kept first is forgotten first. */
function keep(kept: Kept, sessionId: string, flash: ToldFlash, until: number): void {
  kept.delete(sessionId);
  kept.set(sessionId, { flash, until });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(oldest);
  }
}
