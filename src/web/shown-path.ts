import { JOIN_PATH } from "../auth/account-links.ts";
import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutFeedToken } from "./calendar-feeds.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/**
 * A part of a path that looks like one of our tokens: long, with small letters and capitals. Ids
 * and our own paths have no capitals. No slash is needed before it, because some clients write
 * `%2F`.
 */
const TOKEN = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}/g;

/**
 * A path as it can be logged: without the secrets of guests' pages, calendar feeds, set-up and
 * account links, even if they stand at a wrong path.
 */
export function shownPath(path: string): string {
  const opened = [SETUP_PATH, JOIN_PATH].find((before) => path.startsWith(before));
  const shown = opened === undefined ? withoutFeedToken(withoutToken(path)) : `${opened}:token`;
  return shown.replace(TOKEN, ":token");
}
