/** The largest form is the consent page of an owner with a thousand restaurants. */
export const MOST_FIELDS = 1200;

/** Null for a form with too many fields: once parsed, they take ten times the memory of the text. */
export function formFields(text: string, most = MOST_FIELDS): URLSearchParams | null {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > most) return null;
  }
  return new URLSearchParams(text);
}
