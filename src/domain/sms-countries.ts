import { getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";
import { lineOf } from "./phone-line.ts";
import type { BrandSettings } from "./settings-schema.ts";

// Texts to some countries cost fifty times the usual price. Fraudsters who get a share of the price make
// bookings only to cause these texts. So a brand texts only phones of certain countries.

type Rules = Pick<BrandSettings, "defaultCountry" | "smsCountries">;

/** Without the setting `smsCountries`, the first digit of the calling code decides (`usualDigits`). */
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

/** The first digit of the country's calling code. If it is 3 or 4, both: European codes begin with either. */
export const usualDigits = (country: string): readonly string[] => digitsOf(country, null);

const digitsOf = memoize<string, null, readonly string[]>((country) => {
  const first = callingCodeOf(country)?.charAt(0);
  if (first === undefined) return [];
  return first === "3" || first === "4" ? ["3", "4"] : [first];
});

const callingCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : null;
