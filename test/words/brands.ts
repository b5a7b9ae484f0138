import type { Language } from "../../src/domain/languages.ts";
import type { TextingBrand } from "../../src/words/guest-texts.ts";

/** A restaurant in New York that writes to its guests in `language`. */
export const bistro = (
  language: Language = "en",
  { name = "Demo Bistro", timeZone = "America/New_York", contact = {} } = {},
): TextingBrand => ({ name, settings: { timeZone, language, contact } });
