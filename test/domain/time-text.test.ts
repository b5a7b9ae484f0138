// Goal: dates and times are parsed as people write them, without guessing. A refusal has the exact
// string to send, if the meaning is clear.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { addDays, formatDate, formatTime, parseDate, parseTime } from "../../src/domain/time.ts";
import { published, said } from "../support/said.ts";

const refusedDate = (text: string) => {
  const parsed = parseDate(text);
  if (parsed.ok) throw new Error(`${text} was read as ${parsed.value}`);
  return parsed.reason;
};
const refusedTime = (text: string) => {
  const parsed = parseTime(text);
  if (parsed.ok) throw new Error(`${text} was read as ${parsed.value}`);
  return parsed.reason;
};

describe("a date", () => {
  test.each([
    "Friday, November 20, 2026",
    "friday, november 20, 2026",
    "FRIDAY NOVEMBER 20 2026",
    "Fri, Nov 20, 2026",
    "Fri. Nov. 20, 2026",
    "Fri., Nov. 20 2026",
    "Fri nov 20 2026",
    "  Friday,\u00a0November\u202f20,\t2026\n",
    "Friday,   November  20 ,  2026",
    "Friday,November 20,2026",
    "2026-11-20",
    " 2026-11-20 ",
  ])("is parsed from %p", (text) => {
    expect(parseDate(text)).toEqual({ ok: true, value: "2026-11-20" });
  });

  test("may have a day of one or two digits", () => {
    expect(parseDate("Saturday, May 2, 2026")).toEqual({ ok: true, value: "2026-05-02" });
    expect(parseDate("Sat, May 02, 2026")).toEqual({ ok: true, value: "2026-05-02" });
    expect(parseDate("Tuesday, February 29, 2028")).toEqual({
      ok: true,
      value: "2028-02-29",
    });
  });

  test.each([
    "2026/11/20",
    "2026-11-20T19:30:00-05:00",
    "2026-11-20 19:30",
    "November 20, 2026",
    "20 November 2026",
    "Friday 20 Nov 2026",
    "Friday, 20th of November 2026",
    "Friday, November 20th, 2026",
    "November 20, 2026, Friday",
  ])("%p is refused with the string to send instead", (text) => {
    const reason = refusedDate(text);
    expect(reason.code).toBe("INVALID_INPUT");
    expect(published(reason)["send"]).toBe("Friday, November 20, 2026");
    expect(said(reason)).toContain('"Friday, November 20, 2026"');
  });

  test.each([
    ["Friday, February 30, 2026", "February 2026 has no day 30"],
    ["Sunday, February 29, 2026", "February 2026 has no day 29"],
    ["Tuesday, April 31, 2026", "April 2026 has no day 31"],
    ["Friday, November 0, 2026", "November 2026 has no day 0"],
    ["2026-02-30", "February 2026 has no day 30"],
    ["Friday, November 20", "no year"],
    ["Friday, November 20, 26", "no year"],
    ["Friday, November 20, 0026", "1900 to 2200"],
    ["Friday, November 20, 9999", "1900 to 2200"],
    ["Frday, November 20, 2026", '"frday" is not'],
    ["Friday, Nowember 20, 2026", '"nowember" is not'],
    ["Freitag, November 20, 2026", '"freitag" is not'],
    ["Tues, November 24, 2026", '"tues" is not'],
    ["11/20/2026", "cannot be read"],
    ["20.11.2026", "cannot be read"],
    ["2026-13-20", "cannot be read"],
    ["20261120", "cannot be read"],
    ["tomorrow", "cannot be read"],
    ["", "cannot be read"],
    ["Friday, November 120, 2026", "cannot be read"],
    ["Friday, November 20, 20266", "cannot be read"],
    ["Friday, November -20, 2026", "cannot be read"],
    ["Friday, November 20, 2026 7:30 PM", "cannot be read"],
    ["Friday, November 20, 2026; drop", "cannot be read"],
    ["Friday, Nov٢ 20, 2026", "cannot be read"],
  ])("%p is refused without guessing", (text, why) => {
    const reason = refusedDate(text);
    expect(reason.code).toBe("INVALID_INPUT");
    expect(published(reason)["send"]).toBeNull();
    expect(said(reason)).toContain(why);
    expect(said(reason)).toContain('like "Friday, November 20, 2026"');
  });

  test.each([
    ["Thursday, November 20, 2026", "Thursday, November 19, 2026", "Friday, November 20, 2026"],
    ["Sat, Nov 20, 2026", "Friday, November 20, 2026", "Saturday, November 21, 2026"],
    ["Monday, November 20, 2026", "Friday, November 20, 2026", "Monday, November 23, 2026"],
    ["Tuesday, November 20, 2026", "Tuesday, November 17, 2026", "Friday, November 20, 2026"],
    ["Thursday, January 1, 2027", "Thursday, December 31, 2026", "Friday, January 1, 2027"],
  ])("%p has the wrong weekday: both possible dates are named", (text, first, second) => {
    const reason = refusedDate(text);
    expect(reason.code).toBe("WEEKDAY_MISMATCH");
    expect(published(reason)["candidates"]).toEqual([first, second]);
    expect(said(reason)).toContain(`"${first}" or "${second}"`);
  });

  test("that is long or has control characters is quoted in part and escaped", () => {
    const reason = refusedDate(`${"x".repeat(5_000)}\u0007`);
    expect(said(reason).length).toBeLessThan(300);
    expect(said(refusedDate("a\u0007\nb"))).not.toMatch(/\p{Cc}/u);
  });
});

describe("a time", () => {
  test.each([
    ["7:30 PM", "19:30"],
    ["7:30 pm", "19:30"],
    ["07:30 PM", "19:30"],
    ["7:30\u202fPM", "19:30"],
    [" 7:30 \u00a0 Pm ", "19:30"],
    ["12:00 AM", "00:00"],
    ["12:30 AM", "00:30"],
    ["12:00 PM", "12:00"],
    ["12:59 PM", "12:59"],
    ["1:00 AM", "01:00"],
    ["11:59 PM", "23:59"],
    ["19:30", "19:30"],
    [" 07:30 ", "07:30"],
    ["12:15", "12:15"],
    ["00:15", "00:15"],
  ])("%p is read as %s", (text, time) => {
    expect(parseTime(text)).toEqual({ ok: true, value: time });
  });

  test.each([
    ["0:15", "12:15 AM"],
    ["19:30:00", "7:30 PM"],
    ["13:00 PM", "1:00 PM"],
    ["0:30 AM", "12:30 AM"],
    ["7:30PM", "7:30 PM"],
    ["7:30 p.m.", "7:30 PM"],
    ["7 PM", "7:00 PM"],
    ["7pm", "7:00 PM"],
    ["noon", "12:00 PM"],
    ["Midnight", "12:00 AM"],
  ])("%p is refused with %p to send instead", (text, send) => {
    const reason = refusedTime(text);
    expect(reason.code).toBe("INVALID_INPUT");
    expect(published(reason)["send"]).toBe(send);
    expect(said(reason)).toContain(`"${send}"`);
  });

  test("without AM or PM is refused with both times that may be meant", () => {
    const reason = refusedTime("7:30");
    expect(said(reason)).toContain('"7:30 AM" or "7:30 PM"');
    expect(published(reason)["send"]).toBeNull();
    expect(said(refusedTime("9.05"))).toContain('"9:05 AM" or "9:05 PM"');
  });

  test.each([
    "24:00",
    "25:00 PM",
    "7:60 PM",
    "7:5 PM",
    "13:00 AM",
    "0:30 PM",
    "7:30 XM",
    "7",
    "evening",
    "",
    "7:30 PM PM",
    "-7:30 PM",
    "7:30 PM EST",
  ])("%p is refused without guessing", (text) => {
    const reason = refusedTime(text);
    expect(reason.code).toBe("INVALID_INPUT");
    expect(published(reason)["send"]).toBeNull();
  });
});

describe("with random input,", () => {
  const anyDate = fc.integer({ min: 0, max: 109_000 }).map((days) => addDays("1900-01-01", days));
  const anyMinute = fc.integer({ min: 0, max: 1439 });
  const spaces = fc.constantFrom(" ", "  ", "\u00a0", "\u202f", " \t");

  test("every displayed date and time can be parsed; a date also in capital or small letters and with short names", () => {
    fc.assert(
      fc.property(anyDate, spaces, fc.boolean(), fc.boolean(), (date, space, short, loud) => {
        const shown = formatDate(date);
        const words = short ? shown.replace(/[A-Za-z]{4,}/g, (word) => word.slice(0, 3)) : shown;
        const text = (loud ? words.toUpperCase() : words.toLowerCase()).replaceAll(" ", space);
        expect(parseDate(text)).toEqual({ ok: true, value: date });
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(anyMinute, spaces, (minute, space) => {
        const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
        const text = formatTime(time).replaceAll(" ", space);
        expect(parseTime(text)).toEqual({ ok: true, value: time });
      }),
    );
  });

  const pieces = fc
    .array(
      fc.constantFrom(
        ..."fri friday mon nov november feb 30 29 1 2026 0 12 19 pm am : , . - / T".split(" "),
        "\u00a0",
        " ",
      ),
      { maxLength: 9 },
    )
    .map((words) => words.join(""));

  test("no text causes an exception, and the string that a refusal suggests is accepted", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), pieces), (text) => {
        for (const read of [parseDate, parseTime]) {
          const parsed = read(text);
          if (parsed.ok) continue;
          const { send, candidates } = published(parsed.reason);
          for (const next of [send, ...((candidates as string[] | undefined) ?? [])]) {
            if (typeof next === "string") expect(read(next).ok).toBe(true);
          }
        }
      }),
      { numRuns: 10_000 },
    );
  }, 30_000);
});
