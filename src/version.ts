import manifest from "../package.json" with { type: "json" };

/** The version that this build calls itself, from package.json; a compiled binary carries it. */
export const VERSION: string = manifest.version;
