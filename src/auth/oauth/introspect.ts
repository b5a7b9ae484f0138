import type { ClientRow } from "../../storage/oauth-client-store.ts";
import {
  type AuthenticateClient,
  type Endpoint,
  formEndpoint,
  resourceOf,
  uncached,
} from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { brandsOfGrant } from "./grant-access.ts";
import { hashOpaque } from "./opaque-token.ts";
import { scopeText } from "./request-parameters.ts";

/** RFC 7662. Unknown, expired, revoked and other clients' tokens all give `{"active": false}`. */
export function createIntrospect(
  endpoint: Endpoint & { readonly authenticateClient: AuthenticateClient },
): (request: Request) => Promise<Response> {
  return formEndpoint("introspect", endpoint, async (request, form) => {
    const client = await endpoint.authenticateClient(request, form);
    if (client.authMethod === "none") {
      throw new OAuthError(
        "invalid_client",
        "Introspection needs a client that authenticates itself, with a secret or a signed assertion.",
        { status: 401 },
      );
    }
    const token = form.get("token");
    if (token === null) throw new OAuthError("invalid_request", "token is missing.");
    return uncached(stateOf(hashOpaque(token), client, endpoint) ?? { active: false });
  });
}

function stateOf(hash: string, client: ClientRow, endpoint: Endpoint): object | null {
  const { stores, clock, issuer } = endpoint;
  const access = stores.oauthTokens.access(hash);
  const refresh = access === null ? stores.oauthTokens.refresh(hash) : null;
  const row = access ?? refresh;
  const grant = row === null ? null : stores.grants.byId(row.grantId);
  if (row === null || grant === null || grant.clientId !== client.id) return null;
  const used = refresh !== null && refresh.rotatedAt !== null;
  if (used || row.expiresAt <= clock() || brandsOfGrant(stores, grant) === null) return null;
  return {
    active: true,
    scope: scopeText(access === null ? grant.scopes : access.scopes),
    client_id: client.id,
    ...(access === null ? {} : { token_type: "Bearer" }),
    iat: Math.floor(row.createdAt / 1000),
    exp: Math.floor(row.expiresAt / 1000),
    sub: grant.userId,
    aud: resourceOf(issuer),
    iss: issuer,
  };
}
