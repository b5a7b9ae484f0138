/** Words that can be part of a full name but are no names, such as "de". In lower case. */
const BESIDE_NAMES: ReadonlySet<string> = new Set(
  (
    "the an le la les el los las il lo gli die der das den dem het os as " +
    "de del della dello dei degli di da dal do dos du des van von vom zu zum zur ter ten te af av " +
    "al bin ibn bint abu st " +
    "mr mrs ms miss mx dr prof professor sir madam madame mme mlle herr frau sr sra srta " +
    "signor signora sig rev family familie famille familia " +
    "and und et og och"
  ).split(" "),
);

/**
 * Matches "J.", "J.R." and "J". Does not match a letter of a script without upper and lower case,
 * because one such letter can be a whole name.
 */
const INITIALS = /^(?:(?:\p{Lu}|\p{Ll})\p{M}*\.)+$|^(?:\p{Lu}|\p{Ll})\p{M}*$/u;

export function isBesideName(word: string): boolean {
  const bare = word.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return bare === "" || BESIDE_NAMES.has(bare) || INITIALS.test(word);
}

/** Removes words such as "de" from the end of a name. Returns "" for a name of such words alone. */
export function withoutLooseEnd(name: string): string {
  const words = name.split(" ");
  return words.slice(0, words.findLastIndex((word) => !isBesideName(word)) + 1).join(" ");
}
