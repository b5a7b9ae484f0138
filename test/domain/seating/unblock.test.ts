// Goal: freeing some tables for part of a block's time leaves the rest of the block.
import { describe, expect, test } from "bun:test";
import { unblock } from "../../../src/domain/seating/unblock.ts";

const BLOCK = { tables: ["a", "b"], from: 10, to: 20 };

describe("a block of two tables from 10 to 20", () => {
  test.each([
    ["all of it", { tables: ["a", "b"], from: 10, to: 20 }, []],
    ["one table", { tables: ["a"], from: 0, to: 30 }, [{ tables: ["b"], from: 10, to: 20 }]],
    [
      "the middle",
      { tables: ["a", "b"], from: 12, to: 15 },
      [
        { tables: ["a", "b"], from: 10, to: 12 },
        { tables: ["a", "b"], from: 15, to: 20 },
      ],
    ],
    [
      "the start for one table",
      { tables: ["b"], from: 5, to: 15 },
      [
        { tables: ["a"], from: 10, to: 20 },
        { tables: ["b"], from: 15, to: 20 },
      ],
    ],
  ])("keeps the rest after %s is freed", (_what, freed, left) => {
    expect(unblock(BLOCK, freed)).toEqual(left);
  });
  test.each([
    ["another table", { tables: ["c"], from: 10, to: 20 }],
    ["a time before it", { tables: ["a"], from: 0, to: 10 }],
    ["a time after it", { tables: ["a"], from: 20, to: 30 }],
  ])("stays whole after %s is freed", (_what, freed) => {
    expect(unblock(BLOCK, freed)[0]).toBe(BLOCK);
  });
});
