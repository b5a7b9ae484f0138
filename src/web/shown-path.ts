import { SETUP_PATH } from "../auth/setup-link.ts";
import { withoutToken } from "./guest/guest-pages.tsx";

/** A path as the log may hold it: without what opens a guest's page or the set-up. */
export const shownPath = (path: string): string =>
  path.startsWith(SETUP_PATH) ? `${SETUP_PATH}:token` : withoutToken(path);
