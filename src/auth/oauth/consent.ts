import { type Role, roleAtLeast, type Scope } from "../../domain/caller.ts";
import { newId } from "../../domain/ids.ts";
import { MINUTE } from "../../domain/time.ts";
import { logConnected } from "../../operations/access/grant-log.ts";
import type { ClientKind, ClientRow } from "../../storage/oauth-client-store.ts";
import type { RequestRow } from "../../storage/oauth-request-store.ts";
import { seal, unseal } from "../seal.ts";
import { type AuthorizationRequest, redirectTo, requestOf } from "./authorization-requests.ts";
import type { Endpoint } from "./endpoint.ts";
import { hashOpaque, makeOpaque } from "./opaque-token.ts";
import { hostOf, matchesRedirect } from "./redirect-uri.ts";

export interface ConsentView {
  readonly client: {
    readonly id: string;
    readonly name: string;
    /** The client's name at this person's earlier consent. Null if it is the same or there was no consent. */
    readonly formerName: string | null;
    readonly kind: ClientKind;
    readonly verified: boolean;
    readonly redirectHost: string;
    readonly redirectUri: string;
  };
  readonly scopes: readonly Scope[];
  readonly brands: readonly {
    readonly slug: string;
    readonly name: string;
    readonly role: Role;
  }[];
  /** `sign_in`: the client asks for a new sign-in. `taken`: our answer was used or has expired. */
  readonly state: "open" | "decided" | "taken" | "sign_in";
}

export interface Decision {
  readonly approve: boolean;
  readonly brands: readonly string[];
}

export type ConsentOutcome =
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "again"; readonly message: string }
  | { readonly kind: "sign_in" | "taken" }
  | { readonly kind: "gone" };

export interface Decider {
  readonly user: { readonly id: string };
  /** When the session began. If left out, it counts as older than every request. */
  readonly startedAt?: number;
}

export interface Consent {
  view(requestId: string, browserHash: string, decider: Decider): ConsentView | null;
  decide(
    requestId: string,
    browserHash: string,
    decider: Decider,
    decision: Decision,
  ): Promise<ConsentOutcome>;
}

/** RFC 6749, section 4.1.2, allows ten minutes. Clients need about a second. */
const CODE_MS = MINUTE;
const GONE: ConsentOutcome = { kind: "gone" };

/** A second click on the consent form gets the redirect of the first click, which is stored encrypted. */
export function createConsent(
  options: Endpoint & { readonly derive: (label: string) => Uint8Array },
): Consent {
  const { stores, writer, clock, log } = options;
  const key = options.derive("oauth-outcome");

  const openRequest = (id: string, browserHash: string): RequestRow | null => {
    const row = stores.oauthRequests.byId(id);
    if (row === null || row.browserHash !== browserHash) return null;
    return row.expiresAt > clock() ? row : null;
  };

  const contextOf = ({ id, browserHash }: RequestRow, { user }: Decider): string =>
    `${id} ${browserHash} ${user.id}`;

  const answered = (row: RequestRow, decider: Decider): string | null => {
    const opened =
      row.sealedOutcome === null ? null : unseal(key, row.sealedOutcome, contextOf(row, decider));
    return opened === null ? null : Buffer.from(opened).toString("utf8");
  };

  const settle = (row: RequestRow, decider: Decider, decision: Decision): ConsentOutcome => {
    const userId = decider.user.id;
    if (row.sealedOutcome !== null) {
      const location = answered(row, decider);
      if (location === null) return GONE;
      return isTaken(options, row, location) ? { kind: "taken" } : redirect(location);
    }
    const client = stores.oauthClients.byId(row.clientId);
    const wanted = requestOf(row);
    if (!mayReceive(client, wanted)) return GONE;
    if (mustSignIn(row, wanted, decider)) return { kind: "sign_in" };
    const now = clock();
    const outcome = decision.approve
      ? approve(options, { wanted, userId, brands: decision.brands, now })
      : redirect(denial(wanted, options.issuer));
    if (outcome.kind !== "redirect") return outcome;
    const sealed = seal(key, outcome.location, contextOf(row, decider));
    stores.oauthRequests.decide(row.id, sealed, now);
    return outcome;
  };

  return {
    view(requestId, browserHash, decider) {
      const row = openRequest(requestId, browserHash);
      if (row === null) return null;
      const client = stores.oauthClients.byId(row.clientId);
      if (!mayReceive(client, requestOf(row))) return null;
      const location = answered(row, decider);
      if (row.sealedOutcome !== null && location === null) return null;
      const taken = location !== null && isTaken(options, row, location);
      return { ...viewOf(options, row, client, decider), ...(taken ? { state: "taken" } : {}) };
    },
    async decide(requestId, browserHash, decider, decision) {
      const outcome = await writer.write((): ConsentOutcome => {
        const row = openRequest(requestId, browserHash);
        return row === null ? GONE : settle(row, decider, decision);
      });
      log.info("oauth_consent", { approve: decision.approve, outcome: outcome.kind });
      return outcome;
    },
  };
}

const redirect = (location: string): ConsentOutcome => ({ kind: "redirect", location });

/**
 * True if the client used our answer (the code in `location`), or the answer has expired. Do not
 * redirect again then: a used code at the token endpoint ends the grant.
 */
function isTaken(
  { stores, clock }: Pick<Endpoint, "stores" | "clock">,
  { decidedAt }: RequestRow,
  location: string,
): boolean {
  if (clock() >= (decidedAt ?? 0) + CODE_MS) return true;
  const codes = new URL(location).searchParams.getAll("code");
  return codes.some((code) => stores.oauthCodes.byHash(hashOpaque(code))?.redeemedAt != null);
}

/** False if the client was revoked or lost this redirect URI after it sent the request. */
const mayReceive = (
  client: ClientRow | null,
  { redirectUri }: AuthorizationRequest,
): client is ClientRow =>
  client !== null && client.revokedAt === null && matchesRedirect(redirectUri, client.redirectUris);

const mustSignIn = (
  { createdAt }: RequestRow,
  { signInAnew }: AuthorizationRequest,
  { startedAt = 0 }: Decider,
): boolean => signInAnew && startedAt < createdAt;

const denial = ({ redirectUri, state }: AuthorizationRequest, iss: string): string =>
  redirectTo(redirectUri, {
    error: "access_denied",
    error_description: "The person decided not to connect.",
    state,
    iss,
  });

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
        message: "You are not in the team of every restaurant that you chose. Choose again.",
      };
    }
    brands[slug] = role;
  }
  if (Object.keys(brands).length === 0) {
    return { kind: "again", message: "Choose at least one restaurant, or do not connect." };
  }
  const scopes = grantable(wanted.scopes, Object.values(brands));
  if (scopes.length === 0) {
    return {
      kind: "again",
      message: "Only a manager or owner can connect this app: it asks to close days and services.",
    };
  }
  const { token: code, hash: codeHash } = makeOpaque("code", random);
  const grantId = newId(now, random);
  // This grant replaces those whose refresh token several programs seem to share.
  stores.grants.endShared(userId, wanted.clientId, now, "connected_anew");
  const grant = {
    id: grantId,
    userId,
    clientId: wanted.clientId,
    brands,
    scopes,
    redirectUri: wanted.redirectUri,
    clientName: wanted.clientName,
    sharedAt: null,
    createdAt: now,
    lastUsedAt: null,
    endedAt: null,
    endReason: null,
  };
  stores.grants.insert(grant);
  const logging = { stores, random, now, idempotencyKey: null };
  logConnected(grant, hostOf(wanted.redirectUri), logging);
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

const grantable = (scopes: readonly Scope[], roles: readonly Role[]): readonly Scope[] =>
  scopes.filter(
    (scope) => scope !== "settings.write" || roles.some((role) => roleAtLeast(role, "manager")),
  );

function formerNameOf(
  { grants }: Endpoint["stores"],
  { user }: Decider,
  { clientId, clientName }: AuthorizationRequest,
): string | null {
  const before = grants.ofUser(user.id).find((grant) => grant.clientId === clientId)?.clientName;
  return before === undefined || before === clientName ? null : before;
}

function viewOf(
  { stores }: Endpoint,
  row: RequestRow,
  client: ClientRow,
  decider: Decider,
): ConsentView {
  const wanted = requestOf(row);
  const { redirectUri } = wanted;
  const brands = stores.users.teamsOf(decider.user.id).map(({ brand: slug, role }) => {
    const name = stores.brands.get(slug)?.name ?? slug;
    return { slug, name, role };
  });
  return {
    client: {
      id: client.id,
      name: wanted.clientName,
      formerName: formerNameOf(stores, decider, wanted),
      kind: client.kind,
      verified: client.kind === "preregistered",
      redirectHost: hostOf(redirectUri),
      redirectUri,
    },
    scopes: grantable(
      wanted.scopes,
      brands.map(({ role }) => role),
    ),
    brands: brands.toSorted((one, other) => one.name.localeCompare(other.name)),
    state:
      row.decidedAt !== null ? "decided" : mustSignIn(row, wanted, decider) ? "sign_in" : "open",
  };
}
