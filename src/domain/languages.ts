/** Each language needs a folder in `src/words`. */
export const LANGUAGES = ["en", "de"] as const;
export const DEFAULT_LANGUAGE = "en";
export type Language = (typeof LANGUAGES)[number];
