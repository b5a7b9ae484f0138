import { createHmac, timingSafeEqual } from "node:crypto";

export interface CsrfBinding {
  readonly browser: string;
  readonly purpose: string;
  readonly userId: string | null;
}

export interface Csrf {
  tokenFor(binding: CsrfBinding): string;
  matches(token: string | null, binding: CsrfBinding): boolean;
}

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
