import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, RandomBytes } from "../domain/ids.ts";

/** Long enough for whoever looks for their phone; pages that stand open get a new one when sent. */
const LIFETIME_MS = 10 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const LENGTH = NONCE_BYTES + TIME_BYTES + MAC_BYTES;

/** What a challenge is for, and who was signed in; null: nobody. */
export interface ChallengeBond {
  readonly purpose: "sign-in" | "enrol";
  readonly userId: string | null;
}

/** `until`: epoch milliseconds at which it stops counting, for whoever keeps those that were used. */
type JudgedChallenge =
  | { readonly state: "good"; readonly until: number }
  | { readonly state: "old" };

/** What passkeys sign. A challenge counts for one purpose, in the browser that was given it. */
export interface Challenges {
  /** `browser`: the secret of its cookie. */
  issue(browser: string, bond: ChallengeBond): Uint8Array<ArrayBuffer>;
  /** Null: none of ours, or for another browser, purpose or person. */
  judge(
    challenge: string,
    browsers: readonly string[],
    bond: ChallengeBond,
  ): JudgedChallenge | null;
}

/**
 * Keeps nothing, so that nobody can fill it up: a challenge proves by its keyed hash where it comes
 * from. That it is used once is for whoever accepts its answer to see to. `key`: 32 bytes.
 */
export function createChallenges(key: Uint8Array, clock: Clock, random: RandomBytes): Challenges {
  const macOf = (head: Uint8Array, browser: string, { purpose, userId }: ChallengeBond): Buffer =>
    createHmac("sha256", key)
      .update(head)
      .update(JSON.stringify([browser, purpose, userId]))
      .digest();
  return {
    issue(browser, bond) {
      const head = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
      head.set(random(NONCE_BYTES));
      head.writeUIntBE(clock(), NONCE_BYTES, TIME_BYTES);
      return new Uint8Array(Buffer.concat([head, macOf(head, browser, bond)]));
    },
    judge(challenge, browsers, bond) {
      const bytes = Buffer.from(challenge, "base64url");
      if (bytes.length !== LENGTH) return null;
      const head = bytes.subarray(0, NONCE_BYTES + TIME_BYTES);
      const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES);
      if (!browsers.some((one) => timingSafeEqual(mac, macOf(head, one, bond)))) return null;
      const until = head.readUIntBE(NONCE_BYTES, TIME_BYTES) + LIFETIME_MS;
      const left = until - clock();
      return left > 0 && left <= LIFETIME_MS ? { state: "good", until } : { state: "old" };
    },
  };
}
