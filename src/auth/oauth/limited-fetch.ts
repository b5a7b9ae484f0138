import type { Clock } from "../../domain/ids.ts";
import { createAttemptLimit } from "../attempt-limit.ts";
import { type FetchDocument, FetchRefused } from "./safe-fetch.ts";

/** Limits requests to each host. Without a limit, clients could make this server flood a host. */
const LIMIT = { burst: 20, refillMs: 3000 };

export function limitedFetch(options: {
  readonly clock: Clock;
  readonly fetchDocument: FetchDocument;
}): FetchDocument {
  const limit = createAttemptLimit(options.clock, LIMIT);
  return async (address, limits) => {
    const { host } = new URL(address);
    const seconds = limit.take(host);
    if (seconds === null) return await options.fetchDocument(address, limits);
    throw new FetchRefused(`${host} was asked too often; wait ${seconds} s`, { temporary: true });
  };
}
