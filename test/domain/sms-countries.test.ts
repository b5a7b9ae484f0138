// Goal: whether a brand texts a phone depends only on the brand's settings and the phone's country
// and kind of number.
import { expect, test } from "bun:test";
import { isTexted, usualDigits } from "../../src/domain/sms-countries.ts";

const US = "+12127365000";
const JAMAICA = "+18765551234";
const ROME = "+393331234567";
const LONDON = "+447400123456";
const PARIS = "+33612345678";
const TOKYO = "+819012345678";

test.each([
  ["US", undefined, US, true],
  ["US", undefined, JAMAICA, true],
  ["US", undefined, ROME, false],
  ["IT", undefined, ROME, true],
  ["IT", undefined, LONDON, true],
  ["GB", undefined, PARIS, true],
  ["GB", undefined, US, false],
  ["IT", undefined, TOKYO, false],
  ["US", null, TOKYO, true],
  ["US", ["US"], US, true],
  ["US", ["US"], JAMAICA, false],
  ["US", ["IT", "JP"], ROME, true],
  ["US", ["IT", "JP"], US, false],
  // A number that starts with +1 but belongs to no country, such as a test number or a typing error.
  ["US", ["US"], "+11111111111", true],
  ["US", null, "+19005551234", false],
  ["GB", null, "+449012345678", false],
  ["GB", null, "+447012345678", false],
  ["DE", null, "+4918012345678", false],
  ["FR", null, "+33899123456", false],
  ["US", null, "+870773111632", false],
  ["US", null, "+881612345678", false],
  ["US", null, "+979123456789", false],
] as const)(
  "a brand in %s with smsCountries %p texts %s: %p",
  (defaultCountry, smsCountries, phone, texted) => {
    const chosen = smsCountries === undefined ? {} : { smsCountries };
    expect(isTexted(phone, { defaultCountry, ...chosen })).toBe(texted);
  },
);

test("by default, a brand texts calling codes that begin with the first digit of its country's code; in Europe, with 3 or 4", () => {
  expect(["US", "IT", "GB", "JP"].map(usualDigits)).toEqual([["1"], ["3", "4"], ["3", "4"], ["8"]]);
});
