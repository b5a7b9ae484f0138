import { visibleText } from "./visible-text.ts";

/** An e-mail address as accounts are known by it: without spaces around it, in lower case. */
export const emailOf = (text: string): string => text.trim().normalize("NFC").toLowerCase();

const EMAIL = /^[^\s@<>()[\],;:\\"\p{C}]+@[^\s@<>()[\],;:\\"\p{C}]+$/u;
const MAX_EMAIL = 254;
const MAX_NAME = 120;

/** Why an e-mail address cannot name an account; null where it can. `email` as emailOf() gives it. */
export function emailProblem(email: string): string | null {
  if (email.length > MAX_EMAIL) return `An e-mail address has at most ${MAX_EMAIL} characters.`;
  if (!EMAIL.test(email)) {
    return `${JSON.stringify(email)} is not an e-mail address, such as ada@example.com.`;
  }
  return null;
}

/** A person's name as it is kept: one line, nothing hidden in it. */
export const personName = (text: string): string =>
  visibleText(text)
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** Why a name cannot be kept; null where it can. `name` as personName() gives it. */
export function nameProblem(name: string): string | null {
  if (name === "") return "A name is needed.";
  return name.length > MAX_NAME ? `A name has at most ${MAX_NAME} characters.` : null;
}
