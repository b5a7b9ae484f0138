// Goal: the plots of an evening mark the full hours of the restaurant's clock, also where the
// offset from UTC includes half or quarter hours.
import { expect, test } from "bun:test";
import { clockTime, HOUR, MINUTE, wallHours } from "../../src/domain/time.ts";

test.each([
  ["Europe/Rome", "2026-11-20T17:00:00+01:00", ["5:00 PM", "6:00 PM"]],
  ["Asia/Kolkata", "2026-11-20T17:00:00+05:30", ["5:00 PM", "6:00 PM"]],
  ["Asia/Kathmandu", "2026-11-20T17:20:00+05:45", ["6:00 PM", "7:00 PM"]],
])("plots mark the full hours of the clock in %s", (zone, from, hours) => {
  const opens = Date.parse(from);
  const found = wallHours(opens, opens + 2 * HOUR - MINUTE, zone);
  expect(found.map((at) => clockTime(at, zone))).toEqual([...hours]);
});

test("the hour that repeats when summer time ends is marked twice", () => {
  const opens = Date.parse("2026-11-01T00:00:00-04:00");
  const zone = "America/New_York";
  const found = wallHours(opens, opens + 4 * HOUR, zone).map((at) => clockTime(at, zone));
  expect(found).toEqual(["12:00 AM", "1:00 AM EDT", "1:00 AM EST", "2:00 AM"]);
});
