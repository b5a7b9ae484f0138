// Goal: the result of a form is shown once, and long enough to be read although the page refreshes
// itself. Method: the store alone, with a controlled clock.
import { expect, test } from "bun:test";
import { createFlashes } from "../../../src/web/dashboard/flashes.ts";

const DONE = { text: "Ana: booked", warnings: [] };

test("a result is shown by one page, and by that page's refreshes for ten seconds", () => {
  let now = 1_000_000;
  const flashes = createFlashes(() => now);
  flashes.put("one", DONE);
  expect(flashes.again("one")).toBeNull();
  const told = { ...DONE, at: now };
  expect(flashes.take("one")).toEqual(told);
  now += 9000;
  expect(flashes.again("one")).toEqual(told);
  expect(flashes.again("other")).toBeNull();
  now += 2000;
  expect(flashes.again("one")).toBeNull();
});

test("a result is not shown by the next page", () => {
  const flashes = createFlashes(() => 0);
  flashes.put("one", DONE);
  flashes.take("one");
  expect(flashes.take("one")).toBeNull();
  expect(flashes.again("one")).toBeNull();
});

test("a result is forgotten if no page is loaded for a minute", () => {
  let now = 0;
  const flashes = createFlashes(() => now);
  flashes.put("one", DONE);
  now = 60_001;
  expect(flashes.take("one")).toBeNull();
});

test("a secret is shown by one page and its refreshes for a quarter of an hour", () => {
  let now = 0;
  const flashes = createFlashes(() => now);
  const secret = {
    ...DONE,
    secret: { page: "/b/bistro/settings/calendars", text: "/feeds/x.ics" },
  };
  flashes.put("one", secret);
  flashes.take("one");
  now = 15 * 60_000;
  expect(flashes.again("one")).toEqual({ ...secret, at: 0 });
  now += 1;
  expect(flashes.again("one")).toBeNull();
  flashes.put("one", secret);
  flashes.take("one");
  expect(flashes.take("one")).toBeNull();
  expect(flashes.again("one")).toBeNull();
});
