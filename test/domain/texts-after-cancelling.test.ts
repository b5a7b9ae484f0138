// Goal: a guest is texted about a cancellation if they need to know, in words and at a time that
// suit who cancelled. Method: a table of cancellations, each with the texts before it.
import { describe, expect, test } from "bun:test";
import type { TextFacts } from "../../src/domain/texts-after.ts";
import { EVENING, HOUR } from "../storage/samples.ts";
import {
  ADA,
  type Case,
  EVE,
  MIDNIGHT,
  NOON,
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
      "a request",
      { ...PENDING, history: ["request_received delivered"] },
      "cancellation again as request_cancelled",
    ],
    [
      "where the brand tells none",
      { history: ["confirmation delivered"], settings: QUIET },
      "nothing",
    ],
    [
      "where it tells none, with a text under way",
      { history: ["confirmation sending"], settings: QUIET },
      "cancellation again",
    ],
    [
      "where it tells none, with a question under way",
      {
        history: ["confirmation delivered", "follow_up sending"],
        settings: QUIET,
      },
      "cancellation again",
    ],
    [
      "where it tells none, with its cancellation under way",
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
      "after the stay, by a clock in doubt",
      { history: ["confirmation delivered"], facts: { now: EVENING + 3 * HOUR, endingsAt: NOON } },
      "cancellation again",
    ],
    [
      "at night",
      { history: ["confirmation delivered"], facts: { now: MIDNIGHT } },
      "cancellation again",
    ],
    ["silently", { before: { notifyCustomer: false } }, "cancellation again"],
    ["of an import", { before: { source: "import" } }, "cancellation again"],
    [
      "opted out",
      { history: ["confirmation delivered"], phone: { usable: "opted_out" } },
      "cancellation again, not sent: opted_out",
    ],
    [
      "by a key without texts",
      { history: ["confirmation delivered"], facts: { budgetLeft: false } },
      "cancellation again, not sent: budget",
    ],
    ["told already", { history: ["confirmation delivered", "cancellation delivered"] }, "untold"],
    [
      "told to another phone",
      {
        history: ["confirmation delivered", `cancellation delivered@${EVE}`],
      },
      "cancellation again",
    ],
    [
      "told to be booked again since",
      {
        history: ["confirmation delivered", "cancellation delivered", "confirmation delivered"],
      },
      "cancellation again",
    ],
    ["overtaking the confirmation", { history: ["confirmation due"] }, "cancellation again"],
    [
      "overtaking it, above the ceiling",
      { history: ["confirmation due"], phone: { direct: 1, cancelled: 2 } },
      "untold",
    ],
    [
      "overtaking it, above the ceiling, by the guest",
      { history: ["confirmation due"], phone: { direct: 1, cancelled: 2 }, facts: { by: "guest" } },
      "cancellation again as cancelled_by_guest",
    ],
    [
      "where it may have left",
      { history: ["confirmation due?"], phone: OVER },
      "cancellation again",
    ],
    ["where it failed at the gateway", { history: ["confirmation failed"] }, "cancellation again"],
    ["where it expired", { history: ["confirmation expired"] }, "untold"],
    ["where it was one too many", { before: { flags: ["call_to_confirm"] } }, "untold"],
    ["where nothing was ever written", {}, "cancellation again"],
    [
      "beyond the ceiling, of a table that was told",
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
      "by itself at night",
      {
        ...PENDING,
        history: ["request_received delivered"],
        facts: { now: MIDNIGHT, by: "system" },
      },
      "cancellation again as request_declined in 9 h",
    ],
    [
      "where the brand tells none",
      { ...PENDING, history: ["request_received delivered"], settings: QUIET },
      "nothing",
    ],
    [
      "where it tells none, with a text under way",
      { ...PENDING, history: ["request_received sending"], settings: QUIET },
      "cancellation again as request_declined",
    ],
  ],
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
      "in the night of the evening",
      {
        before: { startAt: MIDNIGHT + 2 * HOUR },
        history: ["attendance_ask delivered"],
        facts: { now: MIDNIGHT, by: "system" },
      },
      "cancellation again",
    ],
    [
      "where the brand tells none, with a text under way",
      { history: ["follow_up sending"], settings: QUIET, facts: { by: "system" } },
      "cancellation again",
    ],
  ],
};

describe.each(Object.entries(ROWS))("%s", (kind, rows) => {
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
      "of another phone, a request",
      EVE,
      { ...PENDING, history },
      "cancellation again as request_cancelled",
    ],
    ["which had none", EVE, { before: { phone: null } }, "nothing"],
    [
      "of the same phone, with a text under way",
      ADA,
      { history: ["confirmation sending"] },
      "nothing",
    ],
    ["of another phone, where the brand tells none", EVE, { history, settings: QUIET }, "nothing"],
    [
      "of another phone, likewise, with a text under way",
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

describe("a service closed that day", () => {
  const history = ["confirmation delivered"];
  const asked: Case = { ...PENDING, history: ["request_received delivered"] };
  const night = { facts: { now: MIDNIGHT } };
  test.each<[string, boolean, Case, string]>([
    ["with a text", true, { history }, "cancellation again"],
    [
      "with a text, where the brand tells none",
      true,
      { history, settings: QUIET },
      "cancellation again",
    ],
    ["with a text, a request", true, asked, "cancellation again as request_declined"],
    ["with a text, at night", true, { history, ...night }, "cancellation again in 9 h"],
    ["with a text, never told", true, { history: ["confirmation expired"] }, "untold"],
    ["without a text", false, { history }, "nothing"],
    [
      "without a text, with one under way",
      false,
      { history: ["confirmation sending"] },
      "cancellation again",
    ],
    ["after the stay", true, { history, facts: { now: EVENING + 3 * HOUR } }, "nothing"],
  ])("%s", (_, told, given, follows) => {
    expect(outcome({ kind: "closed", told }, given)).toBe(follows);
  });
});
