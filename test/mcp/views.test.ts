// Goal: clients that show views (HTML pages for the answers of tools, as MCP Apps defines them) find
// each view by its tool and can read it. Newer clients without views see none. All clients get the
// same answers. Method: the clients of versions 1 and 2 of the MCP SDK.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { OPERATIONS } from "../../src/operations/index.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";
import { rawClient } from "./raw-client.ts";

const EXTENSIONS = {
  "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
};
const VIEWS: Readonly<Record<string, string>> = {
  check_availability: "ui://widget/restaurant-reservation.html",
  list_bookings: "ui://maitred/reservations.html",
};
const LARGEST_BYTES = 60_000;

let app: ServedApp;
let key: string;
beforeAll(async () => {
  app = await serveApp({ operations: OPERATIONS });
  ({ key } = await app.issueKey());
});
afterAll(() => app[Symbol.asyncDispose]());

interface Listed {
  readonly name: string;
  readonly _meta?: {
    readonly ui?: { readonly resourceUri: string };
    readonly "ui/resourceUri"?: string;
  };
}
interface Resource {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly _meta?: unknown;
}

/** The methods that both clients have and these tests use. */
interface AnyClient {
  listTools(): Promise<{ tools: Listed[] }>;
  listResources(): Promise<{ resources: Resource[] }>;
  readResource(params: { uri: string }): Promise<{ contents: Resource[] }>;
  callTool(params: object): Promise<unknown>;
  close(): Promise<void>;
}

const IDENTITY = { name: "test", version: "1" };
const url = () => new URL(app.mcp);
const init = () => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

async function legacy(capabilities: object): Promise<AnyClient> {
  const client = new LegacyClient(IDENTITY, { capabilities });
  await client.connect(new LegacyTransport(url(), init()));
  return client as unknown as AnyClient;
}

async function modern(capabilities: object): Promise<AnyClient> {
  const client = new ModernClient(IDENTITY, {
    capabilities,
    versionNegotiation: { mode: "auto" },
  });
  await client.connect(new ModernTransport(url(), init()));
  return client as unknown as AnyClient;
}

describe.each([
  ["v1", legacy],
  ["v2", modern],
])("an MCP SDK %s client that shows views", (_name, connect) => {
  test("finds each view by its tool, and reads it", async () => {
    const client = await connect({ extensions: EXTENSIONS });
    try {
      const { tools } = await client.listTools();
      const found = tools.flatMap(({ name, _meta }) => {
        const uri = _meta?.ui?.resourceUri;
        expect(_meta?.["ui/resourceUri"]).toBe(uri);
        return uri === undefined ? [] : [[name, uri]];
      });
      expect(Object.fromEntries(found)).toEqual(VIEWS);
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri).toSorted()).toEqual(Object.values(VIEWS).toSorted());
      for (const { uri, mimeType } of resources) {
        expect(mimeType).toBe("text/html;profile=mcp-app");
        const [content, ...more] = (await client.readResource({ uri })).contents;
        expect(more).toEqual([]);
        expect(content).toMatchObject({ uri, mimeType: "text/html;profile=mcp-app" });
        expect(content?.["_meta"]).toEqual({
          ui: {
            csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
            prefersBorder: true,
          },
        });
        const html = content?.text ?? "";
        expect(Buffer.byteLength(html)).toBeLessThan(LARGEST_BYTES);
        // The name of the SVG namespace is not a loaded address.
        expect(html.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|src=|@import/);
      }
    } finally {
      await client.close();
    }
  });

  test("gets the same answers as a client without views", async () => {
    const [showing, plain] = [await connect({ extensions: EXTENSIONS }), await connect({})];
    try {
      for (const name of Object.keys(VIEWS)) {
        const call = { name, arguments: ARGUMENTS[name] };
        const answers = [await showing.callTool(call), await plain.callTool(call)];
        expect(answers[1]).toEqual(answers[0]);
        expect(answers[0]).toMatchObject({ content: [{ type: "text" }] });
      }
    } finally {
      await showing.close();
      await plain.close();
    }
  });
});

const ARGUMENTS: Readonly<Record<string, object>> = {
  check_availability: { date: "2026-11-24", numberOfPeople: 2 },
  list_bookings: {},
};

test.each([
  ["without the MCP Apps extension", {}],
  ["with another kind of page", { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html"] } }],
])("an MCP SDK v2 client %s sees no views", async (_name, extensions) => {
  const client = await modern({ extensions });
  try {
    const { tools } = await client.listTools();
    expect(tools.filter((tool) => "_meta" in tool)).toEqual([]);
    expect((await client.listResources()).resources).toEqual([]);
  } finally {
    await client.close();
  }
});

test("lists with views may be cached per client, lists without views for all clients", async () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": IDENTITY,
  };
  const capabilities = "io.modelcontextprotocol/clientCapabilities";
  for (const method of ["tools/list", "resources/list"]) {
    for (const [extensions, cacheScope] of [
      [EXTENSIONS, "private"],
      [{}, "public"],
    ]) {
      const params = { _meta: { ...meta, [capabilities]: { extensions } } };
      const message = { jsonrpc: "2.0", id: 1, method, params };
      const { body } = await rawClient(app, key).post(JSON.stringify(message), {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": method,
      });
      expect(body.result).toMatchObject({ cacheScope, ttlMs: 300_000 });
    }
  }
});
