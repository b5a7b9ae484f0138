import type { Scope } from "../../domain/caller.ts";
import { MINUTE } from "../../domain/time.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { RefreshTokenRow } from "../../storage/oauth-token-store.ts";
import { keyFrom, seal, unseal } from "../seal.ts";
import { endCompromised } from "./compromised-grant.ts";
import type { Endpoint } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { brandsOfGrant } from "./grant-access.ts";
import type { GrantType, ReplayWindow, TokenOutcome, TokenRequest } from "./grant-type.ts";
import { issueTokens, type TokenAnswer } from "./issue-tokens.ts";
import { hashOpaque } from "./opaque-token.ts";
import { checkedResource, knownScopes, scopeText } from "./request-parameters.ts";

export interface RefreshTokenGrantOptions extends Endpoint {
  readonly replayWindow: ReplayWindow;
  readonly gather: () => Promise<void>;
}

/** Within this time after the first use, a second use is likely a race, not a theft (rule K11). */
const RACE_MS = 120_000;
/** The first answer is kept at least this long, for requests that arrived before the first use. */
const SEALED_AT_LEAST_MS = MINUTE;
const SCOPE_WIDENED =
  "The scope is wider than what was granted. Leave scope out, or ask the person at /authorize.";

/**
 * OAuth 2.1, section 4.3; rules K9 to K11. A refresh token works once. The first answer is
 * repeated in two cases: the request arrived before the first use, or it is within the replay window
 * and the next refresh token is unused. Any other reuse is refused. If the next token was used, or
 * RACE_MS have passed since the first use, the reuse also ends the grant.
 */
export function createRefreshTokenGrant(options: RefreshTokenGrantOptions): GrantType {
  const { stores, writer, clock, issuer } = options;
  return async (request) => {
    const { form, client } = request;
    const token = form.get("refresh_token");
    if (token === null) throw new OAuthError("invalid_request", "refresh_token is missing.");
    checkedResource(form, issuer);
    await options.gather();
    return writer.write((): TokenOutcome | OAuthError => {
      const row = stores.oauthTokens.refresh(hashOpaque(token));
      const grant = row === null ? null : stores.grants.byId(row.grantId);
      if (row === null || grant === null || grant.clientId !== client.id) return unknownToken();
      if (brandsOfGrant(stores, grant) === null) return endedConsent();
      const scopes = scopesWanted(request, grant);
      if (scopes === null) return new OAuthError("invalid_scope", SCOPE_WIDENED);
      const presented = { token, row, grant, scopes, now: clock() };
      return row.exchange === null
        ? rotate(presented, request, options)
        : again(presented, row.exchange, request, options);
    });
  };
}

interface Presented {
  readonly token: string;
  readonly row: RefreshTokenRow;
  readonly grant: GrantRow;
  readonly scopes: readonly Scope[];
  readonly now: number;
}

function scopesWanted({ form }: TokenRequest, { scopes }: GrantRow): readonly Scope[] | null {
  const named = knownScopes(form.get("scope"));
  if (named.length === 0) return scopes;
  return named.every((scope) => scopes.includes(scope)) ? named : null;
}

function rotate(
  presented: Presented,
  { client }: TokenRequest,
  options: RefreshTokenGrantOptions,
): TokenOutcome | OAuthError {
  const { token, row, grant, scopes, now } = presented;
  if (row.expiresAt <= now) {
    return new OAuthError("invalid_grant", "This refresh token has expired; connect again.");
  }
  const { oauthTokens } = options.stores;
  const { tokenHash } = row;
  oauthTokens.rotate(tokenHash, oauthTokens.nextExchange(), now);
  const generation = row.generation + 1;
  const answer = issueTokens(options, grant, { generation, scopes, now });
  const sealedForMs = Math.max(options.replayWindow(client, grant) * 1000, SEALED_AT_LEAST_MS);
  const sealedAnswer = seal(successorKey(token), JSON.stringify(answer), tokenHash);
  oauthTokens.keepAnswer(tokenHash, sealedAnswer, now + sealedForMs);
  return { grant, answer };
}

function again(
  presented: Presented,
  exchange: number,
  { exchangesAtArrival, client }: TokenRequest,
  options: RefreshTokenGrantOptions,
): TokenOutcome | OAuthError {
  const { stores, replayWindow } = options;
  const { row, grant, now } = presented;
  if (exchange > exchangesAtArrival) return sameAnswer(presented, { late: false });
  const ageMs = now - (row.rotatedAt ?? now);
  const current = row.generation + 1 === stores.oauthTokens.newestGeneration(grant.id);
  const inWindow = ageMs < replayWindow(client, grant) * 1000;
  if (current && inWindow) return sameAnswer(presented, { late: true });
  if (current && ageMs <= RACE_MS) {
    noteShared(grant, now, stores);
    return usedBefore();
  }
  endCompromised(grant, "refresh_token_replayed", now, options);
  return new OAuthError(
    "invalid_grant",
    "This refresh token was used before, so somebody else may have it. The consent has been " +
      "revoked; connect again.",
  );
}

function noteShared(
  { id: grantId, userId, clientId }: GrantRow,
  at: number,
  { grants, securityEvents }: RefreshTokenGrantOptions["stores"],
): void {
  if (!grants.markShared(grantId, at)) return;
  securityEvents.insert({ at, kind: "refresh_token_shared", userId, clientId, grantId });
}

function sameAnswer(
  { token, row, grant, scopes, now }: Presented,
  { late }: { readonly late: boolean },
): TokenOutcome | OAuthError {
  const sealed = now < (row.sealedUntil ?? now) ? row.sealedAnswer : null;
  const opened = sealed === null ? null : unseal(successorKey(token), sealed, row.tokenHash);
  if (opened === null) return usedBefore();
  const answer = JSON.parse(Buffer.from(opened).toString("utf8")) as TokenAnswer;
  const given = knownScopes(answer.scope);
  if (!scopes.every((scope) => given.includes(scope))) {
    const description = `This token was already exchanged for the narrower scope '${scopeText(given)}'.`;
    return new OAuthError("invalid_scope", description);
  }
  if (!late) return { grant, answer };
  const elapsedS = Math.ceil((now - (row.rotatedAt ?? now)) / 1000);
  const expiresIn = Math.max(0, answer.expires_in - elapsedS);
  return { grant, answer: { ...answer, expires_in: expiresIn }, replayed: true };
}

/** The database stores only the token's hash, so a thief of the database cannot make this key. */
const successorKey = (token: string): Uint8Array => keyFrom(token, "refresh-successor");

/** Does not reveal whether the token exists. */
const unknownToken = (): OAuthError =>
  new OAuthError("invalid_grant", "This refresh token is unknown, or not this client's.");

const endedConsent = (): OAuthError =>
  new OAuthError(
    "invalid_grant",
    "The consent behind this refresh token has ended; connect again.",
  );

const usedBefore = (): OAuthError =>
  new OAuthError(
    "invalid_grant",
    "This refresh token works once and was used a moment ago. Use the token that replaced it.",
  );
