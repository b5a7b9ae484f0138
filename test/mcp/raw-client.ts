import type { ServedApp } from "../support/served-app.ts";

export const MODERN = "2026-07-28";
export const LEGACY = "2025-11-25";
const META = {
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A JSON-RPC answer with its HTTP status and headers. `body` is null if it is empty. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly id: unknown;
    readonly result: Record<string, never> & { readonly [key: string]: never };
    readonly error: { readonly code: number; readonly message: string; readonly data?: never };
  };
}

/** Calls the server without an SDK, so that a test controls every header and byte. */
export interface RawClient {
  /** Posts any text. A header with the value null is left out. */
  post(body: string, headers?: Record<string, string | null>): Promise<RawAnswer>;
  /** Sends a 2026-07-28 message with its headers. */
  modern(
    method: string,
    params?: Record<string, unknown>,
    headers?: Record<string, string | null>,
  ): Promise<RawAnswer>;
  /** Sends a 2025-era message. */
  legacy(
    method: string,
    params?: Record<string, unknown>,
    headers?: Record<string, string | null>,
  ): Promise<RawAnswer>;
}

export function rawClient(app: ServedApp, key: string): RawClient {
  const post: RawClient["post"] = async (body, headers = {}) => {
    const all: Record<string, string | null> = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    };
    const kept = Object.entries(all).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const response = await fetch(app.mcp, { method: "POST", headers: kept, body });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  };
  return {
    post,
    modern: (method, params = {}, headers = {}) => {
      const name = params["name"] ?? params["uri"];
      const message = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } };
      return post(JSON.stringify(message), {
        "MCP-Protocol-Version": MODERN,
        "Mcp-Method": method,
        ...(typeof name === "string" ? { "Mcp-Name": name } : {}),
        ...headers,
      });
    },
    legacy: (method, params = {}, headers = {}) =>
      post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), {
        "MCP-Protocol-Version": LEGACY,
        ...headers,
      }),
  };
}
