import { SCOPES } from "../domain/caller.ts";

/** Both places where clients look for the protected-resource document (RFC 9728, section 3.1). */
export const RESOURCE_METADATA_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
] as const;

/**
 * The protected-resource document (RFC 9728, section 2). `authorization_servers` is left out: there
 * is none yet, and naming one would send clients into a sign-in that cannot succeed. The member is
 * optional, and without it a client falls back to the API key that its owner gave it.
 */
export const resourceMetadata = (origin: string): Record<string, unknown> => ({
  resource: `${origin}/mcp`,
  resource_name: "maitred",
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
});
