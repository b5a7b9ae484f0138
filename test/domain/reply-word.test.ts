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
    // Twilio opts out by these as well since April 2025.
    ["stop", ["REVOKE", "revoke.", "OPTOUT", "opt-out", "Opt out", "Stop all", "stop\u00a0 all!"]],
    ["yes", ["ＹＥＳ", "１", "①"]],
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
])("%j is for a person", (text) => {
  expect(replyWordOf(text)).toBeNull();
});

test("a word may have many signs around it; what is longer than 500 is for a person, unread", () => {
  expect(replyWordOf(`YES${"!".repeat(497)}`)).toBe("yes");
  expect(replyWordOf(`YES${"!".repeat(498)}`)).toBeNull();
  // Marks out of order: to put them in order would take minutes.
  const marks = "\u0301\u0323".repeat(100_000);
  expect(replyWordOf(`a${marks}`)).toBeNull();
  expect(mayMeanBooking(`a${marks}`)).toBe(false);
});

test("further words are understood as well, and change none of the others", () => {
  const more = { yes: ["Sì", "oui", "stop"], no: ["non"], stop: ["ARRÊT"], start: [] };
  expect(
    ["sì!", "si\u0300", "OUI", "Non.", "arrêt", "stop", "yes"].map((one) => replyWordOf(one, more)),
  ).toEqual(["yes", "yes", "yes", "no", "stop", "stop", "yes"]);
  expect(replyWordOf("oui")).toBeNull();
});

test("words of scripts that write vowels as marks are told apart by them", () => {
  const more = { yes: ["हाँ", "ใช่"], no: ["नहीं", "ไม่"], stop: [], start: [] };
  expect(["हाँ!", "ใช่", "नहीं।", "ไม่", "है", "ใช"].map((one) => replyWordOf(one, more))).toEqual([
    "yes",
    "yes",
    "no",
    "no",
    null,
    null,
  ]);
});

test("four of the words that opt out may have been meant for the reservation", () => {
  const words = ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"];
  expect(words.filter(mayMeanBooking)).toEqual(["CANCEL", "END", "QUIT", "REVOKE"]);
  expect(["Cancel!", " end ", "cancel my table"].map(mayMeanBooking)).toEqual([true, true, false]);
});
