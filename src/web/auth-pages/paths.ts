/** Longer than any address that a page of ours leads to. */
const MOST = 1024;
/** Pages that would only lead back to themselves. */
const CIRCLES = ["/sign-in", "/sign-in/passkey", "/second-factor", "/sign-out", "/authorize"];

/** The apps that somebody connected. */
export const HOME_PATH = "/connected-apps";
/** What somebody signs in with. */
export const ACCOUNT_PATH = "/account";
/** Where an owner adds a restaurant, the first one included. */
export const NEW_RESTAURANT_PATH = "/new-restaurant";
/** Where people go who were on the way to nowhere in particular: on to their restaurant. */
export const START_PATH = "/";

/**
 * Where to go after signing in: a path of ours with its query, never another site (an open
 * redirect), whatever stands in `next`.
 */
export function nextPath(next: string | null, origin: string): string {
  if (next === null || next.length > MOST || !/^\/[\x21-\x7e]*$/.test(next)) return START_PATH;
  if (!URL.canParse(next, origin)) return START_PATH;
  const url = new URL(next, origin);
  // `//host` and its other spellings are addresses of other hosts, also where dots were resolved.
  if (url.origin !== origin || url.pathname.startsWith("//") || url.hash !== "") return START_PATH;
  return CIRCLES.includes(url.pathname) ? START_PATH : url.pathname + url.search;
}

/** Where an app that shows codes is set up. */
export const APP_PATH = "/account/app";
/** Where recovery codes are shown, once. */
export const CODES_PATH = "/account/codes";

/** A page of somebody's own account, with where they were going. */
export const accountAt = (path: string, next: string): string =>
  `${path}?next=${encodeURIComponent(next)}`;

/** What a form of these pages is bound to: this action, on this passkey. */
export const purposeOf = (action: string, id: string): string => `account ${action} ${id}`;
