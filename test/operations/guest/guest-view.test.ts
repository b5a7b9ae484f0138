// Goal: a page greets a guest by the first name, or without a name if the first name is unclear.
import { expect, test } from "bun:test";
import { firstNameOf } from "../../../src/operations/guest/guest-view.ts";

test.each([
  ["Ana Lopez", "Ana"],
  ["Lopez, Ana", "Ana"],
  ["Lopez, Ana Maria", "Ana"],
  ["Ana", "Ana"],
  ["  Ana   Lopez ", "Ana"],
  ["Lopez,", "Lopez"],
  ["李小龍", "李小龍"],
  ["", ""],
  ["The Papadopoulos family", ""],
  ["Mr John Smith", ""],
  ["J. Smith", ""],
])("%j is greeted as %j", (name, first) => {
  expect(firstNameOf(name)).toBe(first);
});
