/** These characters take 7 bits each in an SMS (GSM 03.38 basic set). */
const GSM_BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡" +
  "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const ALL_BASIC = new RegExp(`^[${GSM_BASIC.replace("-", "\\-")}]*$`);
/** These characters take 14 bits each. */
const GSM_EXTENSION = new Set("\f^{}\\[~]|€");

/** Characters per segment. `joined`: for a text of several segments, each of which contains a header. */
const ROOM = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const;

export type Encoding = keyof typeof ROOM;

export function encodingOf(body: string): Encoding {
  for (const character of body) {
    if (!GSM_BASIC.includes(character) && !GSM_EXTENSION.has(character)) return "ucs2";
  }
  return "gsm7";
}

/** In units of 7 bits for GSM-7, of 16 bits for UCS-2. */
const cost = (character: string, encoding: Encoding): number =>
  encoding === "ucs2" ? character.length : GSM_EXTENSION.has(character) ? 2 : 1;

/** Never splits a character. An empty text is one part. */
export function splitSegments(body: string): string[] {
  const encoding = encodingOf(body);
  const characters = Array.from(body);
  const total = characters.reduce((sum, character) => sum + cost(character, encoding), 0);
  if (total <= ROOM[encoding].alone) return [body];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const character of characters) {
    const needed = cost(character, encoding);
    if (used + needed > ROOM[encoding].joined) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += character;
    used += needed;
  }
  return [...parts, part];
}

export function segmentsOf(body: string): number {
  if (!ALL_BASIC.test(body)) return splitSegments(body).length;
  const { alone, joined } = ROOM.gsm7;
  return body.length <= alone ? 1 : Math.ceil(body.length / joined);
}

export const LINK = "{link}";

export const costOf = (body: string, sampleLink: string): number =>
  segmentsOf(body.replaceAll(LINK, sampleLink));

const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u201B\u2039\u203A\u2032]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/\p{Zs}/gu, " "],
];
const ASCII = /^[\x20-\x7e]*$/;

/**
 * Replaces typographic punctuation, because one such character can double the price of a text. Letters
 * stay as they are.
 */
export const plainPunctuation = (text: string): string =>
  ASCII.test(text)
    ? text
    : PLAIN.reduce((plain, [typographic, simple]) => plain.replace(typographic, simple), text);
