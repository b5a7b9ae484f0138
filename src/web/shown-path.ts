import { JOIN_PATH } from "../auth/account-links.ts";
import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutFeedToken } from "./calendar-feeds.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/** A secret: a long word with small and capital letters. Ids and our own paths have no capitals. */
const TOKEN = /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}/g;

/** The path for logs and error answers. Must hide the secrets of links, even in a mistyped path. */
export function shownPath(path: string): string {
  const opened = [SETUP_PATH, JOIN_PATH].find((before) => path.startsWith(before));
  const shown = opened === undefined ? withoutFeedToken(withoutToken(path)) : `${opened}:token`;
  return shown.replace(TOKEN, ":token");
}
