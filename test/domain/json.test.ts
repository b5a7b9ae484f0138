// Goal: JSON that would be too expensive to process is detected before it is parsed.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonExcess } from "../../src/domain/json.ts";

const list = (length: number): string => JSON.stringify(Array.from({ length }, () => 1));
const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const VALUES = "it holds more than 2000 values";
const DEEP = "it is nested deeper than 64 levels";

test.each([
  ["an empty text", "", null],
  ["words", "hello", null],
  ["1999 values in a list", list(1999), null],
  ["2000 values in a list", list(2000), VALUES],
  ["2000 members", `{${'"a":1,'.repeat(1999)}"a":1}`, VALUES],
  ["2000 empty lists", `[${"[],".repeat(1999)}[]]`, VALUES],
  ["a list that does not end", "[1,".repeat(2000), DEEP],
  ["64 levels inside the outermost list", nested(65), null],
  ["65 levels inside the outermost list", nested(66), DEEP],
  ["many levels one after the other", `[${Array(900).fill("[]").join(",")}]`, null],
  ["commas and brackets in a text", JSON.stringify({ notes: '[{,"\\'.repeat(4000) }), null],
  ["a text that ends in a backslash", `["\\\\",${"[".repeat(70)}`, DEEP],
  ["a text that does not end", `["${",".repeat(4000)}`, null],
])("jsonExcess names the exceeded limit, or none, for %s", (_what, text, excess) => {
  expect(jsonExcess(text)).toBe(excess);
});

/** The number of values; an empty list or object counts as two. */
function counted(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  const inside = Object.values(value);
  return inside.reduce<number>((sum, one) => sum + counted(one), inside.length === 0 ? 2 : 1);
}

const text = fc.string({ unit: fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", "\n", "é") });
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text,
    fc.constantFrom(null, true, -1.5e300),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(text, tie("value"), { maxKeys: 5 }),
  ),
}));

test("values are counted correctly, whatever the strings and names between them contain", () => {
  fc.assert(
    fc.property(anyValue, fc.constantFrom(0, 2), (value, indent) => {
      const filled = (ones: number): string =>
        JSON.stringify([value, ...Array<number>(ones).fill(1)], null, indent);
      const room = 2000 - counted(value) - 1;
      expect(jsonExcess(filled(room))).toBeNull();
      expect(jsonExcess(filled(room + 1))).toBe(VALUES);
    }),
  );
});
