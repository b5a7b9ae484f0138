import { homeOf } from "../home.ts";
import { landing } from "../landing.ts";
import { get, type HttpApp } from "./router.ts";

/** The bare address. */
export function mountLanding(
  app: HttpApp,
  { origin, version }: { readonly origin: string; readonly version: string },
): void {
  get(app, "/", (request) => homeOf(request, origin) ?? landing(request, origin, version));
}
