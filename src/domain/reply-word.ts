/** What a guest's text means when the whole of it is one known word. */
export type ReplyWord = "yes" | "no" | "stop" | "start";

const WORDS: Readonly<Record<ReplyWord, readonly string[]>> = {
  yes: ["YES", "Y", "1", "OK", "CONFIRM"],
  no: ["NO", "N", "9"],
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

/** Words of other languages, by what they mean. */
export type MoreWords = Readonly<Record<ReplyWord, readonly string[]>>;

/**
 * The word that a text consists of, case, spaces, punctuation and emoji aside; null: a person has
 * to read it. `more` adds words, none of which changes what a word above means.
 */
export function replyWordOf(text: string, more?: MoreWords): ReplyWord | null {
  const word = bareWord(text);
  if (word === "" || MORE_OR_FEWER.test(text.normalize("NFKC"))) return null;
  const kinds = Object.keys(WORDS) as ReplyWord[];
  const known = kinds.find((kind) => WORDS[kind].includes(word));
  const added = kinds.find((kind) => more?.[kind].some((one) => bareWord(one) === word));
  return known ?? added ?? null;
}

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
