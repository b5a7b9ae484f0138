import { DAY, HOUR } from "../domain/time.ts";
import type { Step } from "./loop.ts";
import type { Machine } from "./sweep.ts";

const UNCONFIRMED_MS = DAY;
const IDLE_MS = 90 * DAY;
const EVERY_MS = HOUR;
const BATCH = 200;

export function unusedClients({ stores, writer }: Machine): Step {
  let lastAt: number | null = null;
  return {
    name: "unused-clients",
    whenWoken: false,
    async run(now) {
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
      if (removed === 0) lastAt = now;
      return removed;
    },
    nextDueAt: () => null,
  };
}
