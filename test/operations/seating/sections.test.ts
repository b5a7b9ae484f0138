// Goal: a host sets which server has which tables on a date. The floor shows each server's tables
// and who should get the next party; sections never decide which table a party gets.
import { expect, test } from "bun:test";
import type { FloorView } from "../../../src/operations/desk/floor-view.ts";
import { floorView } from "../../../src/operations/desk/floor-view.ts";
import { setSections } from "../../../src/operations/desk/set-sections.ts";
import { booked, openFloor } from "../../support/floor-house.ts";
import { HOST } from "../desk/people.ts";
import { EVENING, type House, MINUTE } from "../house.ts";

const DATE = "2026-11-20";
const ROOM = { areas: { Room: "1:2 2:2 3:4" } };
const SECTIONS = [
  { name: "Window", color: "teal", server: "Kim", tables: ["1", "2"] },
  { name: "Back", color: "orange", server: "Lou", tables: ["3"] },
] as const;

const put = async (house: House, sections: readonly object[] = SECTIONS) =>
  (await house.invoke(setSections, { serviceDate: DATE, sections }, HOST, {})).structured;

const shown = async (house: House) => {
  const { structured } = await house.invoke(floorView, { date: DATE }, HOST, {});
  return (structured as unknown as FloorView).sections;
};

test("sections are stored by date, and storing the same again changes nothing", async () => {
  using house = openFloor(ROOM);
  expect(await put(house)).toMatchObject({ changed: true, sections: SECTIONS });
  expect(await put(house)).toMatchObject({ changed: false });
  expect((await shown(house)).map(({ name }) => name)).toEqual(["Window", "Back"]);
  const other = await house.invoke(floorView, { date: "2026-11-21" }, HOST, {});
  expect(other.structured["sections"]).toEqual([]);
  expect(await put(house, [])).toMatchObject({ changed: true, sections: [] });
});

test("the server whose last party was seated longest ago should get the next party", async () => {
  using house = openFloor(ROOM);
  await put(house);
  const two = await booked(house, 2);
  const four = await booked(house, 4);
  const seat = async (id: string) => {
    await house.ok("mark_seated", { id });
    house.at += 10 * MINUTE;
    return (await shown(house)).find(({ next }) => next)?.server;
  };
  house.at = EVENING;
  expect((await shown(house)).map(({ next }) => next)).toEqual([true, false]);
  expect(await seat(two.id)).toBe("Lou");
  expect(await seat(four.id)).toBe("Kim");
  await house.ok("mark_completed", { id: two.id });
  expect(await shown(house)).toMatchObject([
    { server: "Kim", covers: 0, coversServed: 2, lastSeatedAt: EVENING, next: true },
    { server: "Lou", covers: 4, coversServed: 4, lastSeatedAt: EVENING + 10 * MINUTE },
  ]);
});

test("an unknown table or a table in two sections is refused", async () => {
  using house = openFloor(ROOM);
  const [window] = SECTIONS;
  const twice = { serviceDate: DATE, sections: [window, { ...window, name: "Other" }] };
  const refused = await house.refused(setSections, twice, HOST, {});
  expect(refused.reasons[0]).toMatchObject({ code: "INVALID_INPUT" });
  const unknown = { serviceDate: DATE, sections: [{ ...window, tables: ["31"] }] };
  expect((await house.refused(setSections, unknown, HOST, {})).reasons[0]).toMatchObject({
    parameter: "tables",
  });
});

test("only users of the dashboard can set sections", async () => {
  using house = openFloor(ROOM);
  const input = { serviceDate: DATE, sections: SECTIONS };
  expect((await house.refused(setSections, input)).code).toBe("FORBIDDEN_TOOL");
});
