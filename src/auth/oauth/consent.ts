import type { Role, Scope } from "../../domain/caller.ts";
import { newId } from "../../domain/ids.ts";
import type { ClientKind, ClientRow } from "../../storage/oauth-client-store.ts";
import type { RequestRow } from "../../storage/oauth-request-store.ts";
import { seal, unseal } from "../seal.ts";
import { type AuthorizationRequest, redirectTo } from "./authorization-requests.ts";
import type { Endpoint } from "./endpoint.ts";
import { makeOpaque } from "./opaque-token.ts";
import { matchesRedirect } from "./redirect-uri.ts";

/** What the consent page shows. */
export interface ConsentView {
  readonly client: {
    readonly id: string;
    /** As the client calls itself: anybody may claim any name. */
    readonly name: string;
    readonly kind: ClientKind;
    /** True for clients that an operator of this instance has entered. */
    readonly verified: boolean;
    /** Where the person will be sent: a host, or the scheme of an installed program. */
    readonly redirectHost: string;
    readonly redirectUri: string;
  };
  readonly scopes: readonly Scope[];
  /** The brands of the person who is signed in, in the order of their names. */
  readonly brands: readonly {
    readonly slug: string;
    readonly name: string;
    readonly role: Role;
  }[];
  readonly state: "open" | "decided";
}

export interface Decision {
  readonly approve: boolean;
  /** Slugs of the brands to grant. */
  readonly brands: readonly string[];
}

export type ConsentOutcome =
  | { readonly kind: "redirect"; readonly location: string }
  /** The page is to be shown again with this sentence. */
  | { readonly kind: "again"; readonly message: string }
  /** Unknown, expired, of another browser, or decided by another person. */
  | { readonly kind: "gone" };

/** Who decides: whoever is signed in. */
export interface Decider {
  readonly user: { readonly id: string };
}

/** The person's part of an authorization request. */
export interface Consent {
  /** What there is to decide; null: nothing for this browser. */
  view(requestId: string, browserHash: string, decider: Decider): ConsentView | null;
  /** Carries out the decision, once: a second submit gets the first one's answer. */
  decide(
    requestId: string,
    browserHash: string,
    decider: Decider,
    decision: Decision,
  ): Promise<ConsentOutcome>;
}

/** RFC 6749, section 4.1.2, allows ten minutes; a client needs a second. */
const CODE_MS = 60_000;
const GONE: ConsentOutcome = { kind: "gone" };

/**
 * The person's decision about a request. Everything happens in one transaction: the grant with its
 * brands, the code, and where the browser is sent, sealed for this browser and this person, so that
 * a second click gets the same answer and no second code.
 */
export function createConsent(
  options: Endpoint & { readonly derive: (label: string) => Uint8Array },
): Consent {
  const { stores, writer, clock, log } = options;
  const key = options.derive("oauth-outcome");

  const requestOf = (id: string, browserHash: string): RequestRow | null => {
    const row = stores.oauthRequests.byId(id);
    if (row === null || row.browserHash !== browserHash) return null;
    return row.expiresAt > clock() ? row : null;
  };

  const settle = (row: RequestRow, userId: string, decision: Decision): ConsentOutcome => {
    const context = `${row.id} ${row.browserHash} ${userId}`;
    if (row.sealedOutcome !== null) {
      const location = unseal(key, row.sealedOutcome, context);
      return location === null ? GONE : redirect(Buffer.from(location).toString("utf8"));
    }
    const wanted = wantedOf(row);
    const client = stores.oauthClients.byId(row.clientId);
    if (!mayReceive(client, wanted)) return GONE;
    const now = clock();
    const outcome = decision.approve
      ? approve(options, { wanted, userId, brands: decision.brands, now })
      : redirect(denial(wanted, options.issuer));
    if (outcome.kind !== "redirect") return outcome;
    stores.oauthRequests.decide(row.id, seal(key, outcome.location, context), now);
    return outcome;
  };

  return {
    view(requestId, browserHash, decider) {
      const row = requestOf(requestId, browserHash);
      if (row === null) return null;
      const wanted = wantedOf(row);
      const client = stores.oauthClients.byId(row.clientId);
      return mayReceive(client, wanted) ? viewOf(options, row, client, decider) : null;
    },
    async decide(requestId, browserHash, decider, decision) {
      const outcome = await writer.write((): ConsentOutcome => {
        const row = requestOf(requestId, browserHash);
        return row === null ? GONE : settle(row, decider.user.id, decision);
      });
      log.info("oauth_consent", { approve: decision.approve, outcome: outcome.kind });
      return outcome;
    },
  };
}

const redirect = (location: string): ConsentOutcome => ({ kind: "redirect", location });

const wantedOf = (row: RequestRow): AuthorizationRequest => JSON.parse(row.parameters);

/** The client may have been revoked, or have changed where it is reached, while somebody read. */
const mayReceive = (
  client: ClientRow | null,
  { redirectUri }: AuthorizationRequest,
): client is ClientRow =>
  client !== null && client.revokedAt === null && matchesRedirect(redirectUri, client.redirectUris);

/** RFC 6749, section 4.1.2.1. */
const denial = ({ redirectUri, state }: AuthorizationRequest, iss: string): string =>
  redirectTo(redirectUri, {
    error: "access_denied",
    error_description: "The person decided against it.",
    state,
    iss,
  });

/** Writes grant and code; asks again where the brands are not the person's to give. */
function approve(
  { stores, random, issuer }: Endpoint,
  given: {
    readonly wanted: AuthorizationRequest;
    readonly userId: string;
    readonly brands: readonly string[];
    readonly now: number;
  },
): ConsentOutcome {
  const { wanted, userId, now } = given;
  const user = stores.users.byId(userId);
  if (user === null || user.disabledAt !== null) return GONE;
  const roles = new Map(stores.users.teamsOf(userId).map(({ brand, role }) => [brand, role]));
  const brands: Record<string, Role> = {};
  for (const slug of given.brands) {
    const role = roles.get(slug);
    if (role === undefined) {
      return {
        kind: "again",
        message: "One of the restaurants is not yours to give. Choose anew.",
      };
    }
    brands[slug] = role;
  }
  if (Object.keys(brands).length === 0) {
    return { kind: "again", message: "Choose at least one restaurant, or refuse." };
  }
  const { token: code, hash: codeHash } = makeOpaque("code", random);
  const grantId = newId(now, random);
  stores.grants.insert({
    id: grantId,
    userId,
    clientId: wanted.clientId,
    brands,
    scopes: wanted.scopes,
    createdAt: now,
    lastUsedAt: null,
    endedAt: null,
    endReason: null,
  });
  stores.oauthCodes.insert({
    codeHash,
    grantId,
    redirectUri: wanted.redirectUri,
    resource: wanted.resource,
    challenge: wanted.challenge,
    createdAt: now,
    expiresAt: now + CODE_MS,
  });
  stores.oauthClients.touch(wanted.clientId, now);
  return redirect(redirectTo(wanted.redirectUri, { code, state: wanted.state, iss: issuer }));
}

function viewOf(
  { stores }: Endpoint,
  row: RequestRow,
  client: ClientRow,
  decider: Decider,
): ConsentView {
  const { redirectUri, scopes } = wantedOf(row);
  const { host, protocol } = new URL(redirectUri);
  const brands = stores.users.teamsOf(decider.user.id).map(({ brand: slug, role }) => {
    const name = stores.brands.get(slug)?.name ?? slug;
    return { slug, name, role };
  });
  return {
    client: {
      id: client.id,
      name: client.name,
      kind: client.kind,
      verified: client.kind === "preregistered",
      redirectHost: /^https?:$/.test(protocol) ? host : protocol,
      redirectUri,
    },
    scopes,
    brands: brands.toSorted((one, other) => one.name.localeCompare(other.name)),
    state: row.decidedAt === null ? "open" : "decided",
  };
}
