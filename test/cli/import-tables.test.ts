// Goal: an imported party gets the tables and the area that its row names, if they fit. Otherwise
// the party is imported without them, and a warning names the row.
import { afterAll, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { command, SYSTEM_NOW } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
let serial = 0;

const HEAD = "name,party_size,date,time";
const tables = [
  { name: "1", area: "Room", minCovers: 1, maxCovers: 2 },
  { name: "2", area: "Room", minCovers: 1, maxCovers: 4, bookable: "door" },
  { name: "P 1", area: "Patio", minCovers: 1, maxCovers: 4 },
];
/** Makes a restaurant with these tables in a new folder. Returns the folder. */
const withTables = async (mode = "required"): Promise<string> => {
  serial += 1;
  const data = join(folder.path, `house-${serial}`);
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
  const set = ["--set", `tables.mode=${mode}`];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...set]);
  const plan = join(folder.path, "plan.json");
  const areas = [{ name: "Room" }, { name: "Patio" }];
  writeFileSync(plan, JSON.stringify({ areas, tables }));
  await command(["floor", "import", "bistro", plan, "--data", data]);
  return data;
};
const imported = (data: string, csv: string) => {
  const file = join(folder.path, "in.csv");
  writeFileSync(file, csv);
  return command(["import", file, "--brand", "bistro", "--json", "--data", data]);
};
/** For each guest's name: the tables, whether they are pinned, and the requested area. */
const seats = (data: string) => {
  using desk = openDesk(data, SYSTEM_NOW);
  const { areas, tables: all } = desk.stores.floors.get("bistro");
  const nameOf = (id: string | null) => [...areas, ...all].find((one) => one.id === id)?.name;
  const found = desk.stores.reservations.list({
    brand: "bistro",
    fromDate: "2020-01-01",
    toDate: "2030-01-01",
    statuses: ["booked", "completed"],
    limit: 100,
    after: null,
  });
  return Object.fromEntries(
    found.map(({ name, tables: ids, tablePinned, area }) => [
      name,
      [ids.map(nameOf).join(" + "), tablePinned, nameOf(area)],
    ]),
  );
};

test("tables named in a row are pinned, as if a host had chosen them, unless the reservation is past", async () => {
  const house = await withTables();
  const { json } = await imported(
    house,
    `${HEAD},Table,Area\nAna,2,2026-11-20,19:30,2,patio\nBen,5,2026-11-20,19:30,1 + p 1,\nCy,2,2026-11-13,19:30,1,\n`,
  );
  expect(json?.["warnings"]).toEqual([]);
  expect(seats(house)).toEqual({
    Ana: ["2", true, "Patio"],
    Ben: ["1 + P 1", true, undefined],
    Cy: ["1", false, undefined],
  });
});

test("tables that do not fit are dropped with a warning; all parties are imported", async () => {
  const house = await withTables();
  await imported(house, `${HEAD},tables\nOlga,2,2026-11-20,19:30,2\n`);
  const { json } = await imported(
    house,
    `${HEAD},tables,area\nAna,2,2026-11-20,19:30,1,\nBen,2,2026-11-20,19:45,1,Cellar\nCy,4,2026-11-21,19:30,1,\nDee,2,2026-11-21,21:30,9,\nEve,2,2026-11-20,19:30,2,\n`,
  );
  expect([json?.["refused"], json?.["added"]]).toEqual([[], { reservation: 5 }]);
  const instead = "The party is placed as if this line named no table.";
  expect(json?.["warnings"]).toEqual([
    `line 3: Table 1 is named by line 2 for the same time. ${instead}`,
    'line 3: There is no area called "Cellar". Areas: Room, Patio. Leave the area out, or send "any", for every area.',
    `line 4: Table 1 has 2 seats, and the party is 4 people. ${instead}`,
    expect.stringContaining('line 5: There is no table called "9". Tables: '),
    `line 6: Table 2 is taken from 7:30 PM to 9:00 PM by Olga, party of 2. Free instead: table 1, table P 1. ${instead}`,
  ]);
  expect(seats(house)).toEqual({
    Olga: ["2", true, undefined],
    Ana: ["1", true, undefined],
    Ben: ["", false, undefined],
    Cy: ["P 1", false, undefined],
    Dee: ["1", false, undefined],
    Eve: ["P 1", false, undefined],
  });
});

test("tables and areas are the same after an export and an import", async () => {
  const house = await withTables();
  await imported(
    house,
    `${HEAD},tables,area\nAna,5,2026-11-20,19:30,1 + P 1,\nBen,2,2026-11-20,19:30,,Patio\n`,
  );
  const file = join(folder.path, "tables-out.csv");
  await command(["export", "--out", file, "--data", house]);
  const other = await withTables();
  const { json } = await imported(other, readFileSync(file, "utf8"));
  expect(json?.["warnings"]).toEqual([expect.stringContaining("Ignored columns: brand,")]);
  expect(seats(other)).toEqual(seats(house));
});

test("tables are ignored if the brand does not use them", async () => {
  const house = await withTables("off");
  const { json } = await imported(house, `${HEAD},tables\nAna,2,2026-11-20,19:30,1\n`);
  expect(json?.["warnings"]).toEqual(["Ignored columns: tables."]);
  expect(seats(house)).toEqual({ Ana: ["", false, undefined] });
});
