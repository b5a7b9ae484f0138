import { isRecord, jsonExcess } from "../domain/json.ts";

const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;

export type ReadMessage =
  | { readonly ok: true; readonly body: Record<string, unknown> }
  | { readonly ok: false; readonly response: Response };

/** Refuses batches: MCP dropped them in revision 2025-06-18. */
export function readMessage(text: string): ReadMessage {
  const excess = jsonExcess(text);
  if (excess !== null) return refused(INVALID_REQUEST, `Invalid request: ${excess}.`);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refused(PARSE_ERROR, "Parse error: the body is not valid JSON.");
  }
  if (Array.isArray(body)) {
    return refused(INVALID_REQUEST, "Invalid request: send one message per POST, not a batch.");
  }
  if (typeof body !== "object" || body === null) {
    return refused(INVALID_REQUEST, "Invalid request: the body is not a JSON object.");
  }
  const message = body as Record<string, unknown>;
  const problem = problemOf(message);
  if (problem !== null)
    return refused(INVALID_REQUEST, `Invalid request: ${problem}`, message["id"]);
  return { ok: true, body: message };
}

function problemOf(message: Record<string, unknown>): string | null {
  if (message["jsonrpc"] !== "2.0") return 'jsonrpc must be "2.0".';
  if (Object.hasOwn(message, "id") && !isId(message["id"])) {
    return "id must be a string or a whole number.";
  }
  const { method, params } = message;
  if (method === undefined && !("result" in message) && !("error" in message)) {
    return "there is no method.";
  }
  if (method !== undefined && typeof method !== "string") return "method must be a string.";
  return params === undefined || isRecord(params) ? null : "params must be an object.";
}

const isId = (id: unknown): id is string | number =>
  typeof id === "string" || (typeof id === "number" && Number.isSafeInteger(id));

export function rpcError(
  status: number,
  code: number,
  message: string,
  { id, headers = {} }: { id?: unknown; headers?: Record<string, string> } = {},
): Response {
  const body = { jsonrpc: "2.0", error: { code, message }, id: isId(id) ? id : null };
  return Response.json(body, { status, headers });
}

const refused = (code: number, message: string, id?: unknown): ReadMessage => ({
  ok: false,
  response: rpcError(400, code, message, { id }),
});
