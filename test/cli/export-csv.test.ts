// Goal: an export opens correctly in a spreadsheet: each cell in its column, and no formula is run.
// An import removes the quotes that the export put before formulas.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { withoutQuotes } from "../../src/domain/formula-safe.ts";
import { csvOf } from "../../src/operations/export/csv.ts";
import { columnsOf } from "../../src/operations/export/tables.ts";
import { temporaryFolder } from "../support/database.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const file = (name: string): string => join(folder.path, name);
const data = file("data");

const exported = (name: string, ...words: string[]): Promise<Finished> =>
  command(["export", "--format", "csv", "--json", "--out", file(name), "--data", data, ...words]);

/** Parses CSV by the grammar of RFC 4180, section 2, without the product. */
function cellsIn(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (match === null) throw new Error(`not RFC 4180 at ${text.slice(0, 80)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const wish = { numberOfPeople: 2, date: "Friday, November 20, 2026", time: "7:00 PM" };

beforeAll(async () => {
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place]);
  using desk = openDesk(data, SYSTEM_NOW);
  await desk.call("create_booking", {
    ...wish,
    name: '=HYPERLINK("http://evil.test")',
    phone: "+12127365010",
    notes: 'one, "two"\nthree',
  });
  await desk.call("add_to_waitlist", { ...wish, name: "Zoë", phone: "+12127365011" });
});

test("every column of a reservation has what its name says", async () => {
  await exported("r.csv");
  const [headings = [], cells = []] = cellsIn(readFileSync(file("r.csv"), "utf8"));
  expect(Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))).toMatchObject({
    brand: "bistro",
    service_date: "2026-11-20",
    date: "2026-11-20",
    time: "19:00",
    service: "Dinner",
    name: `'=HYPERLINK("http://evil.test")`,
    phone: "'+12127365010",
    email: "",
    party_size: "2",
    status: "booked",
    notes: 'one, "two"\nthree',
    notify_customer: "true",
    start: "2026-11-21T00:00:00.000Z",
    end: "2026-11-21T01:30:00.000Z",
    cancelled_at: "",
  });
});

test.each([
  [
    "reservations",
    "id,brand,service_date,date,time,service,name,phone,email,party_size,status,attendance,notes,food_drink_notes,seating_notes,notify_customer,source,flags,start,end,arrived_at,seated_at,completed_at,cancelled_at,created_at,updated_at,tables,area",
  ],
  [
    "waitlist",
    "id,brand,date,time,earliest_time,latest_time,name,phone,party_size,priority,status,notes,source,offers_sent,booking_id,earliest,latest,created_at,updated_at,kind,quoted_minutes,area",
  ],
  [
    "messages",
    "id,brand,kind,state,to,body,segments,due_at,attempted_at,attempts,fault,reservation_id,entry_id,created_at",
  ],
  [
    "audit",
    "id,at,brand,actor_kind,actor_id,actor_name,operation,reservation_id,entry_id,before,after,reason,idempotency_key",
  ],
] as const)(
  "the columns of %s are the documented ones, and every row has them all",
  async (what, columns) => {
    expect(columnsOf(what).join(",")).toBe(columns);
    await exported(`${what}.csv`, "--what", what);
    const rows = cellsIn(readFileSync(file(`${what}.csv`), "utf8"));
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toHaveLength(columns.split(",").length);
  },
);

test("with --bom the file starts with a byte order mark, by which spreadsheets recognise UTF-8", async () => {
  await exported("bom.csv", "--bom", "--what", "waitlist");
  const bytes = readFileSync(file("bom.csv"));
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString("utf8")).toContain("Zoë");
});

test.each([
  [["--what", "all"]],
  [["--what", "guests"]],
  [["--format", "xlsx"]],
  [["--from", "20.11.2026"]],
])("%j is a usage error", async (words) => {
  expect((await exported("never.csv", ...words)).exitCode).toBe(2);
});

test("an output file named .xlsx is a usage error that names the CSV format", async () => {
  const { exitCode, err } = await command(["export", "--out", file("all.xlsx"), "--data", data]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining("--format csv")]);
  expect(existsSync(file("all.xlsx"))).toBe(false);
});

describe("a cell", () => {
  test.each([
    "=1+1",
    "+1212",
    "-1",
    "@SUM(A1)",
    "\tAna",
    "\rAna",
    "\nAna",
    " =1",
    "＝1",
    "＋1",
    "'=1",
  ])("%j gets a quote in front, which an import removes", (cell) => {
    const safe = csvOf([[cell]]);
    const [[read = ""] = []] = cellsIn(safe);
    expect(read).toBe(`'${cell}`);
    expect(withoutQuotes(read)).toBe(cell);
  });

  test.each(["Ana", "O'Neil", "'tis", "7:30 PM", "a=b", "1-2", ""])("%j is unchanged", (cell) => {
    expect(cellsIn(csvOf([[cell, "x"]]))).toEqual([[cell, "x"]]);
    expect(withoutQuotes(cell)).toBe(cell);
  });

  test("is never run, whatever it contains, and an import restores it", () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 20 }),
      fc.stringMatching(/^['=+\-@\t\r\n ,"a]{0,6}$/),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = cellsIn(csvOf(rows));
        expect(read.map((row) => row.map(withoutQuotes))).toEqual(rows);
        for (const one of read.flat()) expect(/^\s*[=+\-@＝＋－＠]/.test(one)).toBe(false);
      }),
    );
  });
});

test("an export to a file named .csv is CSV, unless --format names another format", async () => {
  const plain = await command(["export", "--data", data, "--json", "--out", file("named.CSV")]);
  expect(plain.json).toMatchObject({ format: "csv", rows: { reservation: 1 } });
  expect(readFileSync(file("named.CSV"), "utf8")).toStartWith("id,brand,");
  const words = ["--format", "jsonl", "--out", file("lines.csv")];
  const lines = await command(["export", "--data", data, "--json", ...words]);
  expect(lines.json).toMatchObject({ format: "jsonl" });
});

test("a file in a folder that does not exist is refused, and the error names the folder", async () => {
  const { error } = await exported("nowhere/table.csv");
  expect(error.message).toBe(
    `${file("nowhere/table.csv")} cannot be written: there is no folder ${file("nowhere")}.`,
  );
});
