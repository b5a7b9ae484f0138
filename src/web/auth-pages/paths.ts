/** Longer than the address of any page. */
const MOST = 1024;
/** Pages that would redirect to themselves. */
const CIRCLES = ["/sign-in", "/sign-in/passkey", "/second-factor", "/sign-out", "/authorize"];

/** The page of connected apps. */
export const HOME_PATH = "/connected-apps";
/** The page of one's own account. */
export const ACCOUNT_PATH = "/account";
/** Where an owner adds a restaurant, the first one included. */
export const NEW_RESTAURANT_PATH = "/new-restaurant";
/** The default destination: redirects to the person's restaurant. */
export const START_PATH = "/";

/**
 * Where to go after signing in: always a path of ours, whatever is in `next` (no open redirect).
 */
export function nextPath(next: string | null, origin: string): string {
  if (next === null || next.length > MOST || !/^\/[\x21-\x7e]*$/.test(next)) return START_PATH;
  if (!URL.canParse(next, origin)) return START_PATH;
  const url = new URL(next, origin);
  // `//host` and other spellings, also after resolving dots, are addresses of other hosts.
  if (url.origin !== origin || url.pathname.startsWith("//") || url.hash !== "") return START_PATH;
  return CIRCLES.includes(url.pathname) ? START_PATH : url.pathname + url.search;
}

/** Where an authenticator app is set up. */
export const APP_PATH = "/account/app";
/** Where recovery codes are shown, once. */
export const CODES_PATH = "/account/codes";

/** A page of one's own account, with the destination after it. */
export const accountAt = (path: string, next: string): string =>
  `${path}?next=${encodeURIComponent(next)}`;

/** The CSRF purpose of a form: this action, on this passkey. */
export const purposeOf = (action: string, id: string): string => `account ${action} ${id}`;
