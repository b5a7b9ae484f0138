import { JOIN_PATH } from "../../auth/account-links.ts";
import { createAttemptLimit } from "../../auth/attempt-limit.ts";
import { SETUP_PATH } from "../../auth/setup-link.ts";
import type { Environment } from "../../domain/caller.ts";
import { methodNotAllowed } from "../errors.ts";
import { type FormsFrom, homeOf } from "../host-check.ts";
import { formOf, wholeRequest } from "../page-form.ts";
import { shownPath } from "../shown-path.ts";
import { showAccount, submitAccount } from "./account.tsx";
import { showAccountApp, showAccountCodes, submitAccountApp } from "./account-app.tsx";
import { authorize, authorizeByForm } from "./authorize.ts";
import { showConnectedApps, submitConnectedApps } from "./connected-apps.tsx";
import { showConsent, submitConsent } from "./consent.tsx";
import { showJoin, submitJoin } from "./join.tsx";
import { tooManyRequests, unreadableForm } from "./message-pages.tsx";
import { ACCOUNT_PATH, APP_PATH, CODES_PATH, HOME_PATH } from "./paths.ts";
import { showSecondFactor, submitSecondFactor } from "./second-factor.tsx";
import { showSetup, submitSetup } from "./setup.tsx";
import { PASSKEY_SIGN_IN_PATH, showSignIn, submitPasskeySignIn, submitSignIn } from "./sign-in.tsx";
import { showSignOut, submitSignOut } from "./sign-out.tsx";
import { type AuthPageParts, SECOND_FACTOR_PATH, type Visit, visitOf } from "./visit.ts";

export type AuthPages = (request: Request, address: string) => Promise<Response>;

interface Page {
  readonly show: (visit: Visit) => Promise<Response>;
  readonly submit: (visit: Visit, fields: URLSearchParams) => Promise<Response>;
}

/** Lets a person who must first add a second factor sign out without adding one. */
const asSignedIn = (visit: Visit): Visit => ({
  ...visit,
  signedIn: visit.signedIn ?? visit.enrolling,
});

const PAGES: Readonly<Record<string, Page>> = {
  "/authorize": { show: authorize, submit: authorizeByForm },
  "/consent": { show: showConsent, submit: submitConsent },
  "/sign-in": { show: showSignIn, submit: submitSignIn },
  [PASSKEY_SIGN_IN_PATH]: { show: showSignIn, submit: submitPasskeySignIn },
  [SECOND_FACTOR_PATH]: { show: showSecondFactor, submit: submitSecondFactor },
  [ACCOUNT_PATH]: { show: showAccount, submit: submitAccount },
  [APP_PATH]: { show: showAccountApp, submit: submitAccountApp },
  [CODES_PATH]: { show: showAccountCodes, submit: showAccountCodes },
  "/sign-out": {
    show: (visit) => showSignOut(asSignedIn(visit)),
    submit: (visit, fields) => submitSignOut(asSignedIn(visit), fields),
  },
  [HOME_PATH]: { show: showConnectedApps, submit: submitConnectedApps },
  [SETUP_PATH]: { show: showSetup, submit: submitSetup },
  [JOIN_PATH]: { show: showJoin, submit: submitJoin },
};

const TOKEN_PATHS = [SETUP_PATH, JOIN_PATH];

export const AUTH_PAGE_PATHS = Object.keys(PAGES).map((path) =>
  TOKEN_PATHS.includes(path) ? `${path}:token` : path,
);

const pageAt = (path: string): Page | null =>
  PAGES[TOKEN_PATHS.find((before) => path.startsWith(before)) ?? path] ?? null;

/** Any site may send a form to /authorize, because the answer only redirects to the same path by GET. */
export function formsFrom(path: string): FormsFrom {
  if (path === "/authorize") return "any";
  return pageAt(path) === null ? "none" : "own";
}

/** High, because many people may share an IP address. */
const PER_ADDRESS = { burst: 240, refillMs: 500 };

export function createAuthPages(desk: AuthPageParts, environment: Environment): AuthPages {
  const limit = environment === "test" ? null : createAttemptLimit(desk.clock, PER_ADDRESS);
  return async (request, address) => {
    const { method } = request;
    const path = new URL(request.url).pathname;
    const page = pageAt(path);
    if (page === null || !["GET", "HEAD", "POST"].includes(method)) {
      return methodNotAllowed(method, shownPath(path), ["GET", "HEAD", "POST"]);
    }
    const wait = limit?.take(address) ?? null;
    if (wait !== null) return tooManyRequests(wait);
    // Redirects to the host name of our origin, because browsers send our cookies only there.
    const home = method === "POST" ? null : homeOf(request, desk.origin);
    if (home !== null) return home;
    const visit = await visitOf(desk, await wholeRequest(request), address);
    const answer = await (method === "POST" ? submitted(page, visit) : page.show(visit));
    if (visit.browser.isNew && !(method === "POST" && path === "/authorize")) {
      answer.headers.append("Set-Cookie", desk.cookies.browserCookie(visit.browser));
    }
    return answer;
  };
}

async function submitted(page: Page, visit: Visit): Promise<Response> {
  const fields = await formOf(visit);
  return fields === null ? unreadableForm() : page.submit(visit, fields);
}
