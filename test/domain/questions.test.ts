// Goal: which questions a guest still gets depends only on the reservation, the present settings, the
// time and the questions already sent, not on an earlier plan. Here the reminder counts as a question.
import { describe, expect, test } from "bun:test";
import { type QuestionKind, questionsOf } from "../../src/domain/questions.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { DAY, EVENING, HOUR, reservation } from "../storage/samples.ts";

const ASK = EVENING - DAY;
const FOLLOW_UP = EVENING - 5 * HOUR;
const DEADLINE = EVENING - 3 * HOUR;
const REMINDER = EVENING - 2 * HOUR;
const LONG_BEFORE = EVENING - 10 * DAY;

const settingsWith = (overrides: object = {}) =>
  resolveSettings({
    timeZone: "America/New_York",
    defaultCountry: "US",
    reminderHoursBefore: 2,
    ...overrides,
  });

const booked = (change: Partial<Reservation> = {}) =>
  reservation({ phone: "+12125550123", attendance: "pending", ...change });

const planned = (
  given: Reservation,
  settings: ReturnType<typeof settingsWith>,
  from: number,
  asked: readonly QuestionKind[] = [],
): Planned[] =>
  questionsOf(given, settings, from, new Set(asked)).map(({ kind, dueAt }) => [kind, dueAt]);

type Planned = [QuestionKind, number];
const ALL = [
  ["attendance_ask", ASK],
  ["follow_up", FOLLOW_UP],
  ["reminder", REMINDER],
] satisfies Planned[];
const LAST = ALL[2] as Planned;

test("a guest is asked, asked again and reminded, each at its time", () => {
  const questions = questionsOf(booked(), settingsWith(), LONG_BEFORE);
  expect(questions).toEqual([
    { kind: "attendance_ask", dueAt: ASK, expiresAt: DEADLINE, deadlineAt: DEADLINE },
    { kind: "follow_up", dueAt: FOLLOW_UP, expiresAt: DEADLINE, deadlineAt: DEADLINE },
    { kind: "reminder", dueAt: REMINDER, expiresAt: EVENING },
  ]);
});

test.each<[string, Partial<Reservation>, Planned[]]>([
  ["who has confirmed gets only the reminder", { attendance: "confirmed" }, ALL.slice(2)],
  ["whose request is still pending gets no text", { status: "pending" }, []],
  ["who has arrived gets no text", { status: "arrived" }, []],
  ["who cancelled gets no text", { status: "cancelled" }, []],
  ["without a phone gets no text", { phone: null }, []],
  ["who wants no texts gets no text", { notifyCustomer: false }, []],
])("a guest %s", (_, change, expected) => {
  expect(planned(booked(change), settingsWith(), LONG_BEFORE)).toEqual(expected);
});

describe("planned at a later time:", () => {
  test.each<[string, number, QuestionKind[], Planned[]]>([
    ["the question is still asked at its own instant", ASK, [], ALL],
    [
      "a late question is asked immediately",
      ASK + HOUR,
      [],
      [["attendance_ask", ASK + HOUR], ...ALL.slice(1)],
    ],
    ["the follow-up is sent after the question", ASK + HOUR, ["attendance_ask"], ALL.slice(1)],
    ["the follow-up is sent at its own instant", FOLLOW_UP, ["attendance_ask"], ALL.slice(1)],
    [
      "a guest who was never asked is asked at the time of the follow-up",
      FOLLOW_UP,
      [],
      [["attendance_ask", FOLLOW_UP], LAST],
    ],
    [
      "a follow-up whose time has passed is not sent",
      FOLLOW_UP + 1,
      ["attendance_ask"],
      ALL.slice(2),
    ],
    ["the reminder is the last", DEADLINE, ["attendance_ask", "follow_up"], ALL.slice(2)],
    ["nothing is asked twice", LONG_BEFORE, ["attendance_ask", "follow_up", "reminder"], []],
    ["nothing is left after the start", EVENING, [], []],
  ])("%s", (_, from, asked, expected) => {
    expect(planned(booked(), settingsWith(), from, asked)).toEqual(expected);
  });
});

describe("with changed settings:", () => {
  test.each<[string, object, Partial<Reservation>, Planned[]]>([
    ["the question can be switched off", { attendance: { enabled: false } }, {}, ALL.slice(2)],
    [
      "large parties are asked even if the question is switched off",
      { attendance: { enabled: false } },
      { flags: ["large"] },
      ALL,
    ],
    ["the reminder can be switched off", { reminderHoursBefore: null }, {}, ALL.slice(0, 2)],
    [
      "the question moves with askHoursBefore",
      { attendance: { askHoursBefore: 22 } },
      {},
      [["attendance_ask", EVENING - 22 * HOUR], ...ALL.slice(1)],
    ],
    [
      "the question moves before the quiet hours",
      { quietHours: { from: "18:00", to: "09:00" } },
      {},
      [["attendance_ask", EVENING - 25 * HOUR - 60_000], ...ALL.slice(1)],
    ],
  ])("%s", (_, overrides, change, expected) => {
    expect(planned(booked(change), settingsWith(overrides), LONG_BEFORE)).toEqual(expected);
  });
});
