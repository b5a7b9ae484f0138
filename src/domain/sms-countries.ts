import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";
import { lineOf } from "./phone-line.ts";
import type { BrandSettings } from "./settings-schema.ts";

// Fraudsters earn on texts to some countries, which cost fifty times as much. They would book again
// and again.

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

/** False if unknown. Landlines get texts: some networks have a voice read texts to the guest. */
export const isLandline = (phone: string): boolean => lineOf(phone).landline;

/** First digits of the calling codes around a country: 3 and 4 in Europe. */
export const usualDigits = (country: string): readonly string[] => digitsOf(country, null);

const digitsOf = memoize<string, null, readonly string[]>((country) => {
  const first = callingCodeOf(country)?.charAt(0);
  if (first === undefined) return [];
  return first === "3" || first === "4" ? ["3", "4"] : [first];
});

const callingCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : null;
