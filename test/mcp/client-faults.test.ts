// Goal: exactly the named faults of clients are corrected, each correction is logged and can be
// switched off, and similar messages are judged by the specification.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { KNOWN_CLIENT_FAULTS } from "../../src/config-keys.ts";
import {
  CLIENT_FAULT_NAMES,
  CLIENT_FAULTS,
  mendClientFaults,
} from "../../src/mcp/client-faults.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";
import { FAKE_OPERATIONS } from "./fake-operations.ts";
import { LEGACY, MODERN, type RawClient, rawClient } from "./raw-client.ts";

let mending: ServedApp;
let strict: ServedApp;
let lenient: RawClient;
let exact: RawClient;
beforeAll(async () => {
  mending = await serveApp({ operations: FAKE_OPERATIONS });
  strict = await serveApp({ operations: FAKE_OPERATIONS, unmendedFaults: CLIENT_FAULT_NAMES });
  lenient = rawClient(mending, (await mending.issueKey()).key);
  exact = rawClient(strict, (await strict.issueKey()).key);
});
afterAll(async () => {
  await mending[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
});

const mendedInLog = (): unknown =>
  mending.log.findLast((line) => line.event === "request")?.fields["mended"];

test("every fault of a client has its own name, a reason and a public report", () => {
  expect(new Set(CLIENT_FAULT_NAMES).size).toBe(CLIENT_FAULTS.length);
  // The configuration accepts the same names.
  expect(CLIENT_FAULT_NAMES).toEqual(KNOWN_CLIENT_FAULTS);
  for (const { why, issue } of CLIENT_FAULTS) {
    expect(why.length).toBeGreaterThan(30);
    expect(issue).toMatch(/^https:\/\/github\.com\/[\w-]+\/[\w-]+\/(?:issues|pull)\/\d+$/);
  }
});

describe("repeated-version-header", () => {
  test.each([`${LEGACY}, ${LEGACY}`, `${LEGACY},${LEGACY}`, `${LEGACY}, ${LEGACY}, ${LEGACY}`])(
    "the header %p counts as one version",
    async (version) => {
      const headers = { "MCP-Protocol-Version": version };
      expect((await lenient.legacy("ping", {}, headers)).status).toBe(200);
      expect(mendedInLog()).toEqual(["repeated-version-header"]);
      expect((await exact.legacy("ping", {}, headers)).status).toBe(400);
    },
  );

  test("a repeated header is corrected for newer clients, too", async () => {
    const headers = { "MCP-Protocol-Version": `${MODERN}, ${MODERN}` };
    expect((await lenient.modern("tools/list", {}, headers)).status).toBe(200);
    expect((await exact.modern("tools/list", {}, headers)).body.error.code).toBe(-32_020);
  });

  test.each([`${LEGACY}, ${MODERN}`, `${LEGACY}, 2025-06-18`, `${LEGACY},`])(
    "the header %p names no single version and is refused",
    async (version) => {
      const answer = await lenient.legacy("ping", {}, { "MCP-Protocol-Version": version });
      expect(answer.status).toBe(400);
    },
  );
});

describe("version-header-behind-meta", () => {
  test("with a header of 2025-11-25 and a body of 2026-07-28, the body's version counts", async () => {
    const headers = { "MCP-Protocol-Version": LEGACY };
    const call = { name: "say", arguments: { words: "x" } };
    expect((await lenient.modern("tools/call", call, headers)).status).toBe(200);
    expect(mendedInLog()).toEqual(["version-header-behind-meta"]);
    expect((await exact.modern("tools/call", call, headers)).body.error.code).toBe(-32_020);
  });

  test.each(["2025-06-18", "2025-03-26", null])(
    "the header %p is not corrected",
    async (version) => {
      const answer = await lenient.modern("tools/list", {}, { "MCP-Protocol-Version": version });
      expect([answer.status, answer.body.error.code]).toEqual([400, -32_020]);
    },
  );

  test("the other headers must still match", async () => {
    const headers = { "MCP-Protocol-Version": LEGACY, "Mcp-Method": "tools/call" };
    expect((await lenient.modern("tools/list", {}, headers)).body.error.code).toBe(-32_020);
  });

  test("a repeated header of 2025-11-25 has both faults", async () => {
    const headers = { "MCP-Protocol-Version": `${LEGACY}, ${LEGACY}` };
    expect((await lenient.modern("tools/list", {}, headers)).status).toBe(200);
    expect(mendedInLog()).toEqual(["repeated-version-header", "version-header-behind-meta"]);
  });
});

describe("narrow-accept", () => {
  test.each(["*/*", "application/json", "text/event-stream", "text/html", null])(
    "an older client that accepts %p gets JSON",
    async (accept) => {
      const answer = await lenient.legacy("ping", {}, { Accept: accept });
      expect(answer.status).toBe(200);
      expect(mendedInLog()).toEqual(["narrow-accept"]);
      expect((await exact.legacy("ping", {}, { Accept: accept })).status).toBe(406);
    },
  );

  test("accepting both types in any order is no fault, nor is any Accept header of a newer client", async () => {
    await lenient.legacy("ping", {}, { Accept: "text/event-stream, application/json" });
    expect(mendedInLog()).toBeUndefined();
    await lenient.modern("tools/list", {}, { Accept: "*/*" });
    expect(mendedInLog()).toBeUndefined();
  });
});

describe("n8n-extra-arguments", () => {
  const extra = { toolCallId: "call_1", action: "sendMessage", chatInput: "hello" };

  test("n8n's own fields are removed from a tool's arguments", async () => {
    const call = { name: "say", arguments: { words: "x", ...extra } };
    expect((await lenient.legacy("tools/call", call)).body.result).toMatchObject({
      structuredContent: { said: "x" },
    });
    expect(mendedInLog()).toEqual(["n8n-extra-arguments"]);
    expect((await exact.legacy("tools/call", call)).body.result).toMatchObject({
      structuredContent: { error: { code: "INVALID_INPUT" } },
    });
  });

  test("a field with one of n8n's names is kept if the tool declares it", async () => {
    const call = { name: "say", arguments: { words: "x", sessionId: "mine", toolCallId: "y" } };
    expect((await lenient.modern("tools/call", call)).body.result).toMatchObject({
      structuredContent: { said: "x mine" },
    });
  });

  test("other unknown arguments and unknown tools are refused as usual", async () => {
    const odd = { name: "say", arguments: { words: "x", toolcallid: "y" } };
    expect(JSON.stringify((await lenient.legacy("tools/call", odd)).body)).toContain("toolcallid");
    const none = await lenient.legacy("tools/call", { name: "nothing", arguments: extra });
    expect(none.body.error.code).toBe(-32_602);
  });
});

test("the original message is not modified, and a message without faults is passed on unchanged", () => {
  const headers = new Headers({ "MCP-Protocol-Version": `${LEGACY}, ${LEGACY}`, Accept: "*/*" });
  const args = { words: "x", toolCallId: "y" };
  const body = { method: "tools/call", params: { name: "say", arguments: args } };
  const all = new Set(CLIENT_FAULT_NAMES);
  const { received } = mendClientFaults({ headers, body }, () => new Set(["words"]), all);
  expect(received.body).toEqual({
    method: "tools/call",
    params: { name: "say", arguments: { words: "x" } },
  });
  expect(args).toEqual({ words: "x", toolCallId: "y" });
  expect(headers.get("accept")).toBe("*/*");
  const again = mendClientFaults(received, () => new Set(["words"]), all);
  expect(again.mended).toEqual([]);
  expect(again.received).toBe(received);
});

test("only a known fault can be switched off", async () => {
  const error = await serveApp({
    operations: FAKE_OPERATIONS,
    unmendedFaults: ["no-such-fault"],
  }).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/no-such-fault.*narrow-accept/);
});
