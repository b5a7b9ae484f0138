// Goal: the clients of the MCP SDK's versions 1 and 2 connect, list tools, call them, and get each
// refusal with its code.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ERROR_CODES } from "../../src/domain/errors.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";
import { FAKE_OPERATIONS } from "./fake-operations.ts";

let app: ServedApp;
let key: string;
beforeAll(async () => {
  app = await serveApp({ operations: FAKE_OPERATIONS });
  ({ key } = await app.issueKey());
});
afterAll(() => app[Symbol.asyncDispose]());

/** The methods that both clients have and these tests use. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  getServerCapabilities(): unknown;
  close(): Promise<void>;
}

const IDENTITY = { name: "test", version: "1" };
const url = () => new URL(app.mcp);
const init = () => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

async function legacy(): Promise<AnyClient> {
  const client = new LegacyClient(IDENTITY);
  await client.connect(new LegacyTransport(url(), init()));
  return client;
}

async function modern(): Promise<AnyClient> {
  const client = new ModernClient(IDENTITY, { versionNegotiation: { mode: "auto" } });
  await client.connect(new ModernTransport(url(), init()));
  return client;
}

/** The client of version 2 in its mode for servers with the older protocol. */
async function modernInLegacyEra(): Promise<AnyClient> {
  const client = new ModernClient(IDENTITY);
  await client.connect(new ModernTransport(url(), init()));
  return client;
}

describe.each([
  ["v1", legacy],
  ["v2", modern],
  ["v2 with the older protocol", modernInLegacyEra],
])("client %s", (_name, connect) => {
  test("lists the tools, calls one, and gets every refusal with its code", async () => {
    const client = await connect();
    try {
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(["say", "refuse", "fail", "write"]);
      expect(client.getServerCapabilities()).toMatchObject({ tools: {} });
      expect(await client.callTool({ name: "say", arguments: { words: "hello" } })).toMatchObject({
        content: [{ type: "text", text: "Said: hello" }],
        structuredContent: { said: "hello" },
      });
      for (const code of ERROR_CODES) {
        // The client now has the output schema from the list, and validates refusals with it.
        expect(await client.callTool({ name: "refuse", arguments: { code } })).toMatchObject({
          isError: true,
          structuredContent: { error: { code } },
        });
      }
      const refused = await client.callTool({ name: "nothing" }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: -32_602 });
    } finally {
      await client.close();
    }
  });
});

test("the clients used both the older and the newer protocol", () => {
  const versions = app.log
    .filter((line) => line.event === "request" && line.fields["rpc"] !== undefined)
    .map((line) => line.fields["rpc"]);
  expect(versions).toContain("initialize");
  expect(versions).toContain("server/discover");
});

test("a client with a wrong key gets the error for an unauthorised call", async () => {
  const headers = { Authorization: "Bearer nonsense" };
  const client = new LegacyClient(IDENTITY);
  const transport = new LegacyTransport(url(), { requestInit: { headers } });
  const error = await client.connect(transport as never).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(String(error)).toMatch(/401|Unauthorized|invalid_token/i);
});
