import { logDisconnected, theAppItself } from "../../operations/access/grant-log.ts";
import { type AuthenticateClient, type Endpoint, formEndpoint, uncached } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { hashOpaque } from "./opaque-token.ts";

/** RFC 7009. An unknown token gets status 200 too: a client must learn nothing about others' tokens. */
export function createRevoke(
  endpoint: Endpoint & { readonly authenticateClient: AuthenticateClient },
): (request: Request) => Promise<Response> {
  const { stores, writer, log } = endpoint;
  return formEndpoint("revoke", endpoint, async (request, form) => {
    const client = await endpoint.authenticateClient(request, form);
    const token = form.get("token");
    if (token === null) throw new OAuthError("invalid_request", "token is missing.");
    const hash = hashOpaque(token);
    const own = (grantId: string): boolean => stores.grants.byId(grantId)?.clientId === client.id;
    const revoked = await writer.write(() => {
      const refresh = stores.oauthTokens.refresh(hash);
      // Ends the grant even if this refresh token was used already: the client may revoke a token while
      // another request of the client refreshes it.
      if (refresh !== null && own(refresh.grantId)) {
        endByClient(refresh.grantId, endpoint);
        return refresh.grantId;
      }
      const access = stores.oauthTokens.access(hash);
      if (access === null || !own(access.grantId)) return null;
      stores.oauthTokens.removeAccess(hash);
      return access.grantId;
    });
    log.info("token_revoked", { clientId: client.id, grantId: revoked });
    return uncached(null);
  });
}

function endByClient(grantId: string, { stores, random, clock }: Endpoint): void {
  const grant = stores.grants.byId(grantId);
  const now = clock();
  if (grant === null || !stores.grants.end(grantId, now, "revoked_by_client")) return;
  const logging = { stores, random, now, idempotencyKey: null };
  logDisconnected(grant, theAppItself(grant), logging);
}
