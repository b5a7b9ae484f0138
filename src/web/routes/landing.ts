import { homeOf } from "../home.ts";
import { landing } from "../landing.tsx";
import { get, type HttpApp } from "./router.ts";

/** The bare address. */
export function mountLanding(
  app: HttpApp,
  {
    origin,
    version,
    oauth = null,
  }: { readonly origin: string; readonly version: string; readonly oauth?: object | null },
): void {
  const house = { origin, version, oauth: oauth !== null };
  get(app, "/", (request) => homeOf(request, origin) ?? landing(request, house));
}
