import type { JSONWebKeySet } from "jose";
import { BoundedMap } from "../../domain/bounded-map.ts";
import type { Clock } from "../../domain/ids.ts";
import { jsonExcess } from "../../domain/json.ts";
import { DAY, MINUTE } from "../../domain/time.ts";
import type { ClientRow } from "../../storage/stores.ts";
import { OAuthError } from "./errors.ts";
import { freshFor } from "./freshness.ts";
import { limitedFetch } from "./limited-fetch.ts";
import { checkPublicKeys } from "./public-keys.ts";
import { type FetchDocument, FetchRefused } from "./safe-fetch.ts";

const MAX_BYTES = 64 * 1024;
const MAX_KEPT = 200;
/** Cached keys younger than this are not fetched again, even with `anew`. */
const ANEW_MS = MINUTE;
const STALE_MS = DAY;

interface Kept {
  readonly keys: JSONWebKeySet;
  readonly fetchedAt: number;
  readonly freshUntil: number;
}

/** `anew`: fetch again, because a key is missing. Throws OAuthError `invalid_client`. */
export type ClientKeys = (
  client: ClientRow,
  options?: { readonly anew?: boolean },
) => Promise<JSONWebKeySet>;

export function createClientKeys(options: {
  readonly clock: Clock;
  readonly fetchDocument: FetchDocument;
}): ClientKeys {
  const { clock } = options;
  const fetchDocument = limitedFetch(options);
  const kept = new BoundedMap<string, Kept>(MAX_KEPT);

  const load = async (address: string): Promise<JSONWebKeySet> => {
    const { text, headers } = await fetchDocument(address, { maxBytes: MAX_BYTES });
    const keys = parse(text);
    const fetchedAt = clock();
    kept.set(address, { keys, fetchedAt, freshUntil: fetchedAt + freshFor(headers, fetchedAt) });
    return keys;
  };

  return async ({ metadata }, { anew = false } = {}) => {
    const { jwks, jwks_uri: address } = metadata as Record<string, unknown>;
    if (jwks !== undefined) return jwks as JSONWebKeySet;
    if (typeof address !== "string") {
      throw unusable("none are published (jwks or jwks_uri)");
    }
    const known = kept.get(address);
    const usableUntil = anew ? (known?.fetchedAt ?? 0) + ANEW_MS : known?.freshUntil;
    if (known !== undefined && clock() < (usableUntil ?? 0)) return known.keys;
    try {
      return await load(address);
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      const usable = !anew && clock() < (known?.freshUntil ?? 0) + STALE_MS;
      if (known !== undefined && usable && error.temporary) return known.keys;
      throw unusable(error.message);
    }
  };
}

function parse(text: string): JSONWebKeySet {
  const excess = jsonExcess(text);
  if (excess !== null) throw unusable(`their document cannot be read: ${excess}`);
  let keys: unknown;
  try {
    keys = JSON.parse(text);
  } catch {
    throw unusable("they are not JSON");
  }
  const problem = checkPublicKeys(keys);
  if (problem !== null) throw unusable(problem);
  return keys as JSONWebKeySet;
}

const unusable = (reason: string): OAuthError =>
  new OAuthError("invalid_client", `The keys of this client cannot be used: ${reason}.`, {
    status: 401,
  });
