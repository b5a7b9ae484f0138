import { visibleText } from "./visible-text.ts";

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_SLUG = 64;
const MAX_NAME = 120;
const DEFAULT_SLUG = "restaurant";
const PROPOSED_LENGTH = 40;

/** Completes "must be ..." in errors. */
export const EXPECTED_SLUG = `up to ${MAX_SLUG} lower-case letters, digits and single hyphens`;
export const EXPECTED_NAME = `1 to ${MAX_NAME} visible characters on one line`;

export const isBrandSlug = (text: string): boolean => SLUG.test(text) && text.length <= MAX_SLUG;

/** No control or hidden characters, because texts and terminals show the name. */
export const isBrandName = (text: string): boolean =>
  text.trim() !== "" &&
  text.length <= MAX_NAME &&
  !/[\p{Cc}\p{Cn}]/u.test(text) &&
  visibleText(text) === text;

/** Characters that Unicode's NFD does not turn into plain letters. */
const SPELT: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  "&": " and ",
};

/** "Chez Ana & Zoë" becomes "chez-ana-and-zoe". If that is taken, adds "-2", "-3" and so on. */
export function proposedSlug(name: string, taken: (slug: string) => boolean): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøłđ&]/g, (letter) => SPELT[letter] ?? letter)
    .normalize("NFD")
    .replace(/[\p{M}'\u2019]/gu, "");
  const words = plain.replace(/[^a-z0-9]+/g, "-").slice(0, PROPOSED_LENGTH);
  const slug = words.replace(/^-+|-+$/g, "") || DEFAULT_SLUG;
  for (let number = 1; ; number += 1) {
    const proposed = number === 1 ? slug : `${slug}-${number}`;
    if (!taken(proposed)) return proposed;
  }
}
