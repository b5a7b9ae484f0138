/** @jsxImportSource hono/jsx */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../domain/languages.ts";
import { guestWords } from "../../words/guest.ts";
import { page } from "./page.tsx";

/** The first language that a browser asks for and we speak, where no restaurant is known; English else. */
export function languageOf({ headers }: Request): Language {
  const asked = (headers.get("accept-language") ?? "").toLowerCase().split(",");
  return (
    asked
      .map((one) => LANGUAGES.find((language) => language === /^\s*([a-z]+)/.exec(one)?.[1]))
      .find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
  );
}

/** A link that opens nothing, or nothing any more; tells nothing of what it once was. */
export const closedPage = (kind: "unknown" | "expired", language: Language) =>
  notePage(language, guestWords(language).pages.closed[kind]);

/** Something that no button of ours sends. */
export const formPage = (language: Language) =>
  notePage(language, guestWords(language).pages.badForm);

/** Too many requests. */
export function patiencePage(seconds: number, language: Language) {
  const { title, text } = guestWords(language).pages.tooMany;
  return notePage(language, { title, text: text(seconds) });
}

const notePage = (
  language: Language,
  { title, text }: { readonly title: string; readonly text: string },
) => page({ language, title, brandName: null, children: <p>{text}</p> });
