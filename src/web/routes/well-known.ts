import type { AuthorizationServer } from "../../auth/oauth/index.ts";
import { openToPages } from "../cors.ts";
import {
  JWKS_PATH,
  noOAuthReason,
  RESOURCE_METADATA_PATHS,
  resourceMetadataWithoutOAuth,
  SERVER_METADATA_PATHS,
} from "../discovery.ts";
import { refusal } from "../errors.ts";
import { get, type HttpApp } from "./router.ts";

const HEADERS = { "Cache-Control": "max-age=300" };

/** What clients read before they have a token; for pages of any origin too. */
export function mountWellKnown(
  app: HttpApp,
  {
    origin,
    oauth = null,
  }: { readonly origin: string; readonly oauth?: AuthorizationServer | null },
): void {
  const publish = (path: string, document: (() => object | Promise<object>) | null): void => {
    openToPages(app, path, ["GET", "HEAD", "OPTIONS"]);
    get(app, path, async () =>
      document === null
        ? refusal(404, "not_found", noOAuthReason(origin))
        : Response.json(await document(), { headers: HEADERS }),
    );
  };

  for (const path of RESOURCE_METADATA_PATHS) {
    publish(path, () => oauth?.resourceMetadata() ?? resourceMetadataWithoutOAuth(origin));
  }
  for (const path of SERVER_METADATA_PATHS) {
    publish(path, oauth === null ? null : () => oauth.metadata());
  }
  publish(JWKS_PATH, oauth === null ? null : () => oauth.jwks());
}
