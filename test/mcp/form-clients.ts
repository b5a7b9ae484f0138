import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

export interface Told {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

/** How a person answers a confirmation question. */
export type Action = "accept" | "decline" | "cancel";

/** A client of the MCP SDK, and the confirmation questions that it showed to its person. */
export interface FormClient extends AsyncDisposable {
  readonly asked: readonly string[];
  call(name: string, args: object, options?: { timeout?: number }): Promise<Told>;
}

/** `answer` plays the person: it is called with each question. Null: the client shows no forms. */
export type ConnectForms = (
  at: { readonly mcp: string; readonly key: string },
  answer: ((question: string) => Action | Promise<Action>) | null,
  modes?: Record<string, Record<string, never>>,
) => Promise<FormClient>;

const IDENTITY = { name: "forms", version: "1" };
const FORMS: Record<string, Record<string, never>> = { form: {} };
const authorised = (key: string) => ({
  requestInit: { headers: { Authorization: `Bearer ${key}` } },
});

const told = (result: unknown): Told => {
  const { isError, content, structuredContent } = result as {
    readonly isError?: boolean;
    readonly content: readonly { readonly text: string }[];
    readonly structuredContent: Record<string, unknown>;
  };
  return {
    isError: isError === true,
    text: content.map(({ text }) => text).join("\n"),
    structured: structuredContent,
  };
};

const v1: ConnectForms = async ({ mcp, key }, answer, modes = FORMS) => {
  const asked: string[] = [];
  const capabilities = answer === null ? {} : { elicitation: modes };
  const client = new LegacyClient(IDENTITY, { capabilities });
  if (answer !== null) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      asked.push(params.message);
      return { action: await answer(params.message), content: {} };
    });
  }
  await client.connect(new LegacyTransport(new URL(mcp), authorised(key)));
  return {
    asked,
    call: async (name, args, options) =>
      told(await client.callTool({ name, arguments: { ...args } }, undefined, options)),
    [Symbol.asyncDispose]: () => client.close(),
  };
};

const v2 =
  (negotiation: object): ConnectForms =>
  async ({ mcp, key }, answer, modes = FORMS) => {
    const asked: string[] = [];
    const capabilities = answer === null ? {} : { elicitation: modes };
    const client = new ModernClient(IDENTITY, { capabilities, ...negotiation });
    if (answer !== null) {
      client.setRequestHandler("elicitation/create", async ({ params }) => {
        asked.push(params.message);
        return { action: await answer(params.message), content: {} };
      });
    }
    await client.connect(new ModernTransport(new URL(mcp), authorised(key)));
    return {
      asked,
      call: async (name, args, options) =>
        told(await client.callTool({ name, arguments: { ...args } }, options)),
      [Symbol.asyncDispose]: () => client.close(),
    };
  };

/** Every kind of SDK client that can show a question as a form. */
export const FORM_CLIENTS: readonly (readonly [string, ConnectForms])[] = [
  ["v1 client", v1],
  ["v2 client", v2({ versionNegotiation: { mode: { pin: "2026-07-28" } } })],
  ["v2 client with the older protocol", v2({})],
];
