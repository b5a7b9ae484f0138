import manifest from "../package.json" with { type: "json" };
import { commitOfSource } from "./commit-of-source.ts" with { type: "macro" };

export const VERSION: string = manifest.version;

/** The release build replaces this name with the commit. */
declare const MAITRED_COMMIT: string | undefined;
export const COMMIT: string =
  typeof MAITRED_COMMIT === "string" ? MAITRED_COMMIT : (commitOfSource() ?? "unknown");
export const SHORT_COMMIT = COMMIT === "unknown" ? "unknown commit" : COMMIT.slice(0, 12);

declare const MAITRED_BUILT_AT: number | undefined;
/** When the release's commit was made, epoch milliseconds. Null if run from source. */
export const BUILT_AT: number | null =
  typeof MAITRED_BUILT_AT === "number" ? MAITRED_BUILT_AT : null;
