import type { Config } from "../../config.ts";
import { DEFAULT_SCOPES } from "../../domain/caller.ts";
import { CLIENT_AUTH_METHODS } from "../../storage/stores.ts";
import { ASSERTION_ALGORITHMS } from "./client-assertion.ts";
import { resourceOf } from "./endpoint.ts";

/** RFC 8414, section 2. */
export const serverMetadata = (
  issuer: string,
  { clientDocuments }: Pick<Config, "clientDocuments">,
): Readonly<Record<string, unknown>> => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  introspection_endpoint: `${issuer}/introspect`,
  // RFC 9126, section 5
  pushed_authorization_request_endpoint: `${issuer}/par`,
  require_pushed_authorization_requests: false,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  // settings.write is left out, because many clients ask for every scope listed here.
  scopes_supported: DEFAULT_SCOPES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  ...authentication("token"),
  ...authentication("revocation"),
  ...authentication("introspection"),
  // RFC 9207, section 3
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: clientDocuments,
  // RFC 9728, section 4
  protected_resources: [`${issuer}/mcp`],
  // Clients that read openid-configuration require these two, although we issue no ID tokens.
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
});

const PROVING_METHODS = CLIENT_AUTH_METHODS.filter((method) => method !== "none");

const authentication = (endpoint: "token" | "revocation" | "introspection"): object => ({
  // Introspection needs authentication (RFC 7662, section 2.1).
  [`${endpoint}_endpoint_auth_methods_supported`]:
    endpoint === "introspection" ? PROVING_METHODS : CLIENT_AUTH_METHODS,
  [`${endpoint}_endpoint_auth_signing_alg_values_supported`]: ASSERTION_ALGORITHMS,
});

/** RFC 9728, section 2. */
export const resourceMetadata = (issuer: string): Readonly<Record<string, unknown>> => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: DEFAULT_SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: "maitred",
  jwks_uri: `${issuer}/.well-known/jwks.json`,
});
