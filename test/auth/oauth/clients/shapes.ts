/**
 * The requests of real clients, known from their sources, their documents and servers' logs.
 * replayed-shapes.test.ts replays them; the applications themselves are not tested.
 */
export interface Shape {
  readonly client: string;
  /** The client's registration, or the document at its client id. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** True: `metadata` is a client-id metadata document, and `metadata.client_id` its address. */
  readonly isDocument?: boolean;
  /** The redirect URI of the request, with any free port. */
  readonly redirect: string;
  /** The scope of the request as sent; null: left out. */
  readonly scope: string | null;
  readonly granted: string;
  /** False: the client leaves out `resource` when it refreshes. */
  readonly resourceOnRefresh?: boolean;
  /** The client authenticates with its own key (private_key_jwt). */
  readonly signs?: boolean;
  /** The client is a token-sharer: within the replay window it gets the same answer again. */
  readonly sharesToken?: boolean;
}

const CODE = { grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] };
const BOTH = "bookings.read bookings.write";

const CLAUDE: readonly Shape[] = [
  {
    client: "Claude, registered, with a secret and a scope that starts with a space",
    metadata: {
      client_name: "Claude",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      token_endpoint_auth_method: "client_secret_post",
      scope: ` ${BOTH}`,
      ...CODE,
    },
    redirect: "https://claude.ai/api/mcp/auth_callback",
    scope: ` ${BOTH}`,
    granted: BOTH,
    sharesToken: true,
  },
  {
    client: "Claude, registered, at its second callback",
    metadata: {
      client_name: "Claude",
      redirect_uris: [
        "https://claude.ai/api/mcp/auth_callback",
        "https://claude.com/api/mcp/auth_callback",
      ],
      token_endpoint_auth_method: "none",
      ...CODE,
    },
    redirect: "https://claude.com/api/mcp/auth_callback",
    scope: null,
    granted: BOTH,
    sharesToken: true,
  },
  {
    client: "Claude, by its document",
    isDocument: true,
    metadata: {
      client_id: "https://claude.ai/oauth/mcp-oauth-client-metadata",
      client_name: "Claude",
      client_uri: "https://claude.ai",
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
      ...CODE,
      grant_types: [...CODE.grant_types, "urn:ietf:params:oauth:grant-type:jwt-bearer"],
      token_endpoint_auth_method: "none",
    },
    redirect: "https://claude.ai/api/mcp/auth_callback",
    scope: BOTH,
    granted: BOTH,
    sharesToken: true,
  },
  {
    client: "Claude Code, by its document, on any port of localhost",
    isDocument: true,
    metadata: {
      client_id: "https://claude.ai/oauth/claude-code-client-metadata",
      client_name: "Claude Code",
      client_uri: "https://claude.ai",
      redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
      token_endpoint_auth_method: "none",
      ...CODE,
    },
    redirect: "http://localhost:52786/callback",
    scope: `${BOTH} offline_access`,
    granted: BOTH,
    sharesToken: true,
  },
  {
    client: "Claude Code, registered",
    metadata: {
      client_name: "Claude Code (maitred)",
      redirect_uris: ["http://localhost:3118/callback"],
      token_endpoint_auth_method: "none",
      ...CODE,
    },
    redirect: "http://localhost:3118/callback",
    scope: "bookings.read",
    granted: "bookings.read",
  },
];

const OPENAI: readonly Shape[] = [
  {
    client: "ChatGPT, by its document, signing",
    isDocument: true,
    metadata: {
      client_id: "https://chatgpt.com/oauth/client.json",
      client_name: "ChatGPT",
      client_uri: "https://chatgpt.com/",
      logo_uri: "https://persistent.oaistatic.com/sonic/misc/openai-logo.png",
      redirect_uris: ["https://chatgpt.com/connector_platform_oauth_redirect"],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      token_endpoint_auth_signing_alg: "RS256",
      ...CODE,
    },
    redirect: "https://chatgpt.com/connector_platform_oauth_redirect",
    scope: null,
    granted: BOTH,
    signs: true,
  },
  {
    client: "ChatGPT, by the document of one connector, which allows only signing",
    isDocument: true,
    metadata: {
      client_id: "https://chatgpt.com/oauth/abc123/client.json",
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector/oauth/abc123"],
      token_endpoint_auth_method: "private_key_jwt",
      ...CODE,
    },
    redirect: "https://chatgpt.com/connector/oauth/abc123",
    scope: BOTH,
    granted: BOTH,
    signs: true,
  },
  {
    client: "ChatGPT, registered",
    metadata: {
      client_name: "ChatGPT",
      redirect_uris: ["https://chatgpt.com/connector/oauth/abc123"],
      token_endpoint_auth_method: "client_secret_post",
      ...CODE,
    },
    redirect: "https://chatgpt.com/connector/oauth/abc123",
    scope: null,
    granted: BOTH,
  },
  {
    client: "Codex, registered, on another port than before and with an id in the path",
    metadata: {
      client_name: "Codex",
      redirect_uris: ["http://127.0.0.1:51000/callback/6MFBM1In3Ey-"],
      token_endpoint_auth_method: "none",
      application_type: "native",
      scope: BOTH,
      ...CODE,
    },
    redirect: "http://127.0.0.1:63546/callback/6MFBM1In3Ey-",
    scope: BOTH,
    granted: BOTH,
    resourceOnRefresh: false,
  },
  {
    client: "Codex, by its document",
    isDocument: true,
    metadata: {
      client_id: "https://chatgpt.com/oauth/codex/client.json",
      client_name: "Codex",
      redirect_uris: ["http://127.0.0.1/callback", "http://localhost/callback"],
      token_endpoint_auth_method: "none",
      ...CODE,
    },
    redirect: "http://127.0.0.1:1455/callback",
    scope: BOTH,
    granted: BOTH,
    resourceOnRefresh: false,
  },
];

const VS_CODE_GRANTS = [...CODE.grant_types, "urn:ietf:params:oauth:grant-type:device_code"];
const EDITORS: readonly Shape[] = [
  {
    client: "VS Code, by its document",
    isDocument: true,
    metadata: {
      client_id: "https://vscode.dev/oauth/client-metadata.json",
      client_name: "Visual Studio Code",
      client_uri: "https://vscode.dev/product",
      logo_uri: "https://code.visualstudio.com/assets/branding/code-stable.png",
      redirect_uris: ["http://127.0.0.1:33418/", "https://vscode.dev/redirect"],
      grant_types: VS_CODE_GRANTS,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    redirect: "http://127.0.0.1:33418/",
    scope: BOTH,
    granted: BOTH,
  },
  {
    client: "VS Code, registered, on a port of its choice",
    metadata: {
      client_name: "Visual Studio Code",
      client_uri: "https://code.visualstudio.com",
      redirect_uris: [
        "https://insiders.vscode.dev/redirect",
        "https://vscode.dev/redirect",
        "http://127.0.0.1/",
        "http://127.0.0.1:33418/",
      ],
      grant_types: VS_CODE_GRANTS,
      response_types: ["code"],
      scope: BOTH,
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    redirect: "http://127.0.0.1:54321/",
    scope: BOTH,
    granted: BOTH,
  },
  {
    client: "VS Code in a browser, registered",
    metadata: {
      client_name: "Visual Studio Code",
      redirect_uris: ["https://vscode.dev/redirect", "http://127.0.0.1/"],
      token_endpoint_auth_method: "none",
      ...CODE,
    },
    redirect: "https://vscode.dev/redirect",
    scope: BOTH,
    granted: BOTH,
  },
  ...[
    ["http://localhost:8787/callback", undefined],
    ["cursor://anysphere.cursor-mcp/oauth/callback", "web"],
    ["https://www.cursor.com/agents/mcp/oauth/callback", "native"],
  ].map(
    ([redirect = "", type]): Shape => ({
      client: `Cursor, registered ${type === undefined ? "without a type" : `as ${type}`}, at ${redirect}`,
      metadata: {
        client_name: "Cursor",
        redirect_uris: [
          "cursor://anysphere.cursor-mcp/oauth/callback",
          "https://www.cursor.com/agents/mcp/oauth/callback",
          "http://localhost:8787/callback",
        ],
        token_endpoint_auth_method: "none",
        ...(type === undefined ? {} : { application_type: type }),
        ...CODE,
      },
      redirect,
      scope: BOTH,
      granted: BOTH,
    }),
  ),
];

const TOOLS: readonly Shape[] = [
  {
    client: "MCP Inspector, with an empty scope in its registration",
    metadata: {
      client_name: "MCP Inspector",
      client_uri: "https://github.com/modelcontextprotocol/inspector",
      redirect_uris: ["http://localhost:6274/oauth/callback"],
      token_endpoint_auth_method: "none",
      application_type: "native",
      scope: "",
      ...CODE,
    },
    redirect: "http://localhost:6274/oauth/callback",
    scope: BOTH,
    granted: BOTH,
  },
  {
    client: "mcp-remote, with the scopes that it requests if the server names none",
    metadata: {
      client_name: "MCP CLI Client",
      client_uri: "https://github.com/modelcontextprotocol/mcp-cli",
      software_id: "2e6dc280-f3c3-4e01-99a7-8181dbd1d23d",
      software_version: "0.1.38",
      redirect_uris: ["http://localhost:3334/oauth/callback"],
      token_endpoint_auth_method: "none",
      scope: "openid email profile",
      ...CODE,
    },
    redirect: "http://localhost:3334/oauth/callback",
    scope: "openid email profile",
    granted: BOTH,
  },
];

export const SHAPES: readonly Shape[] = [...CLAUDE, ...OPENAI, ...EDITORS, ...TOOLS];
