// Goal: list_tables says for every table whether it is free, which party has it until when, and
// which is next.
import { describe, expect, test } from "bun:test";
import { booked, openFloor } from "../../support/floor-house.ts";
import { BISTRO, EVENING, FRIDAY, HOUR, type House, MINUTE } from "../house.ts";

interface Listed {
  readonly tables: readonly { readonly name: string; readonly [field: string]: unknown }[];
}

const listed = async (house: House, given: object = {}) =>
  (await house.ok<Listed>("list_tables", given)).tables;

const states = async (house: House, given: object = {}) =>
  (await listed(house, given)).map(({ name, state }) => `${name} ${String(state)}`);

const AT_SEVEN = { date: FRIDAY, time: "7:00 PM" };

describe("a table in list_tables", () => {
  test("that is free now is listed with its next party", async () => {
    using house = openFloor({ areas: { Room: "10:4 9:2" } });
    const { id } = await booked(house, 2);
    expect(await listed(house)).toMatchObject([{ name: "9", next: null }, { name: "10" }]);
    house.at = EVENING - HOUR;
    expect(await listed(house)).toEqual([
      {
        name: "9",
        area: "Room",
        minCovers: 1,
        maxCovers: 2,
        state: "free",
        party: null,
        since: null,
        until: EVENING,
        next: { id, name: "Party of 2", timestamp: EVENING },
      },
      expect.objectContaining({ name: "10", state: "free", until: null, next: null }),
    ]);
  });
  test("is due, then arrived, then seated, as its party is", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const { id, endTimestamp } = await booked(house, 2);
    const party = { id, name: "Party of 2", numberOfPeople: 2 };
    const due = { state: "due", party, since: EVENING, until: endTimestamp };
    expect(await listed(house, AT_SEVEN)).toMatchObject([due]);
    house.at = EVENING - 10 * MINUTE;
    await house.ok("mark_arrived", { id });
    expect(await listed(house)).toMatchObject([{ state: "arrived", party, since: house.at }]);
    house.at = EVENING + 5 * MINUTE;
    await house.ok("mark_seated", { id });
    const seated = { state: "seated", since: house.at, until: endTimestamp + 5 * MINUTE };
    expect(await listed(house)).toMatchObject([seated]);
    house.at = endTimestamp + 20 * MINUTE;
    expect(await listed(house)).toMatchObject([seated]);
    await house.ok("mark_completed", { id });
    expect(await states(house)).toEqual(["1 free"]);
  });
  test("shows a party as the next one even after its start, as long as the party before it sits there", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const first = await booked(house, 2, "5:30 PM");
    const due = await booked(house, 2, "7:00 PM");
    await booked(house, 2, "8:30 PM");
    house.at = EVENING - 90 * MINUTE;
    await house.ok("mark_seated", { id: first.id });
    house.at = EVENING + 2 * MINUTE;
    const next = { id: due.id, timestamp: EVENING };
    expect(await listed(house)).toMatchObject([{ state: "seated", party: { id: first.id }, next }]);
  });
  test("of a combination is taken together with the other table", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" }, joins: "1+2:3-4" });
    await booked(house, 4);
    expect(await states(house, AT_SEVEN)).toEqual(["1 due", "2 due"]);
  });
  test("of a combination is blocked for the combination's extra minutes after a stay", async () => {
    using house = openFloor({ areas: { Room: "1:2 2:2" } });
    const tables = ["table-1", "table-2"];
    const sized = { minCovers: 3, maxCovers: 4, priority: 5, bookable: "online" } as const;
    const combination = { id: "join", tables, enabled: true, ...sized, extraMinutes: 20 };
    house.stores.floors.putCombination(BISTRO, combination);
    const { endTimestamp: end } = await booked(house, 4);
    house.at = end - MINUTE;
    expect(await states(house)).toEqual(["1 due", "2 due"]);
    house.at = end;
    const reset = { state: "blocked", party: null, since: end, until: end + 20 * MINUTE };
    expect(await listed(house)).toMatchObject([reset, reset]);
    house.at = end + 20 * MINUTE;
    expect(await states(house)).toEqual(["1 free", "2 free"]);
  });
  test("is blocked for the time of a block", async () => {
    using house = openFloor({ areas: { Room: "1:2" } });
    const block = { id: "b", tables: ["table-1"], reason: "leak", createdAt: 0, createdBy: "k" };
    house.stores.floors.addBlock(BISTRO, { ...block, from: EVENING, to: EVENING + HOUR });
    const blocked = { state: "blocked", since: EVENING, until: EVENING + HOUR };
    expect(await listed(house, AT_SEVEN)).toMatchObject([blocked]);
    expect(await states(house, { date: FRIDAY, time: "8:00 PM" })).toEqual(["1 free"]);
  });
});

test("list_tables can filter by area, and refuses a misspelt area with the right name", async () => {
  using house = openFloor();
  expect(await states(house, { area: "terrace" })).toEqual(["T1 free"]);
  expect(await states(house, { area: "any" })).toHaveLength(4);
  const { reasons } = await house.refused("list_tables", { area: "Terase" });
  expect(reasons[0]).toMatchObject({ parameter: "area", nearest: "Terrace" });
});

test("a brand without tables has none to list", async () => {
  using house = openFloor({ areas: {} }, "off");
  expect(await listed(house)).toEqual([]);
});
