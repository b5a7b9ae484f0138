import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../domain/languages.ts";
import { guestWords } from "./guest.ts";

/** What a guest's text means when the whole of it is known words. */
export type ReplyWord = "yes" | "no" | "stop" | "start";
const KINDS: readonly ReplyWord[] = ["yes", "no", "stop", "start"];

/**
 * Words by what they mean. `afterYes`: words, phrases and emoji that may follow a yes.
 */
export type MoreWords = Readonly<Record<ReplyWord, readonly string[]>> & {
  readonly afterYes?: readonly string[];
};

/**
 * "+1" tells of one guest more, and "-1" of one fewer: no answer to the question. Keyboards have
 * several signs for either, among them dashes and emoji.
 */
const MORE_OR_FEWER = /[+\p{Pd}\u2212\u2795\u2796]\ufe0f?\s*\p{N}/u;

/**
 * What a text says: one known word, case, spaces, punctuation and emoji aside, or a yes with nothing
 * behind it but friendly words. Null: a person has to read it. English is always understood, and so
 * are the other `languages`, then `more`; none changes what a word before it means.
 */
export function replyWordOf(
  text: string,
  languages: readonly Language[] = [],
  more?: MoreWords,
): ReplyWord | null {
  const word = bareWord(text);
  if (word === "" || MORE_OR_FEWER.test(text.normalize("NFKC"))) return null;
  const spoken = new Set<Language>([DEFAULT_LANGUAGE, ...languages]);
  const lists: MoreWords[] = [...spoken].map((language) => guestWords(language).replies);
  if (more !== undefined) lists.push(more);
  const words = wordsOf(text);
  const spaced = words.join(" ");
  const isWord = (one: string): boolean => one === word || one === spaced || bareWord(one) === word;
  const meaning =
    lists
      .map((list) => KINDS.find((kind) => list[kind].some(isWord)))
      .find((kind) => kind !== undefined) ?? null;
  if (meaning === "yes") return emojiOf(text).every(isFriendly(lists)) ? "yes" : null;
  return meaning ?? (isFriendlyYes(text, words, lists) ? "yes" : null);
}

/** "Yes?" asks something, and so may whatever stands before the sign. */
const QUESTION = /[?\u00bf\u037e\u061f]/u;
/** The longest phrase, in words. */
const LONGEST_PHRASE = 5;

/**
 * True for a yes word with known friendly words and emoji behind it. A digit says yes only by
 * itself: "1 coming" is a number of guests.
 */
function isFriendlyYes(
  text: string,
  words: readonly string[],
  lists: readonly MoreWords[],
): boolean {
  if (QUESTION.test(text.normalize("NFKC"))) return false;
  if (!emojiOf(text).every(isFriendly(lists))) return false;
  const yes = lists
    .flatMap((list) => list.yes)
    .map(phraseOf)
    .filter((one) => !/\p{N}/u.test(one));
  const after = new Set([...lists.flatMap(({ afterYes = [] }) => afterYes).map(phraseOf), ...yes]);
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

/** Emoji that say nothing more in any language; skin tones do not count. */
const FRIENDLY_EMOJI: ReadonlySet<string> = new Set(
  "👍👌🙏🙌👏🤝💪👋🫶🤞✌🤗😀😃😄😁😆😊🙂😉😌😍🥰😘😇😋😎🤩🥳☺😺❤💛💚💙💜🧡🖤🤍💕💖💗♥✅✔☑💯🎉🎊🎈✨⭐🌟🌹🌸💐🥂🍾🍷🍸🍹🍻🍺🍽🍴🎂🍕🍝🍣🍔🔥♀♂",
);

/** Some emoji say no, or tell of a dog or a child: somebody reads those. */
const isFriendly =
  (lists: readonly MoreWords[]) =>
  (emoji: string): boolean =>
    FRIENDLY_EMOJI.has(emoji) ||
    lists.some(({ afterYes = [] }) => afterYes.some((one) => one.startsWith(emoji)));

/** True for a stop word that may have been meant for the reservation. */
export const mayMeanBooking = (text: string): boolean =>
  LANGUAGES.some((language) =>
    guestWords(language).replies.mayMeanBooking.includes(bareWord(text)),
  );

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
