// Goal: a manager exports all reservations of a day with all their data, as the command line does.
import { expect, test } from "bun:test";
import { exportDay } from "../../../src/operations/desk/export-day.ts";
import { columnsOf } from "../../../src/operations/export/tables.ts";
import { ADA, caller, type House, openHouse } from "../house.ts";
import { HOST, MANAGER, person } from "./people.ts";

const DATE = "2026-11-20";
const rowsOf = async (house: House, date = DATE): Promise<Record<string, unknown>[]> => {
  const { structured } = await house.invoke(exportDay, { date }, MANAGER);
  const columns = columnsOf("reservations");
  return (structured["rows"] as unknown[][]).map((cells) => {
    expect(cells).toHaveLength(columns.length);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
  });
};

test("every reservation of the exported day has a row with the full phone, whatever its status", async () => {
  using house = openHouse();
  const kept = await house.book({ phone: ADA, email: "ada@example.com", notes: "=1+1" });
  const gone = await house.book({ name: "Grace", time: "8:00 PM" });
  await house.ok("cancel_booking", { id: gone });
  await house.book({ date: "Saturday, November 21, 2026" });
  expect(await rowsOf(house)).toMatchObject([
    {
      id: kept,
      service_date: DATE,
      time: "19:00",
      name: "Ada",
      phone: ADA,
      email: "ada@example.com",
      party_size: 4,
      status: "booked",
      notes: "=1+1",
    },
    { id: gone, name: "Grace", time: "20:00", status: "cancelled" },
  ]);
});

test("an exported day without reservations has no rows", async () => {
  using house = openHouse();
  expect(await rowsOf(house, "2026-11-19")).toEqual([]);
});

test.each([
  ["a host", HOST],
  ["a manager of another brand", person("manager", "trattoria")],
  ["a key", caller()],
])("the export is refused to %s", async (_who, from) => {
  using house = openHouse();
  expect((await house.refused(exportDay, { date: DATE }, from)).code).toBe("FORBIDDEN_TOOL");
});
