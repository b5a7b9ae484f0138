import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/min";
import { type Reason, refused } from "./errors.ts";

/**
 * A phone as it is kept (E.164), with a sentence for the caller when it cannot be right as it
 * stands; or the refusal.
 */
export type NormalisedPhone =
  | { readonly ok: true; readonly phone: string; readonly warning: string | null }
  | { readonly ok: false; readonly reason: Reason };

/** Nothing that a person writes for one number is longer; what is, is not worth reading. */
const MAX_TYPED = 64;
const SHOWN = 40;
/** What people put between digits: spaces of any width, dashes, brackets, dots. */
const SEPARATORS = /[\p{Zs}\p{Pd}\u2212()[\].]/gu;
const INTERNATIONAL = /^\+\d{8,15}$/;
const NATIONAL = /^\d+$/;

/** True for a two-letter country code whose national numbers can be read. */
export const isPhoneCountry = (code: string): code is CountryCode => isSupportedCountry(code);

/** The last digits of a phone: all that lists and logs show of it. */
export const lastDigits = (phone: string, count = 4): string =>
  phone.replace(/\D/g, "").slice(-count);

/** What an answer says of the phone that it texts. */
export const TEXTED_DIGITS = 3;

/**
 * Reads a phone as typed (rule C25). With `+` or `00` and 8 to 15 digits it is
 * taken as it is, with a warning where its country has no such number. Without, it is a national
 * number of `defaultCountry` (two letters). PHONE_INVALID for everything else.
 */
export function normalisePhone(raw: string, defaultCountry: string): NormalisedPhone {
  const typed = raw.length > MAX_TYPED ? "" : raw.replace(SEPARATORS, "").replace(/^00/, "+");
  if (INTERNATIONAL.test(typed)) return readInternational(typed, defaultCountry);
  if (NATIONAL.test(typed)) return readNational(raw, typed, defaultCountry);
  return invalid(raw, typed, defaultCountry);
}

function readInternational(typed: string, defaultCountry: string): NormalisedPhone {
  const number = parsePhoneNumberFromString(typed);
  // A valid number is kept as the library writes it: a trunk zero after the country code is gone
  // from it.
  if (number?.isValid()) return { ok: true, phone: number.number, warning: null };
  return { ok: true, phone: typed, warning: unverified(typed, number, defaultCountry) };
}

function readNational(raw: string, digits: string, defaultCountry: string): NormalisedPhone {
  if (!isPhoneCountry(defaultCountry)) return invalid(raw, digits, defaultCountry);
  const number = parsePhoneNumberFromString(digits, defaultCountry);
  if (number === undefined || !number.isPossible()) return invalid(raw, digits, defaultCountry);
  const warning = number.isValid() ? null : unverified(number.number, number, defaultCountry);
  return { ok: true, phone: number.number, warning };
}

/** Names the likely fix of a number that its country does not have. */
function unverified(
  phone: string,
  number: PhoneNumber | undefined,
  defaultCountry: string,
): string {
  const said = `${phone} was kept, but texts may not reach it:`;
  const meant = readWithoutPlus(phone, defaultCountry);
  if (meant !== null) return `${said} its country has no such number. Did you mean ${meant}?`;
  if (number === undefined) {
    return `${said} no country has a code that begins like this. Check the digits after the +.`;
  }
  const place = number.country ? `in ${number.country}` : `under +${number.countryCallingCode}`;
  const length = validatePhoneNumberLength(phone);
  if (length === "TOO_SHORT") {
    return `${said} it is too short for one ${place}. Check for a missing digit.`;
  }
  if (length === "TOO_LONG") {
    return `${said} it is too long for one ${place}. Check for a digit too many.`;
  }
  if (length !== undefined) {
    return `${said} no number ${place} has this many digits. Check for a missing digit.`;
  }
  return `${said} no number ${place} begins like this. Check for a mistyped digit.`;
}

/** The commonest slip: a + before a national number, or before an international prefix. */
function readWithoutPlus(phone: string, defaultCountry: string): string | null {
  const digits = phone.slice(1);
  const candidates = [
    isPhoneCountry(defaultCountry) ? parsePhoneNumberFromString(digits, defaultCountry) : undefined,
    digits.startsWith("00") ? parsePhoneNumberFromString(`+${digits.slice(2)}`) : undefined,
  ];
  const found = candidates.find((number) => number?.isValid() && number.number !== phone);
  return found?.number ?? null;
}

function invalid(raw: string, typed: string, defaultCountry: string): NormalisedPhone {
  const shown = JSON.stringify(raw.length > SHOWN ? `${raw.slice(0, SHOWN)}...` : raw);
  const advised = advice(defaultCountry) + (saysThereIsNone(raw) ? WITHOUT : "");
  const message = `${shown} is not a phone number: ${problem(raw, typed, defaultCountry)} ${advised}`;
  return refused("PHONE_INVALID", message, { parameter: "phone" });
}

function problem(raw: string, typed: string, defaultCountry: string): string {
  if (raw.length > MAX_TYPED) return "it is too long.";
  if (typed === "") return "it has no digits.";
  if (NATIONAL.test(typed)) {
    return isPhoneCountry(defaultCountry)
      ? `no number in ${defaultCountry} has these ${typed.length} digits.`
      : "it does not say which country it is in.";
  }
  if (/^\+\d*$/.test(typed)) {
    return `an international number has 8 to 15 digits, this one has ${typed.length - 1}.`;
  }
  if (/\p{C}/u.test(typed)) return "it holds an invisible character.";
  if (/^\+?\d+(?:x|ext|#|;|,)/i.test(typed)) return "extensions cannot be texted.";
  return "only digits, spaces, dashes, brackets, dots and a leading + are understood.";
}

/** "unknown", "n/a": whoever is only asked for another spelling of that may make a number up. */
const saysThereIsNone = (raw: string): boolean => /\p{L}/u.test(raw) && !/\p{Nd}/u.test(raw);
const WITHOUT = " Ask for the number, or leave it out where a phone is not needed.";

const advice = (defaultCountry: string): string =>
  isPhoneCountry(defaultCountry)
    ? `Send it with + and the country code, or as it is dialled within ${defaultCountry}.`
    : "Send it with + and the country code.";
