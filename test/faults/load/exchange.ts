// Sends requests to a server that may die at any moment.

export interface ToolAnswer {
  readonly isError: boolean;
  /** `structuredContent` as text, to compare answers. */
  readonly structuredText: string;
  readonly structured: Record<string, unknown>;
  readonly text: string;
  /** True if marked as the stored answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean;
  /** The code of a refusal; null for a success. */
  readonly code: string | null;
}

/** The connection ended before a complete answer, so the request may or may not have acted. */
export class AnswerLost extends Error {
  override readonly name = "AnswerLost";
}

/** The server gave an invalid answer or none in time. */
export class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
}

export interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const PATIENCE_MS = 20_000;

/**
 * Throws AnswerLost if the connection ends early. Throws WrongAnswer after a time-out and for a 5xx
 * status other than 503.
 */
export async function exchange(url: string, init: RequestInit): Promise<Exchanged> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let met: Exchanged;
  try {
    const response = await fetch(url, { redirect: "manual", ...init, signal });
    met = { status: response.status, headers: response.headers, body: await response.text() };
  } catch (error) {
    if (signal.aborted)
      throw new WrongAnswer(`${url}: no complete answer within ${PATIENCE_MS} ms`);
    throw new AnswerLost(String((error as { code?: unknown }).code ?? error));
  }
  if (met.status >= 500 && met.status !== 503) {
    throw new WrongAnswer(`${url}: ${met.status} ${met.body.slice(0, 300)}`);
  }
  return met;
}

export const sendForm = (url: string, fields: Record<string, string>): Promise<Exchanged> =>
  exchange(url, { method: "POST", body: new URLSearchParams(fields) });

/** Throws as `exchange` does, and WrongAnswer for an invalid tool answer. */
export async function callTool(
  server: { readonly url: string },
  token: string,
  tool: string,
  args: object,
): Promise<ToolAnswer> {
  const { status, body } = await exchange(`${server.url}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: tool, arguments: args },
    }),
  });
  const data = body.startsWith("{") ? body : (/^data:(.*)$/m.exec(body)?.[1] ?? "null");
  const result = status === 200 ? (JSON.parse(data) as { result?: Result }).result : undefined;
  if (result === undefined) throw new WrongAnswer(`${tool}: ${status} ${body.slice(0, 300)}`);
  const { isError = false, structuredContent, content, _meta } = result;
  const refused = structuredContent["error"] as { readonly code: string } | undefined;
  if (refused?.code === "INTERNAL") throw new WrongAnswer(`${tool}: ${body.slice(0, 300)}`);
  return {
    isError,
    structuredText: JSON.stringify(structuredContent),
    structured: structuredContent,
    text: content.map(({ text }) => text).join("\n"),
    replayed: _meta?.["replayed"] === true,
    code: refused?.code ?? null,
  };
}

interface Result {
  readonly isError?: boolean;
  readonly structuredContent: Record<string, unknown>;
  readonly content: readonly { readonly text: string }[];
  readonly _meta?: Record<string, unknown>;
}
