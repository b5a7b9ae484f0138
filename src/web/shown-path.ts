import { JOIN_PATH } from "../auth/account-links.ts";
import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutFeedToken } from "./calendar-feeds.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/**
 * A part of a path that looks like one of our tokens: long, with small letters and capitals. Ids
 * have no capitals, and no path of ours is written with any. Nor need a slash stand before it:
 * whoever rewrites addresses writes `%2F`.
 */
const TOKEN = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}/g;

/**
 * A path as the log may hold it: without what opens a guest's page, a calendar feed, the set-up or an
 * account; also where somebody has asked for it at a wrong path.
 */
export function shownPath(path: string): string {
  const opened = [SETUP_PATH, JOIN_PATH].find((before) => path.startsWith(before));
  const shown = opened === undefined ? withoutFeedToken(withoutToken(path)) : `${opened}:token`;
  return shown.replace(TOKEN, ":token");
}
