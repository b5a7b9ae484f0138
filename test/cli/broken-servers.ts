import { KNOWN_CLIENTS, type KnownClient } from "../../src/cli/doctor/step.ts";
import { headers, instead, json, type Tamper } from "./tampering-proxy.ts";

const ALL = [...KNOWN_CLIENTS];
const LOCAL: KnownClient[] = ["Claude Code", "Codex", "Inspector", "mcp-remote"];
const RESOURCE = /oauth-protected-resource/;
const SERVER = /oauth-authorization-server|openid-configuration/;
const refusal =
  (code: string, status = 400) =>
  () =>
    Response.json({ error: code }, { status });
const without = (name: string) => (document: Record<string, unknown>) => {
  const { [name]: _, ...rest } = document;
  return rest;
};
const sends = (path: string, text: string) => (heard: { path: string; sent: string }) =>
  heard.path === path && heard.sent.includes(text);
const asks = (part: string) => (heard: { path: string; request: Request }) =>
  heard.path === "/authorize" && heard.request.url.includes(part);
const sentTo = (location: string) => () =>
  new Response(null, { status: 302, headers: { location } });

/**
 * For a server at `url`: what is broken, the step of `maitred doctor` that finds it, and the
 * clients that fail because of it.
 */
export const BREAKS: readonly [
  what: string,
  step: string,
  clients: readonly KnownClient[],
  tamper: (url: string) => Tamper,
][] = [
  [
    "answers calls without a token",
    "unauthenticated_call",
    ALL,
    () =>
      instead(
        ({ request }) => !request.headers.has("authorization"),
        () => Response.json({}),
      ),
  ],
  [
    "has no MCP endpoint at the address",
    "unauthenticated_call",
    ALL,
    () => instead(({ path }) => path === "/mcp" || path === "/", refusal("not_found", 404)),
  ],
  [
    "refuses a call without naming a way to sign in",
    "challenge",
    ["Claude"],
    () => headers(/^\/mcp$/, (heard) => heard.delete("www-authenticate")),
  ],
  [
    "gives the address of the metadata as a relative URL",
    "challenge",
    ["Claude", "VS Code"],
    () =>
      headers(/^\/mcp$/, (heard) =>
        heard.set("www-authenticate", 'Bearer resource_metadata="/.well-known/x"'),
      ),
  ],
  [
    "answers 403 to an unknown token",
    "unknown_token",
    ALL,
    () =>
      instead(
        ({ request }) => (request.headers.get("authorization") ?? "").includes("never-issued"),
        refusal("forbidden", 403),
      ),
  ],
  [
    "does not say that the token is invalid",
    "unknown_token",
    ["ChatGPT"],
    () =>
      headers(/^\/mcp$/, (heard) =>
        heard.set(
          "www-authenticate",
          (heard.get("www-authenticate") ?? "").replace(/, error=.*/, ""),
        ),
      ),
  ],
  [
    "asks a preflight for a token",
    "cross_origin",
    ["Inspector"],
    () => instead(({ request }) => request.method === "OPTIONS", refusal("unauthorized", 401)),
  ],
  [
    "has no resource metadata",
    "resource_metadata",
    ALL,
    () => instead(({ path }) => RESOURCE.test(path), refusal("not_found", 404)),
  ],
  [
    "names another resource",
    "resource_metadata",
    ["Claude", "Claude Code", "VS Code", "Inspector", "mcp-remote"],
    () => json(RESOURCE, (it) => ({ ...it, resource: "https://other.example/mcp" })),
  ],
  [
    "names its origin as the resource",
    "resource_metadata",
    ["Claude", "Claude Code", "VS Code"],
    (url) => json(RESOURCE, (document) => ({ ...document, resource: url })),
  ],
  [
    "names no authorization server",
    "resource_metadata",
    ALL,
    () => json(RESOURCE, without("authorization_servers")),
  ],
  [
    "has no resource metadata at the address without a path",
    "resource_metadata_places",
    ["ChatGPT"],
    () =>
      instead(({ path }) => path.endsWith("/oauth-protected-resource"), refusal("not_found", 404)),
  ],
  [
    "has no resource metadata at the address with the path",
    "resource_metadata_places",
    [],
    () =>
      instead(
        ({ path, request }) =>
          path.endsWith("resource/mcp") && request.headers.get("accept") !== "application/json",
        refusal("not_found", 404),
      ),
  ],
  [
    "publishes no server metadata",
    "server_metadata",
    ALL,
    () => instead(({ path }) => SERVER.test(path), refusal("not_found", 404)),
  ],
  [
    "names no token endpoint",
    "server_metadata",
    ALL,
    () => json(SERVER, without("token_endpoint")),
  ],
  [
    "writes its issuer with a slash",
    "issuer",
    ["ChatGPT", "Codex"],
    (url) => json(SERVER, (document) => ({ ...document, issuer: `${url}/` })),
  ],
  [
    "has another issuer",
    "issuer",
    ["ChatGPT", "Codex", "Claude Code", "Inspector"],
    () => json(SERVER, (document) => ({ ...document, issuer: "https://other.example" })),
  ],
  [
    "names another issuer in its OpenID metadata",
    "server_metadata_aliases",
    ["Claude Code", "Codex", "mcp-remote"],
    () =>
      json(/openid-configuration/, (document) => ({ ...document, issuer: "https://b.example" })),
  ],
  [
    "refuses to register a loopback address",
    "registration",
    LOCAL,
    () => instead(sends("/register", "33517"), refusal("invalid_redirect_uri")),
  ],
  [
    "refuses an authorization without a scope",
    "authorization_page",
    ALL,
    () => instead(asks("client_id"), sentTo("http://127.0.0.1:33517/callback?error=invalid_scope")),
  ],
  [
    "does not delete registrations",
    "unregistration",
    [],
    () => instead(({ request }) => request.method === "DELETE", refusal("not_found", 404)),
  ],
];
