// Goal: a search among 200,000 reservations finds the right ones, and uses indexes, so that it
// keeps up with typing. Method: searches and their query plans.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { guestSearch } from "../../src/domain/guest-search.ts";
import {
  NAMED_AHEAD,
  NAMED_BACK,
  NOTES_AHEAD,
  NOTES_BACK,
  PHONED,
} from "../../src/storage/reservation-search.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { addBrands, BISTRO, DAY, EVENING } from "./samples.ts";

const MANY = 200_000;
const PER_DAY = 200;
/** The first quarter of the rows is in the future. */
const LAST = EVENING + (MANY / PER_DAY / 4) * DAY;

let house: TestDatabase;
beforeAll(() => {
  house = openTestDatabase();
  addBrands(house.stores);
  house.database.run(
    `WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})
     INSERT INTO reservation (id, brand, name, name_search, phone, party_size, start_at, end_at,
       service_date, service, status, attendance, notes, food_drink_notes, seating_notes,
       notify_customer, source, flags, completed_at, created_at, created_by, updated_at, revision,
       time_revision)
     SELECT printf('%024x', i), '${BISTRO}', 'Guest Number ' || i, 'guest number ' || i,
       printf('+1212%07d', (i * 7919) % 10000000), 4, at, at + 5400000,
       date(at / 1000, 'unixepoch'), 'Dinner', 'completed', 'not_required',
       CASE WHEN i % 3 = 0 THEN 'Birthday, cake at nine, window if there is one ' || i ELSE '' END,
       CASE WHEN i % 9 = 0 THEN 'Nut allergy' ELSE '' END, '', 1, 'tool', '[]', at, at, 'key-1', at,
       1, 1
     FROM (SELECT i, ${LAST} - (i / ${PER_DAY}) * ${DAY} + (i % 18) * 900000 AS at FROM n)`,
  );
}, 60_000);
afterAll(() => house[Symbol.dispose]());

const scope = { brand: BISTRO, date: "2026-11-20", now: EVENING, before: null, limit: 21 };
const find = (query: string) => house.stores.reservationSearch.find(guestSearch(query), scope);
const NAMED_PLAN =
  "SEARCH reservation USING COVERING INDEX reservation_by_start (brand=? AND start_at>? AND start_at<?)";

describe("among 200,000 reservations,", () => {
  test("each query uses its index, and those for names and phones read nothing but the index", () => {
    const planOf = (sql: string) =>
      house.database
        .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => detail);
    const plans = [NAMED_AHEAD, NAMED_BACK, PHONED, NOTES_AHEAD, NOTES_BACK].map(planOf);
    expect(plans.map((plan) => plan.filter((step) => /reservation/.test(step)))).toEqual([
      [NAMED_PLAN],
      [NAMED_PLAN],
      ["SEARCH reservation USING COVERING INDEX reservation_by_phone (brand=? AND phone>?)"],
      ["SEARCH reservation USING INDEX reservation_by_start (brand=? AND start_at>?)"],
      ["SEARCH reservation USING INDEX reservation_by_start (brand=? AND start_at<?)"],
    ]);
    expect(plans.flat().join()).not.toContain("TEMP B-TREE");
  });

  test("the nearest reservations are found by a word of the notes", () => {
    const { ahead, back } = find("cake at nine");
    expect([ahead.length, back.length]).toEqual([21, 21]);
    expect(ahead[0]?.startAt).toBeLessThan(EVENING + 2 * DAY);
  });

  test("a phone is found by digits anywhere in it", () => {
    const { ahead, back } = find("2120007919");
    expect([...ahead, ...back].map(({ phone }) => phone)).toEqual(["+12120007919"]);
  });

  test("the oldest reservation is found by searching further back step by step", () => {
    const query = guestSearch("guest number 199999");
    const { reservationSearch } = house.stores;
    let looks = 0;
    let found = reservationSearch.find(query, scope);
    while (found.older !== null) {
      looks += 1;
      expect(found.back).toEqual([]);
      found = reservationSearch.find(query, { ...scope, before: found.older });
    }
    expect(found.back.map(({ name }) => name)).toEqual(["Guest Number 199999"]);
    expect(looks).toBeGreaterThanOrEqual(2);
  });
});
