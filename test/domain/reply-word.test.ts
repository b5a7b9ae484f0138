// Goal: a text acts only where the whole of it is one known word, however it is written.
import { describe, expect, test } from "bun:test";
import { mayMeanBooking, replyWordOf } from "../../src/domain/reply-word.ts";

describe("known words", () => {
  test.each([
    ["yes", ["YES", "yes", " Yes! ", "Y", "1", "1️⃣", "ok", "OK 👍", "Confirm."]],
    ["no", ["NO", "n", "9", "No."]],
    [
      "stop",
      ["STOP", "Stop.", "stopall", "UNSUBSCRIBE", "cancel", "END", "quit", "‘STOP’", "*stop*"],
    ],
    ["start", ["START", "unstop", "Start!"]],
  ] as const)("%s", (word, texts) => {
    for (const text of texts) expect([text, replyWordOf(text)]).toEqual([text, word]);
  });
});

test.each([
  "",
  " ",
  "👍",
  "yes please",
  "please stop",
  "no thanks",
  "don't stop",
  "11",
  "yesterday",
  "stop stop",
  "YE S",
  "ja",
  "constructor",
  "__proto__",
])("%j is for a person", (text) => {
  expect(replyWordOf(text)).toBeNull();
});

test("further words are understood as well, and change none of the others", () => {
  const more = { yes: ["Sì", "oui", "stop"], no: ["non"], stop: ["ARRÊT"], start: [] };
  expect(
    ["sì!", "OUI", "Non.", "arrêt", "stop", "yes"].map((one) => replyWordOf(one, more)),
  ).toEqual(["yes", "yes", "no", "stop", "stop", "yes"]);
  expect(replyWordOf("oui")).toBeNull();
});

test("three of the words that opt out may have been meant for the reservation", () => {
  const words = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT"];
  expect(words.filter(mayMeanBooking)).toEqual(["CANCEL", "END", "QUIT"]);
  expect(["Cancel!", " end ", "cancel my table"].map(mayMeanBooking)).toEqual([true, true, false]);
});
