import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { checkDocumentAddress } from "./document-address.ts";
import { type Connect, connectHttps } from "./https-connect.ts";
import { isPublicAddress } from "./public-address.ts";

export interface FetchedDocument {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Throws FetchRefused. */
export type FetchDocument = (
  address: string,
  limits: { readonly maxBytes: number },
) => Promise<FetchedDocument>;

export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  readonly temporary: boolean;
  /** True if nothing answered, perhaps because this network blocks outgoing requests. */
  readonly unreached: boolean;

  constructor(
    reason: string,
    options: {
      readonly temporary?: boolean;
      readonly unreached?: boolean;
      readonly cause?: unknown;
    } = {},
  ) {
    super(reason, options.cause === undefined ? {} : { cause: options.cause });
    this.unreached = options.unreached ?? false;
    this.temporary = options.temporary ?? this.unreached;
  }
}

export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 5000;
const MAX_TRIES = 3;

/** Prevents SSRF: fetches only over https and from public addresses, and follows no redirects. */
export function createSafeFetch(
  options: {
    readonly resolve?: Resolve;
    readonly connect?: Connect;
    readonly timeoutMs?: number;
  } = {},
): FetchDocument {
  const { resolve = systemResolve, connect = connectHttps, timeoutMs = TIMEOUT_MS } = options;
  return async (address, { maxBytes }) => {
    const checked = checkDocumentAddress(address);
    if (!checked.ok) throw new FetchRefused(checked.reason);
    const deadline = AbortSignal.timeout(timeoutMs);
    const { hostname, pathname, search, port } = checked.url;
    const addresses = await publicAddresses(hostname, resolve, deadline);
    const target = {
      hostname,
      port: port === "" ? 443 : Number(port),
      path: pathname + search,
      maxBytes,
      deadline,
    };
    const answer = await firstAnswer(
      addresses,
      (ip) => connect({ ...target, address: ip }),
      target,
    );
    return documentOf(answer, maxBytes);
  };
}

async function publicAddresses(
  hostname: string,
  resolve: Resolve,
  deadline: AbortSignal,
): Promise<readonly string[]> {
  const found = await beforeDeadline(resolve(hostname), deadline).catch((cause: unknown) => {
    throw new FetchRefused(`its host ${hostname} was not found`, { unreached: true, cause });
  });
  if (found.length === 0) throw new FetchRefused(`its host ${hostname} has no address`);
  if (!found.every(isPublicAddress)) {
    // Do not name the address in the error, because it could reveal our network.
    throw new FetchRefused(`its host ${hostname} is not on the public internet`);
  }
  // IPv4 first, because small networks often have no IPv6.
  return [...found].sort((one, other) => isIP(one) - isIP(other)).slice(0, MAX_TRIES);
}

type Answer = Awaited<ReturnType<Connect>>;

async function firstAnswer(
  addresses: readonly string[],
  ask: (address: string) => Promise<Answer>,
  { hostname, deadline }: { readonly hostname: string; readonly deadline: AbortSignal },
): Promise<Answer> {
  let failure: unknown;
  for (const address of addresses) {
    if (deadline.aborted) break;
    try {
      return await beforeDeadline(ask(address), deadline);
    } catch (error) {
      if (error instanceof FetchRefused) throw error;
      failure = error;
    }
  }
  const what = deadline.aborted ? "took too long to answer" : "could not be reached";
  throw new FetchRefused(`its host ${hostname} ${what}`, { unreached: true, cause: failure });
}

function documentOf({ status, headers, body }: Answer, maxBytes: number): FetchedDocument {
  if (status >= 300 && status < 400) throw new FetchRefused("it answers with a redirect");
  if (status !== 200) {
    const temporary = [401, 403, 429].includes(status) || status >= 500;
    throw new FetchRefused(`it answers with status ${status}`, { temporary });
  }
  if (!/^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(headers["content-type"] ?? "")) {
    throw new FetchRefused("it is not served as application/json");
  }
  if (!/^(?:identity)?$/i.test(headers["content-encoding"] ?? "")) {
    throw new FetchRefused("it is compressed, which was not asked for");
  }
  if (body === "too large") throw new FetchRefused(`it is larger than ${maxBytes} bytes`);
  return { text: new TextDecoder().decode(body), headers };
}

async function beforeDeadline<T>(promise: Promise<T>, deadline: AbortSignal): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(new Error("the deadline has passed"));
  if (deadline.aborted) end();
  deadline.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([promise, over]);
  } finally {
    deadline.removeEventListener("abort", end);
    promise.catch(() => undefined);
    over.catch(() => undefined);
  }
}

const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);
