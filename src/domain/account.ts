import { type Reason, reason } from "./errors.ts";
import { visibleText } from "./visible-text.ts";

export const emailOf = (text: string): string => text.trim().normalize("NFC").toLowerCase();

const EMAIL = /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+$/u;
const MAX_EMAIL = 254;
const MAX_NAME = 120;

export function emailProblem(email: string): Reason | null {
  if (email.length > MAX_EMAIL) return reason("INVALID_INPUT.email_too_long", { limit: MAX_EMAIL });
  return EMAIL.test(email) ? null : reason("INVALID_INPUT.email", { say: { email } });
}

export const personName = (text: string): string =>
  visibleText(text)
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

export function nameProblem(name: string): Reason | null {
  if (name === "") return reason("INVALID_INPUT.no_name", {});
  return name.length > MAX_NAME ? reason("INVALID_INPUT.name_too_long", { limit: MAX_NAME }) : null;
}
