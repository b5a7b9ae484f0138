import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutFeedToken } from "./calendar-feeds.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/**
 * A path as the log may hold it: without what opens a guest's page, a calendar feed or the set-up.
 */
export const shownPath = (path: string): string =>
  path.startsWith(SETUP_PATH) ? `${SETUP_PATH}:token` : withoutFeedToken(withoutToken(path));
