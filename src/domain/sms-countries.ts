import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";
import { lineOf } from "./phone-line.ts";
import type { BrandSettings } from "./settings-schema.ts";

// Limits fraud: texts to some countries cost fifty times as much, and fraudsters who earn on these
// texts would book again and again.

type Rules = Pick<BrandSettings, "defaultCountry" | "smsCountries">;

/** By default, only phones whose calling code begins like the brand's get texts. */
export function isTexted(phone: string, { defaultCountry, smsCountries }: Rules): boolean {
  const { country, callingCode, costly } = lineOf(phone);
  if (costly) return false;
  if (smsCountries === null) return true;
  if (smsCountries === undefined) return usualDigits(defaultCountry).includes(phone.charAt(1));
  if (country !== undefined) return smsCountries.includes(country);
  // An invalid number may belong to any country with its calling code.
  return smsCountries.some((listed) => callingCodeOf(listed) === callingCode);
}

/** False if unknown. Landlines get texts too, because some networks read texts aloud. */
export const isLandline = (phone: string): boolean => lineOf(phone).landline;

/** First digits of the calling codes near a country. Europe has 3 and 4. */
export const usualDigits = (country: string): readonly string[] => digitsOf(country, null);

const digitsOf = memoize<string, null, readonly string[]>((country) => {
  const first = callingCodeOf(country)?.charAt(0);
  if (first === undefined) return [];
  return first === "3" || first === "4" ? ["3", "4"] : [first];
});

const callingCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : null;
