// Goal: a CSV file read in pieces has the same rows as one read as a whole. Method: large files
// with every kind of quoting, compared with the parser's rows of the whole text.
import { afterAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { readCsv } from "../../src/cli/csv-rows.ts";
import { temporaryFolder } from "../support/database.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const CELLS = [
  "Ana",
  "",
  '"Lopez, Ana"',
  '"the ""big"" table"',
  '"by the\nwindow"',
  '"two\n\n""lines"""',
  '6" sub',
  '"closed" ',
  "é",
];

async function rowsOf(text: string, name: string): Promise<{ line: number; cells: string[] }[]> {
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return (await Array.fromAsync(readCsv(file))).map(({ line, cells }) => ({
    line,
    cells: [...cells],
  }));
}

test.each([
  [",", "\n"],
  [";", "\r\n"],
  ["\t", "\n"],
])(
  "a file of 40,000 rows has the same rows if it is read in pieces (cells separated by %j, rows by %j)",
  async (delimiter, newline) => {
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    const row = () => Array.from({ length: 4 }, () => CELLS[next(CELLS.length)]).join(delimiter);
    const head = ["name", "party", "date", "time"].join(delimiter);
    const text = [head, ...Array.from({ length: 40_000 }, row), ""].join(newline);
    const whole = Papa.parse<string[]>(text, { delimiter, newline: newline as "\n" }).data;
    const rows = await rowsOf(text, `table-${newline.length}-${delimiter.charCodeAt(0)}.csv`);
    expect(rows.map(({ cells }) => cells)).toEqual(whole.slice(0, -1));
    const last = rows.at(-1);
    const before = whole.slice(0, -2).flat().join("").match(/\n/g)?.length ?? 0;
    expect(last?.line).toBe(rows.length + before);
  },
);

test("the last row needs no line end, and an empty file has no rows", async () => {
  expect(await rowsOf("a,b\n1,2", "short.csv")).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 2, cells: ["1", "2"] },
  ]);
  expect(await rowsOf("", "empty.csv")).toEqual([]);
});
