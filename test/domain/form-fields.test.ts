// Goal: a form is parsed only if its number of fields is within the limit.
import { expect, test } from "bun:test";
import { formFields, MOST_FIELDS } from "../../src/domain/form-fields.ts";

test.each([
  ["", []],
  [
    "a=1&b=%C3%A9+x&a=2",
    [
      ["a", "1"],
      ["b", "é x"],
      ["a", "2"],
    ],
  ],
  [
    "a=1&&b",
    [
      ["a", "1"],
      ["b", ""],
    ],
  ],
])("%j is parsed as %j", (text, fields) => {
  expect([...(formFields(text) ?? [])]).toEqual(fields as [string, string][]);
});

test.each([
  ["as many fields as any form may have", MOST_FIELDS, undefined],
  ["as many fields as this form may have", 3, 3],
])("%s are accepted, one more is refused", (_, count, most) => {
  const text = Array.from({ length: count }, (_one, n) => `f${n}=1`).join("&");
  expect([...(formFields(text, most) ?? [])]).toHaveLength(count);
  expect(formFields(`${text}&one=more`, most)).toBeNull();
  // Separators alone: each ends an empty field, and one more follows the last.
  expect(formFields("&".repeat(count), most)).toBeNull();
});
