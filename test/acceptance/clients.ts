// The two generations of the MCP SDK's client (v1 and v2) behind one small interface.
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Answer, answerOf } from "./support.ts";

export interface ToolListing {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown> | undefined;
  readonly annotations?: Record<string, unknown> | undefined;
}

/** A connected agent that has listed the tools, so that its client validates every answer. */
export interface Agent {
  readonly generation: string;
  readonly tools: readonly ToolListing[];
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  close(): Promise<void>;
}

type Connect = (mcp: string, key: string, headers?: Record<string, string>) => Promise<Agent>;

const who = { name: "acceptance", version: "1.0.0" };

const connectV1: Connect = async (mcp, key, headers = {}) => {
  const client = new ClientV1(who);
  const requestInit = { headers: { ...headers, authorization: `Bearer ${key}` } };
  const transport = new TransportV1(new URL(mcp), { requestInit });
  await client.connect(transport);
  const { tools } = await client.listTools();
  return {
    generation: "v1",
    tools: tools as unknown as ToolListing[],
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  };
};

const connectV2As =
  (generation: string, mode: "legacy" | { pin: string }): Connect =>
  async (mcp, key, headers = {}) => {
    const client = new ClientV2(who, { versionNegotiation: { mode } });
    const requestInit = { headers: { ...headers, authorization: `Bearer ${key}` } };
    await client.connect(new TransportV2(new URL(mcp), { requestInit }));
    const { tools } = await client.listTools();
    return {
      generation,
      tools: tools as unknown as ToolListing[],
      call: async (name, args) => answerOf(await client.callTool({ name, arguments: args })),
      close: () => client.close(),
    };
  };

/** Both generations of the client. Here v2 speaks only protocol revision 2026-07-28. */
export const GENERATIONS: readonly (readonly [string, Connect])[] = [
  ["the v1 client", connectV1],
  ["the v2 client (2026-07-28)", connectV2As("v2", { pin: "2026-07-28" })],
];
/** The v2 client with the 2025 revisions of the protocol. */
export const connectV2Legacy: Connect = connectV2As("v2 legacy", "legacy");
