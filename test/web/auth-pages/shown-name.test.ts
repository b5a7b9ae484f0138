// Goal: the consent page shows any app name as one short line of visible text.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { shownName } from "../../../src/web/auth-pages/shown-name.ts";

describe("an app's name", () => {
  test.each([
    ["Claude", "Claude"],
    ["  Claude \n\t Code ", "Claude Code"],
    ["Zoë’s Café 東京 🍽", "Zoë’s Café 東京 🍽"],
    ["\u202Eelppa", "elppa"],
    ["Cl\u200Baude\uFEFF", "Claude"],
    ["a\u2066b\u2069c", "abc"],
    ["Z\u0300\u0301\u0302\u0303\u0304a", "Z\u0300\u0301a"],
    ["<b>x</b>", "<b>x</b>"],
  ])("%j is shown as %j", (name, shown) => {
    expect(shownName(name)).toBe(shown.normalize("NFC"));
  });

  test.each(["", "   ", "\u200B\u200D", "\u3164\u3164", "\u2800", "...", "\u202E"])(
    "%j has no visible text, and the page says so",
    (name) => {
      expect(shownName(name)).toBe("An app without a name");
    },
  );

  test("of 10 kB is shortened, with an ellipsis", () => {
    const shown = shownName("W".repeat(10_000));
    expect(Array.from(shown)).toHaveLength(80);
    expect(shown).toEndWith("…");
  });

  test("becomes one short line without hidden characters, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        const shown = shownName(name);
        expect(Array.from(shown).length).toBeLessThanOrEqual(80);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown.trim()).toBe(shown);
        expect(shown).not.toBe("");
      }),
    );
  }, 30_000);
});
