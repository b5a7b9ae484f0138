import { createHmac } from "node:crypto";

/** Under which an instance derives the key that it proves itself with. */
export const IDENTITY_LABEL = "identity";

/**
 * Answers a challenge as nobody can who has not the instance's secret: whoever has it too can tell
 * that an address leads to this very instance. `key` is derived from the secret.
 */
export const identifierOf =
  (key: Uint8Array): ((challenge: string) => string) =>
  (challenge) =>
    createHmac("sha256", key).update(challenge).digest("base64url");
