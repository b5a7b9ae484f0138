import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";
import { lineOf } from "./phone-line.ts";
import type { BrandSettings } from "./settings-schema.ts";

// Texts to some countries cost fifty times the usual price. Fraudsters earn from such texts, so they book
// again and again. These rules stop them.

type Rules = Pick<BrandSettings, "defaultCountry" | "smsCountries">;

/** By default, only phones of countries around the brand's country get texts (see `usualDigits`). */
export function isTexted(phone: string, { defaultCountry, smsCountries }: Rules): boolean {
  const { country, callingCode, costly } = lineOf(phone);
  if (costly) return false;
  if (smsCountries === null) return true;
  if (smsCountries === undefined) return usualDigits(defaultCountry).includes(phone.charAt(1));
  if (country !== undefined) return smsCountries.includes(country);
  // An invalid number may belong to any country with its calling code.
  return smsCountries.some((listed) => callingCodeOf(listed) === callingCode);
}

/** False if the kind of line is unknown. Landlines get automatic texts too: some networks read them aloud. */
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
