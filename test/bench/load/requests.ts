// Makes the bytes of the requests that the bench will send, so that the measurement does not include
// this work.
import { booking, houses } from "../bookings.ts";

/** The revisions of MCP that the product speaks. */
export const ERAS = ["2025-11-25", "2026-07-28"] as const;
export type Era = (typeof ERAS)[number];

/** The server that is called, and the caller's key. */
export interface Target {
  readonly port: number;
  readonly token: string;
  readonly era: Era;
}

/** The calls: a booking for a new guest each time, always the same call, or always the same page. */
export type Calls =
  | {
      readonly kind: "create";
      readonly houses: number;
      /** Index of the first booking. */
      readonly from: number;
      /** True: the bookings are silent. */
      readonly silent?: boolean;
    }
  | { readonly kind: "same"; readonly tool: string; readonly args: object }
  | {
      readonly kind: "get";
      readonly path: string;
      readonly cookie: string;
      readonly part?: string;
    };

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** `count` requests as bytes. If all are equal, only one. */
export function requestsOf(target: Target, calls: Calls, count: number): Buffer[] {
  if (calls.kind === "get") return [get(target, calls)];
  if (calls.kind === "same") return [toolCall(target, calls.tool, calls.args)];
  const slugs = houses(calls.houses);
  return Array.from({ length: count }, (_, index) =>
    toolCall(target, "create_booking", {
      ...booking(calls.from + index, slugs),
      ...(calls.silent === true ? { notifyCustomer: false } : {}),
      idempotencyKey: crypto.randomUUID(),
    }),
  );
}

/** A request for a page, as a browser sends it. */
function get({ port }: Target, { path, cookie, part }: Extract<Calls, { kind: "get" }>): Buffer {
  const head = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Accept: text/html",
    "Accept-Encoding: gzip, br",
    `Cookie: ${cookie}`,
    // A request for a part of a page, as a script sends it.
    ...(part === undefined ? [] : [`HX-Request: true`, `HX-Target: ${part}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n`);
}

function toolCall({ port, token, era }: Target, name: string, args: object): Buffer {
  const modern = era === "2026-07-28";
  const params = { name, arguments: args, ...(modern ? { _meta: META } : {}) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const head = [
    "POST /mcp HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `MCP-Protocol-Version: ${era}`,
    ...(modern ? ["Mcp-Method: tools/call", `Mcp-Name: ${name}`] : []),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}
