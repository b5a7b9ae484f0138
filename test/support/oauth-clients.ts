import type { ClientRow } from "../../src/storage/stores.ts";

/** A public client that registered itself, with the test's changes. */
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
