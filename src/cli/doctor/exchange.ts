import { isRecord } from "../../domain/json.ts";

export interface Exchange {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The body, or the first message of an event stream. Null if it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | null;
}

/** Follows redirects only if `init` says so. Throws Unreachable or AskedTooOften. */
export type Ask = (url: string, init?: RequestInit) => Promise<Exchange>;

export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

export class AskedTooOften extends Error {
  override readonly name = "AskedTooOften";
}

export function createAsk(limits: { readonly timeoutMs: number; readonly maxBytes: number }): Ask {
  return async (url, init = {}) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    try {
      const response = await fetch(url, { redirect: "manual", ...init, signal });
      const { status, headers } = response;
      if (status === 429) throw new AskedTooOften(patienceOf(url, headers));
      const body = await readBody(response, limits.maxBytes);
      return { url, status, headers, body, json: objectOf(messageOf(body, headers)) };
    } catch (error) {
      if (error instanceof Unreachable || error instanceof AskedTooOften) throw error;
      const why = signal.aborted
        ? `no answer within ${limits.timeoutMs / 1000} s`
        : reasonOf(error);
      throw new Unreachable(`${url}: ${why}`);
    }
  };
}

function patienceOf(url: string, headers: Headers): string {
  const seconds = Number(headers.get("retry-after"));
  const pause = seconds > 0 ? `wait ${seconds} s` : "wait a minute";
  return `429 from ${url}: too many requests; ${pause}, then try again`;
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { readonly code?: unknown };
  // Bun ends some messages with this question.
  const message = error.message.replace(/[.?]( Is the computer able to access the url\?)?$/, "");
  const isNew = typeof code === "string" && !message.includes(code);
  return isNew ? `${message} (${code})` : message;
};

/** Reads the whole body, or an event stream up to the end of its first message. Throws Unreachable. */
async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return "";
  const streams = isEventStream(response.headers);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      throw new Unreachable(`${response.url}: the answer is longer than ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
    if (streams && /^data: ?\{.*\r?\n\r?\n/m.test(text)) break;
  }
  return text;
}

const isEventStream = (headers: Headers): boolean =>
  (headers.get("content-type") ?? "").includes("text/event-stream");

function messageOf(body: string, headers: Headers): string {
  if (!isEventStream(headers)) return body;
  return /^data: ?(\{.*)$/m.exec(body)?.[1] ?? "";
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Null if the member is missing, empty or not a string. */
export function textIn(
  object: Readonly<Record<string, unknown>> | null,
  name: string,
): string | null {
  const value = object?.[name];
  return typeof value === "string" && value !== "" ? value : null;
}

export function textsIn(
  object: Readonly<Record<string, unknown>> | null,
  name: string,
): readonly string[] | null {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;
}
