import { withoutLooseEnd } from "./name-words.ts";
import { plainPunctuation } from "./segments.ts";
import { visibleText } from "./visible-text.ts";

/**
 * What a phone would turn into a link: a name that looks like one is somebody's advertisement, not
 * a name. Web addresses with letters or with numbers (also hexadecimal ones), and phone numbers.
 */
const LINKS: readonly RegExp[] = [
  /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu,
  /\b0x[\da-f]{2}|\d\.\d+\.\d+\.\d|\d\.\d+(?:\.\d+)?[/:]/i,
  /\p{Nd}(?:[\s().+/-]*\p{Nd}){6}/u,
];
/** Nothing in it can be part of a link. */
const HAS_NO_LINK = /^[\p{L}\p{M}\s'&,-]*$/u;
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
 * A guest's name as used in a text to that guest; empty if it would contain a link, or if too
 * little of a long one is left to be a name.
 */
export const guestNameInText = (name: string, maxLength: number): string => {
  const plain = plainName(name, maxLength);
  if (isLink(plain)) return "";
  const isWhole = name.length <= maxLength || plain === plainLine(name);
  return isWhole ? plain : withoutLooseEnd(plain);
};

function isLink(name: string): boolean {
  if (HAS_NO_LINK.test(name)) return false;
  // As a phone reads it, which takes wide letters and other full stops for plain ones (UTS 46).
  const read = name.normalize("NFKC").replaceAll("\u3002", ".");
  return LINKS.some((link) => link.test(read));
}

function shorten(line: string, maxLength: number): string {
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const wordEnd = characters.lastIndexOf(" ", maxLength);
  return characters.slice(0, wordEnd > 0 ? wordEnd : maxLength).join("");
}

/** The characters of usual names; with others, a name may be meant to pass for something else. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}\p{Zs}'’.&-]+$/u;

/** A guest's name in a line of an answer, quoted if unusual: readers must see where it ends. */
export const nameInLine = (name: string): string =>
  PLAIN_NAME.test(name) ? name : JSON.stringify(name);
