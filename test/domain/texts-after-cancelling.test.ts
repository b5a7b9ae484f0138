// Goal: a guest gets a text about a cancellation if they need to know. The words and the time depend
// on who cancelled. Method: cases, each with the texts before the cancellation and the result in
// words. A result with "again": the guest may get such a text twice for one start. `outcome` explains
// the other results.
import { describe, expect, test } from "bun:test";
import type { TextFacts } from "../../src/domain/texts-after.ts";
import { EVENING, HOUR } from "../storage/samples.ts";
import {
  ADA,
  AFTERNOON,
  type Case,
  EVE,
  MIDNIGHT,
  OVER,
  outcome,
  PENDING,
  QUIET,
  type Row,
} from "./texts-after-cases.ts";

const ROWS: Record<string, readonly Row[]> = {
  cancelled: [
    ["after the confirmation", { history: ["confirmation delivered"] }, "cancellation again"],
    [
      "while it is a request",
      { ...PENDING, history: ["request_received delivered"] },
      "cancellation again as request_cancelled",
    ],
    [
      "if the brand texts no cancellations",
      { history: ["confirmation delivered"], settings: QUIET },
      "nothing",
    ],
    [
      "if the brand texts no cancellations, while a text is being sent",
      { history: ["confirmation sending"], settings: QUIET },
      "cancellation again",
    ],
    [
      "if the brand texts no cancellations, while a question is being sent",
      {
        history: ["confirmation delivered", "follow_up sending"],
        settings: QUIET,
      },
      "cancellation again",
    ],
    [
      "if the brand texts no cancellations, while a text about the cancellation is being sent",
      {
        history: ["confirmation delivered", "cancellation sending"],
        settings: QUIET,
      },
      "nothing",
    ],
    [
      "after the stay",
      { history: ["confirmation delivered"], facts: { now: EVENING + 3 * HOUR } },
      "nothing",
    ],
    [
      "after the stay, if the clock is in doubt",
      {
        history: ["confirmation delivered"],
        facts: { now: EVENING + 3 * HOUR, endingsAt: AFTERNOON },
      },
      "cancellation again",
    ],
    [
      "at night",
      { history: ["confirmation delivered"], facts: { now: MIDNIGHT } },
      "cancellation again",
    ],
    ["if it is silent", { before: { notifyCustomer: false } }, "cancellation again"],
    ["if it was imported", { before: { source: "import" } }, "cancellation again"],
    [
      "if its phone opted out",
      { history: ["confirmation delivered"], phone: { usable: "opted_out" } },
      "cancellation again, not sent: opted_out",
    ],
    [
      "by a key whose budget of texts is used up",
      { history: ["confirmation delivered"], facts: { budgetLeft: false } },
      "cancellation again, not sent: budget",
    ],
    [
      "after a text about the cancellation",
      { history: ["confirmation delivered", "cancellation delivered"] },
      "untold",
    ],
    [
      "after a text about the cancellation to another phone",
      {
        history: ["confirmation delivered", `cancellation delivered@${EVE}`],
      },
      "cancellation again",
    ],
    [
      "after a text about an earlier cancellation and a new confirmation",
      {
        history: ["confirmation delivered", "cancellation delivered", "confirmation delivered"],
      },
      "cancellation again",
    ],
    ["before the confirmation was sent", { history: ["confirmation due"] }, "cancellation again"],
    [
      "before the confirmation was sent, with the phone over its limit of texts",
      { history: ["confirmation due"], phone: { direct: 1, cancelled: 2 } },
      "untold",
    ],
    [
      "by the guest before the confirmation was sent, with the phone over its limit",
      { history: ["confirmation due"], phone: { direct: 1, cancelled: 2 }, facts: { by: "guest" } },
      "cancellation again as cancelled_by_guest",
    ],
    [
      "if the confirmation may have been sent, with the phone over its limit",
      { history: ["confirmation due?"], phone: OVER },
      "cancellation again",
    ],
    [
      "if the gateway refused the confirmation",
      { history: ["confirmation failed"] },
      "cancellation again",
    ],
    ["if the confirmation expired", { history: ["confirmation expired"] }, "untold"],
    [
      "if the limit of texts kept back the confirmation",
      { before: { flags: ["call_to_confirm"] } },
      "untold",
    ],
    ["if there was no text at all", {}, "cancellation again"],
    [
      "after the confirmation, with the phone over its limit",
      { history: ["confirmation delivered"], phone: { direct: 20, cancelled: 20 } },
      "cancellation again",
    ],
  ],
  declined: [
    [
      "by a manager",
      { ...PENDING, history: ["request_received delivered"] },
      "cancellation again as request_declined",
    ],
    [
      "by a manager at night",
      { ...PENDING, history: ["request_received delivered"], facts: { now: MIDNIGHT } },
      "cancellation again as request_declined",
    ],
    [
      "automatically at night",
      {
        ...PENDING,
        history: ["request_received delivered"],
        facts: { now: MIDNIGHT, by: "system" },
      },
      "cancellation again as request_declined in 9 h",
    ],
    [
      "if the brand texts no cancellations",
      { ...PENDING, history: ["request_received delivered"], settings: QUIET },
      "nothing",
    ],
    [
      "if the brand texts no cancellations, while a text is being sent",
      { ...PENDING, history: ["request_received sending"], settings: QUIET },
      "cancellation again as request_declined",
    ],
  ],
  // Cancelled automatically, because the guest did not answer whether they come.
  released: [
    [
      "by day",
      { history: ["confirmation delivered", "attendance_ask delivered"], facts: { by: "system" } },
      "cancellation again",
    ],
    [
      "at night",
      { history: ["attendance_ask delivered"], facts: { now: MIDNIGHT, by: "system" } },
      "cancellation again in 9 h",
    ],
    [
      "at night, two hours before its start",
      {
        before: { startAt: MIDNIGHT + 2 * HOUR },
        history: ["attendance_ask delivered"],
        facts: { now: MIDNIGHT, by: "system" },
      },
      "cancellation again",
    ],
    [
      "if the brand texts no cancellations, while a text is being sent",
      { history: ["follow_up sending"], settings: QUIET, facts: { by: "system" } },
      "cancellation again",
    ],
  ],
};

describe.each(Object.entries(ROWS))("a reservation that is %s", (kind, rows) => {
  test.each<Row>(rows.map((row): Row => row))("%s", (_, given, follows) => {
    expect(outcome({ kind } as TextFacts["cause"], given)).toBe(follows);
  });
});

describe("a reservation replaced by another", () => {
  const history = ["confirmation delivered"];
  test.each<[string, string, Case, string]>([
    ["of the same phone", ADA, { history }, "nothing"],
    ["of another phone", EVE, { history }, "cancellation again"],
    [
      "of another phone, if the old one was a request",
      EVE,
      { ...PENDING, history },
      "cancellation again as request_cancelled",
    ],
    ["of another phone, if the old one has no phone", EVE, { before: { phone: null } }, "nothing"],
    [
      "of the same phone, while a text is being sent",
      ADA,
      { history: ["confirmation sending"] },
      "nothing",
    ],
    [
      "of another phone, if the brand texts no cancellations",
      EVE,
      { history, settings: QUIET },
      "nothing",
    ],
    [
      "of another phone, if the brand texts no cancellations, while a text is being sent",
      EVE,
      { history: ["confirmation sending"], settings: QUIET },
      "cancellation again",
    ],
    [
      "of another phone, after the stay",
      EVE,
      { history, facts: { now: EVENING + 3 * HOUR } },
      "nothing",
    ],
  ])("%s", (_, phone, given, follows) => {
    const byGuest: Case = { ...given, facts: { by: "guest", ...given.facts } };
    expect(outcome({ kind: "replaced", phone }, byGuest)).toBe(follows);
  });
});

/** "with a text": the manager chose to text the guest. */
describe("a reservation that a manager cancels by closing its service", () => {
  const history = ["confirmation delivered"];
  const asked: Case = { ...PENDING, history: ["request_received delivered"] };
  const night = { facts: { now: MIDNIGHT } };
  test.each<[string, boolean, Case, string]>([
    ["with a text", true, { history }, "cancellation again"],
    [
      "with a text, if the brand texts no cancellations",
      true,
      { history, settings: QUIET },
      "cancellation again",
    ],
    ["with a text, while it is a request", true, asked, "cancellation again as request_declined"],
    ["with a text, at night", true, { history, ...night }, "cancellation again in 9 h"],
    [
      "with a text, if the guest was never told of the table",
      true,
      { history: ["confirmation expired"] },
      "untold",
    ],
    ["without a text", false, { history }, "nothing"],
    [
      "without a text, while the confirmation is being sent",
      false,
      { history: ["confirmation sending"] },
      "cancellation again",
    ],
    ["after the stay", true, { history, facts: { now: EVENING + 3 * HOUR } }, "nothing"],
  ])("%s", (_, told, given, follows) => {
    expect(outcome({ kind: "closed", told }, given)).toBe(follows);
  });
});
