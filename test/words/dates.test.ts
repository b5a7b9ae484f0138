// Goal: guests read days and times in the restaurant's zone, written as usual in their language. The
// characters are all in GSM-7, because others make a text more expensive.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { encodingOf } from "../../src/domain/segments.ts";
import { clockTime, displayDate, shortDate } from "../../src/domain/time.ts";
import { guestWords } from "../../src/words/guest.ts";

const NEW_YORK = "America/New_York";
/** Friday, November 20, 2026, 7:30 PM in New York. */
const START = 1_795_221_000_000;
/** Both instants of 1:30 AM in the night in which New York's clocks show that time twice. */
const TWICE = [1_793_511_000_000, 1_793_514_600_000] as const;
/** Both instants of 2:30 AM in the night in which Berlin's clocks show that time twice. */
const TWICE_BERLIN = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)] as const;
const zone = fc.constantFrom(NEW_YORK, "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe");
const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) });

test("English dates are written as in answers to clients", () => {
  const { shortDay, longDay, time } = guestWords("en").dates;
  fc.assert(
    fc.property(instant, zone, (at, where) => {
      expect(shortDay(at, where)).toBe(shortDate(at, where));
      expect(longDay(at, where)).toBe(displayDate(at, where));
      expect(time(at, where)).toBe(clockTime(at, where));
    }),
  );
  expect(shortDay(START, NEW_YORK)).toBe("Fri Nov 20");
  expect(TWICE.map((at) => time(at, NEW_YORK))).toEqual(["1:30 AM EDT", "1:30 AM EST"]);
});

test("German dates are written as usual in German", () => {
  const { shortDay, longDay, time } = guestWords("de").dates;
  expect(shortDay(START, NEW_YORK)).toBe("Fr 20.11.");
  expect(longDay(START, NEW_YORK)).toBe("Freitag, 20. November 2026");
  expect(time(START, NEW_YORK)).toBe("19:30");
  expect(time(START + 12 * 3_600_000, NEW_YORK)).toBe("07:30");
  expect(TWICE_BERLIN.map((at) => time(at, "Europe/Berlin"))).toEqual(["02:30 MESZ", "02:30 MEZ"]);
  expect(TWICE.map((at) => time(at, NEW_YORK))).toEqual(["01:30 EDT", "01:30 EST"]);
});

describe.each(LANGUAGES)("%s", (language) => {
  test("dates use only characters of GSM-7", () => {
    const { shortDay, time } = guestWords(language).dates;
    fc.assert(
      fc.property(instant, zone, (at, where) => {
        expect(encodingOf(shortDay(at, where) + time(at, where))).toBe("gsm7");
      }),
    );
  });
});
