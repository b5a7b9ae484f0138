// Goal: a guest's text acts only if the whole text is one known word, in any spelling, or a yes
// followed by words that add no meaning (rule T18). Every other text is left to a person.
import { describe, expect, test } from "bun:test";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { guestWords } from "../../src/words/guest.ts";
import { mayMeanBooking, replyWordOf } from "../../src/words/reply-word.ts";

describe("a known word", () => {
  test.each([
    ["yes", ["YES", "yes", " Yes! ", "Y", "1", "1️⃣", "ok", "OK 👍", "Confirm."]],
    ["no", ["NO", "n", "9", "No."]],
    [
      "stop",
      ["STOP", "Stop.", "stopall", "UNSUBSCRIBE", "cancel", "END", "quit", "‘STOP’", "*stop*"],
    ],
    // Since April 2025 Twilio also treats these words as an opt-out.
    ["stop", ["REVOKE", "revoke.", "OPTOUT", "opt-out", "Opt out", "Stop all", "stop\u00a0 all!"]],
    ["yes", ["ＹＥＳ", "１", "①"]],
    ["start", ["START", "unstop", "Start!"]],
    ["yes", ["YES‼️", "Yes 👍🏽", "ok ❤️", "1 👍"]],
    [
      "no",
      ["No thanks", "no thank you!", "No, sorry", "NO THANKS 🙏", "no,thanks", "No, sorry 😢"],
    ],
  ] as const)("is read as %s", (word, texts) => {
    for (const text of texts) expect([text, replyWordOf(text)]).toEqual([text, word]);
  });
});

test.each([
  "",
  " ",
  "👍",
  "please stop",
  "don't stop",
  "11",
  "yesterday",
  "stop stop",
  "YE S",
  "ja",
  "+1",
  "+ 1 please",
  "-1",
  "−9",
  "＋1",
  "➕1",
  "➖ 1",
  "–1",
  "constructor",
  "__proto__",
])("%j is left to a person", (text) => {
  expect(replyWordOf(text)).toBeNull();
});

describe("a yes with other words", () => {
  test.each([
    "Yes please!",
    "Yes, see you then",
    "yes we are coming",
    "Yes 👍 thanks",
    "YES THANK YOU SO MUCH!!!",
    "yes, thank u x",
    "Yes we’re coming",
    "yes i'm coming, thanks",
    "Yes. We'll be there. See you then!",
    "ok thanks",
    "OK, see you soon 😊",
    "Ok great",
    "Yes yes",
    "yes,please",
    "Y please",
    "confirm, thanks",
    "Yes of course, looking forward to it 🎉",
    "yes 🙏🏽 see you there",
    "Yes, we'd love to",
    "yes we\u200b are",
    "Yes\nthanks\nx",
    "ＹＥＳ　ｔｈａｎｋｓ",
  ])("%j is a yes", (text) => {
    expect(replyWordOf(text)).toBe("yes");
  });

  test.each([
    "yes, cancel please",
    "OK thanks but running late",
    "yes we'll be six",
    "yes 6",
    "yes, 6 of us",
    "YES 6️⃣",
    "yes 🔟",
    "yes ①",
    "yes ٦",
    "1 coming",
    "1 please",
    "yes 1",
    "yes we are not coming",
    "yes, no",
    "YES/NO",
    "Y/N",
    "yes stop",
    "Yes STOP thanks",
    "yes see you at 7",
    "yes see you friday",
    "yes we were coming",
    "Yes were coming",
    "Yes, well",
    "yes if we can",
    "ok, we'll see",
    "OK I'm good, thanks",
    "OK we're fine thanks",
    "ok take it",
    "OK are we coming?",
    "yes we are coming?",
    "yes, thanks？",
    "yes we are ill",
    "yes, I'll try",
    "Yes 👎",
    "OK ❌",
    "yes 🚫 thanks",
    "yes please 🤷",
    "yes 👶",
    "yes 🐕 thanks",
    "please yes",
    "thanks",
    "see you then",
    "thanks, yes",
    "👍 yes but",
    "yes please constructor",
    "yes __proto__",
    "yes\u0336 please",
    "yes we're coming +1",
    "yes thanks -1",
    `yes ${"thanks ".repeat(80)}`,
  ])("%j is left to a person", (text) => {
    expect(replyWordOf(text)).toBeNull();
  });

  test("can be a yes, but a no with words other than thanks or sorry is left to a person", () => {
    for (const text of [
      "No problem, see you then!",
      "No worries thanks",
      "no thanks, yes",
      "NO 6",
    ]) {
      expect([text, replyWordOf(text)]).toEqual([text, null]);
    }
  });

  test("is accepted in other languages, but never with numbers", () => {
    const more = {
      yes: ["sì", "oui"],
      no: ["non", "non merci"],
      stop: [],
      start: [],
      afterYes: ["grazie", "a dopo", "bien sûr", "🍋"],
    };
    const read = (text: string) => replyWordOf(text, [], more);
    for (const text of [
      "Sì grazie!",
      "si\u0300, a dopo 🍋",
      "oui bien sûr",
      "oui thanks",
      "yes grazie",
    ]) {
      expect([text, read(text)]).toEqual([text, "yes"]);
    }
    expect(read("Non, merci.")).toBe("no");
    for (const text of ["sì, dopo", "sì grazie 6", "grazie", "sì no", "non grazie", "sì 🍌"]) {
      expect([text, read(text)]).toEqual([text, null]);
    }
  });
});

test("any signs around a word are ignored, but a text of more than 500 characters is left to a person", () => {
  expect(replyWordOf(`YES${"!".repeat(497)}`)).toBe("yes");
  expect(replyWordOf(`YES${"!".repeat(498)}`)).toBeNull();
  // Combining marks out of order, which take minutes to sort.
  const marks = "\u0301\u0323".repeat(100_000);
  expect(replyWordOf(`a${marks}`)).toBeNull();
  expect(mayMeanBooking(`a${marks}`)).toBe(false);
});

test("configured words are understood too, and do not change the known words", () => {
  const more = { yes: ["Sì", "oui", "stop"], no: ["non"], stop: ["ARRÊT"], start: [] };
  expect(
    ["sì!", "si\u0300", "OUI", "Non.", "arrêt", "stop", "yes"].map((one) =>
      replyWordOf(one, [], more),
    ),
  ).toEqual(["yes", "yes", "yes", "no", "stop", "stop", "yes"]);
  expect(replyWordOf("oui")).toBeNull();
});

test("words that differ only in vowel marks are told apart", () => {
  const more = { yes: ["हाँ", "ใช่"], no: ["नहीं", "ไม่"], stop: [], start: [] };
  expect(["हाँ!", "ใช่", "नहीं।", "ไม่", "है", "ใช"].map((one) => replyWordOf(one, [], more))).toEqual([
    "yes",
    "yes",
    "no",
    "no",
    null,
    null,
  ]);
});

test("CANCEL, END, QUIT and REVOKE may mean the reservation instead of the texts", () => {
  const words = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
  expect(words.filter(mayMeanBooking)).toEqual(["CANCEL", "END", "QUIT", "REVOKE"]);
  expect(["Cancel!", " end ", "cancel my table"].map(mayMeanBooking)).toEqual([true, true, false]);
});

describe("a German word", () => {
  const read = (text: string) => replyWordOf(text, ["de"]);

  test.each([
    ["yes", ["JA", "Ja!", "j", "Jawohl", "okay", "Wir kommen", "Ich komme 😊", "Best\u00e4tigt."]],
    ["yes", ["Ja, gerne!", "Ja, vielen Dank", "ja wir kommen, bis dann 👋", "Ja klar, LG"]],
    [
      "yes",
      ["Wir kommen gerne, liebe Gr\u00fc\u00dfe", "Ja, es bleibt dabei", "Ja den nehmen wir"],
    ],
    ["yes", ["YES", "ok danke", "ja thanks", "1"]],
    ["no", ["NEIN", "nein danke", "Nein, leider nicht 😢", "Leider nein.", "Wir kommen nicht"]],
    ["no", ["Stornieren", "Bitte stornieren!", "STORNO", "absagen", "n", "9", "No thanks"]],
    ["stop", ["STOP", "STOPP", "Stopp!", "Keine SMS mehr", "abbestellen", "CANCEL"]],
    ["start", ["START"]],
  ] as const)("is read as %s", (word, texts) => {
    for (const text of texts) expect([text, read(text)]).toEqual([text, word]);
  });

  test.each([
    "ja, danke?",
    "Ja, aber sp\u00e4ter",
    "Ja, zu sechst",
    "ja 6",
    "ja wir kommen nicht",
    "Wir kommen sp\u00e4ter",
    "Wir kommen zu dritt",
    "Kommen wir",
    "ja nein",
    "ja bitte stornieren",
    "Ja, bis Freitag",
    "Ja +1",
    "danke",
    "gerne",
    "nein, sp\u00e4ter",
    "keine Ahnung",
    "ja 👎",
    "abmelden",
    "Jana",
    "n\u00f6 danke",
  ])("%j is left to a person", (text) => {
    expect(read(text)).toBeNull();
  });

  test("is not understood in a restaurant set to English", () => {
    for (const text of ["ja", "nein", "stornieren", "stopp", "wir kommen", "ok danke"]) {
      expect([text, replyWordOf(text)]).toEqual([text, null]);
    }
  });
});

/** Also checks that no word that may follow a yes is itself a no, stop or start. */
test.each(LANGUAGES)("the words of %s contradict neither each other nor English", (language) => {
  const { yes, no, stop, start, afterYes } = guestWords(language).replies;
  const english = guestWords("en").replies;
  const lists = { yes, no, stop, start };
  for (const [kind, words] of Object.entries(lists)) {
    for (const word of words) expect([word, replyWordOf(word, [language])]).toEqual([word, kind]);
  }
  const others = [...no, ...stop, ...start, ...english.no, ...english.stop, ...english.start];
  for (const phrase of afterYes) {
    expect(others).not.toContain(phrase);
    expect([phrase, replyWordOf(`${yes[0]} ${phrase}`, [language])]).toEqual([phrase, "yes"]);
  }
});
