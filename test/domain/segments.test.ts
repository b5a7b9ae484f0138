// Goal: segments are counted as gateways bill them, and no character is split.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  encodingOf,
  plainPunctuation,
  segmentsOf,
  splitSegments,
} from "../../src/domain/segments.ts";

const EXTENSION = "^{}\\[~]|€";

describe("segments", () => {
  test.each([
    ["an empty text", "", 1],
    ["160 letters", "a".repeat(160), 1],
    ["161 letters", "a".repeat(161), 2],
    ["306 letters", "a".repeat(306), 2],
    ["307 letters", "a".repeat(307), 3],
    ["80 euro signs", "€".repeat(80), 1],
    ["81 euro signs", "€".repeat(81), 2],
    ["153 euro signs, 76 per segment", "€".repeat(153), 3],
    ["70 letters outside GSM-7", "ł".repeat(70), 1],
    ["71 letters outside GSM-7", "ł".repeat(71), 2],
    ["134 letters outside GSM-7", "ł".repeat(134), 2],
    ["135 letters outside GSM-7", "ł".repeat(135), 3],
    ["35 emoji", "🍷".repeat(35), 1],
    ["36 emoji", "🍷".repeat(36), 2],
    ["67 emoji, 33 per segment", "🍷".repeat(67), 3],
    ["70 plain letters and one outside GSM-7", `${"a".repeat(70)}ś`, 2],
    ["the accents that GSM-7 has", "è é ù ì ò Ç ñ ü ä ö å à".repeat(6), 1],
  ])("of %s are counted", (_, body, count) => {
    expect(segmentsOf(body)).toBe(count);
  });

  test.each([...Array.from(EXTENSION), "\f"])("%p counts as two characters", (character) => {
    expect(encodingOf(character)).toBe("gsm7");
    expect(segmentsOf(`${"a".repeat(158)}${character}`)).toBe(1);
    expect(segmentsOf(`${"a".repeat(159)}${character}`)).toBe(2);
  });

  test("a character that counts as two is not split between segments", () => {
    const [first, second] = splitSegments(`${"a".repeat(152)}€${"a".repeat(20)}`);
    expect(first).toBe("a".repeat(152));
    expect(second).toBe(`€${"a".repeat(20)}`);
  });

  test.each(["í", "ç", "ł", "`", "’", "\u00a0", "\t", "漢", "\u0301"])(
    "%p is not in GSM-7",
    (character) => {
      expect(encodingOf(character)).toBe("ucs2");
    },
  );

  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", ...Array.from(EXTENSION)), maxLength: 700 }),
    fc.string({ unit: fc.constantFrom("a", "🍷", "ł", "€"), maxLength: 300 }),
    fc.string({ unit: "binary", maxLength: 300 }),
  );
  const septets = (part: string): number =>
    Array.from(part).reduce(
      (sum, one) => sum + (EXTENSION.includes(one) || one === "\f" ? 2 : 1),
      0,
    );

  test("the segments joined are the text; none is too long, empty or ends within a character", () => {
    fc.assert(
      fc.property(texts, (body) => {
        const parts = splitSegments(body);
        expect(parts.join("")).toBe(body);
        expect(parts.length).toBe(segmentsOf(body));
        const alone = parts.length === 1;
        const gsm = encodingOf(body) === "gsm7";
        for (const part of parts) {
          if (gsm) expect(septets(part)).toBeLessThanOrEqual(alone ? 160 : 153);
          else expect(part.length).toBeLessThanOrEqual(alone ? 70 : 67);
          if (!alone) expect(part).not.toBe("");
          if (body.isWellFormed()) expect(part.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("a segment ends only if the next character does not fit", () => {
    fc.assert(
      fc.property(texts, (body) => {
        const parts = splitSegments(body);
        const gsm = encodingOf(body) === "gsm7";
        parts.slice(0, -1).forEach((part, index) => {
          const [next = ""] = parts[index + 1] ?? "";
          const together = gsm ? septets(part + next) : (part + next).length;
          expect(together).toBeGreaterThan(gsm ? 153 : 67);
        });
      }),
      { numRuns: 1000 },
    );
  });
});

const letters = (text: string): string => (text.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).join("");

describe("plain punctuation", () => {
  test.each([
    ["‘It’s’ “fine”", `'It's' "fine"`],
    ["7–9 — now", "7-9 - now"],
    ["7:30\u202fPM\u00a0or\u2009so", "7:30 PM or so"],
    ["wait…", "wait..."],
    ["„Zum Löwen“ «Chez Élise»", `"Zum Löwen" "Chez Élise"`],
  ])("%p becomes %p", (typed, plain) => {
    expect(plainPunctuation(typed)).toBe(plain);
  });

  test.each([
    "Łukasz Żółć",
    "Søren Ångström",
    "Nguyễn",
    "Ольга",
    "李小龍",
    "ʻIolani",
    "Müller-Lüdenscheid",
  ])("the name %s is unchanged", (name) => {
    expect(plainPunctuation(name)).toBe(name);
  });

  test("letters, marks and digits are kept, and a second pass changes nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const plain = plainPunctuation(text);
        expect(letters(plain)).toBe(letters(text));
        expect(plainPunctuation(plain)).toBe(plain);
      }),
      { numRuns: 1000 },
    );
  });
});
