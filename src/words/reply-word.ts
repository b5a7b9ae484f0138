import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../domain/languages.ts";
import { guestWords } from "./guest.ts";

export type ReplyWord = "yes" | "no" | "stop" | "start";
const KINDS: readonly ReplyWord[] = ["yes", "no", "stop", "start"];

export type MoreWords = Readonly<Record<ReplyWord, readonly string[]>> & {
  readonly afterYes?: readonly string[];
};

/** "+1" and "-1" mean one guest more or fewer, so they are neither yes nor no. */
const MORE_OR_FEWER = /[+\p{Pd}\u2212\u2795\u2796]\ufe0f?\s*\p{N}/u;

/**
 * Returns what a text means, or null if a person must read it. Tries the English words first, then those
 * of `languages`, then `more`.
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

/** "Yes thanks?" is a question. */
const QUESTION = /[?\u00bf\u037e\u061f]/u;
const LONGEST_PHRASE = 5;

/**
 * True for a yes with more words, as in "yes thanks". The reply "1" alone means yes, but "1 coming"
 * does not: there, 1 is the number of guests.
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

/** Emoji that a yes may contain. Skin tones are ignored. */
const FRIENDLY_EMOJI: ReadonlySet<string> = new Set(
  "👍👌🙏🙌👏🤝💪👋🫶🤞✌🤗😀😃😄😁😆😊🙂😉😌😍🥰😘😇😋😎🤩🥳☺😺❤💛💚💙💜🧡🖤🤍💕💖💗♥✅✔☑💯🎉🎊🎈✨⭐🌟🌹🌸💐🥂🍾🍷🍸🍹🍻🍺🍽🍴🎂🍕🍝🍣🍔🔥♀♂",
);

/** False for other emoji, so that a host reads the text: they may mean no, or "I bring my dog". */
const isFriendly =
  (lists: readonly MoreWords[]) =>
  (emoji: string): boolean =>
    FRIENDLY_EMOJI.has(emoji) ||
    lists.some(({ afterYes = [] }) => afterYes.some((one) => one.startsWith(emoji)));

/** True for words such as CANCEL, which may be about the reservation or about the texts. */
export const mayMeanBooking = (text: string): boolean =>
  LANGUAGES.some((language) =>
    guestWords(language).replies.mayMeanBooking.includes(bareWord(text)),
  );

/** Longer texts are not normalized, because combining marks take quadratic time. */
const LONGEST = 500;

/** The text in upper case, without emoji and punctuation. "" if the text is too long. */
const bareWord = (text: string): string =>
  text.length > LONGEST
    ? ""
    : text
        .normalize("NFKC")
        .toUpperCase()
        // Keeps combining marks, because many scripts need them. Removes the marks of keycap emoji.
        .replace(/[^\p{L}\p{M}\p{N}\s]|\ufe0f|\u20e3/gu, "")
        .replace(/\s+/g, " ")
        .trim();

const phraseOf = (text: string): string => wordsOf(text).join(" ");

/** An apostrophe is part of its word: "we're" is not "were". */
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
