import { connect } from "node:net";

export interface GatewayRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** `text` is null if the connection broke before the end of the answer. */
export interface GatewayAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string | null;
}

export interface NoAnswer {
  readonly mayHaveArrived: boolean;
  readonly code: string;
}

export const GATEWAY_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const NO_ANSWER = "no_answer";
const LINE_CUT = "line_cut";

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
 * If the gateway did not answer a text, the next text is sent only after a HEAD request has reached
 * the gateway. Without that check, every text during an outage would end as "unknown". `mayBeMute`:
 * the gateway may ignore HEAD requests, so an open connection is enough.
 */
export function createGatewayLine({ mayBeMute = false } = {}): typeof callGateway {
  let wasUnanswered = false;
  return async (request) => {
    const startedAt = performance.now();
    const absent = wasUnanswered ? await tryReach(request, mayBeMute) : null;
    if (absent !== null) return absent;
    const timeoutMs = Math.max(1, request.timeoutMs - (performance.now() - startedAt));
    const answer = await callGateway({ ...request, timeoutMs });
    wasUnanswered = "mayHaveArrived" in answer && answer.mayHaveArrived;
    return answer;
  };
}

async function tryReach(
  { url, timeoutMs }: GatewayRequest,
  mayBeMute: boolean,
): Promise<NoAnswer | null> {
  const limitMs = timeoutMs / 4;
  const signal = AbortSignal.timeout(limitMs);
  const fixed = { method: "HEAD", redirect: "manual", keepalive: false } as const;
  try {
    await fetch(`${new URL(url).origin}/`, { ...fixed, signal });
    return null;
  } catch (error) {
    if (mayBeMute && signal.aborted && (await takesConnections(url, limitMs))) return null;
    const code = codeOf(error);
    return { mayHaveArrived: false, code: NEVER_CONNECTED.includes(code) ? code : NO_ANSWER };
  }
}

const codeOf = (error: unknown): string => String((error as { readonly code?: unknown }).code);

async function takesConnections(address: string, limitMs: number): Promise<boolean> {
  const { protocol, hostname, port } = new URL(address);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  });
  socket.once("connect", () => resolve(true));
  socket.once("error", () => resolve(false));
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Follows no redirects and reuses no connections, because either could send a text twice. */
async function callGateway(request: GatewayRequest): Promise<GatewayAnswer | NoAnswer> {
  const { url, headers, body, timeoutMs } = request;
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    const fixed = { method: "POST", redirect: "manual", keepalive: false } as const;
    response = await fetch(url, { ...fixed, headers: { ...headers }, body, signal });
  } catch (error) {
    const code = codeOf(error);
    if (NEVER_CONNECTED.includes(code)) return { mayHaveArrived: false, code };
    return { mayHaveArrived: true, code: signal.aborted ? NO_ANSWER : LINE_CUT };
  }
  return { status: response.status, headers: response.headers, text: await bodyOf(response) };
}

async function bodyOf(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      chunks.push(chunk);
      if (length > MAX_ANSWER_BYTES) break;
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
