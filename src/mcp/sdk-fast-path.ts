import { BoundedMap } from "../domain/bounded-map.ts";
import { isRecord } from "../domain/json.ts";
import type { Received } from "./client-faults.ts";
import { STRUCTURED_JSON, type ToolAnswer, type ToolResult } from "./tool-call.ts";

interface Judged {
  /** Whether the SDK checked the call by the rules of MCP's revisions of 2025. */
  readonly legacy: boolean;
}

/** The SDK is slow. Once it accepts a call, the same call with another id or other arguments skips it. */
export interface SdkFastPath {
  /** Null if the SDK must see the call. */
  kindOf(received: Received): string | null;
  judged(kind: string): Judged | undefined;
  accept(kind: string, judged: Judged): void;
  answer(id: unknown, result: ToolResult, judged: Judged): Response;
}

const MOST_KINDS = 2000;
const LONGEST_KIND = 2000;
const SERVER_INFO = "io.modelcontextprotocol/serverInfo";
/** The only headers that the SDK reads. */
const HEADERS = ["accept", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id"];
const MESSAGE_KEYS = ["id", "jsonrpc", "method", "params"];
const PARAMS_KEYS = ["_meta", "arguments", "name"];

export function createSdkFastPath(serverInfo: object): SdkFastPath {
  const kinds = new BoundedMap<string, Judged>(MOST_KINDS);
  return {
    kindOf({ headers, body }) {
      const { id, method, params } = body;
      if (method !== "tools/call" || id === undefined || !isRecord(params)) return null;
      const { name, arguments: given, _meta: meta } = params;
      if (typeof name !== "string" || !(given === undefined || isRecord(given))) return null;
      if (!hasOnly(body, MESSAGE_KEYS) || !hasOnly(params, PARAMS_KEYS)) return null;
      const kind = JSON.stringify([name, ...HEADERS.map((one) => headers.get(one)), meta]);
      return kind.length > LONGEST_KIND ? null : kind;
    },
    judged: (kind) => kinds.get(kind),
    accept: (kind, judged) => void kinds.set(kind, judged),
    answer(id, result, { legacy }) {
      const { structuredContent, [STRUCTURED_JSON]: made, ...others } = result as ToolAnswer;
      const structure = made ?? JSON.stringify(structuredContent);
      const { _meta: meta } = others;
      const stamped = { ...meta, [SERVER_INFO]: serverInfo };
      const encoded = legacy ? others : { ...others, resultType: "complete", _meta: stamped };
      const written = `${JSON.stringify(encoded).slice(0, -1)},"structuredContent":${structure}}`;
      const message = `{"result":${written},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
      return new Response(message, { headers: { "Content-Type": "application/json" } });
    },
  };
}

const hasOnly = (object: object, keys: readonly string[]): boolean =>
  Object.keys(object).every((key) => keys.includes(key));
