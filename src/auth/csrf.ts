import { createHmac, timingSafeEqual } from "node:crypto";

/** What a form's token is bound to. It is refused from another browser, form or person. */
export interface CsrfBinding {
  /** The secret of the browser that was shown the form. */
  readonly browser: string;
  /** Which form and what it is about: `consent <request id>`. */
  readonly purpose: string;
  /** Who was signed in; null: nobody. */
  readonly userId: string | null;
}

/** Distinguishes our forms from those of other sites. */
export interface Csrf {
  /** The value of the hidden field. */
  tokenFor(binding: CsrfBinding): string;
  /** Whether a submitted field matches this binding; null: the field was missing. */
  matches(token: string | null, binding: CsrfBinding): boolean;
}

/** Stores nothing: a token is the keyed hash of its binding. `key`: 32 bytes. */
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
