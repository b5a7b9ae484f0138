/** Languages in which guests are spoken to; each has its words in a folder of `src/words`. */
export const LANGUAGES = ["en", "de"] as const;
/** Where a restaurant has chosen none. */
export const DEFAULT_LANGUAGE = "en";
export type Language = (typeof LANGUAGES)[number];
