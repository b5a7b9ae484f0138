import {
  type Connect,
  connectHttps,
  type PinnedRequest,
} from "../../src/auth/oauth/https-connect.ts";
import { createSafeFetch, type FetchDocument } from "../../src/auth/oauth/safe-fetch.ts";
import { selfSigned } from "./certificate.ts";

/** The public address to which host names resolve by default. No connection goes there. */
export const PUBLIC_ADDRESS = "93.184.216.34";

/** An HTTPS server on this machine. To the code under test, it looks like one on the internet. */
export interface DocumentHost {
  /** Every connection that the product requested, in order. */
  readonly connections: PinnedRequest[];
  /** Connects as the product does, but to this machine instead of the checked address. */
  readonly connect: Connect;
  /** The product's fetch over `connect`. By default every name resolves to one public address. */
  fetchDocument(options?: {
    readonly addresses?: readonly string[];
    readonly timeoutMs?: number;
  }): FetchDocument;
  /** The port on which the server really listens. */
  readonly port: number;
  stop(): Promise<void>;
}

/** Serves `answer` over TLS for these host names. */
export function documentHost(
  hosts: readonly string[],
  answer: (request: Request) => Response | Promise<Response>,
): DocumentHost {
  const { cert, key } = selfSigned(...hosts);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { cert, key },
    fetch: answer,
  });
  const port = server.port ?? 0;
  const connections: PinnedRequest[] = [];
  const connect: Connect = (request) => {
    connections.push(request);
    return connectHttps({ ...request, address: "127.0.0.1", port, ca: cert });
  };
  return {
    port,
    connections,
    connect,
    fetchDocument: ({ addresses = [PUBLIC_ADDRESS], timeoutMs = 5000 } = {}) =>
      createSafeFetch({ resolve: () => Promise.resolve(addresses), connect, timeoutMs }),
    stop: () => server.stop(true),
  };
}
