// Goal: a row that cannot be imported is named with its line and all its faults, and a shortened
// list says how much it leaves out.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { command, type Finished } from "./command-line.ts";
import { houses } from "./import-house.ts";

const { folder, openHouse } = houses();
const HEAD = "name,party_size,date,time";
const refusedIn = ({ json }: Finished) =>
  (json?.["refused"] ?? []) as { line: number; id: string | null; message: string }[];

describe("a refused row is named", () => {
  test.each([
    ["no name", ",2,2026-11-20,19:00,", "name: is missing"],
    ["no time at all", "Ana,2,2026-11-20,,", "time: is missing"],
    ["no people", "Ana,0,2026-11-20,19:00,", 'party_size: must be a whole number from 1, not "0"'],
    ["half a person", "Ana,2.5,2026-11-20,19:00,", "party_size"],
    ["an unknown form of date", "Ana,2,20.11.2026,19:00,", "20.11.2026"],
    [
      "a day that does not exist",
      "Ana,2,2026-02-30,19:00,",
      'date: must be an existing day such as 2026-11-20 or Friday, November 20, 2026, not "2026-02-30"',
    ],
    ["the wrong weekday", 'Ana,2,"Monday, November 20, 2026",19:00,', "Friday"],
    ["a word as the time", "Ana,2,2026-11-20,late,", "late"],
    ["a time that the clocks skip", "Ana,2,2027-03-14,02:30,", "does not exist"],
    ["a phone number of two digits", "Ana,2,2026-11-20,19:00,12", "phone"],
    ["figures that could mean two dates", "Ana,2,05/12/2026,19:00,", "such as 2026-11-20"],
    ["an hour without its minutes", "Ana,2,2026-11-20,7 pm,", "such as 19:30"],
    ["a comma outside quotes", "Ana,2,2026-11-20,19:00,, nuts", "6 cells"],
    ["a name that is too long", `${"x".repeat(121)},2,2026-11-20,19:00,`, "name"],
  ])("with its line: %s", async (_, row, word) => {
    const house = await openHouse();
    const done = await house.import(`${HEAD},phone\nBob,2,2026-11-20,19:00,\n${row}\n`);
    expect([done.exitCode, refusedIn(done)[0]?.line]).toEqual([1, 3]);
    expect(refusedIn(done)[0]?.message).toContain(word);
    expect(house.reservations()).toEqual([]);
    const rest = await house.import(
      `${HEAD},phone\nBob,2,2026-11-20,19:00,\n${row}\n`,
      "--skip-refused",
    );
    expect([rest.exitCode, rest.json?.["added"]]).toEqual([0, { reservation: 1 }]);
  });

  test("with every fault in it", async () => {
    const house = await openHouse();
    const done = await house.import(`${HEAD},phone,status\nAna,two,20.11.2026,19.30,12,eaten\n`);
    const [refused] = refusedIn(done);
    const columns = refused?.message.split("; ").map((fault) => fault.split(":")[0]);
    expect(columns).toEqual(["party_size", "date", "time", "phone", "status"]);
  });

  test("with the reference that it has in the other program", async () => {
    const house = await openHouse();
    const row = "Ana,2,2026-11-20,19:00,R-7\n";
    const done = await house.import(`${HEAD},reference\n${row}${row}`);
    expect(refusedIn(done)).toEqual([{ line: 3, id: "R-7", message: "it is in the file twice." }]);
  });

  test("with its line as an editor counts, even after a cell with line breaks", async () => {
    const house = await openHouse();
    const done = await house.import(
      `${HEAD},notes\nBob,2,2026-11-20,19:00,"a\nb\nc"\nAna,x,2026-11-20,19:00,\n`,
    );
    expect(refusedIn(done)).toMatchObject([{ line: 5 }]);
  });
});

test.each([
  ["without the columns that are needed", "name,date\nAna,2026-11-20\n", "party_size, time"],
  ["with one column twice", `${HEAD},covers\nAna,2,2026-11-20,19:00,3\n`, "party_size"],
  ["that is empty", "", "missing"],
  [
    "with an unclosed quote",
    `${HEAD},notes\nBob,2,2026-11-20,19:00,"a\nb"\nAna,2,2026-11-20,19:00,"x\nEve,2,2026-11-20,19:00,\n`,
    "line 4",
  ],
  [
    "with a quote inside a quoted cell",
    `${HEAD},notes\nAna,2,2026-11-20,19:00,"the "big" table"\nEve,2,2026-11-20,19:00,"y"\n`,
    "line 2",
  ],
])("a file %s is refused as a whole", async (_, csv, word) => {
  const house = await openHouse();
  const { error, exitCode } = await house.import(csv);
  expect([exitCode, error.code]).toEqual([1, "INVALID_INPUT"]);
  expect(error.message).toContain(word);
});

test("if a file is imported again without its refused rows, the import says that there was nothing to import", async () => {
  const house = await openHouse();
  const csv = `${HEAD}\nAna,2,2026-11-20,19:00\nBob,x,2026-11-20,19:00\n`;
  await house.import(csv, "--skip-refused");
  const { exitCode, err } = await house.importInWords(csv, "--skip-refused");
  expect([exitCode, err.split("\n").at(-2)]).toEqual([
    0,
    "There was nothing to import: 0 new records, 1 already in the database, 1 left out.",
  ]);
});

test("warnings after the first hundred are only counted", async () => {
  const house = await openHouse();
  const rows = Array.from({ length: 103 }, (_, at) => `Ana ${at},2,2026-11-23,19:00\n`);
  const { err } = await house.importInWords(`${HEAD}\n${rows.join("")}`, "--dry-run");
  const lines = err.split("\n");
  expect(lines.filter((line) => line.includes("bistro is closed at"))).toHaveLength(100);
  expect(lines).toContain("... and 3 more.");
});

test("a file whose name does not end in .csv is refused, with advice for spreadsheets and for exports", async () => {
  const file = join(folder.path, "guests.txt");
  writeFileSync(file, `${HEAD}\n`);
  const { exitCode, err } = await command(["import", file, "--brand", "bistro"]);
  expect([exitCode, err]).toEqual([
    2,
    `${file} does not end in .csv. Save a spreadsheet as CSV (UTF-8). If the file is CSV, add --format csv. ` +
      "An export already names its brands, so leave --brand out.\n",
  ]);
});
