// Goal: a requested start becomes exactly the intended instant. A time in a skipped hour is
// refused, not moved, and the two instants of a repeated hour are told apart. A timestamp that
// disagrees with date and time is refused with the likely mistake (rules C10 and C13).
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { resolveStart, type WishedStart } from "../../src/domain/start.ts";
import { at, DAY, HOUR, hours, house, MINUTE, MORNING } from "../support/admission.ts";
import { said } from "../support/said.ts";

const SEVEN = 1_795_219_200_000;
/** 1:30 AM of November 1, 2026 in New York, before and after the clock is put back. */
const [EARLIER, LATER] = [1_793_511_000_000, 1_793_514_600_000];
const HOUSE = house();
const NIGHT = house({ services: [hours("Night", "22:00", "04:00", "05:00")] });
const LONG_BEFORE = EARLIER - 10 * DAY;

const read = (
  date: string,
  time: string,
  timestamp: number | null = null,
  settings = HOUSE,
  now = LONG_BEFORE,
) => resolveStart({ date, time, timestamp }, settings, now);

function refusal(...wish: Parameters<typeof read>) {
  const start = read(...wish);
  if (start.ok) throw new Error(`Accepted: ${start.value.startAt}`);
  return start.reason;
}

describe("an ordinary day", () => {
  test("7:00 PM in New York on November 20, 2026 is the instant that the rules give", () => {
    expect(read("2026-11-20", "19:00")).toEqual({
      ok: true,
      value: { startAt: SEVEN, warnings: [] },
    });
  });
  test("the same wall time elsewhere is another instant", () => {
    const rome = house({ timeZone: "Europe/Rome" });
    const expected = at("19:00", "2026-11-20", "Europe/Rome");
    expect(read("2026-11-20", "19:00", null, rome)).toMatchObject({ value: { startAt: expected } });
  });
  test("a timestamp that agrees is accepted, and its seconds are dropped", () => {
    for (const more of [0, 1, 999, 59_999]) {
      expect(read("2026-11-20", "19:00", SEVEN + more)).toMatchObject({
        value: { startAt: SEVEN },
      });
    }
  });
});

describe("a timestamp that disagrees with date and time", () => {
  const mismatch = (timestamp: number, settings = HOUSE) =>
    refusal("2026-11-20", "19:00", timestamp, settings);
  test("is refused with both values and the right timestamp", () => {
    const reason = mismatch(SEVEN + 30 * MINUTE);
    expect(reason).toMatchObject({
      code: "TIMESTAMP_MISMATCH",
      timestamp: SEVEN + 30 * MINUTE,
      expected: SEVEN,
      timestampReads: { date: "Friday, November 20, 2026", time: "7:30 PM" },
      dateAndTimeRead: { date: "Friday, November 20, 2026", time: "7:00 PM" },
    });
    for (const part of ["7:30 PM", "7:00 PM", String(SEVEN)]) expect(said(reason)).toContain(part);
    expect(said(reason)).not.toMatch(/UTC|seconds/);
  });
  test("is refused with a hint at seconds if it is in seconds", () => {
    expect(said(mismatch(SEVEN / 1000))).toContain("The timestamp looks like seconds");
    expect(said(mismatch(SEVEN / 1000 + 30))).toContain("The timestamp looks like seconds");
  });
  test("is refused with a hint at UTC if it is the wall time read as UTC", () => {
    const reason = mismatch(Date.UTC(2026, 10, 20, 19));
    expect(said(reason)).toContain("wall time read as UTC");
    expect(said(reason)).toContain("2:00 PM");
  });
  test("is refused without a hint in a zone that is at UTC", () => {
    const london = house({ timeZone: "Europe/London" });
    expect(said(mismatch(SEVEN, london))).not.toContain("The timestamp looks like");
    const asUtc = Date.UTC(2026, 10, 20, 19);
    expect(read("2026-11-20", "19:00", asUtc, london)).toMatchObject({ ok: true });
  });
  test.each([-8.64e18, 1e300, -1, 0, 8.64e15])(
    "that is far too large or too small (%d) is refused",
    (timestamp) => {
      expect(mismatch(timestamp).code).toBe("TIMESTAMP_MISMATCH");
    },
  );
});

describe("a time skipped in spring", () => {
  test("is refused with the last slot before it and the first after it", () => {
    const reason = refusal("2027-03-14", "02:30", null, NIGHT);
    expect(reason).toMatchObject({
      code: "NONEXISTENT_TIME",
      before: {
        date: "Sunday, March 14, 2027",
        time: "1:45 AM",
        timestamp: at("01:45", "2027-03-14"),
      },
      after: {
        date: "Sunday, March 14, 2027",
        time: "3:00 AM",
        timestamp: at("03:00", "2027-03-14"),
      },
    });
    for (const time of ["2:30 AM", "1:45 AM", "3:00 AM"]) expect(said(reason)).toContain(time);
  });
  test("is refused with slots of the service", () => {
    const slow = house({ slotMinutes: 40, services: [hours("Night", "22:00", "04:00", "05:00")] });
    expect(refusal("2027-03-14", "02:00", null, slow)).toMatchObject({
      before: { time: "1:20 AM" },
      after: { time: "3:00 AM" },
    });
    const early = house({ services: [hours("Night", "22:00", "01:00", "05:00")] });
    expect(refusal("2027-03-14", "02:00", null, early)).toMatchObject({
      before: { time: "1:00 AM" },
      after: { time: "3:00 AM" },
    });
  });
  test("is refused with the minutes beside it if no service is open at night", () => {
    expect(refusal("2027-03-14", "02:30")).toMatchObject({
      before: { time: "1:59 AM" },
      after: { time: "3:00 AM" },
    });
  });
  test("is any minute of the skipped hour, and no other", () => {
    expect(read("2027-03-14", "01:59").ok).toBe(true);
    expect(read("2027-03-14", "02:00").ok).toBe(false);
    expect(read("2027-03-14", "02:59").ok).toBe(false);
    expect(read("2027-03-14", "03:00").ok).toBe(true);
  });
  test("stays refused if a timestamp is sent with it", () => {
    const stamp = at("03:30", "2027-03-14");
    expect(refusal("2027-03-14", "02:30", stamp, NIGHT).code).toBe("NONEXISTENT_TIME");
  });
});

describe("a time that happens twice in autumn", () => {
  const fold = (timestamp: number | null = null, settings = NIGHT, now = LONG_BEFORE) =>
    read("2026-11-01", "01:30", timestamp, settings, now);
  const taken = (...args: Parameters<typeof fold>) => {
    const start = fold(...args);
    if (!start.ok) throw new Error(said(start.reason));
    return start.value;
  };
  test("is booked at the earlier instant, and a warning names the other", () => {
    const { startAt, warnings } = taken();
    expect(startAt).toBe(EARLIER);
    expect(warnings).toMatchObject([{ code: "AMBIGUOUS_TIME", otherTimestamp: LATER }]);
    for (const part of ["EDT", "EST", String(LATER)]) expect(said(warnings[0])).toContain(part);
  });
  test("is booked at either instant if a timestamp says so, without a warning", () => {
    expect(taken(EARLIER)).toEqual({ startAt: EARLIER, warnings: [] });
    expect(taken(LATER + 59_000)).toEqual({ startAt: LATER, warnings: [] });
  });
  test("is refused with both instants if the timestamp is another instant", () => {
    const start = fold(EARLIER + 30 * MINUTE);
    if (start.ok) throw new Error("accepted");
    expect(said(start.reason)).toContain(`${EARLIER} or ${LATER}`);
    expect(fold(LATER / 1000)).toMatchObject({ reason: { code: "TIMESTAMP_MISMATCH" } });
  });
  test("is booked at the later instant if the earlier is past", () => {
    expect(taken(null, NIGHT, EARLIER + 40 * MINUTE)).toMatchObject({
      startAt: LATER,
      warnings: [{ otherTimestamp: EARLIER }],
    });
  });
  test("is booked at the earlier instant until the minute in which that instant is too long past", () => {
    expect(taken(null, NIGHT, EARLIER + 30 * MINUTE + 59_999).startAt).toBe(EARLIER);
    expect(taken(null, NIGHT, EARLIER + 31 * MINUTE).startAt).toBe(LATER);
    const strict = house({ services: NIGHT.services, pastGraceMinutes: 0 });
    expect(taken(null, strict, EARLIER).startAt).toBe(EARLIER);
    expect(taken(null, strict, EARLIER + MINUTE).startAt).toBe(LATER);
  });
  test("is booked at the one of the two instants that is within a service", () => {
    // Opens at the first 1:45 AM, so only the second 1:30 AM is within the service.
    const late = house({ services: [hours("Late", "01:45", "04:00", "05:00")] });
    expect(taken(null, late).startAt).toBe(LATER);
    // Closed at both: the earlier one is taken.
    const none = house({ services: [hours("Dinner", "17:00", "21:00", "23:00")] });
    expect(taken(null, none).startAt).toBe(EARLIER);
  });
  test("is read as the earlier instant if both are past", () => {
    expect(taken(null, NIGHT, LATER + 2 * HOUR).startAt).toBe(EARLIER);
  });
  test("is recognised in London, too, where the clocks go back on October 25", () => {
    const london = house({ timeZone: "Europe/London", services: NIGHT.services });
    const wish: WishedStart = { date: "2026-10-25", time: "01:30", timestamp: null };
    expect(resolveStart(wish, london, LONG_BEFORE)).toMatchObject({
      value: { startAt: 1_792_888_200_000, warnings: [{ otherTimestamp: 1_792_891_800_000 }] },
    });
  });
});

describe("for all zones and minutes", () => {
  test("an accepted start converts back to the requested wall time", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
        fc.integer({ min: 0, max: 3 * 366 * 1440 }),
        (timeZone, minutes) => {
          const wall = Temporal.PlainDateTime.from("2026-01-01T00:00").add({ minutes });
          const date = wall.toPlainDate().toString();
          const time = wall.toPlainTime().toString({ smallestUnit: "minute" });
          const start = read(date, time, null, { ...HOUSE, timeZone }, MORNING);
          if (!start.ok) {
            expect(start.reason.code).toBe("NONEXISTENT_TIME");
            expect(wall.toZonedDateTime(timeZone).toPlainDateTime().equals(wall)).toBe(false);
            return;
          }
          const instant = Temporal.Instant.fromEpochMilliseconds(start.value.startAt);
          expect(instant.toZonedDateTimeISO(timeZone).toPlainDateTime().equals(wall)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
