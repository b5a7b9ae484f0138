import { createAuthorizationCodeGrant } from "./authorization-code-grant.ts";
import { type AuthenticateClient, type Endpoint, formEndpoint, uncached } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import type { Form } from "./form.ts";
import type { GrantType, ReplayWindow } from "./grant-type.ts";
import { createRefreshTokenGrant } from "./refresh-token-grant.ts";

export interface TokenOptions extends Endpoint {
  readonly authenticateClient: AuthenticateClient;
  readonly replayWindow: ReplayWindow;
  readonly gather: () => Promise<void>;
}

/** OAuth 2.1, section 3.2. */
export function createToken(options: TokenOptions): (request: Request) => Promise<Response> {
  const { stores, log } = options;
  const grantTypes: Readonly<Record<string, GrantType>> = {
    authorization_code: createAuthorizationCodeGrant(options),
    refresh_token: createRefreshTokenGrant(options),
  };
  return formEndpoint("token", options, async (request, form) => {
    // Count the exchanges only now that the whole request has arrived. Otherwise, a thief could open a
    // request early, put a stolen refresh token into it after the client has used the token, and get the
    // client's answer.
    const exchangesAtArrival = stores.oauthTokens.exchanges();
    const { name, exchange } = grantTypeOf(form, grantTypes);
    const client = await options.authenticateClient(request, form);
    const outcome = await exchange({ form, client, exchangesAtArrival });
    if (outcome instanceof OAuthError) throw outcome;
    const { grant, replayed = false } = outcome;
    const { id: clientId } = client;
    log.info("token_issued", { grantType: name, clientId, grantId: grant.id, replayed });
    return uncached(outcome.answer);
  });
}

function grantTypeOf(
  form: Form,
  grantTypes: Readonly<Record<string, GrantType>>,
): { readonly name: string; readonly exchange: GrantType } {
  const offered = Object.keys(grantTypes).join(" and ");
  const name = form.get("grant_type");
  if (name === null) {
    throw new OAuthError("invalid_request", `grant_type is missing. Offered: ${offered}.`);
  }
  const exchange = Object.hasOwn(grantTypes, name) ? grantTypes[name] : undefined;
  if (exchange !== undefined) return { name, exchange };
  throw new OAuthError(
    "unsupported_grant_type",
    `grant_type '${name.slice(0, 80)}' is not offered. Offered: ${offered}.`,
  );
}
