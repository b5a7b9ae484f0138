import { SESSION_REQUEST } from "../../auth/session-endpoint.ts";
import { DEFAULT_SCOPES } from "../../domain/caller.ts";
import { describedPath, openApiDocument } from "../../operations/openapi/document.ts";
import { openToPages } from "../cors.ts";
import { refusal } from "../errors.ts";
import type { HttpAppOptions } from "./options.ts";
import { get, type HttpApp } from "./router.ts";

/** RFC 9728, section 3.1. */
export const RESOURCE_METADATA_PATHS = [
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
] as const;

/**
 * RFC 8414, section 3. The second path is for clients that expect /mcp to be the issuer, the third
 * for clients that expect an OpenID provider.
 */
export const SERVER_METADATA_PATHS = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/openid-configuration",
] as const;

const HEADERS = { "Cache-Control": "max-age=300" };

/** Documents that clients read before they have a token. Pages of any origin may read them, too. */
export function mountWellKnown(app: HttpApp, { origin, oauth = null }: HttpAppOptions): void {
  const publish = (path: string, document: (() => object | Promise<object>) | null): void => {
    openToPages(app, path, ["GET", "HEAD", "OPTIONS"]);
    get(app, path, async () =>
      document === null ? noOAuth(origin) : Response.json(await document(), { headers: HEADERS }),
    );
  };
  for (const path of RESOURCE_METADATA_PATHS) {
    publish(path, () => oauth?.resourceMetadata() ?? resourceMetadataWithoutOAuth(origin));
  }
  for (const path of SERVER_METADATA_PATHS) {
    publish(path, oauth === null ? null : () => oauth.metadata());
  }
  // Public keys (RFC 7517).
  publish("/.well-known/jwks.json", oauth === null ? null : () => oauth.jwks());
}

/**
 * Names no authorization server (RFC 9728, section 2), so that clients use their API key and do not
 * try a sign-in that cannot succeed.
 */
const resourceMetadataWithoutOAuth = (origin: string): Record<string, unknown> => ({
  resource: `${origin}/mcp`,
  resource_name: "maitred",
  scopes_supported: DEFAULT_SCOPES,
  bearer_methods_supported: ["header"],
});

export const noOAuth = (origin: string): Response =>
  refusal(
    404,
    "not_found",
    `OAuth is off: ${origin} is not encrypted, so tokens could be read in transit. Serve maitred over ` +
      "https and start it with --origin https://..., or use an API key.",
  );

/** Builds the document at the first request, because by then all routes are mounted. */
export function mountOpenApi(app: HttpApp, options: HttpAppOptions): void {
  const { origin, version, operations } = options;
  if (operations === undefined) return;
  let document: string | null = null;
  get(app, "/openapi.json", () => {
    const mounted = new Set(app.routes.map(({ path }) => describedPath(path)));
    document ??= JSON.stringify(
      openApiDocument({
        operations,
        version,
        origin,
        hasPath: (path) => mounted.has(path),
        sessionRequest: SESSION_REQUEST,
      }),
    );
    return new Response(document, { headers: { ...HEADERS, "Content-Type": "application/json" } });
  });
}
