// What the tools weigh for a client and its model: bytes of the list over the wire, and tokens of
// what a model reads.
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { fillEvening } from "./desk-evening.ts";
import { deskWithUser } from "./desk-with-user.ts";

/** More parties than fit on a page. */
const PARTIES = 60;
const NOON = "2026-11-20T12:00:00-05:00";

/** What each must stay below. */
export const HEAVIEST = { listBytes: 42_000, listTokens: 6500, pageTokens: 2500 } as const;

/** What was weighed. */
export interface Weight {
  /** Of the whole answer to tools/list, as it is sent. */
  readonly listBytes: number;
  /** Of names, descriptions and input schemas of all tools. */
  readonly listTokens: number;
  /** Of the text of a page of list_bookings on a full evening. */
  readonly pageTokens: number;
  /** Of the text of check_availability for that evening. */
  readonly availabilityTokens: number;
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
}

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** Weighs the tools of a running desk. */
export async function weigh(): Promise<Weight> {
  const encoder = new Tiktoken(o200k);
  const tokensOf = (text: string): number => encoder.encode(text).length;
  await using desk = await deskWithUser("--clock", NOON);
  const [brand = ""] = desk.brands;
  await fillEvening(desk.server, brand, PARTIES);
  const send = async (method: string, params: object): Promise<string> => {
    const response = await fetch(desk.mcp, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${desk.apiKey}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return response.text();
  };
  const textOf = async (name: string, given: object): Promise<string> => {
    const sent = await send("tools/call", { name, arguments: { brand, ...given } });
    const { result } = JSON.parse(sent) as { result: { content: { text: string }[] } };
    return result.content.map(({ text }) => text).join("\n");
  };
  const list = await send("tools/list", {});
  const { tools } = (JSON.parse(list) as { result: { tools: Listed[] } }).result;
  const read = tools.map(({ name, description, inputSchema }) => ({
    name,
    tokens: tokensOf(JSON.stringify({ name, description, inputSchema })),
  }));
  return {
    listBytes: Buffer.byteLength(list),
    listTokens: read.reduce((sum, { tokens }) => sum + tokens, 0),
    pageTokens: tokensOf(await textOf("list_bookings", {})),
    availabilityTokens: tokensOf(
      await textOf("check_availability", { date: "2026-11-20", numberOfPeople: 2 }),
    ),
    tools: read,
  };
}
