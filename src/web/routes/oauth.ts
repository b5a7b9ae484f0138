import { errorResponse } from "../../auth/oauth/errors.ts";
import { FORM_LIMIT, formTooLarge } from "../../auth/oauth/form.ts";
import type { AuthorizationServer } from "../../auth/oauth/index.ts";
import { formFields } from "../../domain/form-fields.ts";
import { openToPages } from "../cors.ts";
import { methodNotAllowed } from "../errors.ts";
import type { OAuthLimits } from "../oauth-limits.ts";
import { withBoundedBody } from "../request-body.ts";
import { noOAuth } from "./documents.ts";
import type { HttpAppOptions } from "./options.ts";
import type { HttpApp } from "./router.ts";

/** Some clients, such as the MCP Inspector, are web pages. CORS must let them call these paths. */
const OPEN_TO_PAGES = ["/token", "/register", "/revoke"];

export function mountOAuth(app: HttpApp, options: HttpAppOptions): void {
  const { origin, oauth = null, oauthLimits = null } = options;
  for (const path of OPEN_TO_PAGES) openToPages(app, path, ["POST", "OPTIONS"]);
  const forms: Readonly<Record<string, (server: AuthorizationServer) => FormEndpoint>> = {
    "/token": (server) => (request) => server.token(request),
    "/revoke": (server) => (request) => server.revoke(request),
    "/introspect": (server) => (request) => server.introspect(request),
    "/par": (server) => (request) => server.pushedRequest(request),
  };
  for (const [path, endpointOf] of Object.entries(forms)) {
    app.post(path, (c) =>
      oauth === null
        ? noOAuth(origin)
        : answerForm(endpointOf(oauth), oauthLimits, c.req.raw, c.get("info").address),
    );
    app.all(path, (c) => methodNotAllowed(c.req.method, path, ["POST"]));
  }
  mountRegistration(app, options);
}

type FormEndpoint = (request: Request) => Promise<Response>;

async function answerForm(
  endpoint: FormEndpoint,
  limits: OAuthLimits | null,
  request: Request,
  address: string,
): Promise<Response> {
  const tooMany = limits?.arrived(address) ?? null;
  if (tooMany !== null) return tooMany;
  const bounded = await withBoundedBody(request, FORM_LIMIT);
  if (bounded === null) return errorResponse(formTooLarge());
  const { url, method, headers } = bounded;
  // Keep the body's text to count refusals per client: the body names the client.
  const body = await bounded.text();
  const answer = await endpoint(new Request(url, { method, headers, body }));
  if (limits === null || answer.status < 400) return answer;
  return limits.refused(claimedClient(headers, body), address) ?? answer;
}

/** The id that the request claims. Use it only for counting: nothing proves the claim. */
function claimedClient(headers: Headers, body: string): string {
  const basic = /^basic ([\w+/=]+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  const named =
    basic === undefined
      ? formFields(body)?.get("client_id")
      : Buffer.from(basic, "base64").toString("utf8").split(":")[0];
  return (named ?? "").slice(0, 200);
}

/** RFC 7591 and 7592. */
function mountRegistration(app: HttpApp, options: HttpAppOptions): void {
  const { origin, oauth = null, oauthLimits = null } = options;
  app.post("/register", (c) => {
    if (oauth === null) return noOAuth(origin);
    const { address } = c.get("info");
    return oauthLimits?.arrived(address) ?? oauth.register(c.req.raw, address);
  });
  app.all("/register", (c) => methodNotAllowed(c.req.method, "/register", ["POST"]));
  app.all("/register/:id", (c) => {
    if (oauth === null) return noOAuth(origin);
    const tooMany = oauthLimits?.arrived(c.get("info").address) ?? null;
    return tooMany ?? oauth.registration(c.req.raw, c.req.param("id"));
  });
}
