import { SESSION_REQUEST } from "../../auth/session-endpoint.ts";
import type { Tool } from "../../operations/define.ts";
import { describedPath, openApiDocument } from "../../operations/openapi/document.ts";
import { get, type HttpApp } from "./router.ts";

const PATH = "/openapi.json";
const HEADERS = { "Cache-Control": "max-age=300" };

/** The document of whatever else is mounted; made when it is asked for the first time. */
export function mountOpenApi(
  app: HttpApp,
  options: {
    readonly origin: string;
    readonly version: string;
    readonly operations?: readonly Tool[];
  },
): void {
  const { origin, version, operations } = options;
  if (operations === undefined) return;
  let document: string | null = null;
  get(app, PATH, () => {
    const mounted = new Set(app.routes.map(({ path }) => describedPath(path)));
    document ??= JSON.stringify(
      openApiDocument({
        operations,
        version,
        origin,
        answers: (path) => mounted.has(path),
        sessionRequest: SESSION_REQUEST,
      }),
    );
    return new Response(document, { headers: { ...HEADERS, "Content-Type": "application/json" } });
  });
}
