import { DAY } from "../domain/time.ts";
import type { Stores } from "../storage/stores.ts";
import type { Step } from "./loop.ts";
import { isProven } from "./proven-clock.ts";
import type { Machine } from "./sweep.ts";

/** For this long, a repeated call gets the stored answer (rule S12). */
const ANSWERS_KEPT_MS = DAY;
/** As long as the default booking window. */
const TEXTS_KEPT_MS = 180 * DAY;
const SESSIONS_KEPT_MS = DAY;
const SECURITY_EVENTS_KEPT = 10_000;
/** How long an expired authorization code is kept, so that a second use is still noticed. */
const CODES_KEPT_MS = DAY;
const GRANTS_KEPT_MS = 90 * DAY;
const BATCH = 500;

type Purge = (stores: Stores, now: number) => number;

const PURGES: readonly Purge[] = [
  ({ sessions }, now) => sessions.purge(now - SESSIONS_KEPT_MS, BATCH),
  ({ signInThrottle }, now) => signInThrottle.purge(now, BATCH),
  ({ factors }, now) => factors.purgeSpent(now, BATCH),
  ({ securityEvents }) => securityEvents.purge(SECURITY_EVENTS_KEPT),
  ({ oauthTokens }, now) => oauthTokens.eraseSealed(now, BATCH),
  ({ oauthRequests }, now) => oauthRequests.purge(now, BATCH),
  ({ oauthCodes }, now) => oauthCodes.purge(now - CODES_KEPT_MS, BATCH),
];

/** Purged only while the clock is proven (`isProven`): a clock that is ahead would purge too early. */
const PURGES_OF_RECORDS: readonly Purge[] = [
  ({ idempotency }, now) => idempotency.purge(now - ANSWERS_KEPT_MS, BATCH, now + ANSWERS_KEPT_MS),
  ({ inboundTexts }, now) => inboundTexts.purge(now - TEXTS_KEPT_MS, BATCH),
  ({ oauthTokens }, now) => oauthTokens.purge(now, BATCH),
  ({ grants }, now) => grants.endLapsed(now, BATCH),
  ({ grants }, now) => grants.purge(now - GRANTS_KEPT_MS, BATCH),
];

export function purge({ stores, writer }: Machine): Step {
  return {
    name: "purge",
    whenWoken: false,
    run(now) {
      const purges = isProven(stores.clock) ? [...PURGES, ...PURGES_OF_RECORDS] : PURGES;
      return writer.write(() => purges.reduce((sum, remove) => sum + remove(stores, now), 0));
    },
    nextDueAt: () => null,
  };
}
