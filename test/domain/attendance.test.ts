// Goal: the right guests are asked to confirm, outside quiet hours, with enough time to answer
// (rules T2 to T4 in docs/rules/texts.md).
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { type AttendanceRules, decideAttendance, planAsks } from "../../src/domain/attendance.ts";
import type { AttendanceSettings } from "../../src/domain/settings.ts";
import { said } from "../support/said.ts";

const NEW_YORK = "America/New_York";
const HOUR = 3_600_000;
const MINUTE = 60_000;

const DEFAULTS: AttendanceSettings = {
  enabled: true,
  minLeadHours: 26,
  fromParty: 1,
  phoneRequiredFrom: 7,
  askHoursBefore: 24,
  remindHoursBefore: 5,
  deadlineHoursBefore: 3,
  onNoReply: "flag",
};
const rules = (changes: Partial<AttendanceSettings> = {}): AttendanceRules => ({
  attendance: { ...DEFAULTS, ...changes },
  quietHours: { from: "21:30", to: "09:00" },
  timeZone: NEW_YORK,
});

const at = (text: string): number => Temporal.Instant.from(text).epochMilliseconds;
/** Epoch milliseconds of a wall time in New York, in weeks without a clock change. */
const local = (text: string): number =>
  Temporal.PlainDateTime.from(`2026-11-${text}`).toZonedDateTime(NEW_YORK).epochMilliseconds;

const START = local("20T19:00");

type Request = Parameters<typeof decideAttendance>[0];
const decide = (changes: Partial<Request> = {}) =>
  decideAttendance({
    settings: rules(),
    now: START - 100 * HOUR,
    startAt: START,
    partySize: 4,
    large: false,
    walkIn: false,
    silent: false,
    phoneUsable: "yes",
    ...changes,
  });

describe("which guests are asked, called, refused or left alone:", () => {
  const short = { now: START - 25 * HOUR };
  test.each<[string, Partial<Request>, "asked" | "call" | "nothing" | "refused"]>([
    ["a party booked days ahead", {}, "asked"],
    ["a party booked exactly 26 hours ahead", { now: START - 26 * HOUR }, "asked"],
    [
      "a party booked a minute less than 26 hours ahead",
      { now: START - 26 * HOUR + MINUTE },
      "nothing",
    ],
    ["a party below fromParty", { settings: rules({ fromParty: 5 }) }, "nothing"],
    ["a party of fromParty", { settings: rules({ fromParty: 4 }) }, "asked"],
    ["a party if asking is switched off", { settings: rules({ enabled: false }) }, "nothing"],
    ["a large party at short notice", { ...short, partySize: 9, large: true }, "asked"],
    [
      "a large party where asking is switched off",
      { settings: rules({ enabled: false }), partySize: 9, large: true },
      "asked",
    ],
    ["a walk-in", { walkIn: true, phoneUsable: "no_phone" }, "nothing"],
    [
      "a large walk-in",
      { walkIn: true, phoneUsable: "no_phone", large: true, partySize: 12 },
      "nothing",
    ],
    ["a silent reservation", { silent: true }, "call"],
    [
      "a silent large party without a phone",
      { silent: true, phoneUsable: "no_phone", large: true, partySize: 12 },
      "call",
    ],
    ["a silent reservation at short notice", { silent: true, ...short }, "call"],
    ["a party of 6 without a phone", { partySize: 6, phoneUsable: "no_phone" }, "call"],
    ["a party of 6 who opted out", { partySize: 6, phoneUsable: "opted_out" }, "call"],
    ["a party of 7 without a phone", { partySize: 7, phoneUsable: "no_phone" }, "refused"],
    ["a party of 7 who opted out", { partySize: 7, phoneUsable: "opted_out" }, "refused"],
    [
      "a party of 7 without a phone at short notice",
      { ...short, partySize: 7, phoneUsable: "no_phone" },
      "nothing",
    ],
    [
      "a large party of 9 without a phone at short notice",
      { ...short, partySize: 9, large: true, phoneUsable: "no_phone" },
      "refused",
    ],
    [
      "a large party booked too late for a question",
      { now: START - 3.5 * HOUR, partySize: 9, large: true },
      "call",
    ],
  ])("%s", (_, changes, outcome) => {
    const decision = decide(changes);
    expect(decision.reason !== null).toBe(outcome === "refused");
    expect(decision.attendance).toBe(outcome === "asked" ? "pending" : "not_required");
    expect(decision.callToConfirm).toBe(outcome === "call");
    expect(decision.askAt !== null).toBe(outcome === "asked");
    expect(decision.deadlineAt !== null).toBe(outcome === "asked");
  });

  test("the refusal names the party size, the limit and an opt-out", () => {
    const { reason } = decide({ partySize: 8, phoneUsable: "no_phone" });
    expect(reason).toMatchObject({
      code: "ATTENDANCE_CONTACT_REQUIRED",
      numberOfPeople: 8,
      phoneRequiredFrom: 7,
    });
    expect(said(reason)).toContain("party of 8");
    expect(said(reason)).toContain("Parties of 7 or more");
    expect(said(decide({ partySize: 8, phoneUsable: "opted_out" }).reason)).toContain("opted out");
  });
});

describe("with the question 24 h, the follow-up 5 h and the deadline 3 h before the start, and quiet hours from 21:30 to 9:00,", () => {
  test.each<[string, string, string | null, string, string | null, string]>([
    ["dinner", "20T19:00", null, "19T19:00", "20T14:00", "20T16:00"],
    [
      "late dinner: the question moves to just before the quiet hours",
      "20T23:00",
      null,
      "19T21:29",
      "20T18:00",
      "20T20:00",
    ],
    [
      "lunch: the follow-up moves to the evening",
      "21T12:00",
      null,
      "20T12:00",
      "20T21:29",
      "21T09:00",
    ],
    [
      "brunch: the deadline moves to the evening, and the follow-up is dropped",
      "21T11:00",
      null,
      "20T11:00",
      null,
      "20T21:29",
    ],
    [
      "breakfast: the question moves two evenings back",
      "21T08:00",
      null,
      "19T21:29",
      null,
      "20T21:29",
    ],
    [
      "breakfast booked in the quiet hours: the question moves to their end",
      "21T08:00",
      "19T21:45",
      "20T09:00",
      null,
      "20T21:29",
    ],
    [
      "dinner booked after the time of the question: asked immediately",
      "20T19:00",
      "20T10:17",
      "20T10:17",
      "20T14:00",
      "20T16:00",
    ],
    [
      "dinner booked after the time of the follow-up: no follow-up",
      "20T19:00",
      "20T14:30",
      "20T14:30",
      null,
      "20T16:00",
    ],
    [
      "dinner booked an hour before the deadline: asked immediately",
      "20T19:00",
      "20T15:00",
      "20T15:00",
      null,
      "20T16:00",
    ],
    [
      "lunch booked at night: asked at 9:00, an hour before the deadline",
      "21T13:00",
      "20T23:00",
      "21T09:00",
      null,
      "21T10:00",
    ],
  ])("%s", (_, start, now, ask, followUp, deadline) => {
    const plan = planAsks({
      settings: rules(),
      now: now === null ? local(start) - 100 * HOUR : local(now),
      startAt: local(start),
    });
    expect(plan).toEqual({
      askAt: local(ask),
      followUpAt: followUp === null ? null : local(followUp),
      deadlineAt: local(deadline),
    });
  });

  test.each([
    ["less than an hour before the deadline", "20T19:00", "20T15:01"],
    ["after the deadline", "20T19:00", "20T17:00"],
    ["at night for the next morning", "21T10:00", "20T22:00"],
    ["59 minutes before the deadline, which quiet hours moved to 9:29 PM", "21T10:00", "20T20:30"],
    ["at night, when 59 minutes are left from 9:00 to the deadline", "21T12:59", "20T23:00"],
  ])("a guest who books %s is not asked", (_, start, now) => {
    expect(planAsks({ settings: rules(), now: local(now), startAt: local(start) })).toBeNull();
  });

  test("the question comes earlier if quiet hours leave no time to answer", () => {
    const settings = rules({ askHoursBefore: 12 });
    const startAt = local("21T11:00");
    expect(planAsks({ settings, now: startAt - 100 * HOUR, startAt })).toEqual({
      askAt: local("20T20:29"),
      followUpAt: null,
      deadlineAt: local("20T21:29"),
    });
  });

  test("hours are counted as elapsed time, even when clocks go back", () => {
    const startAt = at("2026-11-01T12:00:00-05:00");
    expect(planAsks({ settings: rules(), now: startAt - 100 * HOUR, startAt })).toEqual({
      askAt: at("2026-10-31T13:00:00-04:00"),
      followUpAt: at("2026-10-31T21:29:00-04:00"),
      deadlineAt: at("2026-11-01T09:00:00-05:00"),
    });
  });
});

/** Whether the wall clock shows quiet hours. Repeated hours are tested in quiet-hours.test.ts. */
const quietByWall = ({ quietHours: { from, to }, timeZone }: AttendanceRules, instant: number) => {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: "minute" });
  return from < to ? shown >= from && shown < to : from !== to && (shown >= from || shown < to);
};

describe("for any hours and zone", () => {
  const wall = fc
    .integer({ min: 0, max: 95 })
    .map(
      (n) =>
        `${String(Math.floor(n / 4)).padStart(2, "0")}:${String((n % 4) * 15).padStart(2, "0")}`,
    );
  const requests = fc.record({
    startAt: fc
      .integer({
        min: at("2026-10-20T00:00:00Z") / MINUTE,
        max: at("2027-04-10T00:00:00Z") / MINUTE,
      })
      .map((minutes) => minutes * MINUTE),
    lead: fc.integer({ min: 0, max: 80 * 60 }).map((minutes) => minutes * MINUTE),
    settings: fc.record({
      attendance: fc.record({
        ...Object.fromEntries(
          Object.entries(DEFAULTS).map(([key, value]) => [key, fc.constant(value)]),
        ),
        askHoursBefore: fc.integer({ min: 1, max: 72 }),
        remindHoursBefore: fc.integer({ min: 1, max: 48 }),
        deadlineHoursBefore: fc.integer({ min: 1, max: 24 }),
      }) as fc.Arbitrary<AttendanceSettings>,
      quietHours: fc.record({ from: wall, to: wall }),
      timeZone: fc.constantFrom(NEW_YORK, "Europe/Rome", "Australia/Lord_Howe", "Asia/Tokyo"),
    }),
  });

  test("the plan avoids quiet hours, is in order, leaves an hour to answer and asks nothing in the past", () => {
    let planned = 0;
    fc.assert(
      fc.property(requests, ({ startAt, lead, settings }) => {
        const now = startAt - lead;
        const plan = planAsks({ settings, now, startAt });
        if (plan === null) return;
        planned += 1;
        const { askAt, followUpAt, deadlineAt } = plan;
        expect(askAt).toBeGreaterThanOrEqual(now);
        expect(askAt + HOUR).toBeLessThanOrEqual(deadlineAt);
        expect(deadlineAt).toBeLessThanOrEqual(
          startAt - settings.attendance.deadlineHoursBefore * HOUR,
        );
        for (const instant of [askAt, followUpAt ?? askAt, deadlineAt]) {
          expect(quietByWall(settings, instant)).toBe(false);
        }
        if (followUpAt === null) return;
        expect(followUpAt).toBeGreaterThan(askAt);
        expect(followUpAt).toBeLessThan(deadlineAt);
      }),
      { numRuns: 5000 },
    );
    expect(planned).toBeGreaterThan(1000);
  });

  test("without quiet hours, a booking has a plan only if it is made at least an hour before the deadline", () => {
    fc.assert(
      fc.property(requests, ({ startAt, lead, settings }) => {
        const open = { ...settings, quietHours: { from: "00:00", to: "00:00" } };
        const enough = lead >= (settings.attendance.deadlineHoursBefore + 1) * HOUR;
        expect(planAsks({ settings: open, now: startAt - lead, startAt }) !== null).toBe(enough);
      }),
      { numRuns: 2000 },
    );
  });

  test("if there is no plan, every quarter hour that leaves an hour to answer is in quiet hours", () => {
    fc.assert(
      fc.property(requests, ({ startAt, lead, settings }) => {
        // A zone without clock changes, so that the wall clock alone decides.
        const tokyo = { ...settings, timeZone: "Asia/Tokyo" };
        const now = Math.ceil((startAt - lead) / (15 * MINUTE)) * 15 * MINUTE;
        if (planAsks({ settings: tokyo, now, startAt }) !== null) return;
        let deadline = startAt - settings.attendance.deadlineHoursBefore * HOUR;
        for (let n = 0; quietByWall(tokyo, deadline) && n < 2000; n += 1) deadline -= MINUTE;
        for (let ask = now; ask + HOUR <= deadline; ask += 15 * MINUTE) {
          expect(quietByWall(tokyo, ask)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
