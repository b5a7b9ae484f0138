import { createHash, timingSafeEqual } from "node:crypto";
import type { CodeRow } from "../../storage/oauth-code-store.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import { endCompromised } from "./compromised-grant.ts";
import type { Endpoint } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import { brandsOfGrant } from "./grant-access.ts";
import type { GrantType, TokenRequest } from "./grant-type.ts";
import { issueTokens } from "./issue-tokens.ts";
import { hashOpaque } from "./opaque-token.ts";
import { checkedResource } from "./request-parameters.ts";

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
/** After this many wrong code verifiers the grant ends, because somebody may be guessing. */
const MAX_WRONG_VERIFIERS = 5;

/** OAuth 2.1, section 4.1.3; rule K7. A code that is used twice may have leaked, so the grant ends. */
export function createAuthorizationCodeGrant(
  endpoint: Endpoint & {
    /** Waits a moment, so that simultaneous requests do not count as replays. */
    readonly gather: () => Promise<void>;
  },
): GrantType {
  const { stores, writer, clock, issuer } = endpoint;
  return async (request) => {
    const { form, client } = request;
    const presented = {
      codeHash: hashOpaque(required(form, "code")),
      verifier: checkedVerifier(form),
      redirectUri: form.get("redirect_uri"),
    };
    checkedResource(form, issuer);
    await endpoint.gather();
    return writer.write(() => {
      const code = stores.oauthCodes.byHash(presented.codeHash);
      const grant = code === null ? null : stores.grants.byId(code.grantId);
      if (code === null || grant === null || grant.clientId !== client.id) return unknownCode();
      const now = clock();
      const refused =
        replayed(code, grant, request, endpoint) ??
        unusable(code, grant, now, endpoint) ??
        mismatch(code, grant, presented, endpoint);
      if (refused !== null) return refused;
      stores.oauthCodes.redeem(code.codeHash, stores.oauthTokens.nextExchange(), now);
      const { scopes } = grant;
      return { grant, answer: issueTokens(endpoint, grant, { generation: 0, scopes, now }) };
    });
  };
}

function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value === null) throw new OAuthError("invalid_request", `${name} is missing.`);
  return value;
}

/** RFC 7636, section 4.1. */
function checkedVerifier(form: Form): string {
  const verifier = required(form, "code_verifier");
  if (VERIFIER.test(verifier)) return verifier;
  throw new OAuthError(
    "invalid_request",
    `code_verifier must be 43 to 128 letters, digits, '-', '.', '_' or '~'; it has ${verifier.length} characters.`,
  );
}

/** Does not reveal whether the code exists. */
const unknownCode = (): OAuthError =>
  new OAuthError("invalid_grant", "This code is unknown, or was not issued to this client.");

/** Ends the grant if this request arrived after the code was used. */
function replayed(
  code: CodeRow,
  grant: GrantRow,
  { exchangesAtArrival }: TokenRequest,
  endpoint: Endpoint,
): OAuthError | null {
  if (code.exchange === null) return null;
  if (code.exchange > exchangesAtArrival) {
    return new OAuthError("invalid_grant", "Another request is redeeming this code right now.");
  }
  endCompromised(grant, "code_replayed", endpoint.clock(), endpoint);
  return new OAuthError(
    "invalid_grant",
    "This code was redeemed before, so the access it gave has been revoked; connect again.",
  );
}

function unusable(
  code: CodeRow,
  grant: GrantRow,
  now: number,
  { stores }: Endpoint,
): OAuthError | null {
  if (code.expiresAt <= now) {
    const seconds = (code.expiresAt - code.createdAt) / 1000;
    return new OAuthError("invalid_grant", `This code has expired: it was valid for ${seconds} s.`);
  }
  if (brandsOfGrant(stores, grant) !== null) return null;
  return new OAuthError("invalid_grant", "The consent behind this code has ended; connect again.");
}

function mismatch(
  code: CodeRow,
  grant: GrantRow,
  presented: { readonly redirectUri: string | null; readonly verifier: string },
  endpoint: Endpoint,
): OAuthError | null {
  // OAuth 2.1 makes redirect_uri optional in a token request.
  if (presented.redirectUri !== null && presented.redirectUri !== code.redirectUri) {
    return new OAuthError(
      "invalid_grant",
      "redirect_uri differs from the one in the authorization request; send it unchanged.",
    );
  }
  if (challengeMatches(presented.verifier, code.challenge)) return null;
  endpoint.stores.oauthCodes.countWrongVerifier(code.codeHash);
  if (code.wrongVerifiers + 1 >= MAX_WRONG_VERIFIERS) {
    endCompromised(grant, "code_guessed", endpoint.clock(), endpoint);
  }
  return new OAuthError(
    "invalid_grant",
    "code_verifier does not match the code_challenge of this code. Perhaps two connections were " +
      "started at the same time and their verifiers were mixed up: start one new connection.",
  );
}

function challengeMatches(verifier: string, challenge: string): boolean {
  const computed = createHash("sha256").update(verifier).digest();
  const stored = Buffer.from(challenge, "base64url");
  return computed.length === stored.length && timingSafeEqual(computed, stored);
}
