import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/min";
import { type Reason, refused } from "./errors.ts";
import { lineOf } from "./phone-line.ts";
import type { PhoneProblem } from "./reasons/input.ts";
import type { UnverifiedPhone } from "./reasons/warnings.ts";
import { type Warning, warning } from "./warnings.ts";

export type NormalisedPhone =
  | { readonly ok: true; readonly phone: string; readonly warning: Warning | null }
  | { readonly ok: false; readonly reason: Reason };

/** Longer input is not one phone number. */
const MAX_TYPED = 64;
const SHOWN = 40;
const SEPARATORS = /[\p{Zs}\p{Pd}\u2212()[\].]/gu;
/** A slash after an area code (0664/123 45 67). A later slash begins a second number (06 1234567/8). */
const AREA_SLASH = /^(\+?\d{2,7})\/(?=\d{5,}$)/;
const INTERNATIONAL = /^\+\d{8,15}$/;
const NATIONAL = /^\d+$/;

export const isPhoneCountry = (code: string): code is CountryCode => isSupportedCountry(code);

/** The last four digits, for places that must not show the whole phone number. */
export const lastDigits = (phone: string): string => phone.replace(/\D/g, "").slice(-4);

/** Numbers without `+` or `00` belong to `defaultCountry` (rule C25). */
export function normalisePhone(raw: string, defaultCountry: string): NormalisedPhone {
  const typed = raw.length > MAX_TYPED ? "" : withoutSeparators(raw);
  if (INTERNATIONAL.test(typed)) return readInternational(typed, defaultCountry);
  if (NATIONAL.test(typed)) return readNational(raw, typed, defaultCountry);
  return invalid(raw, typed, defaultCountry);
}

const withoutSeparators = (raw: string): string =>
  raw.replace(SEPARATORS, "").replace(/^00/, "+").replace(AREA_SLASH, "$1");

function readInternational(typed: string, defaultCountry: string): NormalisedPhone {
  const { valid } = lineOf(typed);
  if (valid !== null) return { ok: true, phone: valid, warning: null };
  const number = parsePhoneNumberFromString(typed);
  // libphonenumber's small metadata also accepts numbers that `lineOf` refuses.
  if (number?.isValid()) return { ok: true, phone: number.number, warning: null };
  return { ok: true, phone: typed, warning: unverified(typed, number, defaultCountry) };
}

function readNational(raw: string, digits: string, defaultCountry: string): NormalisedPhone {
  if (!isPhoneCountry(defaultCountry)) return invalid(raw, digits, defaultCountry);
  const number = parsePhoneNumberFromString(digits, defaultCountry);
  if (number === undefined || !number.isPossible()) return invalid(raw, digits, defaultCountry);
  const doubt = number.isValid() ? null : unverified(number.number, number, defaultCountry);
  return { ok: true, phone: number.number, warning: doubt };
}

const unverified = (
  phone: string,
  number: PhoneNumber | undefined,
  defaultCountry: string,
): Warning =>
  warning("PHONE_UNVERIFIED", {
    say: { phone, why: whyUnverified(phone, number, defaultCountry) },
  });

function whyUnverified(
  phone: string,
  number: PhoneNumber | undefined,
  defaultCountry: string,
): UnverifiedPhone {
  const meant = readWithoutPlus(phone, defaultCountry);
  if (meant !== null) return { is: "meant", meant };
  if (number === undefined) return { is: "no_country" };
  const place = number.country
    ? { country: number.country }
    : { callingCode: `+${number.countryCallingCode}` };
  const length = validatePhoneNumberLength(phone);
  if (length === "TOO_SHORT") return { is: "too_short", place };
  if (length === "TOO_LONG") return { is: "too_long", place };
  return { is: length === undefined ? "begins" : "length", place };
}

/** Undoes a common mistake: a plus before a national number, or before 00. */
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
  return refused("PHONE_INVALID", {
    parameter: "phone",
    say: {
      raw: raw.length > SHOWN ? `${raw.slice(0, SHOWN)}...` : raw,
      problem: problem(raw, typed, defaultCountry),
      country: isPhoneCountry(defaultCountry) ? defaultCountry : null,
      saysNone: saysThereIsNone(raw),
    },
  });
}

function problem(raw: string, typed: string, defaultCountry: string): PhoneProblem {
  if (raw.length > MAX_TYPED) return { is: "too_long" };
  if (typed === "") return { is: "no_digits" };
  if (NATIONAL.test(typed)) {
    return isPhoneCountry(defaultCountry)
      ? { is: "not_national", country: defaultCountry, digits: typed.length }
      : { is: "no_country" };
  }
  if (/^\+\d*$/.test(typed)) return { is: "not_international", digits: typed.length - 1 };
  if (/\p{C}/u.test(typed)) return { is: "invisible" };
  if (/^\+?\d+(?:x|ext|#|;|,)/i.test(typed)) return { is: "extension" };
  return { is: "other" };
}

const saysThereIsNone = (raw: string): boolean => /\p{L}/u.test(raw) && !/\p{Nd}/u.test(raw);
