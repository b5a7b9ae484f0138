import { createHmac, timingSafeEqual } from "node:crypto";

/** What a form is bound to: nobody else's browser, no other form and no other person may send it. */
export interface CsrfBinding {
  /** The secret of the browser that was shown the form. */
  readonly browser: string;
  /** Which form, and what it is about: `consent <request id>`. */
  readonly purpose: string;
  /** Who was signed in; null: nobody. */
  readonly userId: string | null;
}

/** Tells forms that we showed from forms that another site made up. */
export interface Csrf {
  /** What to put into a hidden field. */
  tokenFor(binding: CsrfBinding): string;
  /** Whether a field that came back is the one of this binding; null: it was missing. */
  matches(token: string | null, binding: CsrfBinding): boolean;
}

/** Keeps nothing: a token is the keyed hash of what it is bound to. `key`: 32 bytes. */
export function createCsrf(key: Uint8Array): Csrf {
  const tokenFor = ({ browser, purpose, userId }: CsrfBinding): string =>
    createHmac("sha256", key)
      .update(JSON.stringify([browser, purpose, userId]))
      .digest("base64url");
  return {
    tokenFor,
    matches(token, binding) {
      const given = Buffer.from(token ?? "");
      const expected = Buffer.from(tokenFor(binding));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
