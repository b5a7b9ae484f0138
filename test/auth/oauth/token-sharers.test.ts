// Goal: a client may use a refresh token twice only if it is a known token-sharer, and only for the
// time that the operator allows. A token-sharer is recognised by addresses that its maker controls,
// not by its name.
import { describe, expect, test } from "bun:test";
import {
  type ReplayConfig,
  replayWindowOf,
  TOKEN_SHARER_NAMES,
  tokenSharer,
} from "../../../src/auth/oauth/token-sharers.ts";
import { KNOWN_TOKEN_SHARERS } from "../../../src/config-keys.ts";
import type { ClientRow } from "../../../src/storage/stores.ts";
import { oauthClient } from "../../support/oauth-clients.ts";

const CLAUDE = "https://claude.ai/oauth/mcp-oauth-client-metadata";
const CLAUDE_CODE = "https://claude.ai/oauth/claude-code-client-metadata";
const CALLBACKS = [
  "https://claude.ai/api/mcp/auth_callback",
  "https://claude.com/api/mcp/auth_callback",
];
const config = (change: Partial<ReplayConfig> = {}): ReplayConfig => ({
  replayWindowS: 120,
  strictTokenSharers: [],
  ...change,
});
const document = (id: string): ClientRow =>
  oauthClient({ id, kind: "metadata_document", redirectUris: ["http://localhost/callback"] });
const registered = (...redirectUris: string[]): ClientRow =>
  oauthClient({ name: "Claude", redirectUris });

describe("a token-sharer is", () => {
  test.each([
    ["Claude by its document", document(CLAUDE), "claude"],
    ["Claude Code by its document", document(CLAUDE_CODE), "claude-code"],
    ["Claude by its callback", registered(CALLBACKS[0] ?? ""), "claude"],
    ["Claude by its newer callback", registered(CALLBACKS[1] ?? ""), "claude"],
    ["Claude by both", registered(...CALLBACKS), "claude"],
  ])("recognised: %s", (_what, client, name) => {
    expect(tokenSharer(client, config())?.name).toBe(name);
    expect(replayWindowOf(client, config())).toBe(120);
  });

  test.each([
    ["only the name", registered("https://evil.example/cb")],
    ["the callback and another one", registered(CALLBACKS[0] ?? "", "https://evil.example/cb")],
    ["a callback with a longer path", registered(`${CALLBACKS[0]}/x`)],
    ["a loopback callback", registered("http://localhost/callback")],
    ["no callback", registered()],
    ["a document at a similar address", document(`${CLAUDE}/`)],
    ["a document on another host", document(CLAUDE.replace("claude.ai", "claude.example"))],
    [
      "a document elsewhere that names the callbacks",
      { ...document("https://evil.example/c"), redirectUris: CALLBACKS },
    ],
    [
      "a registration under the document's address",
      { ...document(CLAUDE), kind: "dynamic" as const },
    ],
  ])("not recognised if the client has %s", (_what, client) => {
    expect(tokenSharer(client, config())).toBeNull();
    expect(replayWindowOf(client, config())).toBe(0);
  });
});

describe("the replay window", () => {
  test("can be switched off for every known client, and for no other name", () => {
    expect(TOKEN_SHARER_NAMES).toEqual(KNOWN_TOKEN_SHARERS);
  });

  test.each(TOKEN_SHARER_NAMES)("of %s is switched off by its name", (name) => {
    const off = config({ strictTokenSharers: [name] });
    expect(replayWindowOf(document(name === "claude" ? CLAUDE : CLAUDE_CODE), off)).toBe(0);
    expect(replayWindowOf(document(name === "claude" ? CLAUDE_CODE : CLAUDE), off)).toBe(120);
  });

  test("is as long as the operator says", () => {
    expect(replayWindowOf(document(CLAUDE), config({ replayWindowS: 7 }))).toBe(7);
  });

  test.each([0, 1, 3600])("of %d s for one client overrides everything else", (replayWindowS) => {
    const off = config({ strictTokenSharers: TOKEN_SHARER_NAMES });
    for (const client of [document(CLAUDE), registered("https://app.example.com/cb")]) {
      expect(replayWindowOf({ ...client, replayWindowS }, config())).toBe(replayWindowS);
      expect(replayWindowOf({ ...client, replayWindowS }, off)).toBe(replayWindowS);
    }
  });
});
