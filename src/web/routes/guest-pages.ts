import { GUEST_PATHS, type GuestPages } from "../guest/guest-pages.tsx";
import type { HttpApp } from "./router.ts";

/** The pages behind the links in texts. */
export function mountGuestPages(
  app: HttpApp,
  { guestPages }: { readonly guestPages?: GuestPages },
): void {
  if (guestPages === undefined) return;
  for (const path of GUEST_PATHS) {
    app.all(path, (c) => guestPages(c.req.raw, c.get("info").address));
  }
}
