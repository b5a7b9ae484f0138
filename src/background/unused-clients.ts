import { DAY, HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

/** Registered, but nobody has consented: most likely a flow that was started twice or given up. */
const UNCONFIRMED_MS = DAY;
/** Once it had a grant it may come back after a long pause, and would not know why it is gone. */
const IDLE_MS = 90 * DAY;
/** Nothing waits for it. */
const EVERY_MS = HOUR;
const BATCH = 200;

/**
 * Removes clients that registered themselves and that nobody needs, and forgets the assertions that
 * count no more for being old. A client with a live grant always stays.
 */
export function unusedClients({ stores, writer }: Machine): Step {
  let lastAt: number | null = null;
  return {
    name: "unused-clients",
    whenWoken: false,
    async run(now) {
      // A test clock may be set back: then it is time again.
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
      // Full batches go on until nothing is left.
      if (removed === 0) lastAt = now;
      return removed;
    },
    nextDueAt: () => null,
  };
}
