// Goal: params of the wrong shape are refused in one sentence that names the wrong parameter.
// Method: messages of MCP's 2025 and 2026 revisions, sent without an SDK.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ServedApp, serveApp } from "../support/served-app.ts";
import { FAKE_OPERATIONS } from "./fake-operations.ts";
import { type RawAnswer, type RawClient, rawClient } from "./raw-client.ts";

let app: ServedApp;
let client: RawClient;
beforeAll(async () => {
  app = await serveApp({ operations: FAKE_OPERATIONS });
  client = rawClient(app, (await app.issueKey()).key);
});
afterAll(() => app[Symbol.asyncDispose]());

function expectNamed({ body }: RawAnswer, method: string, place: string): void {
  expect(body.error.code).toBe(-32_602);
  expect(body.error.message).toMatch(
    new RegExp(`^Invalid params for ${method}: params\\.${place}: [^\\n[{]+\\.$`),
  );
}

const hello = (capabilities: object, more: object = {}) => ({
  protocolVersion: "2025-11-25",
  capabilities,
  clientInfo: { name: "a", version: "1", ...more },
});
test.each<[string, string, Record<string, unknown>]>([
  ["initialize", String.raw`clientInfo\.icons\.0`, hello({}, { icons: [1, 2] })],
  ["initialize", String.raw`capabilities\.roots`, hello({ roots: 1 })],
  [
    "initialize",
    String.raw`capabilities\.experimental\.e{67}`,
    hello({ experimental: { ["e".repeat(9000)]: 1 } }),
  ],
  ["tools/call", "task", { name: "say", task: 5 }],
])(
  "%s with a wrong %s is refused with -32602, and the answer names the first wrong parameter",
  async (method, place, params) => {
    expectNamed(await client.legacy(method, params), method, place);
  },
);

test.each<[string, string, Record<string, unknown>]>([
  ["tools/list", "cursor", { cursor: 5 }],
  ["prompts/list", "cursor", { cursor: 5 }],
  ["prompts/get", "name", {}],
  ["resources/list", "cursor", { cursor: 5 }],
  ["resources/templates/list", "cursor", { cursor: 5 }],
  ["resources/read", "uri", {}],
])(
  "%s with a wrong %s is refused with -32602 in the 2025 and 2026 revisions",
  async (method, place, params) => {
    expectNamed(await client.legacy(method, params), method, place);
    expectNamed(await client.modern(method, params), method, place);
  },
);

test.each([{}, { protocolVersion: "2025-11-25" }, { protocolVersion: 1, capabilities: {} }])(
  "initialize with %j is refused with -32602 in one sentence",
  async (params) => {
    const { body } = await client.legacy("initialize", params);
    expect(body.error.code).toBe(-32_602);
    expect(body.error.message).toMatch(
      /^Invalid params for initialize: params\.\w+ must be [^\n]+$/,
    );
  },
);
