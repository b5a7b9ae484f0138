import manifest from "../package.json" with { type: "json" };

/** The version that this build calls itself, from package.json; a compiled binary carries it. */
export const VERSION: string = manifest.version;

/** Put in the place of its name when a release is compiled. */
declare const MAITRED_COMMIT: string | undefined;
/** The commit that a release was built from; null in everything that is no release. */
export const COMMIT: string | null = typeof MAITRED_COMMIT === "string" ? MAITRED_COMMIT : null;

declare const MAITRED_BUILT_AT: number | undefined;
/** When that commit was made, epoch milliseconds: no clock is right that shows an earlier time. */
export const BUILT_AT: number | null =
  typeof MAITRED_BUILT_AT === "number" ? MAITRED_BUILT_AT : null;
