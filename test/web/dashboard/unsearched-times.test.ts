// Goal: the Book page does not call a start full if its search for a table ended early. Method: the running product, on an evening with more tables and
// combinations than one search tries.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { MANY, putFloor } from "../../support/floor.ts";

const HOUSE = "demo-trattoria";
const FRIDAY = "Friday, November 20, 2026";

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T09:00:00Z");
  const { stores, writer, clock } = desk.server;
  const limits = { seats: null, paceCovers: null, maxPartySize: 20, tables: { mode: "required" } };
  const overrides = { ...stores.brands.overrides(HOUSE), ...limits };
  await writer.write(() => {
    putFloor(stores, HOUSE, MANY);
    stores.brands.update(HOUSE, { overrides, now: clock() });
  });
  for (let party = 0; party < 20; party += 1) {
    const wish = { name: "Full", numberOfPeople: 2, date: FRIDAY, time: "8:30 PM" };
    await ask(desk.server, HOUSE, "create_booking", { ...wish, notifyCustomer: false });
  }
});
afterAll(() => desk[Symbol.asyncDispose]());

test("the page says that a time may still be free if the search for its tables was cut short", async () => {
  const owner = new Visitor(desk.url);
  await owner.signIn(desk.user);
  const text = await (
    await owner.get(`/b/${HOUSE}/book?date=2026-11-20&numberOfPeople=4&time=20:30`)
  ).text();
  const tiles = [...text.matchAll(/class="slot (\w+)"[\s\S]*?<p class="why"[^>]*>([^<]*)</g)];
  const whyOf = (state: string) => tiles.filter(([, is]) => is === state).map(([, , why]) => why);
  expect(whyOf("open").length).toBeGreaterThan(0);
  expect(whyOf("full").length).toBeGreaterThan(0);
  expect(whyOf("unsure").length).toBeGreaterThan(0);
  const note =
    "Moving other parties might free a table, but the search was cut short: book this time to find out.";
  expect(whyOf("unsure").every((why) => why?.endsWith(` ${note}`))).toBe(true);
  expect(whyOf("full").join()).not.toContain(note);
  expect(text).toContain("maybe");
});
