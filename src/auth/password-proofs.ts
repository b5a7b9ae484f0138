import type { Clock } from "../domain/ids.ts";
import { MINUTE } from "../domain/time.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { browserHash } from "./browser.ts";
import { seal, unseal } from "./seal.ts";

const LIFETIME_MS = 10 * MINUTE;
const MOST = 1000;

/** While a person enters the second factor, a proof shows that the password was right. */
export interface PasswordProofs {
  issue(user: Pick<UserRow, "id" | "passwordChangedAt">, browser: string): string;
  /** Null if the proof is invalid or expired, or if the password was changed or the account closed. */
  read(proof: string | null, browsers: readonly string[]): UserRow | null;
}

export function createPasswordProofs(
  key: Uint8Array,
  { stores, clock }: { readonly stores: Pick<Stores, "users">; readonly clock: Clock },
): PasswordProofs {
  const contextOf = (browser: string): string => `password of ${browserHash(browser)}`;
  return {
    issue({ id, passwordChangedAt }, browser) {
      const until = clock() + LIFETIME_MS;
      const sealed = seal(key, JSON.stringify([id, passwordChangedAt, until]), contextOf(browser));
      return Buffer.from(sealed).toString("base64url");
    },
    read(proof, browsers) {
      if (proof === null || proof.length > MOST) return null;
      const sealed = new Uint8Array(Buffer.from(proof, "base64url"));
      const opened = browsers.map((browser) => unseal(key, sealed, contextOf(browser)));
      const found = opened.find((one) => one !== null);
      if (!found) return null;
      const [id, changedAt, until] = JSON.parse(Buffer.from(found).toString()) as [
        string,
        number | null,
        number,
      ];
      // Setting the clock back must not extend the lifetime.
      const left = until - clock();
      const user = left > 0 && left <= LIFETIME_MS ? stores.users.byId(id) : null;
      return user?.passwordChangedAt === changedAt && user.disabledAt === null ? user : null;
    },
  };
}
