/** Languages for guests; each has its words in a folder of `src/words`. */
export const LANGUAGES = ["en", "de"] as const;
/** If a restaurant has not chosen one. */
export const DEFAULT_LANGUAGE = "en";
export type Language = (typeof LANGUAGES)[number];
