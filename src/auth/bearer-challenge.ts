import { DEFAULT_SCOPES, type Scope } from "../domain/caller.ts";

/** RFC 9728, section 3. */
export const resourceMetadataUrl = (origin: string): string =>
  `${origin}/.well-known/oauth-protected-resource/mcp`;

/** RFC 6750, section 3; RFC 9728, section 5.1. */
export function bearerChallenge(options: {
  readonly origin: string;
  readonly scopes?: readonly Scope[];
  readonly error?: "invalid_token" | "insufficient_scope";
  readonly description?: string;
}): string {
  const { origin, scopes = DEFAULT_SCOPES, error, description } = options;
  const parts = [
    `resource_metadata="${resourceMetadataUrl(origin)}"`,
    `scope="${scopes.join(" ")}"`,
  ];
  if (error !== undefined) parts.push(`error="${error}"`);
  if (description !== undefined) parts.push(`error_description="${quotable(description)}"`);
  return `Bearer ${parts.join(", ")}`;
}

/** A quoted string must not contain quotes or backslashes (RFC 6750, section 3). */
const quotable = (text: string): string =>
  text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, " ");
