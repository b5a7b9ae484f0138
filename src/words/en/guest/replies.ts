/** Written in capitals. */
type Phrases = readonly string[];

const yes: Phrases = ["YES", "Y", "1", "OK", "CONFIRM"];
const no: Phrases = ["NO", "N", "9", "NO THANKS", "NO THANK YOU", "NO SORRY"];
/** Gateways treat these words as an opt-out, so the words cannot have another meaning here. */
const stop: Phrases = [
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
];
/** A guest who sends one of these may mean the reservation, not the texts, so a host should call. */
const mayMeanBooking: Phrases = ["CANCEL", "END", "QUIT", "REVOKE"];
const start: Phrases = ["START", "UNSTOP"];

/**
 * Words that may follow a YES. In any combination they must not change the answer, so the list has no
 * numbers, days or times, and no "not", "late" or "if". "See" is only in phrases such as "see you",
 * because "OK, we'll see" is not a yes.
 */
const AFTER_YES = `
  THANKS, THANK YOU, THANK U, THANKYOU, THX, TY, CHEERS, MANY THANKS
  THANKS A LOT, THANKS SO MUCH, THANK YOU SO MUCH, THANK YOU VERY MUCH
  PLEASE, PLS, PLZ, AND, THEN, X, XX, XXX
  SEE YOU, SEE U, SEE YA, SEE YOU SOON, SEE YOU THERE
  WE, I, WE'RE, I'M, IM, WE'LL, I'LL, ARE, AM, WILL
  COMING, ATTENDING, STILL, BE THERE, DEFINITELY, ABSOLUTELY, SURE, FOR SURE
  OF COURSE, CONFIRMED, CONFIRMING
  GREAT, PERFECT, LOVELY, WONDERFUL, BRILLIANT, EXCELLENT, AWESOME
  THAT'S FINE, THAT'S GREAT, THAT'S PERFECT, SOUNDS GOOD, SOUNDS GREAT
  LOOKING FORWARD, LOOKING FORWARD TO IT, LOOKING FORWARD TO SEEING YOU
  WE'LL TAKE IT, I'LL TAKE IT, WE WILL TAKE IT, I WILL TAKE IT
  WE'D LOVE TO, I'D LOVE TO, WE WOULD LOVE TO, I WOULD LOVE TO`;
const afterYes: Phrases = AFTER_YES.trim().split(/\s*[,\n]\s*/);

export const replies = { yes, no, stop, start, mayMeanBooking, afterYes };
export type ReplyWords = typeof replies;
