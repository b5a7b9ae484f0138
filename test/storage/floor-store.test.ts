// Goal: a floor is read back as written, each brand has its own, and the names on a floor are
// unique regardless of case. Method: the store over a real database.
import { expect, test } from "bun:test";
import { openTestDatabase } from "../support/database.ts";
import { putFloor, tableId } from "../support/floor.ts";
import { addBrands, BISTRO, NOW, TRATTORIA } from "./samples.ts";

const FLOOR = { areas: { Room: "1:2 2:2-4", Terrace: "T1:4" }, joins: "1+2:3-6" };
const BLOCK = {
  id: "block",
  tables: [tableId("1")],
  from: NOW,
  to: NOW + 1,
  reason: "Wobbles",
  createdAt: NOW,
  createdBy: "key:1",
};

function filled() {
  const made = openTestDatabase();
  addBrands(made.stores);
  putFloor(made.stores, BISTRO, FLOOR);
  return made;
}

test("a floor is read back as written, for its brand only", () => {
  using made = filled();
  const { floors } = made.stores;
  floors.addBlock(BISTRO, BLOCK);
  const floor = floors.get(BISTRO);
  expect(floor.areas.map(({ name, closed }) => [name, closed])).toEqual([
    ["Room", []],
    ["Terrace", []],
  ]);
  expect(
    floor.tables.map(({ name, minCovers, maxCovers }) => [name, minCovers, maxCovers]),
  ).toEqual([
    ["1", 1, 2],
    ["2", 2, 4],
    ["T1", 1, 4],
  ]);
  expect(floor.combinations).toMatchObject([
    { tables: [tableId("1"), tableId("2")], minCovers: 3, maxCovers: 6, enabled: true },
  ]);
  expect(floor.blocks).toEqual([BLOCK]);
  expect(floors.get(TRATTORIA)).toEqual({ areas: [], tables: [], combinations: [], blocks: [] });
});

test("a write replaces the record with the same id and is seen at once", () => {
  using made = filled();
  const { floors } = made.stores;
  const before = floors.get(BISTRO);
  const [area] = before.areas;
  const [table] = before.tables;
  const [join] = before.combinations;
  if (!area || !table || !join) throw new Error("the floor is incomplete");
  const closed = [{ from: "2026-11-20T17:00", to: "2026-11-20T23:00" }];
  floors.putArea(BISTRO, { ...area, closed });
  floors.putTable(BISTRO, { ...table, maxCovers: 3, x: 4, archivedAt: NOW });
  floors.putCombination(BISTRO, { ...join, enabled: false });
  const after = floors.get(BISTRO);
  expect(after.areas[0]?.closed).toEqual(closed);
  expect(after.tables[0]).toEqual({ ...table, maxCovers: 3, x: 4, archivedAt: NOW });
  expect(after.combinations).toEqual([{ ...join, enabled: false }]);
  floors.removeCombination(join.id);
  expect(floors.get(BISTRO).combinations).toEqual([]);
});

test("two tables or areas of a brand cannot have the same name, regardless of case", () => {
  using made = filled();
  const { floors } = made.stores;
  const { areas, tables } = floors.get(BISTRO);
  const [area] = areas;
  const table = tables.find(({ name }) => name === "T1");
  if (!area || !table) throw new Error("the floor is incomplete");
  expect(() => floors.putArea(BISTRO, { ...area, id: "other", name: "ROOM" })).toThrow();
  expect(() => floors.putTable(BISTRO, { ...table, id: "other", name: "t1" })).toThrow();
});
