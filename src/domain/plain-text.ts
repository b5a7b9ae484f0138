import { withoutLooseEnd } from "./name-words.ts";
import { plainPunctuation } from "./segments.ts";
import { visibleText } from "./visible-text.ts";

/** Phones show web addresses and phone numbers as links. A name that contains a link could be an advertisement. */
const LINKS: readonly RegExp[] = [
  /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2,}/iu,
  /\b0x[\da-f]{2}|\d\.\d+\.\d+\.\d|\d\.\d+(?:\.\d+)?[/:]/i,
  /\p{Nd}(?:[\s().+/-]*\p{Nd}){6}/u,
];
const HAS_NO_LINK = /^[\p{L}\p{M}\s'&,-]*$/u;
const PLAIN_ALREADY = /^[!-z]+(?: [!-z]+)*$/;

/**
 * One line without hidden characters. Braces, which mark template fields, become parentheses. A name
 * longer than `maxLength` is cut, if possible after a word.
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

/** Empty if the name contains a link, or if shortening leaves no name. */
export const guestNameInText = (name: string, maxLength: number): string => {
  const plain = plainName(name, maxLength);
  if (isLink(plain)) return "";
  const isWhole = name.length <= maxLength || plain === plainLine(name);
  return isWhole ? plain : withoutLooseEnd(plain);
};

function isLink(name: string): boolean {
  if (HAS_NO_LINK.test(name)) return false;
  // In web addresses, a full-width letter counts as a plain letter and the Chinese full stop as a dot (UTS 46).
  const read = name.normalize("NFKC").replaceAll("\u3002", ".");
  return LINKS.some((link) => link.test(read));
}

function shorten(line: string, maxLength: number): string {
  const characters = Array.from(line);
  if (characters.length <= maxLength) return line;
  const wordEnd = characters.lastIndexOf(" ", maxLength);
  return characters.slice(0, wordEnd > 0 ? wordEnd : maxLength).join("");
}

/** A name with any other character is quoted, because it could imitate the text around it. */
const PLAIN_NAME = /^[\p{L}\p{M}\p{N}\p{Zs}'’.&-]+$/u;

export const nameInLine = (name: string): string =>
  PLAIN_NAME.test(name) ? name : JSON.stringify(name);
