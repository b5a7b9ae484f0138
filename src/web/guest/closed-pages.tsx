/** @jsxImportSource hono/jsx */
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../../domain/languages.ts";
import { guestWords } from "../../words/guest.ts";
import { page } from "./page.tsx";

/** The first language that the browser asks for and that maitred has (rule T27). */
export function languageOf({ headers }: Request): Language {
  const asked = (headers.get("accept-language") ?? "").toLowerCase().split(",");
  return (
    asked
      .map((one) => LANGUAGES.find((language) => language === /^\s*([a-z]+)/.exec(one)?.[1]))
      .find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
  );
}

/** The page must not tell strangers what the link was for. */
export const closedPage = (kind: "unknown" | "expired", language: Language) =>
  notePage(language, guestWords(language).pages.closed[kind]);

export const badFormPage = (language: Language) =>
  notePage(language, guestWords(language).pages.badForm);

export function tooManyPage(seconds: number, language: Language) {
  const { title, text } = guestWords(language).pages.tooMany;
  return notePage(language, { title, text: text(seconds) });
}

const notePage = (
  language: Language,
  { title, text }: { readonly title: string; readonly text: string },
) => page({ language, title, brandName: null, children: <p>{text}</p> });
