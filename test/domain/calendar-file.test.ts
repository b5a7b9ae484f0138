// Goal: calendar programs can read the file for any restaurant name. Method: the rules of RFC 5545
// that readers enforce: line ends, line lengths, escapes, times in UTC.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type CalendarEvent, calendarFeed, calendarFile } from "../../src/domain/calendar-file.ts";

const event = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: "6afe03c027935d40f69e49ab@maitred",
  sequence: 0,
  updatedAt: Date.UTC(2026, 10, 20, 15),
  startAt: Date.UTC(2026, 10, 21, 0, 30),
  endAt: Date.UTC(2026, 10, 21, 2, 15),
  summary: "Demo Bistro: table for 4",
  cancelled: false,
  ...change,
});
const linesOf = (file: string): string[] => file.replaceAll("\r\n ", "").trimEnd().split("\r\n");

test("a reservation is one event with its times in UTC", () => {
  expect(linesOf(calendarFile(event()))).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//maitred//reservations//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    "UID:6afe03c027935d40f69e49ab@maitred",
    "SEQUENCE:0",
    "DTSTAMP:20261120T150000Z",
    "DTSTART:20261121T003000Z",
    "DTEND:20261121T021500Z",
    "SUMMARY:Demo Bistro: table for 4",
    "STATUS:CONFIRMED",
    "END:VEVENT",
    "END:VCALENDAR",
  ]);
});

test("a cancelled reservation is marked as cancelled, so that the calendar removes it", () => {
  expect(linesOf(calendarFile(event({ cancelled: true })))).toContain("STATUS:CANCELLED");
});

test("separators in a name are escaped, and a line break in a name begins no property", () => {
  const summary = "Fish; Chips, Inc\\\nATTENDEE:x";
  expect(linesOf(calendarFile(event({ summary })))).toContain(
    "SUMMARY:Fish\\; Chips\\, Inc\\\\\\nATTENDEE:x",
  );
});

test("for any name, no line is longer than 75 octets, is cut inside a character or adds a property", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (summary) => {
      const file = calendarFile(event({ summary }));
      const lines = file.split("\r\n");
      for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      // A cut inside a character leaves this sign, which a name may contain too.
      expect(file.split("\ufffd")).toHaveLength(summary.split("\ufffd").length);
      expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(linesOf(file)).toHaveLength(15);
    }),
  );
});

test.each([
  ["75 octets", `${"é".repeat(33)}x`, []],
  ["76 octets", "é".repeat(34), ["é"]],
  ["76 octets whose last four are one character", `${"é".repeat(32)}😀`, ["😀"]],
])("a line of %s is folded only after 75 octets", (_length, summary, rest) => {
  const [, line = ""] = /(SUMMARY:(?:[^\r]|\r\n )*)/.exec(calendarFile(event({ summary }))) ?? [];
  const [first = "", ...others] = line.split("\r\n ");
  expect([first + others.join(""), ...others]).toEqual([`SUMMARY:${summary}`, ...rest]);
});

test("a feed has a name, a zone, a refresh interval and any number of reservations", () => {
  const name = { name: "Fish; Chips", zone: "Europe/Rome", refreshMinutes: 15 };
  const lines = linesOf(
    calendarFeed(name, [event(), event({ tentative: true, description: "a, b" })]),
  );
  expect(lines.slice(5, 10)).toEqual([
    "NAME:Fish\\; Chips",
    "X-WR-CALNAME:Fish\\; Chips",
    "X-WR-TIMEZONE:Europe/Rome",
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    "X-PUBLISHED-TTL:PT15M",
  ]);
  expect(lines.filter((line) => line === "TRANSP:TRANSPARENT")).toHaveLength(2);
  expect(lines).toContain("STATUS:TENTATIVE");
  expect(lines).toContain("DESCRIPTION:a\\, b");
  expect(linesOf(calendarFeed(name, [])).at(-1)).toBe("END:VCALENDAR");
});
