import type { AccountLinks } from "../../auth/account-links.ts";
import type { BrowserCookies } from "../../auth/browser.ts";
import type { ConnectedApps } from "../../auth/connected-apps.ts";
import type { Csrf } from "../../auth/csrf.ts";
import type { KnownBrowsers } from "../../auth/known-browsers.ts";
import type { AuthorizationServer } from "../../auth/oauth/index.ts";
import type { Passkeys } from "../../auth/passkeys.ts";
import type { PasswordProofs } from "../../auth/password-proofs.ts";
import type { SecondFactors } from "../../auth/second-factors.ts";
import type { Sessions, SignedIn } from "../../auth/sessions.ts";
import type { Setup } from "../../auth/setup-link.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { Clock } from "../../domain/ids.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";
import type { ShownOnce } from "../shown-once.ts";
import { type Visitor, visitorOf } from "../visitor.ts";
import { seeOther } from "./answers.ts";

export interface AuthPageParts {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly clock: Clock;
  readonly cookies: BrowserCookies;
  readonly csrf: Csrf;
  readonly signIn: SignIn;
  readonly knownBrowsers: Pick<KnownBrowsers, "withMarkFor">;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly passwordProofs: PasswordProofs;
  readonly newCodes: ShownOnce;
  readonly sessions: Sessions;
  readonly setup: Setup;
  readonly accountLinks: AccountLinks;
  readonly connectedApps: ConnectedApps;
  readonly stores: Pick<Stores, "brands">;
  /** Null if the origin is neither https nor loopback. */
  readonly oauth: Pick<AuthorizationServer, "authorize" | "consent"> | null;
}

export interface Visit extends Visitor {
  readonly desk: AuthPageParts;
  readonly request: Request;
  readonly url: URL;
  readonly address: string;
}

export async function visitOf(
  desk: AuthPageParts,
  request: Request,
  address: string,
): Promise<Visit> {
  const visitor = await visitorOf(desk, request);
  return { desk, request, url: new URL(request.url), address, ...visitor };
}

/** The time zone of the person's first restaurant; UTC without a restaurant. */
export function zoneOf({ stores }: Pick<AuthPageParts, "stores">, { teams }: SignedIn): string {
  const [first] = teams;
  return (first && stores.brands.get(first.brand)?.settings.timeZone) ?? "UTC";
}

export const SECOND_FACTOR_PATH = "/second-factor";

/**
 * Signs the user in, or asks for the second factor if the user has one. `proved`: "both" if the user
 * has shown both factors already. Ends the previous session of the browser, which may belong to
 * another person. Null if the account changed during the sign-in.
 */
export async function welcome(
  { desk, request, browser, signedIn, enrolling }: Visit,
  user: UserRow,
  path: string,
  proved?: "both",
): Promise<Response | null> {
  const { cookies, knownBrowsers } = desk;
  if (proved === undefined && desk.factors.has(user.id)) {
    const proof = desk.passwordProofs.issue(user, browser.secrets[0]);
    const asked = `${SECOND_FACTOR_PATH}?next=${encodeURIComponent(path)}`;
    return seeOther(asked, cookies.proofCookie(proof));
  }
  const session = await desk.sessions.open(user, proved);
  if (session === null) return null;
  const before = signedIn ?? enrolling;
  if (before !== null) await desk.sessions.end(before.sessionId);
  const answer = seeOther(
    path,
    cookies.sessionCookie(session.token, session.expiresAt, desk.clock()),
  );
  const marks = knownBrowsers.withMarkFor(user, cookies.marksOf(request));
  answer.headers.append("Set-Cookie", cookies.marksCookie(marks));
  if (cookies.proofOf(request) !== null) {
    answer.headers.append("Set-Cookie", cookies.proofCookie(""));
  }
  return answer;
}
