import type { AccountLinks } from "../../auth/account-links.ts";
import { type Browser, type BrowserCookies, browserHash } from "../../auth/browser.ts";
import type { ConnectedApps } from "../../auth/connected-apps.ts";
import type { Csrf } from "../../auth/csrf.ts";
import type { AuthorizationServer } from "../../auth/oauth/index.ts";
import type { Sessions, SignedIn } from "../../auth/sessions.ts";
import type { Setup } from "../../auth/setup-link.ts";
import type { SignIn } from "../../auth/sign-in.ts";
import type { Clock } from "../../domain/ids.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";
import { withBoundedBody, withWholeBody } from "../request-body.ts";
import { seeOther } from "./answers.ts";

/** What the pages are made from. */
export interface PageDesk {
  /** Public origin without a trailing slash. */
  readonly origin: string;
  readonly clock: Clock;
  readonly cookies: BrowserCookies;
  readonly csrf: Csrf;
  readonly signIn: SignIn;
  readonly sessions: Sessions;
  readonly setup: Setup;
  readonly accountLinks: AccountLinks;
  readonly connectedApps: ConnectedApps;
  readonly stores: Pick<Stores, "brands">;
  /** Null on an origin where OAuth is not offered. */
  readonly oauth: Pick<AuthorizationServer, "authorize" | "consent"> | null;
}

/** One request for a page: where to, from which browser, and who is signed in there. */
export interface Visit {
  readonly desk: PageDesk;
  readonly request: Request;
  readonly url: URL;
  /** The client's, for limits. */
  readonly address: string;
  readonly browser: Browser;
  readonly signedIn: SignedIn | null;
}

/** Who asks, from which browser. */
export type Visitor = Pick<Visit, "browser" | "signedIn">;

/** Looks who comes. */
export async function visitorOf(
  { cookies, sessions }: Pick<PageDesk, "cookies" | "sessions">,
  request: Request,
): Promise<Visitor> {
  const token = cookies.sessionOf(request);
  const session = token === null ? "invalid" : await sessions.check(token);
  return {
    browser: cookies.browserOf(request),
    signedIn: typeof session === "string" ? null : session,
  };
}

/** A request with who sent it. */
export async function visitOf(desk: PageDesk, request: Request, address: string): Promise<Visit> {
  const visitor = await visitorOf(desk, request);
  return { desk, request, url: new URL(request.url), address, ...visitor };
}

/** What ties a form to whom it was shown: pages of every kind have it. */
export interface FormBond extends Visitor {
  readonly desk: Pick<PageDesk, "csrf">;
}

const userIdOf = ({ signedIn }: Visitor): string | null => signedIn?.user.id ?? null;

/** The hidden field of a form; `purpose` names the form and what it is about. */
export const csrfFor = (visit: FormBond, purpose: string): string =>
  visit.desk.csrf.tokenFor({
    browser: visit.browser.secrets[0],
    purpose,
    userId: userIdOf(visit),
  });

/** Whether a form was shown by us, in this browser, to this person, for this purpose. */
export const isOurs = (visit: FormBond, purpose: string, form: URLSearchParams): boolean =>
  isToken(visit, purpose, form.get("csrf"));

/** The same of what stood in its hidden field. */
export const isToken = (visit: FormBond, purpose: string, token: string | null): boolean =>
  visit.browser.secrets.some((browser) =>
    visit.desk.csrf.matches(token, { browser, purpose, userId: userIdOf(visit) }),
  );

/** Every hash by which the authorization server may know this browser. */
export const browserHashes = ({ browser }: Pick<Visit, "browser">): string[] =>
  browser.secrets.map(browserHash);

/** Three notes of the greatest length, percent-encoded; passwords are shorter. */
const FORM_LIMIT = 64 * 1024;

/**
 * A request whose form is here to its last byte, before anybody looks who sent it: whoever holds a
 * form back in the middle sends it as who they are when it ends, not as who they were. One that is
 * too long is no form any more.
 */
export async function wholeRequest(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  const whole = await withWholeBody(request, FORM_LIMIT);
  if (whole !== null) return whole;
  const { url, signal } = request;
  return new Request(url, { method: "POST", headers: withoutBody(request.headers), signal });
}

function withoutBody(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["content-length", "content-type"]) headers.delete(name);
  return headers;
}

/** The fields of a form; null: too long, or no form. */
export async function formOf({ request }: Pick<Visit, "request">): Promise<URLSearchParams | null> {
  const bounded = await withBoundedBody(request, FORM_LIMIT);
  const type = request.headers.get("content-type") ?? "";
  if (bounded === null || !type.startsWith("application/x-www-form-urlencoded")) return null;
  return new URLSearchParams(await bounded.text());
}

/**
 * Signs somebody in who has just proved who they are, and leads on. The session of before ends: a
 * browser holds one, and never one that somebody else has put there. Null: the account was changed
 * meanwhile.
 */
export async function welcome(
  { desk, signedIn }: Visit,
  user: UserRow,
  path: string,
): Promise<Response | null> {
  const session = await desk.sessions.open(user);
  if (session === null) return null;
  if (signedIn !== null) await desk.sessions.end(signedIn.sessionId);
  const cookie = desk.cookies.sessionCookie(session.token, session.expiresAt, desk.clock());
  return seeOther(path, cookie);
}
