/** Characters that show nothing, or have no agreed look (private use). */
const HIDDEN_CLASS = String.raw`[\p{DI}\p{Cf}\p{Co}]`;
const HIDDEN = new RegExp(HIDDEN_CLASS, "u");
/** The first hidden character is U+00AD, so a quick check is enough for most text. */
const MAY_HIDE = /[\u00ad-\uffff]/;
const ALL_HIDDEN = new RegExp(HIDDEN_CLASS, "gu");

/** Letters and marks that are visible; the Hangul fillers, for example, are not. */
const SHOWN_LETTER = String.raw`(?!\p{DI})\p{L}`;
const AFTER_LETTER = String.raw`(?<=(?!\p{DI})[\p{L}\p{M}])`;
const PICTURE = String.raw`\p{Extended_Pictographic}`;

/** Places where spelling or an emoji needs a hidden character; elsewhere it is removed. */
const NEEDED = [
  // Persian, Hindi and others spell with the joiners.
  `${AFTER_LETTER}[\\u200C\\u200D](?=${SHOWN_LETTER})`,
  // Family, professions, the rainbow flag.
  String.raw`(?<=${PICTURE}\uFE0F?|\p{Emoji_Modifier})\u200D(?=${PICTURE})`,
  // Coloured instead of plain; keycaps.
  String.raw`(?<=${PICTURE})\uFE0F|(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // The flags of England, Scotland and Wales: other sequences of tags would carry any text.
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  // Which form of a Han character a name is written with.
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  // Arabic and other signs that enclose what follows: formally hidden, but drawn.
  String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]`,
].join("|");
const NEEDED_OR_HIDDEN = new RegExp(`(${NEEDED})|${HIDDEN_CLASS}`, "gu");

/**
 * Removes what people cannot see but a model reads: format characters, other invisible ones,
 * private use. Joiners and selectors stay where spelling or an emoji needs them. Cleaning twice
 * changes nothing more.
 */
export function visibleText(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  // Repair surrogates first: two halves with a hidden character between them would become one.
  const whole = text.toWellFormed();
  if (!HIDDEN.test(whole)) return whole;
  return whole.replace(NEEDED_OR_HIDDEN, (_, needed: string | undefined) => needed ?? "");
}

/** Text for searching, also without the joiners that not everybody types. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, "");

/**
 * False if an answer certainly has nothing to clean: its JSON is plain ASCII, and has no escaped
 * half of a surrogate. Counting the bytes is ten times as fast as a regular expression.
 */
export const mayHide = (json: string): boolean =>
  Buffer.byteLength(json) !== json.length || json.includes("\\ud");

/** Nothing we accept or answer is deeper; deeper parts are left alone. */
const DEEPEST = 12;

/** The same JSON value with all text cleaned; the same object if nothing had to change. */
export function visibleIn<Value>(value: Value, depth = 0): Value {
  if (typeof value === "string") return visibleText(value) as Value;
  if (typeof value !== "object" || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const cleaned = value.map((one) => visibleIn<unknown>(one, depth + 1));
    return cleaned.some((one, at) => one !== value[at]) ? (cleaned as Value) : value;
  }
  const entries = Object.entries(value);
  const cleaned = entries.map(([key, one]) => [key, visibleIn<unknown>(one, depth + 1)] as const);
  const changed = cleaned.some(([, one], at) => one !== entries[at]?.[1]);
  return changed ? (Object.fromEntries(cleaned) as Value) : value;
}
