import { AFTER_YES, FRIENDLY_EMOJI } from "./after-yes.ts";

/** What a guest's text means when the whole of it is known words. */
export type ReplyWord = "yes" | "no" | "stop" | "start";

const WORDS: Readonly<Record<ReplyWord, readonly string[]>> = {
  yes: ["YES", "Y", "1", "OK", "CONFIRM"],
  no: ["NO", "N", "9", "NO THANKS", "NO THANK YOU", "NO SORRY"],
  // Gateways read these as opting out of everything, so they mean nothing else here either.
  stop: [
    "STOP",
    "STOPALL",
    "STOP ALL",
    "UNSUBSCRIBE",
    "CANCEL",
    "END",
    "QUIT",
    "REVOKE",
    "OPTOUT",
    "OPT OUT",
  ],
  start: ["START", "UNSTOP"],
};

/**
 * Stop words by which a guest may mean their reservation instead: gateways leave no choice, so
 * somebody should call.
 */
const MAY_MEAN_BOOKING: readonly string[] = ["CANCEL", "END", "QUIT", "REVOKE"];

/**
 * "+1" tells of one guest more, and "-1" of one fewer: no answer to the question. Keyboards have
 * several signs for either, among them dashes and emoji.
 */
const MORE_OR_FEWER = /[+\p{Pd}\u2212\u2795\u2796]\ufe0f?\s*\p{N}/u;

/**
 * Words of other languages, by what they mean. `afterYes`: words, phrases and emoji that may follow
 * a yes.
 */
export type MoreWords = Readonly<Record<ReplyWord, readonly string[]>> & {
  readonly afterYes?: readonly string[];
};

/**
 * What a text says: one known word, case, spaces, punctuation and emoji aside, or a yes with nothing
 * behind it but friendly words. Null: a person has to read it. `more` adds words, none of which
 * changes what a word above means.
 */
export function replyWordOf(text: string, more?: MoreWords): ReplyWord | null {
  const word = bareWord(text);
  if (word === "" || MORE_OR_FEWER.test(text.normalize("NFKC"))) return null;
  const words = wordsOf(text);
  const spaced = words.join(" ");
  const kinds = Object.keys(WORDS) as ReplyWord[];
  const known = kinds.find((kind) => WORDS[kind].some((one) => one === word || one === spaced));
  const added = kinds.find((kind) => more?.[kind].some((one) => bareWord(one) === word));
  const meaning = known ?? added ?? null;
  if (meaning === "yes") return emojiOf(text).every(isFriendly(more)) ? "yes" : null;
  return meaning ?? (isFriendlyYes(text, words, more) ? "yes" : null);
}

/** "Yes?" asks something, and so may whatever stands before the sign. */
const QUESTION = /[?\u00bf\u037e\u061f]/u;
/** The longest phrase, in words. */
const LONGEST_PHRASE = 5;

/**
 * True for a yes word with known friendly words and emoji behind it. A digit says yes only by
 * itself: "1 coming" is a number of guests.
 */
function isFriendlyYes(text: string, words: readonly string[], more?: MoreWords): boolean {
  if (QUESTION.test(text.normalize("NFKC"))) return false;
  if (!emojiOf(text).every(isFriendly(more))) return false;
  const yes = [...WORDS.yes, ...(more?.yes ?? []).map(phraseOf)].filter(
    (one) => !/\p{N}/u.test(one),
  );
  const after = new Set([...AFTER_YES, ...(more?.afterYes ?? []).map(phraseOf), ...yes]);
  const lengths = Array.from({ length: LONGEST_PHRASE }, (_, index) => LONGEST_PHRASE - index);
  const longest = (from: number, phrases: ReadonlySet<string>): number =>
    lengths.find((length) => phrases.has(words.slice(from, from + length).join(" "))) ?? 0;
  let read = longest(0, new Set(yes));
  if (read === 0) return false;
  while (read < words.length) {
    const length = longest(read, after);
    if (length === 0) return false;
    read += length;
  }
  return true;
}

const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/gu;
const emojiOf = (text: string): string[] => text.normalize("NFKC").match(EMOJI) ?? [];

/** Some emoji say no, or tell of a dog or a child: somebody reads those. */
const isFriendly =
  (more?: MoreWords) =>
  (emoji: string): boolean =>
    FRIENDLY_EMOJI.has(emoji) || more?.afterYes?.some((one) => one.startsWith(emoji)) === true;

/** True for a stop word that may have been meant for the reservation. */
export const mayMeanBooking = (text: string): boolean => MAY_MEAN_BOOKING.includes(bareWord(text));

/** A word with many an emoji. Putting marks in order takes the square of their number. */
const LONGEST = 500;

/**
 * Phones write one letter in several ways: an accent of its own, or the wide letters of Asia. Empty
 * where there is no letter, or more than one word can have.
 */
const bareWord = (text: string): string =>
  text.length > LONGEST
    ? ""
    : text
        .normalize("NFKC")
        .toUpperCase()
        // Marks are part of many a script's words; these two only make an emoji of a digit.
        .replace(/[^\p{L}\p{M}\p{N}\s]|\ufe0f|\u20e3/gu, "")
        .replace(/\s+/g, " ")
        .trim();

const phraseOf = (text: string): string => wordsOf(text).join(" ");

/** The words of a text; an apostrophe is part of its word: "we're" is not "were". */
const wordsOf = (text: string): string[] =>
  text.length > LONGEST
    ? []
    : text
        .normalize("NFKC")
        .toUpperCase()
        .replace(/[\u2018\u2019\u02bc`\u00b4]/gu, "'")
        .replace(/\p{Cf}|\ufe0f|\u20e3/gu, "")
        .replace(/(?<!\p{L})'|'(?!\p{L})|[^\p{L}\p{M}\p{N}']/gu, " ")
        .split(/\s+/)
        .filter((word) => word !== "");
