import { SCOPES } from "../../domain/caller.ts";
import { resourceOf } from "./endpoint.ts";

/** What /mcp is and who issues tokens for it (RFC 9728, section 2), without its signature. */
export const resourceMetadata = (issuer: string): Readonly<Record<string, unknown>> => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: "maitred",
  jwks_uri: `${issuer}/.well-known/jwks.json`,
});
