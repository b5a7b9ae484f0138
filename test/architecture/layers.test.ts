// Goal: each file of src belongs to a room (a folder with its own rule for imports) and imports
// only what the rule allows. No imports form a cycle. Method: compare every import of src with the
// table of rooms, including imports of types.
import { describe, expect, test } from "bun:test";
import {
  COMPOSITION,
  circlesIn,
  importsOf,
  LAYERS,
  roomOf,
  SHARED,
  targetOf,
  wrongImport,
} from "./source.ts";

const files = [...new Bun.Glob("src/**/*.{ts,tsx}").scanSync(".")]
  .filter((file) => !file.endsWith(".d.ts"))
  .sort();
const sources = new Map(
  await Promise.all(files.map(async (file) => [file, await Bun.file(file).text()] as const)),
);

describe("rooms", () => {
  test.each(files)("%s imports only what its room may import", (file) => {
    const wrong = importsOf(sources.get(file) ?? "")
      .map((specifier) => ({ specifier, why: wrongImport(file, specifier) }))
      .filter(({ why }) => why !== null)
      .map(({ specifier, why }) => `${file} imports ${specifier}: ${why}`);
    expect(wrong).toEqual([]);
  });

  test("every file of src is in a room with a rule, or is listed as an exception", () => {
    const homeless = files.filter((file) => {
      const room = roomOf(file);
      return room === null ? ![...COMPOSITION, ...SHARED].includes(file) : !(room in LAYERS);
    });
    expect(homeless).toEqual([]);
  });

  test("no file imports itself, directly or through others", () => {
    const graph = new Map(
      files.map((file) => [
        file,
        importsOf(sources.get(file) ?? "")
          .filter((specifier) => specifier.startsWith("."))
          .map((specifier) => targetOf(file, specifier)),
      ]),
    );
    expect(circlesIn(graph).map((circle) => circle.join(" -> "))).toEqual([]);
  });
});

describe("the checks themselves", () => {
  test.each([
    ['import { a } from "./b.ts";', ["./b.ts"]],
    ['import type { A } from "../b.ts";', ["../b.ts"]],
    ['import {\n  a,\n  type B,\n} from "zod";', ["zod"]],
    ['export { a } from "./b.ts";\nexport * from "./c.ts";', ["./b.ts", "./c.ts"]],
    ['import "./b.ts";', ["./b.ts"]],
    ['const a = await import("node:fs");', ["node:fs"]],
    ['type A = import("./b.ts").A;', ["./b.ts"]],
    ['const text = "taken from a list";', []],
  ])("find in %j the imports %j", (source, specifiers) => {
    expect(importsOf(source)).toEqual(specifiers);
  });

  test.each([
    ["src/domain/a.ts", "../storage/b.ts"],
    ["src/domain/a.ts", "../words/b.ts"],
    ["src/words/a.ts", "../storage/b.ts"],
    ["src/words/a.ts", "zod"],
    ["src/domain/a.ts", "../log.ts"],
    ["src/domain/a.ts", "node:fs"],
    ["src/domain/a.ts", "libphonenumber-js"],
    ["src/storage/a.ts", "../operations/define.ts"],
    ["src/mcp/a.ts", "../web/b.ts"],
    ["src/web/a.ts", "../mcp/b.ts"],
    ["src/cli/a.ts", "../app.ts"],
    ["src/config.ts", "./domain/errors.ts"],
  ])("report %s if it imports %s", (file, specifier) => {
    expect(wrongImport(file, specifier)).toBeString();
  });

  test("find and name a cycle", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a"]],
      ["d", ["a"]],
    ]);
    expect(circlesIn(graph)).toEqual([["a", "b", "c", "a"]]);
  });
});
