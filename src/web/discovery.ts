import { SCOPES } from "../domain/caller.ts";

/** Both places where clients look for the protected-resource document (RFC 9728, section 3.1). */
export const RESOURCE_METADATA_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
] as const;

/**
 * Where clients look for the authorization server's document (RFC 8414, section 3), also those that
 * take /mcp for the issuer or us for an OpenID provider.
 */
export const SERVER_METADATA_PATHS = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
] as const;

/** RFC 7517: the public keys. */
export const JWKS_PATH = "/.well-known/jwks.json";

/**
 * The protected-resource document (RFC 9728, section 2) where there is no authorization server.
 * Naming one would send clients into a sign-in that cannot succeed; without it a client falls back
 * to the API key that its owner gave it.
 */
export const resourceMetadataWithoutOAuth = (origin: string): Record<string, unknown> => ({
  resource: `${origin}/mcp`,
  resource_name: "maitred",
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
});

/** Why there is no OAuth here, and how there could be. */
export const noOAuthReason = (origin: string): string =>
  `OAuth is off: ${origin} is not encrypted, and tokens could be read on the way. Serve it by ` +
  "https and start with --origin https://..., or use an API key.";
