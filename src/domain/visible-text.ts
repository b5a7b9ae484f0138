/** Invisible characters, and private-use characters, which every font draws differently. */
const HIDDEN_CLASS = String.raw`[\p{DI}\p{Cf}\p{Co}]`;
const HIDDEN = new RegExp(HIDDEN_CLASS, "u");
/** Fast path: no character before U+00AD is hidden. */
const MAY_HIDE = /[\u00ad-\uffff]/;
const ALL_HIDDEN = new RegExp(HIDDEN_CLASS, "gu");

/** Excludes invisible letters such as the Hangul fillers. */
const SHOWN_LETTER = String.raw`(?!\p{DI})\p{L}`;
const AFTER_LETTER = String.raw`(?<=(?!\p{DI})[\p{L}\p{M}])`;
const PICTURE = String.raw`\p{Extended_Pictographic}`;

const NEEDED = [
  // Joiners that the spelling of Persian, Hindi and other languages needs.
  `${AFTER_LETTER}[\\u200C\\u200D](?=${SHOWN_LETTER})`,
  // Joiners in emoji such as families and the rainbow flag.
  String.raw`(?<=${PICTURE}\uFE0F?|\p{Emoji_Modifier})\u200D(?=${PICTURE})`,
  // Selectors that show the character before them as an emoji, also in keycap emoji.
  String.raw`(?<=${PICTURE})\uFE0F|(?<=[0-9#*])\uFE0F(?=\u20E3)`,
  // Flags of England, Scotland and Wales. Other sequences of tag characters could hide any text.
  String.raw`(?<=\u{1F3F4})\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  // Arabic and other number signs. Unicode lists them as format characters, but they are visible.
  String.raw`[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]`,
].join("|");
const NEEDED_OR_HIDDEN = new RegExp(`(${NEEDED})|${HIDDEN_CLASS}`, "gu");

/** Removes characters that people cannot see but a model reads. */
export function visibleText(text: string): string {
  if (!MAY_HIDE.test(text)) return text;
  // Removing a character between two lone surrogates could join them, so they are replaced first.
  const whole = text.toWellFormed();
  if (!HIDDEN.test(whole)) return whole;
  return whole.replace(NEEDED_OR_HIDDEN, (_, needed: string | undefined) => needed ?? "");
}

/** For searching. Also removes the joiners that spelling needs, because not everybody types them. */
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, "");

/** Hidden characters are not ASCII. JSON.stringify writes a lone surrogate as `\ud...`. */
export const mayHide = (json: string): boolean =>
  Buffer.byteLength(json) !== json.length || json.includes("\\ud");

/** No valid input or answer is nested deeper, so deeper values stay as they are. */
const DEEPEST = 12;

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
