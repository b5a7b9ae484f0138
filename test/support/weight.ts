// The size of the tools for a client and its model: bytes of the list as sent, and tokens of the
// text that a model reads.
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { start } from "../../src/app.ts";
import { running } from "../cli/command-line.ts";

/** The bistro of the demo data has a full evening with tables. */
const BRAND = "demo-bistro";
const EVENING = "2026-11-20";
const NOON = `${EVENING}T12:00:00-05:00`;

/** The largest allowed value of each figure. */
export const HEAVIEST = { listBytes: 42_000, listTokens: 6500, pageTokens: 2500 } as const;

/** The measured sizes. */
export interface Weight {
  /** Bytes of the whole answer to tools/list, as sent. */
  readonly listBytes: number;
  /** Tokens of the names, descriptions and input schemas of all tools. */
  readonly listTokens: number;
  /** Tokens of the text of one page of list_bookings on a full evening. */
  readonly pageTokens: number;
  /** Tokens of the text of check_availability for that evening. */
  readonly availabilityTokens: number;
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
}

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** Starts `maitred dev` and measures its tools on the demo data. */
export async function weigh(): Promise<Weight> {
  const encoder = new Tiktoken(o200k);
  const tokensOf = (text: string): number => encoder.encode(text).length;
  const words = ["dev", "--json", "--log-level", "error", "--port", "0", "--clock", NOON];
  const demo = running(words, { now: Date.now, start });
  const { mcp, apiKey } = JSON.parse(await demo.ready) as { mcp: string; apiKey: string };
  const send = async (method: string, params: object): Promise<string> => {
    const response = await fetch(mcp, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return response.text();
  };
  const textOf = async (name: string, given: object): Promise<string> => {
    const sent = await send("tools/call", {
      name,
      arguments: { brand: BRAND, date: EVENING, ...given },
    });
    const { result } = JSON.parse(sent) as { result: { content: { text: string }[] } };
    return result.content.map(({ text }) => text).join("\n");
  };
  const list = await send("tools/list", {});
  const { tools } = (JSON.parse(list) as { result: { tools: Listed[] } }).result;
  const read = tools.map(({ name, description, inputSchema }) => ({
    name,
    tokens: tokensOf(JSON.stringify({ name, description, inputSchema })),
  }));
  const pageTokens = tokensOf(await textOf("list_bookings", {}));
  const availabilityTokens = tokensOf(await textOf("check_availability", { numberOfPeople: 2 }));
  await demo.stop();
  return {
    listBytes: Buffer.byteLength(list),
    listTokens: read.reduce((sum, { tokens }) => sum + tokens, 0),
    pageTokens,
    availabilityTokens,
    tools: read,
  };
}
