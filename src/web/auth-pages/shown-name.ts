const MOST = 80;
const MOST_READ = 4000;
/** Letters that look blank (Hangul and Braille fillers). */
const BLANK_LETTERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** Invisible characters, joiners included, which can reorder or hide text. */
const HIDDEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Variation_Selector}]/gu;
/** Only two combining marks on a letter are kept, because more would cover the lines above. */
const PILED_MARKS = /(\p{M}{2})\p{M}+/gu;

/** Makes one line of at most 80 letters. The caller must escape the result and put it in a `<bdi>`. */
export function shownName(name: string, otherwise = "An app without a name"): string {
  const line = name
    .slice(0, MOST_READ)
    .toWellFormed()
    .normalize("NFC")
    .replace(BLANK_LETTERS, " ")
    .replace(/[\p{Cc}\p{Z}]+/gu, " ")
    .replace(HIDDEN, "")
    .replace(PILED_MARKS, "$1")
    .replace(/ +/g, " ")
    .trim();
  const letters = Array.from(line);
  if (letters.length > MOST)
    return `${letters
      .slice(0, MOST - 1)
      .join("")
      .trim()}…`;
  return /[\p{L}\p{N}\p{S}]/u.test(line) ? line : otherwise;
}
