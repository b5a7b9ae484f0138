import { z } from "zod";
import type { Role } from "../domain/caller.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { presentedToken } from "./bearer.ts";
import { bearerChallenge } from "./challenge.ts";
import type { Sessions } from "./sessions.ts";
import type { SignIn } from "./sign-in.ts";

/** What `POST /session` takes, in JSON: see createSessionEndpoint(). */
export const SESSION_REQUEST = z.strictObject({
  email: z.string().min(1).max(254),
  // 1024 characters, some of which JavaScript counts twice.
  password: z.string().min(1).max(2048),
});
export type SessionRequest = z.output<typeof SESSION_REQUEST>;

/** What it answers. */
export interface SessionAnswer {
  /** The session JWT, for `Authorization: Bearer`. */
  readonly token: string;
  readonly tokenType: "Bearer";
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly brands: readonly {
    readonly slug: string;
    readonly name: string;
    readonly role: Role;
  }[];
}

/** Sign-in for front-of-house apps, which send the session JWT as their bearer token. */
export interface SessionEndpoint {
  /** `POST /session`: 200, 401 for a wrong address or password, 429 with Retry-After. */
  open(input: SessionRequest, address: string): Promise<Response>;
  /** `DELETE /session` with the bearer: 204, or 401. */
  close(request: Request): Promise<Response>;
}

/** `origin`: the public one; the challenges of refusals name addresses under it. */
export function createSessionEndpoint({
  stores,
  sessions,
  signIn,
  origin,
}: {
  readonly stores: Pick<Stores, "users" | "brands">;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly origin: string;
}): SessionEndpoint {
  const brandsOf = ({ id }: UserRow): SessionAnswer["brands"] =>
    stores.users.teamsOf(id).map(({ brand, role }) => {
      const name = stores.brands.get(brand)?.name ?? brand;
      return { slug: brand, name, role };
    });

  return {
    async open({ email, password }, address) {
      const outcome = await signIn({ email, password, address });
      if (!outcome.ok) return refused(outcome.retryAfterS, origin);
      const { user } = outcome;
      const session = await sessions.open(user);
      if (session === null) return refused(null, origin);
      const { token, expiresAt } = session;
      const { id, name } = user;
      const answer: SessionAnswer = {
        token,
        tokenType: "Bearer",
        expiresAt,
        user: { id, email: user.email, name },
        brands: brandsOf(user),
      };
      return Response.json(answer, { headers: NOT_KEPT });
    },

    async close(request) {
      const presented = presentedToken(request.headers.get("authorization"));
      if (presented.kind === "none") return unauthorized(origin);
      const outcome =
        presented.kind === "token" ? await sessions.check(presented.token) : "invalid";
      if (typeof outcome === "string") return invalidToken(origin, outcome);
      await sessions.end(outcome.sessionId);
      return new Response(null, { status: 204, headers: NOT_KEPT });
    },
  };
}

const NOT_KEPT = { "Cache-Control": "no-store" };

const refuse = (
  status: number,
  error: string,
  description: string,
  headers: Record<string, string>,
): Response =>
  Response.json(
    { error, error_description: description },
    { status, headers: { ...headers, ...NOT_KEPT } },
  );

function refused(retryAfterS: number | null, origin: string): Response {
  if (retryAfterS === null) {
    const description = "The e-mail address or the password is not right.";
    const headers = { "WWW-Authenticate": bearerChallenge({ origin }) };
    return refuse(401, "sign_in_failed", description, headers);
  }
  const description = `Too many attempts to sign in. Try again in ${retryAfterS} s.`;
  return refuse(429, "too_many_attempts", description, { "Retry-After": String(retryAfterS) });
}

const unauthorized = (origin: string): Response =>
  refuse(401, "unauthorized", "Send the session's token: Authorization: Bearer <token>.", {
    "WWW-Authenticate": bearerChallenge({ origin }),
  });

function invalidToken(origin: string, failure: "invalid" | "expired"): Response {
  const description =
    failure === "expired" ? "This session has expired." : "This token is no session of ours.";
  const challenge = bearerChallenge({ origin, error: "invalid_token", description });
  return refuse(401, "invalid_token", description, { "WWW-Authenticate": challenge });
}
