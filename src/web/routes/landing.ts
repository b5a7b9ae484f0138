import type { Dashboard } from "../dashboard/dashboard.ts";
import { homeOf } from "../host-check.ts";
import { landing } from "../landing.tsx";
import { get, type HttpApp } from "./router.ts";

/** The bare address: people are led to their restaurant, programs are told what this is. */
export function mountLanding(
  app: HttpApp,
  {
    origin,
    version,
    oauth = null,
    dashboard,
  }: {
    readonly origin: string;
    readonly version: string;
    readonly oauth?: object | null;
    readonly dashboard?: Dashboard;
  },
): void {
  const facts = { origin, version, oauth: oauth !== null };
  get(app, "/", (request) => {
    const byPerson = (request.headers.get("accept") ?? "").includes("text/html");
    if (byPerson && dashboard !== undefined) return dashboard.home(request);
    return homeOf(request, origin) ?? landing(request, facts);
  });
}
