import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";
import type { BrandSettings } from "./settings-schema.ts";

// Which phones a brand texts. A text abroad may cost fifty times one at home, and a fraudster who
// earns from that can make bookings in a loop. Number types need the library's large metadata, 157
// kB.

/** Kinds of numbers that cost the sender extra, or are nobody's mobile. */
const COSTLY: ReadonlySet<string> = new Set(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER"]);
/** Satellite networks, which belong to no country. */
const NO_COUNTRY: ReadonlySet<string> = new Set(["870", "878", "881", "882", "883"]);

type Rules = Pick<BrandSettings, "defaultCountry" | "smsCountries">;

interface Line {
  readonly country: CountryCode | undefined;
  readonly callingCode: string | null;
  readonly costly: boolean;
  readonly landline: boolean;
}

const lineOf = memoize<string, null, Line>((phone) => {
  const number = parsePhoneNumberFromString(phone);
  return {
    country: number?.country,
    callingCode: number?.countryCallingCode ?? null,
    costly: number !== undefined && isCostly(number),
    landline: number?.getType() === "FIXED_LINE",
  };
});

const isCostly = (number: PhoneNumber): boolean =>
  NO_COUNTRY.has(number.countryCallingCode) || COSTLY.has(number.getType() ?? "");

/**
 * Whether a brand texts this phone (E.164). Bookings do not depend on it. `smsCountries` lists the
 * countries; null: all; absent: calling codes with the same first digit as the brand's own.
 */
export function isTexted(phone: string, { defaultCountry, smsCountries }: Rules): boolean {
  const { country, callingCode, costly } = lineOf(phone, null);
  if (costly) return false;
  if (smsCountries === null) return true;
  if (smsCountries === undefined) return usualDigits(defaultCountry).includes(phone.charAt(1));
  if (country !== undefined) return smsCountries.includes(country);
  // A number that its country does not have may be one of several that share a calling code.
  return smsCountries.some((listed) => callingCodeOf(listed) === callingCode);
}

/**
 * Whether this phone (E.164) is certainly a landline. Many countries do not tell by the number. Texts
 * that nobody writes by hand are sent all the same: some networks read them out.
 */
export const isLandline = (phone: string): boolean => lineOf(phone, null).landline;

/** First digits of the calling codes that are texted by default: 3 and 4 are Europe. */
export function usualDigits(country: string): readonly string[] {
  const first = callingCodeOf(country)?.charAt(0);
  if (first === undefined) return [];
  return first === "3" || first === "4" ? ["3", "4"] : [first];
}

const callingCodeOf = (country: string): string | null =>
  isSupportedCountry(country) ? getCountryCallingCode(country) : null;
