import { BoundedMap } from "../../domain/bounded-map.ts";
import type { Clock } from "../../domain/ids.ts";
import { MINUTE } from "../../domain/time.ts";
import type { Flash, ToldFlash } from "./desk-visit.ts";

export interface Flashes {
  put(sessionId: string, flash: Flash): void;
  take(sessionId: string): ToldFlash | null;
  /** The flash that `take` returned last, for an automatic refresh of the page. */
  again(sessionId: string): ToldFlash | null;
}

const LIFETIME_MS = MINUTE;
/** How long automatic refreshes show a flash again. */
const AGAIN_MS = 10_000;
/** For a secret address: long enough to copy it to another device. */
const SECRET_AGAIN_MS = 15 * MINUTE;
/** For times that can be booked: long enough to offer them to a guest on the phone. */
const ROOM_AGAIN_MS = MINUTE;
const MOST = 1000;

function againFor({ secret, room }: Flash): number {
  if (secret !== undefined) return SECRET_AGAIN_MS;
  return room === undefined ? AGAIN_MS : ROOM_AGAIN_MS;
}

export function createFlashes(clock: Clock): Flashes {
  const waiting: Kept = new BoundedMap(MOST);
  const told: Kept = new BoundedMap(MOST);
  return {
    put(sessionId, flash) {
      const at = clock();
      waiting.set(sessionId, { flash: { ...flash, at }, until: at + LIFETIME_MS });
      told.delete(sessionId);
    },
    take(sessionId) {
      const found = fresh(waiting, sessionId, clock());
      waiting.delete(sessionId);
      told.delete(sessionId);
      if (found !== null) told.set(sessionId, { flash: found, until: clock() + againFor(found) });
      return found;
    },
    again: (sessionId) => fresh(told, sessionId, clock()),
  };
}

type Kept = BoundedMap<string, { readonly flash: ToldFlash; readonly until: number }>;

function fresh(kept: Kept, sessionId: string, now: number): ToldFlash | null {
  const found = kept.get(sessionId);
  return found === undefined || found.until < now ? null : found.flash;
}
