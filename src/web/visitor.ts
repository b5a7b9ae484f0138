import { type Browser, type BrowserCookies, browserHash } from "../auth/browser.ts";
import type { Csrf } from "../auth/csrf.ts";
import type { Sessions, SignedIn } from "../auth/sessions.ts";

export interface Visitor {
  readonly browser: Browser;
  readonly signedIn: SignedIn | null;
  /** Somebody who signed in but must add a second factor before anything else. `signedIn` is then null. */
  readonly enrolling: SignedIn | null;
}

export async function visitorOf(
  desk: { readonly cookies: BrowserCookies; readonly sessions: Pick<Sessions, "check"> },
  request: Request,
): Promise<Visitor> {
  const { cookies, sessions } = desk;
  const token = cookies.sessionOf(request);
  const session = token === null ? "invalid" : await sessions.check(token);
  const found = typeof session === "string" ? null : session;
  return {
    browser: cookies.browserOf(request),
    signedIn: found?.mustEnrol === false ? found : null,
    enrolling: found?.mustEnrol === true ? found : null,
  };
}

export interface FormBond extends Pick<Visitor, "browser" | "signedIn"> {
  readonly desk: { readonly csrf: Csrf };
}

const userIdOf = ({ signedIn }: FormBond): string | null => signedIn?.user.id ?? null;

/** `purpose`: which form it is, and what the form changes. */
export const csrfFor = (visit: FormBond, purpose: string): string =>
  visit.desk.csrf.tokenFor({
    browser: visit.browser.secrets[0],
    purpose,
    userId: userIdOf(visit),
  });

/** Whether we showed this form, in this browser, to this person, for this purpose. */
export const isOurs = (visit: FormBond, purpose: string, form: URLSearchParams): boolean =>
  isToken(visit, purpose, form.get("csrf"));

export const isToken = (visit: FormBond, purpose: string, token: string | null): boolean =>
  visit.browser.secrets.some((browser) =>
    visit.desk.csrf.matches(token, { browser, purpose, userId: userIdOf(visit) }),
  );

/** The authorization server knows this browser by one of these hashes. */
export const browserHashes = ({ browser }: Pick<Visitor, "browser">): string[] =>
  browser.secrets.map(browserHash);
