export interface KnownDocument {
  readonly client_id: string;
  readonly [name: string]: unknown;
}

/**
 * Copies of clients' metadata documents, used if a document cannot be fetched. For example, claude.ai
 * answers requests from data centres with 403.
 */
export const KNOWN_DOCUMENTS: readonly KnownDocument[] = [
  {
    client_id: "https://claude.ai/oauth/mcp-oauth-client-metadata",
    client_name: "Claude",
    client_uri: "https://claude.ai",
    redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  {
    client_id: "https://claude.ai/oauth/claude-code-client-metadata",
    client_name: "Claude Code",
    client_uri: "https://claude.ai",
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
];
