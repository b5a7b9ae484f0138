import { z } from "zod";
import type { Role } from "../domain/caller.ts";
import type { Stores, UserRow } from "../storage/stores.ts";
import { presentedToken } from "./bearer.ts";
import { bearerChallenge } from "./bearer-challenge.ts";
import type { AsksForFactor } from "./factor-rule.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { Sessions } from "./sessions.ts";
import type { SignIn } from "./sign-in.ts";

export const SESSION_REQUEST = z.strictObject({
  email: z.string().min(1).max(254),
  // Up to 1024 characters; JavaScript counts some of them as two.
  password: z.string().min(1).max(2048),
  code: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      "A code of the authenticator app, or a recovery code. Needed if the account has a second factor",
    ),
});
export type SessionRequest = z.output<typeof SESSION_REQUEST>;

type Refusal = "sign_in_failed" | "second_factor_required" | "second_factor_failed";

export interface SessionAnswer {
  readonly token: string;
  readonly tokenType: "Bearer";
  readonly expiresAt: number;
  readonly user: { readonly id: string; readonly email: string; readonly name: string };
  readonly brands: readonly {
    readonly slug: string;
    readonly name: string;
    readonly role: Role;
  }[];
}

export interface SessionEndpoint {
  open(input: SessionRequest, address: string): Promise<Response>;
  close(request: Request): Promise<Response>;
}

export function createSessionEndpoint({
  stores,
  sessions,
  signIn,
  factors,
  asks,
  origin,
}: {
  readonly stores: Pick<Stores, "users" | "brands">;
  readonly factors: Pick<SecondFactors, "has" | "check">;
  readonly asks: AsksForFactor;
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
    async open({ email, password, code }, address) {
      const outcome = await signIn({ email, password, address });
      if (!outcome.ok) return refused(outcome.retryAfterS, "sign_in_failed", origin);
      const { user } = outcome;
      const hasFactor = factors.has(user.id);
      if (hasFactor ? code === undefined : asks(user, stores.users.teamsOf(user.id))) {
        return refused(null, "second_factor_required", origin);
      }
      const shown = hasFactor ? await factors.check(user, code ?? "") : { ok: true as const };
      if (!shown.ok) return refused(shown.retryAfterS, "second_factor_failed", origin);
      const session = await sessions.open(user, hasFactor ? "both" : undefined);
      if (session === null) return refused(null, "sign_in_failed", origin);
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

const WHY: Readonly<Record<Refusal, (origin: string) => string>> = {
  sign_in_failed: () => "Wrong e-mail address or password.",
  second_factor_required: (origin) =>
    "The password is right. Add 'code' to the request: the code of the authenticator app, or a recovery code. " +
    `An account that has neither can add an app at ${origin}/account in a browser.`,
  second_factor_failed: () =>
    "The code is wrong, has expired or was used before. Send the newest code of the app.",
};

function refused(retryAfterS: number | null, why: Refusal, origin: string): Response {
  if (retryAfterS === null) {
    return refuse(401, why, WHY[why](origin), { "WWW-Authenticate": bearerChallenge({ origin }) });
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
    failure === "expired"
      ? "This session has expired."
      : "This is not a session token of this server.";
  const challenge = bearerChallenge({ origin, error: "invalid_token", description });
  return refuse(401, "invalid_token", description, { "WWW-Authenticate": challenge });
}
