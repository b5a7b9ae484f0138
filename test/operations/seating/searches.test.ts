// Goal: a call and its suggestions together make a limited number of tries for tables. After the
// call, its searches are counted.
import { expect, test } from "bun:test";
import type { TableSearch } from "../../../src/domain/seating/search.ts";
import { createInvoke } from "../../../src/operations/invoke.ts";
import { MANY } from "../../support/floor.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { caller, FRIDAY, type House, operationOf } from "../house.ts";

/** Calls tools in the same restaurant, and records their searches for tables. */
function watched(house: House) {
  const searches: TableSearch[] = [];
  const { stores, writer } = house;
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const watching = { onSearched: (one: TableSearch) => void searches.push(one) };
  const invoke = createInvoke({ stores, writer, clock: () => house.at, random, ...watching });
  const call = (tool: string, input: object) => invoke(operationOf(tool), input, caller());
  return { call, last: () => searches.at(-1) as TableSearch };
}

test("moves of parties are counted when they are committed, but not for a dry run or a refusal", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" });
  const { call, last } = watched(house);
  await booked(house, 2);
  await call("create_booking", wish(4, "7:00 PM", { dryRun: true }));
  expect(last()).toMatchObject({ moved: 0, ended: 0 });
  await call("create_booking", wish(4));
  expect(last()).toMatchObject({ moved: 1, ended: 0 });
  await call("create_booking", wish(4)).catch(() => undefined);
  expect(last()).toMatchObject({ moved: 0, ended: 0 });
});

test("with 20 tables and 200 combinations, the search ends and its suggestions can be booked", async () => {
  using house = openFloor(MANY, "required", { maxPartySize: 20 });
  const { call, last } = watched(house);
  for (let party = 0; party < 20; party += 1) await booked(house, 2, "7:30 PM");
  const refused = await house.refused("create_booking", wish(4, "7:30 PM"));
  expect(refused.code).toBe("TABLES_FULL");
  await call("create_booking", wish(4, "7:30 PM")).catch(() => undefined);
  expect(last()).toMatchObject({ left: 0 });
  expect(last().ended).toBeGreaterThan(0);
  const [first] = refused.suggestions;
  const { reservation } = await house.ok("create_booking", wish(4, first?.time));
  expect(reservation.tables).toHaveLength(2);
});

test("with 20 tables and 200 combinations, a refusal for lack of tables still has suggestions", async () => {
  using house = openFloor(MANY, "required", { maxPartySize: 20 });
  for (let party = 0; party < 10; party += 1) await booked(house, 4, "7:30 PM");
  const six = await house.refused("create_booking", wish(6, "7:30 PM"));
  expect(six.code).toBe("TABLES_FULL");
  expect(six.suggestions.length).toBeGreaterThan(0);
});

test("an answer for a whole day says if its search was cut short, and how to search further", async () => {
  using house = openFloor(MANY, "required", { maxPartySize: 20 });
  const told = async (more: object = {}) =>
    (await house.invoke("check_availability", { date: FRIDAY, numberOfPeople: 4, ...more })).text;
  const cut =
    "The search for tables was cut short, so a time shown as full may still be free: call again with that time to check it.";
  expect(await told()).not.toContain(cut);
  for (let party = 0; party < 20; party += 1) await booked(house, 2, "7:30 PM");
  expect(await told()).toContain(cut);
  expect(await told({ time: "7:30 PM" })).not.toContain(cut);
});
