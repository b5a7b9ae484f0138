// Only libphonenumber's large metadata (157 kB) says which numbers are landlines or premium numbers.
import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";

export interface PhoneLine {
  /** E.164. Null if the number is not valid. */
  readonly valid: string | null;
  readonly country: CountryCode | undefined;
  readonly callingCode: string | null;
  /** True if the number is expensive to text or belongs to no country. */
  readonly costly: boolean;
  readonly landline: boolean;
}

const COSTLY: ReadonlySet<string> = new Set(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER"]);
const NO_COUNTRY: ReadonlySet<string> = new Set(["870", "878", "881", "882", "883"]);

export const lineOf = (phone: string): PhoneLine => known(phone, null);

const known = memoize<string, null, PhoneLine>((phone) => {
  const number = parsePhoneNumberFromString(phone);
  // In some countries, even valid numbers have no type.
  const type = number?.getType();
  const isValid = type !== undefined || number?.isValid() === true;
  return {
    valid: number !== undefined && isValid ? number.number : null,
    country: number?.country,
    callingCode: number?.countryCallingCode ?? null,
    costly: NO_COUNTRY.has(number?.countryCallingCode ?? "") || COSTLY.has(type ?? ""),
    landline: type === "FIXED_LINE",
  };
});
