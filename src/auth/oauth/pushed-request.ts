import { checkedRedirectUri, checkedRequest, keepRequest } from "./authorization-requests.ts";
import { type AuthenticateClient, type Endpoint, formEndpoint, uncached } from "./endpoint.ts";
import { OAuthError } from "./errors.ts";
import { hashOpaque } from "./opaque-token.ts";

const PREFIX = "urn:ietf:params:oauth:request_uri:";
const REFERENCE_BYTES = 32;
const LIFETIME_S = 90;

/** True if this server may have made the URI. A URI from elsewhere is refused, never fetched. */
export const isRequestUri = (text: string): boolean => text.startsWith(PREFIX);

/** RFC 9126. */
export function createPushedRequest(
  endpoint: Endpoint & { readonly authenticateClient: AuthenticateClient },
): (request: Request) => Promise<Response> {
  const { random, issuer } = endpoint;
  return formEndpoint("par", endpoint, async (request, form) => {
    const client = await endpoint.authenticateClient(request, form);
    if (form.has("request_uri")) {
      throw new OAuthError("invalid_request", "request_uri cannot be pushed (RFC 9126, 2.1).");
    }
    const redirectUri = checkedRedirectUri(form, client);
    const wanted = checkedRequest(form, client, redirectUri, issuer);
    const requestUri = PREFIX + Buffer.from(random(REFERENCE_BYTES)).toString("base64url");
    const kept = { id: hashOpaque(requestUri), browserHash: null, lifetimeMs: LIFETIME_S * 1000 };
    await keepRequest(wanted, kept, endpoint);
    return uncached({ request_uri: requestUri, expires_in: LIFETIME_S }, 201);
  });
}
