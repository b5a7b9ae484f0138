import { getExampleNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
import { isPhoneCountry } from "./phone.ts";

/** A phone (E.164) as people write it: in their own country, without the country code. */
export function shownPhone(phone: string, defaultCountry: string): string {
  const number = parsePhoneNumberFromString(phone);
  if (number === undefined || !number.isValid()) return phone;
  return number.country === defaultCountry ? number.formatNational() : number.formatInternational();
}

/** How a mobile number of this country is written, `#` for each digit; null if unknown. */
export function phonePattern(country: string): string | null {
  if (!isPhoneCountry(country)) return null;
  const example = getExampleNumber(country, examples);
  return example?.formatNational().replace(/\d/g, "#") ?? null;
}

/** "+1" for US; null if unknown. */
export function callingCode(country: string): string | null {
  if (!isPhoneCountry(country)) return null;
  const example = getExampleNumber(country, examples);
  return example === undefined ? null : `+${example.countryCallingCode}`;
}
