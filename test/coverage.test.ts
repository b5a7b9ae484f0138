// Goal: coverage reports are added up, and a line counts once.
import { expect, test } from "bun:test";
import { coverageOf } from "./coverage.ts";

const record = (file: string, lines: Record<number, number>, found: number, hit: number): string =>
  [
    `SF:${file}`,
    `FNF:${found}`,
    `FNH:${hit}`,
    ...Object.entries(lines).map(([line, times]) => `DA:${line},${times}`),
    "end_of_record",
  ].join("\n");

test("a line counts once, whichever report reached it", () => {
  const first = record("a.ts", { 1: 1, 2: 0, 3: 4 }, 2, 1);
  const second = record("a.ts", { 1: 1, 2: 2, 3: 0 }, 2, 1) + record("b.ts", { 1: 0 }, 1, 0);
  expect(coverageOf([first, second])).toEqual({ lines: 3 / 4, functions: 1 / 3 });
});

test("no report means no coverage", () => {
  expect(coverageOf([""]).lines).toBeNaN();
});
