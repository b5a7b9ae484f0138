import type { SendResult } from "../domain/sms-provider.ts";

/** A request to a gateway. */
export interface GatewayRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The whole of it, answer included, in milliseconds. */
  readonly timeoutMs: number;
}

/** What came back. `text` is null where the answer broke off, so that only its status is known. */
export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string | null;
}

/** No gateway needs longer to say that it has taken a text. */
export const GATEWAY_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_RETRY_AFTER_S = 6 * 60 * 60;

/**
 * Faults of a connection that never came to be, or of a certificate, which is judged before anything
 * is asked: not a byte of the text has left.
 */
const NEVER_CONNECTED: readonly string[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
];

/**
 * Sends a request once and reads the answer; `not_sent` where nothing left this machine, `unknown`
 * where something may have. Redirects are not followed, and no connection is used twice: either
 * could send a text a second time.
 */
export async function callGateway(
  request: GatewayRequest,
): Promise<GatewayAnswer | "not_sent" | "unknown"> {
  const { url, headers, body, timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    const fixed = { method: "POST", redirect: "manual", keepalive: false } as const;
    response = await fetch(url, { ...fixed, headers: { ...headers }, body, signal });
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code;
    return NEVER_CONNECTED.includes(String(code)) ? "not_sent" : "unknown";
  }
  return { status: response.status, headers: response.headers, text: await bodyOf(response) };
}

/**
 * The body as text; null where it broke off, came too slowly, or is longer than any gateway's
 * answer.
 */
async function bodyOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > MAX_ANSWER_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** What an answer other than success means; `code` is the gateway's own, where it gave one. */
export function refusalOf(
  answer: GatewayAnswer | "not_sent" | "unknown",
  detail: { readonly code?: string | undefined; readonly optedOut?: boolean } = {},
): SendResult {
  if (answer === "unknown") return { status: "unknown" };
  if (answer === "not_sent") return { status: "rejected", code: "unreachable", permanent: false };
  const { status, headers } = answer;
  const code = detail.code ?? `http_${status}`;
  const optedOut = detail.optedOut === true ? { optedOut: true } : {};
  if (status === 429 || status === 503) {
    const retryAfterSeconds = retryAfterOf(headers);
    const wait = retryAfterSeconds === null ? {} : { retryAfterSeconds };
    return { status: "rejected", code, permanent: false, ...wait };
  }
  // The gateway did something before it broke, or has yet to: nobody can tell.
  if (status >= 500 || status === 408) return { status: "unknown" };
  // Wrong credentials are the operator's to mend: the text waits as long as it is of use.
  const permanent = status !== 401 && status !== 403;
  return { status: "rejected", code, permanent, ...optedOut };
}

/**
 * Seconds to wait (RFC 9110, 10.2.3); a date is read against the gateway's own clock, which it
 * sends along.
 */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), MAX_RETRY_AFTER_S);
  const wait = (Date.parse(text) - Date.parse(headers.get("date") ?? "")) / 1000;
  return Number.isFinite(wait) ? Math.min(Math.max(0, Math.ceil(wait)), MAX_RETRY_AFTER_S) : null;
}

/** True where the gateway took the text. */
export const wasTaken = (answer: GatewayAnswer | "not_sent" | "unknown"): answer is GatewayAnswer =>
  typeof answer === "object" && answer.status >= 200 && answer.status < 300;

/** The header of HTTP's basic authentication (RFC 7617). */
export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
