/** Longer than any address that a page of ours leads to. */
const MOST = 1024;
/** Pages that would only lead back to themselves. */
const CIRCLES = ["/sign-in", "/sign-in/passkey", "/second-factor", "/sign-out", "/authorize"];

/** The apps that somebody connected. */
export const HOME_PATH = "/connected-apps";
/** What somebody signs in with. */
export const ACCOUNT_PATH = "/account";
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
