// Goal: a phone is stored as E.164, or the refusal says what to send instead (rule C25). No input
// makes the parser throw an error.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { isPhoneCountry, lastDigits, normalisePhone } from "../../src/domain/phone.ts";
import { said } from "../support/said.ts";

/** The refusal's sentence; throws if the phone is accepted. */
function refusalOf(raw: string, country = "US"): string {
  const result = normalisePhone(raw, country);
  if (result.ok) throw new Error(`${raw} was accepted as ${result.phone}`);
  expect(result.reason.code).toBe("PHONE_INVALID");
  return said(result.reason);
}

describe("a number that exists in its country is stored without a warning", () => {
  test.each([
    ["+12125550123", "US", "+12125550123"],
    ["+1 (212) 555-0123", "IT", "+12125550123"],
    ["+1.212.555.0123", "US", "+12125550123"],
    ["212\u00a0555\u202f0123", "US", "+12125550123"],
    ["212\u2013555\u20110123", "US", "+12125550123"],
    ["[212] 555 0123", "US", "+12125550123"],
    ["1 212 555 0123", "US", "+12125550123"],
    ["0044 20 7946 0958", "US", "+442079460958"],
    ["020 7946 0958", "GB", "+442079460958"],
    ["+44 (0)20 7946 0958", "US", "+442079460958"],
    ["06 12345678", "NL", "+31612345678"],
    ["06 9876 5432", "IT", "+390698765432"],
    ["312 345 6789", "IT", "+393123456789"],
    ["011 44 20 7946 0958", "US", "+442079460958"],
    ["0664/123 45 67", "AT", "+436641234567"],
    ["(030) / 23125000", "DE", "+493023125000"],
    ["+43 664/1234567", "DE", "+436641234567"],
  ])("%p in %s is stored as %s", (raw, country, phone) => {
    expect(normalisePhone(raw, country)).toEqual({ ok: true, phone, warning: null });
  });
});

describe("an international number that cannot be right is stored, and the warning has a likely correction", () => {
  test.each([
    ["+2125550123", "US", "+12125550123"],
    ["+0612345678", "NL", "+31612345678"],
    ["+00442079460958", "US", "+442079460958"],
    ["+1212555012", "US", "missing digit"],
    ["+3161234567", "US", "no number in the Netherlands begins like this"],
    ["+121255501234", "US", "extra digit"],
    ["+999123456789", "US", "after the +"],
    ["+15550100123", "US", "mistyped digit"],
  ])("for %s in %s the correction is %p", (raw, country, fix) => {
    const result = normalisePhone(raw, country);
    expect(result).toMatchObject({ ok: true, phone: raw });
    expect(said(result.ok ? result.warning : null)).toContain(fix);
  });
});

test("a national number that is possible but not assigned is stored with a warning", () => {
  const result = normalisePhone("(555) 010-0123", "US");
  expect(result).toMatchObject({ ok: true, phone: "+15550100123" });
  expect(said(result.ok ? result.warning : null)).toContain("mistyped digit");
});

test.each(["06 1234567/8", "0664 1234567/0676 7654321", "0664/1234567/8"])(
  "%p lists two numbers and is refused",
  (raw) => {
    expect(refusalOf(raw, "AT")).toContain("only digits, spaces, dashes");
  },
);

test.each(["unknown", "n/a", "keine"])(
  "%p is not a number: the refusal says to ask for the number or leave it out",
  (raw) => {
    const result = normalisePhone(raw, "US");
    expect(result).toMatchObject({ ok: false, reason: { code: "PHONE_INVALID" } });
    expect(result.ok || said(result.reason)).toContain("Ask for the number, or leave it out");
  },
);

describe("every other text is refused with what to send", () => {
  test.each([
    ["", "no digits"],
    ["   ", "no digits"],
    ["+", "8 to 15 digits"],
    ["+1234567", "this one has 7"],
    ["+1234567890123456", "this one has 16"],
    ["555 0123", "these 7 digits"],
    ["911", "these 3 digits"],
    ["212 555 0123 x12", "extensions"],
    ["+12125550123;ext=5", "extensions"],
    ["1-800-FLOWERS", "only digits"],
    ["call me", "only digits"],
    ["212/555/0123", "only digits"],
    ["++12125550123", "only digits"],
    ["212+5550123", "only digits"],
    ["212\u00075550123", "invisible"],
    ["212\n5550123", "invisible"],
    ["\u202a+12125550123\u202c", "invisible"],
    ["٠١٢٣٤٥٦٧٨٩", "only digits"],
    ["9".repeat(65), "too long"],
  ])("%p: %s", (raw, why) => {
    const message = refusalOf(raw);
    expect(message).toContain(why);
    expect(message).toContain("Send it with + and the country code");
  });

  test.each([
    ["US", "no number in the United States has these 3 digits."],
    ["NL", "no number in the Netherlands has these 3 digits."],
    ["IT", "no number in Italy has these 3 digits."],
  ])(
    "the refusal of a number of %s that is too short names the country in words",
    (country, why) => {
      const message = refusalOf("212", country);
      expect(message).toContain(why);
      expect(message).toEndWith(` within ${/in (.+) has/.exec(why)?.[1]}.`);
    },
  );

  test("a national number needs a known country", () => {
    expect(refusalOf("2125550123", "XX")).toContain("country code is missing");
    expect(normalisePhone("+12125550123", "XX")).toMatchObject({ ok: true });
  });

  test("a very long number is refused with a short sentence", () => {
    expect(refusalOf("9".repeat(100_000)).length).toBeLessThan(250);
  });
});

describe("with random input,", () => {
  const countries = fc.constantFrom("US", "GB", "IT", "DE", "FR", "NL", "XX", "");
  const numberLike = fc.string({
    unit: fc.constantFrom(...Array.from("+0123456789 -().x\u00a0")),
    maxLength: 24,
  });
  const typed = fc.oneof(fc.string({ unit: "binary", maxLength: 80 }), numberLike);

  test("the result is a plain E.164 number or a refusal", () => {
    fc.assert(
      fc.property(typed, countries, (raw, country) => {
        const result = normalisePhone(raw, country);
        if (result.ok) expect(result.phone).toMatch(/^\+\d{4,15}$/);
        else expect(result.reason.code).toBe("PHONE_INVALID");
      }),
      { numRuns: 3000 },
    );
  });

  test("a + followed by 8 to 15 digits is accepted", () => {
    const digits = fc.string({
      unit: fc.constantFrom(...Array.from("0123456789")),
      minLength: 8,
      maxLength: 15,
    });
    fc.assert(
      fc.property(digits, countries, (number, country) => {
        expect(normalisePhone(`+${number}`, country).ok).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("a number that was stored without a warning is unchanged by a second parse", () => {
    fc.assert(
      fc.property(numberLike, countries, (raw, country) => {
        const first = normalisePhone(raw, country);
        if (!first.ok || first.warning !== null || first.phone.length < 9) return;
        expect(normalisePhone(first.phone, "US")).toEqual(first);
      }),
      { numRuns: 3000 },
    );
  });
});

test("a masked phone shows only the last digits", () => {
  expect(lastDigits("+12125550123")).toBe("0123");
  expect(lastDigits("+12")).toBe("12");
});

test("country codes are two capital letters known to the library", () => {
  expect(["US", "IT", "GB"].every(isPhoneCountry)).toBe(true);
  expect(["us", "XX", "USA", ""].some(isPhoneCountry)).toBe(false);
});
