import { AUTH_PAGE_PATHS, type AuthPages } from "../auth-pages/auth-pages.ts";
import { PASSKEY_SCRIPT_PATH, passkeyScriptAnswer } from "../auth-pages/passkey-form.tsx";
import { STYLE_PATH, styleAnswer } from "../auth-pages/style.ts";
import { get, type HttpApp } from "./router.ts";

/** The pages where people sign in and decide, and their stylesheet. */
export function mountAuthPages(
  app: HttpApp,
  { authPages }: { readonly authPages?: AuthPages },
): void {
  get(app, STYLE_PATH, styleAnswer);
  get(app, PASSKEY_SCRIPT_PATH, passkeyScriptAnswer);
  if (authPages === undefined) return;
  for (const path of AUTH_PAGE_PATHS) {
    app.all(path, (c) => authPages(c.req.raw, c.get("info").address));
  }
}
