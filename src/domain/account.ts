import { type Reason, reason } from "./errors.ts";
import { visibleText } from "./visible-text.ts";

/** An e-mail address as accounts store it: without spaces around it, in lower case. */
export const emailOf = (text: string): string => text.trim().normalize("NFC").toLowerCase();

const EMAIL = /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+$/u;
const MAX_EMAIL = 254;
const MAX_NAME = 120;

/** Why an e-mail address cannot name an account; null if it can. `email` as emailOf() gives it. */
export function emailProblem(email: string): Reason | null {
  if (email.length > MAX_EMAIL) return reason("INVALID_INPUT.email_too_long", { limit: MAX_EMAIL });
  return EMAIL.test(email) ? null : reason("INVALID_INPUT.email", { say: { email } });
}

/** A person's name as it is stored: one line, without hidden characters. */
export const personName = (text: string): string =>
  visibleText(text)
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** Why a name cannot be kept; null if it can. `name` as personName() gives it. */
export function nameProblem(name: string): Reason | null {
  if (name === "") return reason("INVALID_INPUT.no_name", {});
  return name.length > MAX_NAME ? reason("INVALID_INPUT.name_too_long", { limit: MAX_NAME }) : null;
}
