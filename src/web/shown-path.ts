import { JOIN_PATH } from "../auth/account-links.ts";
import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutFeedToken } from "./calendar-feeds.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/**
 * A path as the log may hold it: without what opens a guest's page, a calendar feed, the set-up or an account.
 */
export function shownPath(path: string): string {
  const opened = [SETUP_PATH, JOIN_PATH].find((before) => path.startsWith(before));
  return opened === undefined ? withoutFeedToken(withoutToken(path)) : `${opened}:token`;
}
