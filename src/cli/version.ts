import { COMMIT, SHORT_COMMIT, VERSION } from "../version.ts";
import type { Verb } from "./verb.ts";

/** `maitred version`. */
export const version: Verb = {
  name: "version",
  summary: "Show the version.",
  positionals: [],
  flags: {},
  run: async () =>
    Promise.resolve({
      json: { version: VERSION, commit: COMMIT, bun: Bun.version },
      text: `maitred ${VERSION} (${SHORT_COMMIT})`,
      plain: true,
    }),
};
