import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock, RandomBytes } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";

const LIFETIME_MS = 10 * MINUTE;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const LENGTH = NONCE_BYTES + TIME_BYTES + MAC_BYTES;

export interface ChallengeBond {
  readonly purpose: "sign-in" | "enrol";
  readonly userId: string | null;
}

type JudgedChallenge =
  | { readonly state: "good"; readonly until: number }
  | { readonly state: "old" };

export interface Challenges {
  issue(browser: string, bond: ChallengeBond): Uint8Array<ArrayBuffer>;
  /** Null if we did not make the challenge, or made it for another browser, purpose or person. */
  judge(
    challenge: string,
    browsers: readonly string[],
    bond: ChallengeBond,
  ): JudgedChallenge | null;
}

/** Challenges are not stored, so the caller must refuse a second use of a challenge. */
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
