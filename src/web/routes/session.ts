import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { SESSION_REQUEST } from "../../auth/session-endpoint.ts";
import { bodyTooLarge, methodNotAllowed, refusal } from "../errors.ts";
import { withBoundedBody } from "../request-body.ts";
import type { HttpAppOptions } from "./options.ts";
import type { HttpApp, HttpEnv } from "./router.ts";

const PATH = "/session";
/** The longest password fits, even with every character escaped in JSON. */
const BODY_LIMIT_BYTES = 16 * 1024;

/** Types that zValidator reads as JSON (RFC 6839, section 3.1). */
const JSON_TYPE = /^application\/(?:[a-z.-]+\+)?json$/;
const typeOf = ({ headers }: Request): string =>
  (headers.get("content-type") ?? "").split(";", 1).join("").trim().toLowerCase().slice(0, 80);

const unreadable = (why: string): Response =>
  refusal(400, "invalid_request", `Send JSON: {"email": "...", "password": "..."}. ${why}`);

/** For front-of-house apps. POST signs in; DELETE with the bearer token signs out. */
export function mountSession(app: HttpApp, { session }: HttpAppOptions): void {
  if (session === undefined) return;
  const routes = new Hono<HttpEnv>();
  routes.use(async (c, next) => {
    const type = typeOf(c.req.raw);
    if (c.req.method === "POST" && !JSON_TYPE.test(type)) {
      return unreadable(`The Content-Type is ${type || "missing"}, not application/json.`);
    }
    const bounded = await withBoundedBody(c.req.raw, BODY_LIMIT_BYTES);
    if (bounded === null) return bodyTooLarge(BODY_LIMIT_BYTES);
    c.req.raw = bounded;
    return next();
  });
  routes.post(
    "/",
    zValidator("json", SESSION_REQUEST, (result) => {
      if (result.success) return;
      const [issue] = result.error.issues;
      // Never repeat values or unknown names, because they may be passwords.
      if (issue?.code === "unrecognized_keys") return unreadable("The body has an unknown field.");
      return unreadable(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "wrong"}`);
    }),
    (c) => session.open(c.req.valid("json"), c.get("info").address),
  );
  routes.delete("/", (c) => session.close(c.req.raw));
  routes.all("/", (c) => methodNotAllowed(c.req.method, PATH, ["POST", "DELETE"]));
  routes.onError((error) => {
    // zValidator throws this if the body is not JSON.
    if (error instanceof HTTPException) return unreadable("The body is not JSON.");
    throw error;
  });
  app.route(PATH, routes);
}
