/** The largest form is the consent for a thousand restaurants. */
export const MOST_FIELDS = 1200;

/**
 * The fields of a form (application/x-www-form-urlencoded); null if there are more than `most`.
 * Counted before parsing, because parsed fields take ten times the memory of their text and the
 * sender may be anybody.
 */
export function formFields(text: string, most = MOST_FIELDS): URLSearchParams | null {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > most) return null;
  }
  return new URLSearchParams(text);
}
