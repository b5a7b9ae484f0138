// Goal: an agent that reads only the words of an answer learns the table, the area and what is
// free.
import { expect, test } from "bun:test";
import { sayReason } from "../../../src/words/render.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { FRIDAY, type House } from "../house.ts";

const textOf = async (house: House, tool: string, input: object): Promise<string> =>
  (await house.invoke(tool, input)).text;

test("answers name a reservation's table, and say whether a user chose the table", async () => {
  using house = openFloor();
  const made = await textOf(house, "create_booking", wish(5));
  expect(made).toContain("at 7:00 PM, tables 1 + 2, booked");
  expect(made).toContain("\nTables 1 + 2: the only one free for 5.");
  const { id } = await booked(house, 2);
  await house.ok("assign_table", { id, tables: ["T1"] });
  expect(await textOf(house, "list_bookings", { date: FRIDAY })).toContain(
    "7:00 PM, table T1 (pinned)",
  );
  expect(await textOf(house, "get_booking", { id })).toContain("table T1 (pinned)");
});

test("a refusal names the requested area", async () => {
  using house = openFloor();
  await booked(house, 2, "7:00 PM", { area: "Terrace" });
  const told = async (size: number) =>
    (await house.refused("create_booking", wish(size, "7:00 PM", { area: "Terrace" }))).reasons
      .map((one) => sayReason(one, "agent"))
      .join(" ");
  expect(await told(2)).toStartWith(
    "No table for 2 in Terrace from 7:00 PM to 8:30 PM: the only table or combination for 2 is taken",
  );
  expect(await told(5)).toContain(
    "No table in Terrace takes a party of 5. Leave area out to search every area.",
  );
});

test("a refusal says that the only suitable table is taken by a party whose table a host chose", async () => {
  using house = openFloor();
  const area = { area: "Terrace" };
  const { id, tables } = await booked(house, 2, "7:00 PM", area);
  await house.ok("assign_table", { id, tables });
  const { reasons } = await house.refused("create_booking", wish(2, "7:00 PM", area));
  expect(reasons.map((one) => sayReason(one, "agent")).join(" ")).toContain(
    "the only table or combination for 2 is taken (by a party whose table a host chose)",
  );
});

test("free tables are listed by area and by size", async () => {
  using house = openFloor();
  const asked = { date: FRIDAY, numberOfPeople: 2, time: "7:00 PM" };
  expect(await textOf(house, "check_availability", asked)).toContain(
    "open, table free in Room, Terrace",
  );
  expect(await textOf(house, "explain_capacity", { date: FRIDAY, numberOfPeople: 2 })).toContain(
    "0 parties start, free tables: 2 for up to 2, 2 for up to 4",
  );
});

test("the waitlist names the area that a guest waits for", async () => {
  using house = openFloor();
  const input = wish(2, "7:00 PM", { phone: "+12127365001", area: "terrace" });
  expect(await textOf(house, "add_to_waitlist", input)).toContain("in Terrace, waiting");
});
