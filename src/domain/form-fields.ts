/** The most that a form of ours has: a person's consent for a thousand restaurants. */
export const MOST_FIELDS = 1200;

/**
 * The fields of a form (application/x-www-form-urlencoded); null: more than `most`. They are counted
 * before anything is taken apart: fields weigh ten times their text, and who sends them is known
 * only afterwards.
 */
export function formFields(text: string, most = MOST_FIELDS): URLSearchParams | null {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > most) return null;
  }
  return new URLSearchParams(text);
}
