import { createHmac, timingSafeEqual } from "node:crypto";
import type { RandomBytes } from "../domain/ids.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { UserRow } from "../storage/stores.ts";

const ID_BYTES = 16;
const MARK = /^[\w-]{22}\.[\w-]{22}$/;
const MOST_MARKS = 8;

/** What a mark proves. A new password ends the marks, because the old one may have leaked. */
type Marked = Pick<UserRow, "email" | "passwordChangedAt">;

/**
 * A browser in which a user has signed in keeps a mark in a cookie. Sign-ins from such a browser have a
 * separate bucket (bucket.ts), so that strangers' guesses do not lock the user out.
 */
export interface KnownBrowsers {
  bucketOf(marks: readonly string[], account: Marked): string | null;
  withMarkFor(account: Marked, marks: readonly string[]): readonly string[];
}

export function createKnownBrowsers(key: Uint8Array, random: RandomBytes): KnownBrowsers {
  const proofOf = (id: string, { email, passwordChangedAt }: Marked): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([id, email, passwordChangedAt]))
      .digest("base64url")
      .slice(0, 22);
  const markOf = (marks: readonly string[], account: Marked): string | undefined =>
    marks.slice(0, MOST_MARKS).find((mark) => {
      if (!MARK.test(mark)) return false;
      const [id = "", proof = ""] = mark.split(".");
      return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(id, account)));
    });
  return {
    bucketOf(marks, account) {
      const mark = markOf(marks, account);
      return mark === undefined ? null : sha256Hex(`browser ${mark} ${account.email}`);
    },
    withMarkFor(account, marks) {
      const known = markOf(marks, account);
      const id = Buffer.from(random(ID_BYTES)).toString("base64url");
      const mark = known ?? `${id}.${proofOf(id, account)}`;
      return [mark, ...marks.filter((one) => one !== mark && MARK.test(one))].slice(0, MOST_MARKS);
    },
  };
}
