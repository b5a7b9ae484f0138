import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";
import { lineOf } from "./phone-line.ts";
import type { BrandSettings } from "./settings-schema.ts";

// A text abroad may cost fifty times one at home, and a fraudster who earns from such texts can
// book in a loop.

type Rules = Pick<BrandSettings, "defaultCountry" | "smsCountries">;

/** `smsCountries`: null: all; absent: calling codes with the same first digit as the brand's. */
export function isTexted(phone: string, { defaultCountry, smsCountries }: Rules): boolean {
  const { country, callingCode, costly } = lineOf(phone);
  if (costly) return false;
  if (smsCountries === null) return true;
  if (smsCountries === undefined) return usualDigits(defaultCountry).includes(phone.charAt(1));
  if (country !== undefined) return smsCountries.includes(country);
  // An invalid number may belong to any country with its calling code.
  return smsCountries.some((listed) => callingCodeOf(listed) === callingCode);
}

/**
 * False if unknown: many countries' numbers do not tell. Landlines get automatic texts too, because
 * some networks read them out.
 */
export const isLandline = (phone: string): boolean => lineOf(phone).landline;

/** First digits of calling codes; 3 and 4 are both Europe. */
export const usualDigits = (country: string): readonly string[] => digitsOf(country, null);

const digitsOf = memoize<string, null, readonly string[]>((country) => {
  const first = callingCodeOf(country)?.charAt(0);
  if (first === undefined) return [];
  return first === "3" || first === "4" ? ["3", "4"] : [first];
});

const callingCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : null;
