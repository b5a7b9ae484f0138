import type { ClientRow } from "../../src/storage/stores.ts";

/** A public OAuth client that registered itself. `change`: fields with other values. */
export const oauthClient = (change: Partial<ClientRow> = {}): ClientRow => ({
  id: "client-1",
  kind: "dynamic",
  name: "An app",
  redirectUris: ["https://app.example.com/cb"],
  authMethod: "none",
  secretHash: null,
  metadata: {},
  registrationTokenHash: null,
  replayWindowS: null,
  createdAt: 1_795_194_000_000,
  lastUsedAt: null,
  freshUntil: null,
  revokedAt: null,
  ...change,
});
