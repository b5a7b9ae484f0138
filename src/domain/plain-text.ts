import { withoutLooseEnd } from "./name-words.ts";
import { plainPunctuation } from "./segments.ts";
import { visibleText } from "./visible-text.ts";

/**
 * What a phone would make a link of: a name that looks like one is somebody's advertisement, not a
 * name.
 */
const LOOKS_LIKE_LINK = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu;
/** One line of words, one space between two: most names, and nothing in them has to change. */
const PLAIN_ALREADY = /^[!-z]+(?: [!-z]+)*$/;

/**
 * A name as it may stand in a text: one line, plain punctuation, no control or hidden characters,
 * no braces (they mark fields of a template), at most `maxLength` characters, whole words as far as
 * they fit. Letters stay as they are.
 */
export function plainName(name: string, maxLength: number): string {
  if (name.length <= maxLength && PLAIN_ALREADY.test(name)) return name;
  return shorten(plainLine(name), maxLength);
}

const plainLine = (name: string): string =>
  plainPunctuation(visibleText(name).normalize("NFC"))
    .replace(/\p{Cc}/gu, " ")
    .replace(/\{/g, "(")
    .replace(/\}/g, ")")
    .replace(/\s+/g, " ")
    .trim();

/**
 * A guest's name as it may stand in a text to that guest; empty where it would carry a link, or
 * where so little of a long one is left that nobody is called so.
 */
export const guestNameInText = (name: string, maxLength: number): string => {
  const plain = plainName(name, maxLength);
  if (/[.:]/.test(plain) && LOOKS_LIKE_LINK.test(plain)) return "";
  const isWhole = name.length <= maxLength || plain === plainLine(name);
  return isWhole ? plain : withoutLooseEnd(plain);
};

function shorten(line: string, maxLength: number): string {
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const wordEnd = characters.lastIndexOf(" ", maxLength);
  return characters.slice(0, wordEnd > 0 ? wordEnd : maxLength).join("");
}

/** What people are called; anything else in a name may be meant to be read as something else. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}\p{Zs}'’.&-]+$/u;

/** A guest's name as it stands in a line of an answer: guests chose it, and it ends where it ends. */
export const nameInLine = (name: string): string =>
  PLAIN_NAME.test(name) ? name : JSON.stringify(name);
