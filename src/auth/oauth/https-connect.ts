import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { readBounded } from "../bounded-body.ts";

export interface PinnedRequest {
  readonly address: string;
  readonly hostname: string;
  readonly port: number;
  readonly path: string;
  readonly maxBytes: number;
  readonly deadline: AbortSignal;
  readonly ca?: string;
}

export interface PinnedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | "too large";
}

export type Connect = (request: PinnedRequest) => Promise<PinnedAnswer>;

/** Connects to the checked `address`. `fetch` may look up the host again or use a proxy. */
export const connectHttps: Connect = async ({
  address,
  hostname,
  port,
  path,
  maxBytes,
  deadline,
  ca,
}) => {
  // Loaded only here, because loading this module takes longer than most commands run.
  const { request } = await import("node:https");
  const { promise, resolve, reject } = Promise.withResolvers<PinnedAnswer>();
  const family = isIP(address);
  const sent = request({
    hostname,
    port,
    path,
    servername: hostname,
    // A reused connection could lead to another address.
    agent: false,
    headers: { Accept: "application/json", "Accept-Encoding": "identity" },
    lookup: (_host, options, answer) => {
      if (typeof options === "object" && options.all === true) answer(null, [{ address, family }]);
      else answer(null, address, family);
    },
    ...(ca === undefined ? {} : { ca }),
  });
  const giveUp = (): void => void sent.destroy(new Error("the deadline has passed"));
  deadline.addEventListener("abort", giveUp, { once: true });
  sent.on("response", (response) => {
    read(response, maxBytes).then(resolve, reject);
  });
  sent.on("error", reject);
  sent.end();
  return promise.finally(() => {
    deadline.removeEventListener("abort", giveUp);
    sent.destroy();
  });
};

async function read(response: IncomingMessage, maxBytes: number): Promise<PinnedAnswer> {
  const status = response.statusCode ?? 0;
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  if (Number(headers["content-length"] ?? 0) > maxBytes) {
    return { status, headers, body: "too large" };
  }
  const body = await readBounded(response, maxBytes);
  return { status, headers, body: body ?? "too large" };
}
