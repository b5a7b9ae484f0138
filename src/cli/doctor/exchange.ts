/** One answer of the server that is examined. */
export interface Exchange {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** The body read as a JSON object; null where it is none. */
  readonly json: Readonly<Record<string, unknown>> | null;
}

/** Sends a request and never follows a redirect. Throws Unreachable. */
export type Ask = (url: string, init?: RequestInit) => Promise<Exchange>;

/** No answer, or none that ends within the limits. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** An `Ask` that waits and reads no more than this for each answer. */
export function createAsk(limits: { readonly timeoutMs: number; readonly maxBytes: number }): Ask {
  return async (url, init = {}) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    try {
      const response = await fetch(url, { ...init, redirect: "manual", signal });
      const { status, headers } = response;
      const body = await readBody(response, limits.maxBytes);
      return { url, status, headers, body, json: objectOf(messageOf(body, headers)) };
    } catch (error) {
      if (error instanceof Unreachable) throw error;
      const why = signal.aborted
        ? `no answer within ${limits.timeoutMs / 1000} s`
        : reasonOf(error);
      throw new Unreachable(`${url}: ${why}`);
    }
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return `${error.message}${code}`;
};

/** Reads up to `maxBytes`; of an event stream only until its first message is whole. */
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

/** The JSON text of an answer: its body, or the first message of an event stream. */
function messageOf(body: string, headers: Headers): string {
  if (!isEventStream(headers)) return body;
  return /^data: ?(\{.*)$/m.exec(body)?.[1] ?? "";
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a JSON value is an object, neither array nor null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The member when it is a text that is not empty. */
export function textIn(
  object: Readonly<Record<string, unknown>> | null,
  name: string,
): string | null {
  const value = object?.[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** The member's texts when it is an array; null where it is none. */
export function textsIn(
  object: Readonly<Record<string, unknown>> | null,
  name: string,
): readonly string[] | null {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;
}
