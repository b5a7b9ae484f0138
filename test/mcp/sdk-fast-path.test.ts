// Goal: a call that differs from an earlier one only in parts that the MCP SDK does not check gets
// exactly the answer that the SDK would give. The SDK still checks every other call.
import { describe, expect, test } from "bun:test";
import { createSdkFastPath } from "../../src/mcp/sdk-fast-path.ts";
import { serveApp } from "../support/served-app.ts";
import { FAKE_OPERATIONS } from "./fake-operations.ts";
import { MODERN, rawClient } from "./raw-client.ts";

const fresh = () => serveApp({ operations: FAKE_OPERATIONS });

async function freshClient() {
  const app = await fresh();
  const client = rawClient(app, (await app.issueKey()).key);
  return { ...client, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

const CALLS = [
  ["say", { words: "hello" }],
  ["say", {}],
  ["say", { words: "hello", sesionId: "x" }],
  ["refuse", { code: "CAPACITY_FULL" }],
  ["write", { words: "hello" }],
] as const;
const ERAS = ["modern", "legacy"] as const;
/** Headers that may differ between two answers to one message. */
const CHANGING = ["x-request-id", "date"];

describe.each([...ERAS])("%s protocol:", (era) => {
  test.each([...CALLS])("%s %p gets the same answer twice", async (name, args) => {
    await using client = await freshClient();
    const [first, second, third] = [
      await client[era]("tools/call", { name, arguments: args }),
      await client[era]("tools/call", { name, arguments: args }),
      await client[era]("tools/call", { name, arguments: { ...args, words: "other" } }),
    ];
    expect(second.status).toBe(first.status);
    expect(second.body).toEqual(first.body);
    const kept = ({ headers }: typeof first) =>
      [...headers].filter(([header]) => !CHANGING.includes(header));
    expect(kept(second)).toEqual(kept(first));
    expect(Object.keys(third.body)).toEqual(Object.keys(first.body));
  });

  test("a call with an argument that the SDK would drop is refused both times", async () => {
    await using client = await freshClient();
    const given = JSON.parse('{"words":"hello","__proto__":{"words":"other"}}');
    for (let time = 0; time < 2; time++) {
      const { body } = await client[era]("tools/call", { name: "say", arguments: given });
      expect(JSON.stringify(body.result)).toContain('say has no parameter \\"__proto__\\"');
    }
  });

  test("an answer has the id of its message", async () => {
    await using client = await freshClient();
    const sent = (id: unknown) => ({ jsonrpc: "2.0", id, method: "tools/call" });
    const params = { name: "say", arguments: { words: "hello" } };
    for (const id of [1, "one", 0, -7, ""]) {
      const { body } = await client.post(JSON.stringify({ ...sent(id), params }));
      expect(body.id).toBe(id);
    }
  });

  test("an unknown tool is refused each time", async () => {
    await using client = await freshClient();
    for (let time = 0; time < 3; time++) {
      const { body } = await client[era]("tools/call", { name: "sing", arguments: {} });
      expect(body.error).toEqual({
        code: -32_602,
        message: 'There is no tool "sing"; tools/list names every tool.',
      });
    }
  });

  test("a call is refused for a caller without the scope, even after another caller made it", async () => {
    await using app = await fresh();
    const may = rawClient(app, (await app.issueKey({ scopes: ["bookings.write"] })).key);
    const mayNot = rawClient(app, (await app.issueKey({ scopes: ["bookings.read"] })).key);
    const params = { name: "write", arguments: { words: "hello" } };
    for (let time = 0; time < 2; time++) {
      expect((await may[era]("tools/call", params)).body.result["isError"]).toBeUndefined();
      expect((await mayNot[era]("tools/call", params)).body.result["isError"]).toBe(true as never);
    }
  });
});

describe("after the same call was accepted,", () => {
  const params = { name: "say", arguments: { words: "hello" } };
  const WRONG: readonly [string, (typeof ERAS)[number], Record<string, string | null>][] = [
    ["a header that names another tool", "modern", { "Mcp-Name": "refuse" }],
    ["a header that names another method", "modern", { "Mcp-Method": "tools/list" }],
    ["an older version in the headers", "modern", { "MCP-Protocol-Version": "2025-06-18" }],
    ["an unknown version", "legacy", { "MCP-Protocol-Version": "2099-01-01" }],
    ["the newer version without its other headers", "legacy", { "MCP-Protocol-Version": MODERN }],
    ["a body that is not declared as JSON", "legacy", { "Content-Type": "text/plain" }],
  ];
  test.each([...WRONG])("%s is still refused", async (_, era, headers) => {
    await using client = await freshClient();
    const before = await client[era]("tools/call", params, headers);
    expect(before.body.error).toBeObject();
    for (let time = 0; time < 2; time++) await client[era]("tools/call", params);
    const after = await client[era]("tools/call", params, headers);
    expect([after.status, after.body]).toEqual([before.status, before.body]);
  });

  test("invalid params and a notification get the same answers as before", async () => {
    await using client = await freshClient();
    const bodies = [
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, arguments: [] } },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { arguments: {} } },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, task: 1 } },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params, extra: true },
      { jsonrpc: "2.0", method: "tools/call", params },
    ].map((body) => JSON.stringify(body));
    const ask = async () => {
      const answers = [];
      for (const body of bodies) {
        const { status, body: answer } = await client.post(body);
        answers.push([status, answer]);
      }
      return answers;
    };
    const before = await ask();
    for (let time = 0; time < 2; time++) await client.legacy("tools/call", params);
    expect(await ask()).toEqual(before);
  });
});

test("a call with large content beside its arguments is not remembered", () => {
  const { kindOf } = createSdkFastPath({});
  const withMeta = (length: number) => ({
    headers: new Headers(),
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "say", _meta: { a: "x".repeat(length) } },
    },
  });
  expect(kindOf(withMeta(10))).toBeString();
  expect(kindOf(withMeta(100_000))).toBeNull();
});
