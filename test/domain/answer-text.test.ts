// Goal: an answer says what became of the guest's text, in one segment for usual names, and names
// are data in it.
import { describe, expect, test } from "bun:test";
import { type AnswerKind, renderAnswer, renderWhich } from "../../src/domain/answer-text.ts";
import { segmentsOf } from "../../src/domain/segments.ts";

const KINDS: readonly AnswerKind[] = ["confirmed_late", "released", "gone_still_waiting", "gone"];
/** 7:30 PM on Friday, November 20, 2026 in New York. */
const TABLE = { partySize: 4, startAt: Date.UTC(2026, 10, 21, 0, 30) };
const PARTIES = { brandName: "Demo Bistro", guestName: "Ada", zone: "America/New_York" };

describe.each([...KINDS])("%s", (kind) => {
  test("names the brand, the guest and the table", () => {
    const body = renderAnswer(kind, TABLE, PARTIES);
    expect(body).toStartWith("Demo Bistro: Ada, ");
    expect(body).toContain("4 on Fri Nov 20 at 7:30 PM");
    expect(segmentsOf(body)).toBe(1);
  });

  test("never has a guest reply with a word that opts out", () => {
    expect(renderAnswer(kind, TABLE, PARTIES)).not.toMatch(/\b(CANCEL|END|QUIT|STOP)\b/);
  });

  test.each(["{table}", "{link}", "$& $1", "http://evil.example"])(
    "%j is no field",
    (guestName) => {
      const body = renderAnswer(kind, TABLE, { ...PARTIES, guestName });
      expect(body.split("Fri Nov 20")).toHaveLength(2);
      expect(body).not.toMatch(/[{}]|evil/);
    },
  );
});

test("the question back names each table with a link of its own", () => {
  const other = { partySize: 2, startAt: TABLE.startAt + 86_400_000 };
  const body = renderWhich([TABLE, other].map((table) => ({ ...table, ...PARTIES })));
  expect(body).toStartWith("Demo Bistro: which table");
  expect(body.split("{link}")).toHaveLength(3);
  expect(body).toContain("4 on Fri Nov 20 at 7:30 PM: {link}");
  expect(body).toContain("2 on Sat Nov 21 at 7:30 PM: {link}");
});

test("of two restaurants it names each, with its own wall time", () => {
  const there = { brandName: "Demo Trattoria", zone: "Europe/Rome" };
  const other = { partySize: 2, startAt: Date.UTC(2026, 10, 21, 19, 0) };
  const body = renderWhich([
    { ...TABLE, ...PARTIES },
    { ...other, ...there },
  ]);
  expect(body).toBe(
    "Which table do you mean? Demo Bistro, 4 on Fri Nov 20 at 7:30 PM: {link} " +
      "Demo Trattoria, 2 on Sat Nov 21 at 8:00 PM: {link}",
  );
});
