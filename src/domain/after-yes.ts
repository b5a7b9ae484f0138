const PHRASES = `
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

/**
 * What guests write behind a YES without saying anything more, in upper case. No entry may change a
 * yes, whatever stands beside it: no number, day or time, no "not", "late" or "if". Some words are
 * part of a phrase only: "OK, we'll see" and "OK, I'm good" are no yes.
 */
export const AFTER_YES: ReadonlySet<string> = new Set(
  PHRASES.split(/[,\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== ""),
);

const EMOJI =
  "👍👌🙏🙌👏🤝💪👋🫶🤞✌🤗😀😃😄😁😆😊🙂😉😌😍🥰😘😇😋😎🤩🥳☺😺❤💛💚💙💜🧡🖤🤍💕💖💗♥✅✔☑💯🎉🎊🎈✨⭐🌟🌹🌸💐🥂🍾🍷🍸🍹🍻🍺🍽🍴🎂🍕🍝🍣🍔🔥♀♂";

/** Emoji that say nothing more either; skin tones do not count. */
export const FRIENDLY_EMOJI: ReadonlySet<string> = new Set(EMOJI);
