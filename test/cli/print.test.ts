// Goal: a printed table keeps its rows and columns, whatever names are in it.
import { expect, test } from "bun:test";
import { plural, table } from "../../src/cli/print.ts";

test.each([
  ["a line end, which would forge a row", "Ana\nroot  owner"],
  ["a control sequence of a terminal", "\u001b[2J\u009b31mred\u0007"],
  ["a character that reverses the rest", "\u202egro.live"],
  ["the line ends of Unicode", "a\u2028b\u2029c"],
])("a cell cannot print %s", (_what, name) => {
  const lines = table(["NAME", "STATE"], [[name, "active"]]).split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
  expect(lines[1]).toEndWith("active");
});

test("names in any script are unchanged", () => {
  expect(table(["NAME"], [["Zoë 李 🎉"]])).toBe("NAME\nZoë 李 🎉");
});

test("a count of one is not plural", () => {
  expect([plural(0, "line"), plural(1, "line"), plural(2, "entry", "entries")]).toEqual([
    "0 lines",
    "1 line",
    "2 entries",
  ]);
});
