// Goal: our answer to a guest's text says what that text did. For usual names the answer is one
// segment, and no name can change its meaning.
import { describe, expect, test } from "bun:test";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { segmentsOf } from "../../src/domain/segments.ts";
import { type AnswerKind, renderAnswer, renderWhich } from "../../src/words/guest-answers.ts";
import { bistro } from "./brands.ts";

const KINDS: readonly AnswerKind[] = ["confirmed_late", "released", "gone_still_waiting", "gone"];
/** 7:30 PM on Friday, November 20, 2026 in New York. */
const TABLE = { partySize: 4, startAt: Date.UTC(2026, 10, 21, 0, 30) };
const WHEN = { en: "4 on Fri Nov 20 at 7:30 PM", de: "4 am Fr 20.11. um 19:30 Uhr" };

describe.each(LANGUAGES.flatMap((language) => KINDS.map((kind) => [language, kind] as const)))(
  "in %s, the answer %s",
  (language, kind) => {
    const render = (guestName: string) =>
      renderAnswer(kind, TABLE, { brand: bistro(language), guestName });

    test("names the brand, the guest and the table", () => {
      const body = render("Ada");
      expect(body).toStartWith("Demo Bistro: Ada, ");
      expect(body).toContain(WHEN[language]);
      expect(segmentsOf(body)).toBe(1);
      expect(segmentsOf(render("Ada Lovelace"))).toBe(1);
    });

    test("contains no opt-out word", () => {
      expect(render("Ada")).not.toMatch(/\b(CANCEL|END|QUIT|STOP)\b/);
    });

    test.each(["{table}", "{link}", "$& $1", "http://evil.example"])(
      "names the table once, without braces or a web address, if the guest is called %j",
      (name) => {
        const body = render(name);
        expect(body.split(WHEN[language])).toHaveLength(2);
        expect(body).not.toMatch(/[{}]|evil/);
      },
    );
  },
);

test("an answer that asks the guest to call has the restaurant's phone, unless it would then need two segments", () => {
  const brand = bistro("en", { contact: { phone: "+12125550142" } });
  const answer = (kind: AnswerKind, guestName: string) =>
    renderAnswer(kind, TABLE, { brand, guestName });
  expect(answer("gone", "Ada")).toContain("Please call us at +1 212 555 0142 if you");
  expect(answer("released", "Ada Lovelace")).toContain("Please call us, we");
  expect(segmentsOf(answer("released", "Ada Lovelace"))).toBe(1);
});

test("if a text could mean several reservations, our answer asks which, and lists each with its link", () => {
  const other = { partySize: 2, startAt: TABLE.startAt + 86_400_000 };
  const tables = (language: "en" | "de") =>
    [TABLE, other].map((table) => ({ ...table, brand: bistro(language) }));
  expect(renderWhich(tables("en"))).toBe(
    "Demo Bistro: which table do you mean? Table for 4 on Fri Nov 20 at 7:30 PM: {link} " +
      "Table for 2 on Sat Nov 21 at 7:30 PM: {link}",
  );
  expect(renderWhich(tables("de"))).toBe(
    "Demo Bistro: Welchen Tisch meinen Sie? Tisch für 4 am Fr 20.11. um 19:30 Uhr: {link} " +
      "Tisch für 2 am Sa 21.11. um 19:30 Uhr: {link}",
  );
});

test("if a text could mean reservations in several restaurants, our answer has each start in its restaurant's wall time, all in the language of the first", () => {
  const there = bistro("de", { name: "Demo Trattoria", timeZone: "Europe/Rome" });
  const other = { partySize: 2, startAt: Date.UTC(2026, 10, 21, 19, 0) };
  const unset = { name: "Demo Bistro", settings: { timeZone: "America/New_York" } };
  const body = renderWhich([
    { ...TABLE, brand: unset },
    { ...other, brand: there },
  ]);
  expect(body).toBe(
    "Which table do you mean? Demo Bistro, 4 on Fri Nov 20 at 7:30 PM: {link} " +
      "Demo Trattoria, 2 on Sat Nov 21 at 8:00 PM: {link}",
  );
});
