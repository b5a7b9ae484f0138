/** What a guest's text means when the whole of it is one known word. */
export type ReplyWord = "yes" | "no" | "stop" | "start";

const WORDS: Readonly<Record<ReplyWord, readonly string[]>> = {
  yes: ["YES", "Y", "1", "OK", "CONFIRM"],
  no: ["NO", "N", "9"],
  // Gateways read these as opting out of everything, so they mean nothing else here either.
  stop: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"],
  start: ["START", "UNSTOP"],
};

/** The word that a text consists of, case, spaces, punctuation and emoji aside; null: a person has to read it. */
export function replyWordOf(text: string): ReplyWord | null {
  const word = text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .trim();
  const kinds = Object.keys(WORDS) as ReplyWord[];
  return kinds.find((kind) => WORDS[kind].includes(word)) ?? null;
}
