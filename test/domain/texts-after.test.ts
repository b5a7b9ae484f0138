// Goal: guests get the texts about their booking and its changes that the rules require, and no
// others. Method: cases, each with the texts before the change and the result in words. A result with
// "again": the guest may get such a text twice for one start. `outcome` explains the other results.
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
    ["for a small party", {}, "confirmation"],
    ["as a request", PENDING, "request_received"],
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
      "by a key whose budget of texts is used up",
      { facts: { budgetLeft: false } },
      "confirmation, not sent: budget",
    ],
    ["after two texts in a day", { phone: { direct: 2 } }, "confirmation"],
    ["after three texts in a day", { phone: OVER }, "confirmation, not sent: phone_budget, call"],
    [
      "after three texts in a day, by the guest",
      { phone: OVER, facts: { by: "guest" } },
      "confirmation",
    ],
    [
      "after three texts in a day, if the guest must be called anyway",
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
      "after fewer than three texts in a day",
      { ...PENDING, after: { status: "booked" }, history: ["request_received delivered"] },
      "confirmation again",
    ],
    [
      "after three texts in a day",
      {
        ...PENDING,
        after: { status: "booked" },
        history: ["request_received delivered"],
        phone: OVER,
      },
      "confirmation again",
    ],
    [
      "after fifteen texts in a day",
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
      "if the brand sends texts about changes",
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
      "while it is a request",
      {
        ...PENDING,
        after: { partySize: 9 },
        settings: TELLS,
        history: ["request_received delivered"],
      },
      "request_received again",
    ],
    [
      "while it is silent",
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
      "in name, after the confirmation was sent",
      { after: { name: "Eve" }, history: ["confirmation delivered"] },
      "nothing",
    ],
    ["in phone", { after: { phone: EVE }, history: ["confirmation delivered"] }, "confirmation"],
    ["in phone, while it is a request", { ...PENDING, after: { phone: EVE } }, "request_received"],
    ["to no phone", { after: { phone: null }, history: ["confirmation due"] }, "nothing"],
    [
      "in phone, while it is silent",
      { before: { notifyCustomer: false }, after: { phone: EVE } },
      "nothing",
    ],
    [
      "in phone, while the guest is seated",
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

/** The same row with the result second, so that the test's name can show it. */
const resultFirst = ([what, given, follows]: Row) => [what, follows, given] as const;

describe.each(Object.entries(ROWS))("a reservation %s", (kind, rows) => {
  test.each(rows.map(resultFirst))("%s leads to: %s", (_, follows, given) => {
    expect(outcome({ kind } as TextFacts["cause"], given)).toBe(follows);
  });
});

describe("the undo of", () => {
  const MOVED = { before: { startAt: EVENING + HOUR }, after: { startAt: EVENING } };
  const REQUEST_AGAIN = { before: { status: "booked" }, after: { status: "pending" } } as const;
  const UNDONE: readonly Row[] = [
    [
      "a cancellation whose text was sent",
      { ...CANCELLED, history: ["confirmation delivered", "cancellation delivered"] },
      "confirmation again",
    ],
    [
      "a request's cancellation whose text was sent",
      {
        before: { status: "cancelled" },
        after: { status: "pending" },
        history: ["request_received delivered", "cancellation delivered"],
      },
      "request_received again",
    ],
    [
      "a cancellation whose text was not sent",
      { ...CANCELLED, history: ["confirmation delivered", "cancellation due"] },
      "nothing",
    ],
    [
      "a cancellation whose text was not sent, after an undone cancellation whose text was sent",
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
      "a silent reservation's cancellation whose text was sent",
      {
        ...CANCELLED,
        before: { status: "cancelled", notifyCustomer: false },
        history: ["cancellation delivered"],
      },
      "nothing",
    ],
    [
      "a cancellation whose text was sent, if the phone opted out afterwards",
      {
        ...CANCELLED,
        phone: { usable: "opted_out" },
        history: ["confirmation delivered", "cancellation delivered"],
      },
      "confirmation again, not sent: opted_out",
    ],
    [
      "an approval whose text was sent",
      { ...REQUEST_AGAIN, history: ["request_received delivered", "confirmation delivered"] },
      "request_received again",
    ],
    [
      "an approval whose text was not sent",
      { ...REQUEST_AGAIN, history: ["request_received delivered", "confirmation due"] },
      "nothing",
    ],
    [
      "a move that the guest was not told about",
      { ...MOVED, history: ["confirmation delivered"] },
      "nothing",
    ],
    [
      "a move that an update text announced",
      { ...MOVED, settings: TELLS, history: ["confirmation delivered", "update delivered"] },
      "update again",
    ],
    [
      "marking the party as arrived",
      {
        before: { status: "arrived" },
        after: { status: "booked" },
        history: ["confirmation delivered"],
      },
      "nothing",
    ],
    [
      "the undo of a cancellation",
      {
        before: { status: "booked" },
        after: { status: "cancelled" },
        history: ["confirmation due"],
      },
      "nothing",
    ],
  ];
  test.each(UNDONE.map(resultFirst))("%s leads to: %s", (_, follows, given) => {
    expect(outcome({ kind: "undone", since: AFTERNOON }, given)).toBe(follows);
  });

  test.each([
    ["together with", "confirmation again", AFTERNOON - HOUR],
    ["before", "nothing", AFTERNOON],
  ])("a move, if the confirmation was written %s the move, leads to: %s", (_, follows, since) => {
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
