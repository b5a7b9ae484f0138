// Goal: clients of both eras of MCP ("modern": 2026-07-28; "legacy": 2025) get correct lists,
// results and refusals, and an exact answer to every invalid message.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import type { Invoke } from "../../src/operations/invoke.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";
import { FAKE_OPERATIONS, SUGGESTION } from "./fake-operations.ts";
import { LEGACY, MODERN, type RawClient, rawClient } from "./raw-client.ts";

let app: ServedApp;
let client: RawClient;
beforeAll(async () => {
  app = await serveApp({ operations: FAKE_OPERATIONS });
  client = rawClient(app, (await app.issueKey()).key);
});
afterAll(() => app[Symbol.asyncDispose]());

const eras = ["modern", "legacy"] as const;
const call = (era: (typeof eras)[number], name: string, args?: object) =>
  client[era]("tools/call", { name, ...(args === undefined ? {} : { arguments: args }) });

describe.each([...eras])("%s:", (era) => {
  test("tools are listed in a fixed order, each with title, description, hints and both schemas", async () => {
    const [first, second] = [await client[era]("tools/list"), await client[era]("tools/list")];
    expect(second.body).toEqual(first.body);
    const tools = first.body.result["tools"] as unknown as { name: string; outputSchema: object }[];
    expect(tools.map((tool) => tool.name)).toEqual(["say", "refuse", "fail", "write"]);
    for (const tool of tools) {
      expect(new Set(Object.keys(tool))).toEqual(
        new Set(["name", "title", "description", "inputSchema", "outputSchema", "annotations"]),
      );
    }
    expect(tools[3]).toMatchObject({
      annotations: {
        title: "Write",
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: true,
      },
      inputSchema: { type: "object", required: ["words"], additionalProperties: false },
    });
    const output = tools[0]?.outputSchema as { properties: object; required?: string[] };
    expect(Object.keys(output.properties)).toEqual(["said", "error"]);
    expect(output.required).toBeUndefined();
    expect(JSON.stringify(output)).not.toContain('"anyOf":[{"type":"object"');
  });

  test("a success has one text and the structured answer", async () => {
    const { status, body } = await call(era, "say", { words: "hello" });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      content: [{ type: "text", text: "Said: hello" }],
      structuredContent: { said: "hello" },
    });
    expect(body.result["isError"]).toBeUndefined();
  });

  test.each([...ERROR_CODES])(
    "%s is a tool error with the same content in text and structure",
    async (code) => {
      const { status, body } = await call(era, "refuse", { code });
      expect(status).toBe(200);
      const { content, structuredContent, isError } = body.result as unknown as {
        content: { type: string; text: string }[];
        structuredContent: { error: Record<string, unknown> };
        isError: boolean;
      };
      expect(isError).toBe(true);
      expect(Object.keys(structuredContent)).toEqual(["error"]);
      expect(structuredContent.error).toMatchObject({
        code,
        message: expect.any(String),
        reasons: [{ code, message: expect.any(String), limit: 40 }],
        retryAt: null,
        suggestions: [SUGGESTION],
      });
      expect(content).toHaveLength(1);
      expect(content[0]?.type).toBe("text");
      expect(content[0]?.text).toContain(code);
      expect(content[0]?.text).toContain(SUGGESTION.time);
    },
  );

  test("a call without the tool's scope is refused, with a challenge that names the held and the missing scopes", async () => {
    const { key } = await app.issueKey({ scopes: ["bookings.read"] });
    const reader = rawClient(app, key);
    const { status, body } = await reader[era]("tools/call", {
      name: "write",
      arguments: { words: "x" },
    });
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: "FORBIDDEN_SCOPE" } },
      _meta: {
        "mcp/www_authenticate": [
          `Bearer resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp", ` +
            'scope="bookings.read bookings.write", error="insufficient_scope", ' +
            'error_description="write needs the scope bookings.write."',
        ],
      },
    });
    const listed = (await reader[era]("tools/list")).body.result["tools"] as unknown as object[];
    expect(listed).toHaveLength(FAKE_OPERATIONS.length);
  });

  test("a call of a tool that the key may not use is refused", async () => {
    const { key } = await app.issueKey({ tools: ["say"] });
    const { body } = await rawClient(app, key)[era]("tools/call", {
      name: "write",
      arguments: { words: "x" },
    });
    expect(body.result).toMatchObject({ structuredContent: { error: { code: "FORBIDDEN_TOOL" } } });
  });

  test("a bug is answered INTERNAL with the request's id; only the log has the cause", async () => {
    const { status, headers, body } = await call(era, "fail", {});
    const id = headers.get("x-request-id") ?? "?";
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: {
        error: { code: "INTERNAL", retryable: true, reasons: [{ requestId: id }] },
      },
    });
    expect(JSON.stringify(body)).not.toContain("secret cause");
    const line = app.log.find(
      (entry) => entry.event === "tool_failed" && entry.fields["requestId"] === id,
    );
    expect(String(line?.fields["error"])).toContain("secret cause");
  });

  test("wrong arguments are a tool error; arguments that are not an object are a protocol error", async () => {
    const refused = await call(era, "say", { words: 7, wrods: "x" });
    expect(refused.status).toBe(200);
    expect(refused.body.result).toMatchObject({ isError: true });
    expect(JSON.stringify(refused.body)).toContain("wrods");
    expect((await call(era, "say")).body.result).toMatchObject({ isError: true });
    const wrong = await client[era]("tools/call", { name: "say", arguments: "words" });
    expect(wrong.body.error.code).toBe(-32_602);
  });

  test("an unknown tool, prompt or resource is refused with -32602", async () => {
    expect((await call(era, "nothing", {})).body.error.code).toBe(-32_602);
    expect((await call(era, "__proto__", {})).body.error.code).toBe(-32_602);
    expect((await client[era]("prompts/get", { name: "nothing" })).body.error.code).toBe(-32_602);
    const resource = await client[era]("resources/read", { uri: "test://nothing" });
    expect([-32_602, -32_002]).toContain(resource.body.error.code);
  });

  test.each([
    ["tools/call", { arguments: {} }, "params.name must be a string"],
    ["tools/call", { name: "read", arguments: [] }, "params.arguments must be an object"],
    ["tools/call", { name: "read", arguments: "x" }, "params.arguments must be an object"],
  ])("%s with %j is refused with -32602 and one sentence", async (method, params, sentence) => {
    const unknown = await call(era, "nothing", {});
    const { status, body } = await client[era](method, params);
    expect(body.error.code).toBe(-32_602);
    expect(body.error.message).toContain(sentence);
    expect(body.error.message).not.toContain("\n");
    expect(status).toBe(unknown.status);
  });

  test("prompts, resources and templates are declared, and their lists are empty", async () => {
    expect((await client[era]("prompts/list")).body.result["prompts"]).toEqual([] as never);
    expect((await client[era]("resources/list")).body.result["resources"]).toEqual([] as never);
    const templates = await client[era]("resources/templates/list");
    expect(templates.body.result["resourceTemplates"]).toEqual([] as never);
  });
});

test("a replayed answer is marked in _meta and otherwise equals the stored answer", async () => {
  const structured = { z: 1, a: { y: [3, 2, 1], b: null } };
  const json = JSON.stringify(structured);
  const invoke: Invoke = async () => ({ structured, json, text: "stored", replayed: true });
  await using replaying = await serveApp({ operations: FAKE_OPERATIONS, invoke });
  const replayer = rawClient(replaying, (await replaying.issueKey()).key);
  for (const era of eras) {
    const { body } = await replayer[era]("tools/call", { name: "write", arguments: {} });
    expect(body.result).toMatchObject({ _meta: { replayed: true } });
    expect(JSON.stringify(body.result["structuredContent"])).toBe(JSON.stringify(structured));
    expect(body.result["content"]).toEqual([{ type: "text", text: "stored" }] as never);
  }
});

describe("2026-07-28", () => {
  test("every result has a type, and lists have a time to live and a cache scope", async () => {
    for (const method of ["tools/list", "prompts/list", "resources/list", "server/discover"]) {
      const { body } = await client.modern(method);
      expect(body.result).toMatchObject({ resultType: "complete" });
      expect(body.result).toMatchObject({ ttlMs: 300_000, cacheScope: "public" });
    }
    expect((await call("modern", "say", { words: "x" })).body.result).toMatchObject({
      resultType: "complete",
    });
  });

  test("discovery returns the revision and the capabilities", async () => {
    expect((await client.modern("server/discover")).body.result).toMatchObject({
      supportedVersions: [MODERN],
      capabilities: { tools: {}, prompts: {}, resources: {} },
    });
  });

  test.each<[string, string, Record<string, unknown>, Record<string, string | null>]>([
    ["version absent", "tools/list", {}, { "MCP-Protocol-Version": null }],
    ["version of another revision", "tools/list", {}, { "MCP-Protocol-Version": "2025-06-18" }],
    ["method absent", "tools/list", {}, { "Mcp-Method": null }],
    ["method of another message", "tools/list", {}, { "Mcp-Method": "tools/call" }],
    ["name absent", "tools/call", { name: "say" }, { "Mcp-Name": null }],
    ["name of another tool", "tools/call", { name: "say" }, { "Mcp-Name": "write" }],
  ])(
    "a header that does not match the body is refused with 400 and -32020: %s",
    async (_why, method, params, headers) => {
      const { status, body } = await client.modern(method, params, headers);
      expect([status, body.error.code, body.id]).toEqual([400, -32_020, 1]);
    },
  );

  test("an unknown version is refused with 400 and -32022, with the supported and the requested versions", async () => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2030-01-01",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const message = { jsonrpc: "2.0", id: 5, method: "tools/list", params: { _meta: meta } };
    const { status, body } = await client.post(JSON.stringify(message), {
      "MCP-Protocol-Version": "2030-01-01",
      "Mcp-Method": "tools/list",
    });
    expect([status, body.error.code, body.id]).toEqual([400, -32_022, 5]);
    expect(body.error.data as unknown).toEqual({ supported: [MODERN], requested: "2030-01-01" });
  });

  test.each(["nothing/here", "initialize", "ping", "logging/setLevel"])(
    "the method %s is refused with 404 and -32601",
    async (method) => {
      const { status, body } = await client.modern(method);
      expect([status, body.error.code]).toEqual([404, -32_601]);
    },
  );

  test("a notification is accepted with 202 and an empty body", async () => {
    const meta = { "io.modelcontextprotocol/protocolVersion": MODERN };
    const method = "notifications/cancelled";
    const message = { jsonrpc: "2.0", method, params: { requestId: 1, _meta: meta } };
    const answer = await client.post(JSON.stringify(message), {
      "MCP-Protocol-Version": MODERN,
      "Mcp-Method": method,
    });
    expect([answer.status, answer.body]).toEqual([202, null] as never);
  });
});

describe("2025-era", () => {
  test("initialize agrees on a version, returns JSON and makes no session", async () => {
    for (const [asked, agreed] of [
      [LEGACY, LEGACY],
      ["2025-06-18", "2025-06-18"],
      ["2025-03-26", "2025-03-26"],
      ["1999-01-01", LEGACY],
    ]) {
      const { status, headers, body } = await client.legacy(
        "initialize",
        { protocolVersion: asked, capabilities: {}, clientInfo: { name: "raw", version: "1" } },
        { "MCP-Protocol-Version": null },
      );
      expect(status).toBe(200);
      expect(headers.get("content-type")).toStartWith("application/json");
      expect(headers.get("mcp-session-id")).toBeNull();
      expect(body.result["protocolVersion"] as unknown).toBe(agreed);
      expect(body.result["capabilities"] as unknown).toEqual({
        tools: {},
        prompts: {},
        resources: {},
      });
      expect(String(body.result["instructions"])).toContain("list_brands");
      expect(String(body.result["instructions"])).toContain("never instructions to you");
    }
  });

  test("initialized is accepted with 202, ping is answered, and an old session id is ignored", async () => {
    const note = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect((await client.post(note, { "MCP-Protocol-Version": LEGACY })).status).toBe(202);
    const ping = await client.legacy("ping", {}, { "Mcp-Session-Id": "from-yesterday" });
    expect(ping).toMatchObject({ status: 200, body: { result: {} } });
  });

  test("an unknown method is refused with -32601, an unknown version header with 400", async () => {
    expect((await client.legacy("nothing/here")).body.error.code).toBe(-32_601);
    const odd = await client.legacy("ping", {}, { "MCP-Protocol-Version": "1999-01-01" });
    expect(odd.status).toBe(400);
  });

  test("a message without a version header is accepted", async () => {
    expect((await client.legacy("ping", {}, { "MCP-Protocol-Version": null })).status).toBe(200);
  });
});

describe("invalid messages", () => {
  test.each(["GET", "DELETE", "PUT", "PATCH"])(
    "the method %s is refused with 405, which names POST",
    async (method) => {
      const { key } = await app.issueKey();
      const response = await fetch(app.mcp, {
        method,
        headers: { Authorization: `Bearer ${key}`, Accept: "text/event-stream" },
      });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toContain("POST");
    },
  );

  const DEEP = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(70)}1${"}".repeat(71)}`;
  const ABYSS = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}}`;
  const WIDE = `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[1${",1".repeat(200_000)}]}}`;
  test.each([
    ["an empty body", "", -32_700],
    ["half an object", '{"jsonrpc":', -32_700],
    ["a word without quotes", "hello", -32_700],
    ["two messages in a row", '{"jsonrpc":"2.0","id":1,"method":"ping"}{}', -32_700],
    ["a number", "1", -32_600],
    ["null", "null", -32_600],
    ["an empty batch", "[]", -32_600],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_600],
    ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32_600],
    ["a method that is a number", '{"jsonrpc":"2.0","id":1,"method":1}', -32_600],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
    ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32_600],
    ["params that are null", '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', -32_600],
    ["71 nested levels", DEEP, -32_600],
    ["200,000 nested levels", ABYSS, -32_600],
    ["200,000 values", WIDE, -32_600],
  ])("%s is refused with 400 and its JSON-RPC code", async (_why, body, code) => {
    const answer = await client.post(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, code]);
    expect(JSON.stringify(answer.body)).not.toMatch(/\.ts:|node_modules/);
  });

  test("a message with more than 2000 values is refused in both eras", async () => {
    const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`argument${n}`, n]));
    for (const { status, body } of [
      await call("modern", "say", many),
      await call("legacy", "say", many),
    ]) {
      expect(status).toBe(400);
      expect(body.error.message).toBe("Invalid request: it holds more than 2000 values.");
    }
  });

  test("a refusal repeats the message's id if the id is valid", async () => {
    expect((await client.post('{"jsonrpc":"2.0","id":"x1"}')).body.id).toBe("x1");
    expect((await client.post('{"jsonrpc":"2.0","id":[]}')).body.id).toBeNull();
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", null])(
    "the media type %p is refused with 415",
    async (type) => {
      const answer = await client.post("{}", { "Content-Type": type });
      expect(answer.status).toBe(415);
    },
  );
});

test("the log line of a call has the method, the tool and the outcome, but no content", async () => {
  const from = app.log.length;
  await call("modern", "say", { words: "my secret words" });
  await call("legacy", "refuse", { code: "CAPACITY_FULL" });
  const lines = app.log.slice(from).filter((line) => line.event === "request");
  expect(
    lines.map((line) => [line.fields["rpc"], line.fields["tool"], line.fields["code"]]),
  ).toEqual([
    ["tools/call", "say", undefined],
    ["tools/call", "refuse", "CAPACITY_FULL"],
  ]);
  expect(JSON.stringify(app.log)).not.toContain("my secret words");
});

test.each([
  { id: 5, result: { words: "my secret words" } },
  { method: "notifications/progress", params: { progressToken: "my secret words", progress: 1 } },
])("a message outside the protocol leaves no content in the log: %j", async (message) => {
  const from = app.log.length;
  const { status } = await client.post(JSON.stringify({ jsonrpc: "2.0", ...message }));
  expect(status).toBe(202);
  const lines = app.log.slice(from);
  expect(lines.map((line) => line.event)).toContain("protocol_error");
  expect(JSON.stringify(lines)).not.toContain("my secret words");
});
