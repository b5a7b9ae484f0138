// Goal: suggested times are right when the clock changes and in services that last past midnight:
// each start exists, is distinguishable from the others, and is suggested once.
import { describe, expect, test } from "bun:test";
import { admit } from "../../src/domain/admission.ts";
import { alternatives } from "../../src/domain/alternatives.ts";
import { resolveStart } from "../../src/domain/start.ts";
import {
  at,
  codes,
  DAY,
  HOUR,
  hours,
  house,
  MINUTE,
  stay,
  wish,
  world,
} from "../support/admission.ts";

const NIGHT = house({ services: [hours("Night", "22:00", "02:30", "04:00")] });
/** 1:30 AM of November 1, 2026 in New York, before and after the clock is put back. */
const [EARLIER, LATER] = [1_793_511_000_000, 1_793_514_600_000];

const suggested = (...asked: Parameters<typeof alternatives>) => alternatives(...asked).suggestions;

describe("in the night when the clocks go back", () => {
  const now = at("12:00", "2026-10-31");
  test("both occurrences of the repeated hour have slots", () => {
    // From 11:30 PM on the restaurant is full, except from the second 1:00 AM to 2:30 AM.
    const busy = [
      stay(30, EARLIER - 2 * HOUR, { endAt: LATER - 30 * MINUTE }),
      stay(30, LATER + 60 * MINUTE, { endAt: LATER + 4 * HOUR }),
    ];
    const short = house({ services: NIGHT.services, turnMinutes: [{ upTo: null, minutes: 15 }] });
    const found = suggested(wish(2, EARLIER), world(short, busy, now));
    expect(found.slice(0, 3).map((one) => one.timestamp)).toEqual([
      LATER - 30 * MINUTE,
      LATER - 15 * MINUTE,
      LATER,
    ]);
    expect(found[2]).toEqual({
      date: "Sunday, November 1, 2026",
      time: "1:30 AM",
      timestamp: LATER,
    });
  });
  test("booking a suggested time as given books the right instant", () => {
    const inside = world(NIGHT, [stay(30, EARLIER)], now);
    const found = suggested(wish(2, EARLIER), inside);
    expect(found.length).toBeGreaterThan(3);
    for (const { timestamp } of found) {
      const local = Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO(
        NIGHT.timeZone,
      );
      const time = local.toPlainTime().toString({ smallestUnit: "minute" });
      const start = resolveStart(
        { date: local.toPlainDate().toString(), time, timestamp },
        NIGHT,
        now,
      );
      expect(start).toEqual({ ok: true, value: { startAt: timestamp, warnings: [] } });
      expect(codes(admit(wish(2, timestamp), inside))).toEqual([]);
    }
  });
});

describe("around the night when the clocks go forward", () => {
  const now = at("12:00", "2027-03-13");
  const skipped = resolveStart({ date: "2027-03-14", time: "02:15", timestamp: null }, NIGHT, now);
  test("the slots nearest to a skipped time are suggested", () => {
    if (skipped.ok) throw new Error("2:15 AM exists");
    if (skipped.reason.code !== "NONEXISTENT_TIME") throw new Error("Another reason");
    const { after } = skipped.reason;
    const found = suggested(wish(2, after.timestamp), world(NIGHT, [], now));
    expect(found.slice(0, 3).map((one) => one.time)).toEqual(["1:45 AM", "1:30 AM", "1:15 AM"]);
    const longer = house({ services: [hours("Night", "22:00", "04:00", "05:00")] });
    const beside = suggested(wish(2, after.timestamp), world(longer, [], now));
    expect(beside.slice(0, 3).map((one) => one.time)).toEqual(["3:00 AM", "1:45 AM", "3:15 AM"]);
  });
  test("every suggestion can be booked, also for a following night that skips the wished time", () => {
    const friday = at("02:15", "2027-03-13");
    const found = suggested(wish(2, friday), world(NIGHT, [stay(30, friday)], friday - 12 * HOUR));
    for (const { timestamp } of found) {
      expect(codes(admit(wish(2, timestamp), world(NIGHT, [stay(30, friday)], now - DAY)))).toEqual(
        [],
      );
    }
    expect(found.slice(3).map((one) => one.date)).toHaveLength(2);
  });
});

describe("past midnight", () => {
  test("slots of the same evening come before those of the next", () => {
    const wished = at("00:30", "2026-11-21");
    const found = suggested(wish(2, wished), world(NIGHT, [stay(30, wished)]));
    expect(found.map((one) => `${one.date} ${one.time}`)).toEqual([
      "Friday, November 20, 2026 11:00 PM",
      "Saturday, November 21, 2026 2:00 AM",
      "Friday, November 20, 2026 10:45 PM",
      "Sunday, November 22, 2026 12:30 AM",
      "Monday, November 23, 2026 12:30 AM",
    ]);
  });
  test("a start that belongs to two dates is suggested once", () => {
    const short = house({
      services: [{ ...hours("Midnight", "23:45", "00:30", "03:00"), days: ["fri", "sat"] }],
    });
    // Friday 12:15 AM is before Friday's service opens; Saturday 12:15 AM is within it.
    const found = suggested(wish(2, at("00:15")), world(short, [], at("10:00", "2026-11-19")));
    const starts = found.map((one) => one.timestamp);
    expect(starts).toEqual([...new Set(starts)]);
    expect(starts).toContain(at("23:45"));
  });
});
