// Goal: a brand's list has only its own valid feeds, and every query uses an index. Method: the
// store over a real database, and its query plans.
import { expect, test } from "bun:test";
import { FIND_FEED, LIVE_FEEDS } from "../../src/storage/calendar-feed-store.ts";
import { sha256Hex } from "../../src/storage/sha256.ts";
import { openTestDatabase } from "../support/database.ts";
import { addBrands, BISTRO, NOW, TRATTORIA } from "./samples.ts";

test.each([
  ["the feed of a token", FIND_FEED, "SEARCH calendar_feed USING INDEX sqlite_autoindex"],
  [
    "the feeds of a brand",
    LIVE_FEEDS,
    "calendar_feed USING INDEX calendar_feed_by_brand (brand=?)",
  ],
])("the query for %s uses an index", (_name, sql, step) => {
  using made = openTestDatabase();
  const plan = made.database
    .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => detail);
  expect(plan).toHaveLength(1);
  expect(plan[0]).toContain(step);
});

test("a revoked feed and a feed of another brand are not listed, but a revoked token is still known", () => {
  using made = openTestDatabase();
  const { calendarFeeds } = made.stores;
  addBrands(made.stores);
  for (const [id, brand] of Object.entries({ a: BISTRO, b: BISTRO, c: TRATTORIA, d: BISTRO })) {
    calendarFeeds.insert({ id, brand, name: id, createdAt: NOW }, `token ${id}`);
  }
  calendarFeeds.revoke("b", NOW + 1);
  calendarFeeds.noteRead("d", NOW + 2);
  const live = calendarFeeds.live(BISTRO, 10);
  expect(live.map(({ id, readAt }) => [id, readAt])).toEqual([
    ["a", null],
    ["d", NOW + 2],
  ]);
  expect(calendarFeeds.live(BISTRO, 1)).toHaveLength(1);
  expect(calendarFeeds.isKnown(sha256Hex("token b"))).toBe(true);
  expect(calendarFeeds.isKnown(sha256Hex("token e"))).toBe(false);
});
