import { DEFAULT_LANGUAGE, type Language } from "../domain/languages.ts";
import { guest as de } from "./de/guest/index.ts";
import { guest as en, type GuestWords } from "./en/guest/index.ts";

export type { GuestWords };

const GUEST_WORDS: Readonly<Record<Language, GuestWords>> = { en, de };

export const guestWords = (language: Language = DEFAULT_LANGUAGE): GuestWords =>
  GUEST_WORDS[language];
