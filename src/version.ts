import manifest from "../package.json" with { type: "json" };
import { commitOfSource } from "./commit-of-source.ts" with { type: "macro" };

/** From package.json; a compiled binary contains it. */
export const VERSION: string = manifest.version;

/** Replaced by the commit when a release is compiled. */
declare const MAITRED_COMMIT: string | undefined;
/** The commit of this build or of the source; `unknown` without a clone. */
export const COMMIT: string =
  typeof MAITRED_COMMIT === "string" ? MAITRED_COMMIT : (commitOfSource() ?? "unknown");
export const SHORT_COMMIT = COMMIT === "unknown" ? "unknown commit" : COMMIT.slice(0, 12);

declare const MAITRED_BUILT_AT: number | undefined;
/** When that commit was made; null: run from source. A clock that shows less is wrong. */
export const BUILT_AT: number | null =
  typeof MAITRED_BUILT_AT === "number" ? MAITRED_BUILT_AT : null;
