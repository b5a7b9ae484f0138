import { DAY, HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** Registered without any consent: probably a flow that was started twice or given up. */
const UNCONFIRMED_MS = DAY;
/** A client that had a grant may come back after a long pause. */
const IDLE_MS = 90 * DAY;
/** How often to look for them; it is not urgent. */
const EVERY_MS = HOUR;
const BATCH = 200;

/**
 * Removes self-registered clients that nobody needs, and expired assertions. A client with a live
 * grant always stays.
 */
export function unusedClients({ stores, writer }: Machine): Step {
  let lastAt: number | null = null;
  return {
    name: "unused-clients",
    whenWoken: false,
    async run(now) {
      // After a test clock is set back, run again.
      if (lastAt !== null && now >= lastAt && now < lastAt + EVERY_MS) return 0;
      const removed = await writer.write(
        () =>
          stores.oauthAssertions.purge(now, BATCH) +
          stores.oauthClients.removeUnused({
            now,
            unconfirmedBefore: now - UNCONFIRMED_MS,
            idleBefore: now - IDLE_MS,
            limit: BATCH,
          }),
      );
      // The loop calls again until nothing is left.
      if (removed === 0) lastAt = now;
      return removed;
    },
    nextDueAt: () => null,
  };
}
