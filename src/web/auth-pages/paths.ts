const LONGEST_NEXT = 1024;
const NEVER_NEXT = ["/sign-in", "/sign-in/passkey", "/second-factor", "/sign-out", "/authorize"];

export const HOME_PATH = "/connected-apps";
export const ACCOUNT_PATH = "/account";
export const NEW_RESTAURANT_PATH = "/new-restaurant";
/** Redirects to the person's restaurant. */
export const START_PATH = "/";

/** Never returns a path that leads to another site (an open redirect). */
export function nextPath(next: string | null, origin: string): string {
  if (next === null || next.length > LONGEST_NEXT || !/^\/[\x21-\x7e]*$/.test(next))
    return START_PATH;
  if (!URL.canParse(next, origin)) return START_PATH;
  const url = new URL(next, origin);
  // `//host` leads to another host. The URL parser turns `/.//host` into `//host`.
  if (url.origin !== origin || url.pathname.startsWith("//") || url.hash !== "") return START_PATH;
  return NEVER_NEXT.includes(url.pathname) ? START_PATH : url.pathname + url.search;
}

export const APP_PATH = "/account/app";
export const CODES_PATH = "/account/codes";

export const accountAt = (path: string, next: string): string =>
  `${path}?next=${encodeURIComponent(next)}`;

export const purposeOf = (action: string, id: string): string => `account ${action} ${id}`;
