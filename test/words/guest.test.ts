// Goal: the words for guests are complete in every language: a missing text does not compile, no
// text is empty, and none is left in English.
import { expect, test } from "bun:test";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { type GuestWords, guestWords } from "../../src/words/guest.ts";

const { texts, pages, ...others } = guestWords("en");
const { hello: _hello, ...withoutHello } = pages;
const { reminder: _reminder, ...withoutReminder } = texts.wordings;

/** Incomplete languages, each of which the compiler must refuse. */
export const LACKING: readonly GuestWords[] = [
  // @ts-expect-error No pages.
  { ...others, texts },
  // @ts-expect-error No greeting on pages.
  { ...others, texts, pages: withoutHello },
  // @ts-expect-error No text of the reminder.
  { ...others, pages, texts: { ...texts, wordings: withoutReminder } },
  // @ts-expect-error A constant text where a function of a number is needed.
  { ...others, texts, pages: { ...pages, tooMany: { title: "Langsam", text: "Bitte warten" } } },
];

/**
 * Every text of a language with its path. A text that is a function is called with sample values.
 */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value === "function") {
    const table = { size: "4", day: "<day>", time: "<time>" };
    const facts =
      path.startsWith(".answers") && !path.endsWith("which") ? [table, table] : ["<a>", "<b>"];
    const given = path.endsWith("choice") ? [null, table] : facts;
    return [[path, (value as (...facts: unknown[]) => string)(...given)]];
  }
  return Object.entries(value as object).flatMap(([key, one]) => textsOf(one, `${path}.${key}`));
}

const readable = (language: (typeof LANGUAGES)[number]) => {
  const { answers, pages: shown, texts: sent } = guestWords(language);
  const { deadline: _deadline, ...written } = sent;
  return new Map(textsOf({ answers, pages: shown, texts: written }, ""));
};

test.each(LANGUAGES)("%s has no empty text", (language) => {
  for (const [path, text] of readable(language)) {
    expect([path, text.trim().length > 0]).toEqual([path, true]);
    expect(text).not.toContain("undefined");
  }
});

test.each(LANGUAGES.filter((one) => one !== "en"))("%s has no text left in English", (language) => {
  const english = readable("en");
  const same = [...readable(language)].filter(([path, text]) => english.get(path) === text);
  expect(same).toEqual([]);
});
