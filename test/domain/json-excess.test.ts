// Goal: what costs more to look at than it can be worth is known before it is parsed. Method: texts
// at the bounds and beyond, and any JSON there is.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonExcess } from "../../src/domain/json-excess.ts";

const list = (length: number): string => JSON.stringify(Array.from({ length }, () => 1));
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const VALUES = "it holds more than 2000 values";
const DEEP = "it is nested deeper than 64 levels";

test.each([
  ["nothing", "", null],
  ["words", "hello", null],
  ["1999 values in a list", list(1999), null],
  ["2000 values in a list", list(2000), VALUES],
  ["2000 members", `{${'"a":1,'.repeat(1999)}"a":1}`, VALUES],
  ["2000 empty lists", `[${"[],".repeat(1999)}[]]`, VALUES],
  ["a list that does not end", "[1,".repeat(2000), DEEP],
  ["64 levels inside of the message", nested(65), null],
  ["65 levels inside of the message", nested(66), DEEP],
  ["many levels one after the other", `[${Array(900).fill("[]").join(",")}]`, null],
  ["commas and brackets in a text", JSON.stringify({ notes: '[{,"\\'.repeat(4000) }), null],
  ["a text that ends in a backslash", `["\\\\",${"[".repeat(70)}`, DEEP],
  ["a text that does not end", `["${",".repeat(4000)}`, null],
])("%s", (_what, text, excess) => {
  expect(jsonExcess(text)).toBe(excess);
});

test("JSON of usual size is parsed, whatever is in it", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(jsonExcess(text)).toBeNull();
    }),
  );
});
