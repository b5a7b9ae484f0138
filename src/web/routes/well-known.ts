import { openToPages, preflight } from "../cors.ts";
import { RESOURCE_METADATA_PATHS, resourceMetadata } from "../discovery.ts";
import { get, type HttpApp } from "./router.ts";

/** What clients read before they have a token; for pages of any origin too. */
export function mountWellKnown(app: HttpApp, { origin }: { readonly origin: string }): void {
  for (const path of RESOURCE_METADATA_PATHS) {
    app.use(path, async (c, next) => {
      await next();
      openToPages(c.res.headers);
    });
    app.options(path, () => preflight(["GET", "HEAD", "OPTIONS"]));
    get(app, path, () =>
      Response.json(resourceMetadata(origin), { headers: { "Cache-Control": "max-age=300" } }),
    );
  }
}
