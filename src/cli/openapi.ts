import { SESSION_REQUEST } from "../auth/session-endpoint.ts";
import { OPERATIONS } from "../operations/index.ts";
import { openApiDocument } from "../operations/openapi/document.ts";
import { VERSION } from "../version.ts";
import { SERVER_FLAGS } from "./flags.ts";
import type { Verb } from "./verb.ts";

export const openapi: Verb = {
  name: "openapi",
  summary: "Print the OpenAPI document of the HTTP interface.",
  flags: SERVER_FLAGS,
  run: ({ config: { values } }) => {
    const document = openApiDocument({
      operations: OPERATIONS,
      version: VERSION,
      origin: values.origin,
      sessionRequest: SESSION_REQUEST,
      hasPath: (path) => !path.startsWith("/test/") && (values.metrics || path !== "/metrics"),
    });
    return {
      json: document,
      text: JSON.stringify(document, null, 2),
      plain: true,
    };
  },
};
