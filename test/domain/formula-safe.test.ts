// Goal: a spreadsheet runs no cell of an export, however it splits lines into cells. Importing the
// export restores the values.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import Papa from "papaparse";
import { formulaSafe, withoutQuotes } from "../../src/domain/formula-safe.ts";
import { csvOf } from "../../src/operations/export/csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["+12127365010", "'+12127365010"],
  [" \u00a0@x", "' \u00a0@x"],
  ["\uff1d1", "'\uff1d1"],
  ["'=1", "''=1"],
  ["\t=1", "'\t'=1"],
  ["\r\nAna", "'\r\nAna"],
  ["Ana;=1", "Ana;'=1"],
  ["Ana; -1|@x\t+1", "Ana;' -1|'@x\t'+1"],
  // The file has two quotes here. A program that splits at ";" takes them for an empty text.
  ['Ana;"=1', "Ana;'\"=1"],
  ["Menu\n=1;", "Menu\n'=1;"],
  ["Ana Lopez; two; a-b, 1+1 = 2", "Ana Lopez; two; a-b, 1+1 = 2"],
  ["a\n\nb", "a\n\nb"],
  ["", ""],
])("%j is written as %j", (cell, written) => {
  expect(formulaSafe(cell)).toBe(written);
  expect(withoutQuotes(written)).toBe(cell);
});

const cell = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from("=+-@;|,'\" \t\r\n"), "\uff1d", "\u00a0", "Ana"),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
/** A formula, perhaps after blanks and quotes, which a program may drop. */
const RUNS = /^["\s]*[=+\-@\uff0b\uff0d\uff1d\uff20]/u;

describe("for any cell", () => {
  test("no part is a formula, whether lines are split at commas, semicolons, tabs or bars", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const csv = csvOf([["id", ...cells]]);
        for (const delimiter of [",", ";", "\t", "|"]) {
          // `read`: the cells for a program that knows quotes. `split`: for one that does not.
          const read = Papa.parse<string[]>(csv, { delimiter }).data.flat();
          const split = csv.split(/[\r\n]/).flatMap((line) => line.split(delimiter));
          const found = delimiter === "," ? read : [...read, ...split];
          for (const one of found) expect(RUNS.test(one)).toBe(false);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("importing an export restores the value", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const csv = csvOf([["id", ...cells]]);
        const [row = []] = Papa.parse<string[]>(csv, { delimiter: "," }).data;
        expect(row.map(withoutQuotes)).toEqual(["id", ...cells]);
      }),
      { numRuns: 3000 },
    );
  });
});

test("five cells of at least 100,000 characters take less than two seconds together", () => {
  const from = performance.now();
  for (const one of [";", "; '", " ", "'", ';"']) formulaSafe(one.repeat(100_000));
  expect(performance.now() - from).toBeLessThan(2000);
});
