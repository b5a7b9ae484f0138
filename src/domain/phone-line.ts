import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { memoize } from "./memoize.ts";

/** What the library knows of an E.164 number. Types of numbers need its large metadata, 157 kB. */
export interface PhoneLine {
  /** As the library writes it; null: its country has no such number. */
  readonly valid: string | null;
  readonly country: CountryCode | undefined;
  readonly callingCode: string | null;
  /** Texts to it cost extra, or it is a satellite or other number of no country. */
  readonly costly: boolean;
  readonly landline: boolean;
}

const COSTLY: ReadonlySet<string> = new Set(["PREMIUM_RATE", "SHARED_COST", "PERSONAL_NUMBER"]);
/** Satellite networks, which belong to no country. */
const NO_COUNTRY: ReadonlySet<string> = new Set(["870", "878", "881", "882", "883"]);

/** A booking asks several times about its phone: it is parsed once. */
export const lineOf = (phone: string): PhoneLine => known(phone, null);

const known = memoize<string, null, PhoneLine>((phone) => {
  const number = parsePhoneNumberFromString(phone);
  // Only a valid number has a type; the type of some countries' numbers is not known.
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
