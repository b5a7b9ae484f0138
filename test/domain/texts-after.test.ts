// Goal: guests get the texts about their booking and its changes that the rules require, and no
// others. Method: a table of changes, each with the texts before it.
import { describe, expect, test } from "bun:test";
import { resolveSettings } from "../../src/domain/settings.ts";
import { type TextFacts, textsAfter } from "../../src/domain/texts-after.ts";
import { EVENING, HOUR, reservation } from "../storage/samples.ts";
import {
  AFTERNOON,
  CANCELLED,
  EVE,
  MIDNIGHT,
  OVER,
  outcome,
  PENDING,
  past,
  type Row,
  TELLS,
} from "./texts-after-cases.ts";

const ROWS: Record<string, readonly Row[]> = {
  booked: [
    ["a table", {}, "confirmation"],
    ["a request", PENDING, "request_received"],
    [
      "without texts (silent)",
      { before: { notifyCustomer: false } },
      "confirmation, not sent: silent",
    ],
    ["without a phone", { phone: { usable: "no_phone" } }, "confirmation, not sent: no_phone"],
    [
      "for a phone that opted out",
      { phone: { usable: "opted_out" } },
      "confirmation, not sent: opted_out",
    ],
    [
      "for a phone of another country",
      { phone: { usable: "country" } },
      "confirmation, not sent: country",
    ],
    [
      "by a key whose texts are used up",
      { facts: { budgetLeft: false } },
      "confirmation, not sent: budget",
    ],
    ["after two texts in a day", { phone: { direct: 2 } }, "confirmation"],
    ["after three texts", { phone: OVER }, "confirmation, not sent: phone_budget, call"],
    ["after three texts, by the guest", { phone: OVER, facts: { by: "guest" } }, "confirmation"],
    [
      "after three texts, with a call needed anyway",
      { phone: OVER, before: { flags: ["call_to_confirm"] } },
      "confirmation, not sent: phone_budget",
    ],
    ["at night", { facts: { now: MIDNIGHT } }, "confirmation"],
  ],
  readmitted: [
    [
      "by the guest's late YES",
      {
        history: ["confirmation delivered", "cancellation delivered"],
        facts: { by: "guest" },
        phone: OVER,
      },
      "confirmation again",
    ],
    [
      "as a request",
      { after: { status: "pending" }, facts: { by: "guest" } },
      "request_received again",
    ],
  ],
  approved: [
    [
      "a request",
      { ...PENDING, after: { status: "booked" }, history: ["request_received delivered"] },
      "confirmation again",
    ],
    [
      "over the first limit of the phone",
      {
        ...PENDING,
        after: { status: "booked" },
        history: ["request_received delivered"],
        phone: OVER,
      },
      "confirmation again",
    ],
    [
      "over the final limit of the phone",
      {
        ...PENDING,
        after: { status: "booked" },
        history: ["request_received delivered"],
        phone: { direct: 15 },
      },
      "confirmation again, not sent: phone_budget, call",
    ],
  ],
  changed: [
    [
      "after the confirmation",
      { after: { startAt: EVENING + HOUR }, history: ["confirmation delivered"] },
      "nothing",
    ],
    [
      "if the brand tells changes",
      { after: { startAt: EVENING + HOUR }, settings: TELLS, history: ["confirmation delivered"] },
      "update",
    ],
    [
      "in size only",
      { after: { partySize: 5 }, settings: TELLS, history: ["confirmation delivered"] },
      "update again",
    ],
    [
      "before the confirmation was sent",
      { after: { startAt: EVENING + HOUR }, history: ["confirmation due"] },
      "confirmation",
    ],
    [
      "while the confirmation is held",
      { after: { startAt: EVENING + HOUR }, history: ["confirmation held"] },
      "confirmation",
    ],
    [
      "while the confirmation is tried again and may have been sent",
      { after: { partySize: 5 }, history: ["confirmation due?"] },
      "confirmation again",
    ],
    [
      "while the confirmation is being sent",
      { after: { startAt: EVENING + HOUR }, history: ["confirmation sending"] },
      "update",
    ],
    [
      "while a question is being sent",
      {
        after: { startAt: EVENING + HOUR },
        history: ["confirmation delivered", "attendance_ask sending"],
      },
      "update",
    ],
    [
      "a request",
      {
        ...PENDING,
        after: { partySize: 9 },
        settings: TELLS,
        history: ["request_received delivered"],
      },
      "request_received again",
    ],
    [
      "silently",
      { before: { notifyCustomer: false }, after: { partySize: 5 }, settings: TELLS },
      "update again, not sent: silent",
    ],
  ],
  corrected: [
    [
      "in name, before the confirmation was sent",
      { after: { name: "Eve" }, history: ["confirmation due"] },
      "confirmation",
    ],
    [
      "in name, after it was sent",
      { after: { name: "Eve" }, history: ["confirmation delivered"] },
      "nothing",
    ],
    ["in phone", { after: { phone: EVE }, history: ["confirmation delivered"] }, "confirmation"],
    ["in phone, a request", { ...PENDING, after: { phone: EVE } }, "request_received"],
    ["to no phone", { after: { phone: null }, history: ["confirmation due"] }, "nothing"],
    ["in phone, silently", { before: { notifyCustomer: false }, after: { phone: EVE } }, "nothing"],
    [
      "in phone, of a guest who is here",
      { before: { status: "seated" }, after: { phone: EVE } },
      "nothing",
    ],
    ["in phone, after the start", { after: { phone: EVE }, facts: { now: EVENING } }, "nothing"],
    [
      "in phone, if the clock is in doubt",
      { after: { phone: EVE }, facts: { now: EVENING, endingsAt: AFTERNOON } },
      "confirmation",
    ],
  ],
};

describe.each(Object.entries(ROWS))("%s", (kind, rows) => {
  test.each<Row>(rows.map((row): Row => row))("%s", (_, given, follows) => {
    expect(outcome({ kind } as TextFacts["cause"], given)).toBe(follows);
  });
});

describe("an undone change", () => {
  const MOVED = { before: { startAt: EVENING + HOUR }, after: { startAt: EVENING } };
  const REQUEST_AGAIN = { before: { status: "booked" }, after: { status: "pending" } } as const;
  test.each<Row>([
    [
      "a cancellation that was told",
      { ...CANCELLED, history: ["confirmation delivered", "cancellation delivered"] },
      "confirmation again",
    ],
    [
      "a told cancellation of a request",
      {
        before: { status: "cancelled" },
        after: { status: "pending" },
        history: ["request_received delivered", "cancellation delivered"],
      },
      "request_received again",
    ],
    [
      "a cancellation that was not sent",
      { ...CANCELLED, history: ["confirmation delivered", "cancellation due"] },
      "nothing",
    ],
    [
      "a cancellation that was not sent, after an earlier one that was told and undone",
      {
        ...CANCELLED,
        history: [
          "confirmation delivered",
          "cancellation delivered",
          "confirmation delivered",
          "cancellation due",
        ],
      },
      "nothing",
    ],
    [
      "a cancellation before the confirmation was sent",
      { ...CANCELLED, history: ["confirmation void", "cancellation due"] },
      "confirmation again",
    ],
    [
      "a told cancellation of a silent reservation",
      {
        ...CANCELLED,
        before: { status: "cancelled", notifyCustomer: false },
        history: ["cancellation delivered"],
      },
      "nothing",
    ],
    [
      "a told cancellation, if the phone opted out since",
      {
        ...CANCELLED,
        phone: { usable: "opted_out" },
        history: ["confirmation delivered", "cancellation delivered"],
      },
      "confirmation again, not sent: opted_out",
    ],
    [
      "an approval that was told",
      { ...REQUEST_AGAIN, history: ["request_received delivered", "confirmation delivered"] },
      "request_received again",
    ],
    [
      "an approval that was not sent",
      { ...REQUEST_AGAIN, history: ["request_received delivered", "confirmation due"] },
      "nothing",
    ],
    [
      "a move that the guest was not told about",
      { ...MOVED, history: ["confirmation delivered"] },
      "nothing",
    ],
    [
      "a move that an update told",
      { ...MOVED, settings: TELLS, history: ["confirmation delivered", "update delivered"] },
      "update again",
    ],
    [
      "a move that the confirmation told",
      { ...MOVED, history: ["confirmation delivered"] },
      "nothing",
    ],
    [
      "a mark",
      {
        before: { status: "arrived" },
        after: { status: "booked" },
        history: ["confirmation delivered"],
      },
      "nothing",
    ],
    [
      "a restored reservation that is cancelled again",
      {
        before: { status: "booked" },
        after: { status: "cancelled" },
        history: ["confirmation due"],
      },
      "nothing",
    ],
  ])("%s", (_, given, follows) => {
    expect(outcome({ kind: "undone", since: AFTERNOON }, given)).toBe(follows);
  });

  test.each([
    ["written with the change", AFTERNOON - HOUR, "confirmation again"],
    ["written before it", AFTERNOON, "nothing"],
  ])("a move if the first text is %s", (_, since, follows) => {
    const given = { ...MOVED, history: ["confirmation delivered"] };
    expect(outcome({ kind: "undone", since }, given)).toBe(follows);
  });
});

test("texts waiting to be sent are withdrawn with every change, and replaced if needed", () => {
  const stored = reservation();
  const settings = resolveSettings({ timeZone: "America/New_York", defaultCountry: "US" });
  const history = past(["confirmation due", "attendance_ask held", "follow_up delivered"]);
  const { withdrawn, text } = textsAfter(stored, { ...stored, partySize: 5 }, history, settings, {
    now: AFTERNOON,
    endingsAt: AFTERNOON,
    cause: { kind: "changed" },
    by: "caller",
    phone: { usable: "yes", direct: 0, cancelled: 0 },
    budgetLeft: true,
  });
  expect([...withdrawn].sort()).toEqual(["attendance_ask", "confirmation"]);
  expect(text).toMatchObject({ kind: "confirmation", dueAt: AFTERNOON, expiresAt: stored.endAt });
});
