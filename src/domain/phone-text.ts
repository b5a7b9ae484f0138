import { getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { isPhoneCountry } from "./phone.ts";

export function shownPhone(phone: string, defaultCountry: string): string {
  const number = parsePhoneNumberFromString(phone);
  if (number === undefined || !number.isValid()) return phone;
  return number.country === defaultCountry ? number.formatNational() : number.formatInternational();
}

/** A national number with `#` for each digit. Null for an unknown country. */
export function phonePattern(country: string): string | null {
  if (!isPhoneCountry(country)) return null;
  const example = getExampleNumber(country, examples);
  return example?.formatNational().replace(/\d/g, "#") ?? null;
}

/** "+1" for US. Null for an unknown country. */
export function callingCode(country: string): string | null {
  if (!isPhoneCountry(country)) return null;
  const example = getExampleNumber(country, examples);
  return example === undefined ? null : `+${example.countryCallingCode}`;
}
