import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutFeedToken } from "./calendar-feeds.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/**
 * A part of a path that looks like one of our tokens: long, with small letters and capitals. Ids
 * have no capitals, and no path of ours is written with any.
 */
const TOKEN = /(?<=\/)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{20,}(?=[./]|$)/g;

/**
 * A path as the log may hold it: without what opens a guest's page, a calendar feed or the set-up; also
 * where somebody has asked for it at a wrong path.
 */
export const shownPath = (path: string): string =>
  (path.startsWith(SETUP_PATH)
    ? `${SETUP_PATH}:token`
    : withoutFeedToken(withoutToken(path))
  ).replace(TOKEN, ":token");
