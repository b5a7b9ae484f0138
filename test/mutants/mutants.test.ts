// Goal: npm run mutants makes small changes to the code (mutants) and finds out which of them a
// test notices. It changes only code, and its sample of changes is repeatable.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { foundAgain } from "./again.ts";
import { sieve } from "./judge.ts";
import { mutantsIn } from "./rooms.ts";
import { changed, type Mutant, sampled } from "./sites.ts";

const folder = mkdtempSync(join(tmpdir(), "maitred-mutants-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SOURCE = `import { log } from "./log-1.ts";
type Size = 1 | 2 | true;
export async function size(parties: number[], database: Database): Promise<string> {
  if (parties.length === 0) return "none";
  log.info("asked");
  await parties.map((n: 1) => [n - 1]);
  database.run("DELETE FROM sizes WHERE a < 1 AND b BETWEEN 2 AND 3");
  return parties.length > 1_000 && parties[0] !== undefined ? "a few " + "more" : \`big\`;
}
`;

async function mutantsOfText(text: string): Promise<Mutant[]> {
  const path = join(folder, "sizes.ts");
  await Bun.write(path, text);
  return await mutantsIn([path]);
}

test("only code is changed, never types, imports, log lines or texts for people", async () => {
  const mutants = await mutantsOfText(SOURCE);
  expect(mutants.map(({ line, from, to }) => `${line}: ${from} -> ${to}`)).toEqual([
    "4: parties.length === 0 -> !(parties.length === 0)",
    "4: 0 -> 1",
    '4: return "none"; -> ;',
    '4: "none" -> ""',
    "6: await parties.map((n: 1) => [n - 1]); -> ;",
    "6: [n - 1] -> []",
    "6: - -> +",
    "6: 1 -> 2",
    '7: database.run("DELETE FROM sizes WHERE a < 1 AND b BETWEEN 2 AND 3"); -> ;',
    "7: < -> <=",
    "7: AND -> OR",
    "8: parties.length > 1_000 && parties[0] !== undefined -> !(parties.length > 1_000 && parties[0] !== undefined)",
    "8: && -> ||",
    "8: > -> >=",
    "8: 1_000 -> 1001",
    "8: !== -> ===",
    "8: 0 -> 1",
  ]);
});

test("a sample has the same changes after comments or other code have changed", async () => {
  const before = await mutantsOfText(SOURCE);
  const reworded = SOURCE.replace("  if", "  // Why.\n  if").replace("n - 1", "n /* one */ - 1");
  const after = await mutantsOfText(reworded);
  const keys = (mutants: readonly Mutant[]) => mutants.map(({ key }) => key);
  expect(keys(sampled(after, 7, 8))).toEqual(keys(sampled(before, 7, 8)));
  const more = await mutantsOfText(reworded.replace("  if", "  prepare(5);\n  if"));
  expect(keys(more)).toEqual(expect.arrayContaining(keys(before)));
});

test("no two changes of a sample overlap", async () => {
  const all = await mutantsOfText(SOURCE);
  const sample = sampled(all, 1, all.length);
  expect(sample.length).toBeLessThan(all.length);
  const text = changed(SOURCE, sample);
  for (const { to } of sample) expect(text).toContain(to);
});

test("a change judged before is found at its new place, or reported as gone", async () => {
  const judged = (await mutantsOfText(SOURCE)).map((one) => ({ ...one, room: "a", by: null }));
  const now = await mutantsOfText(SOURCE.replace("  if", "  // Why.\n  if").replace("n - 1", "n"));
  const { here, gone } = foundAgain(judged, now);
  expect([...here.keys()].map(({ line }) => line - 1)).toEqual(
    judged.filter((one) => !gone.includes(one)).map(({ line }) => line),
  );
  expect(gone.map(({ kind }) => kind)).toEqual([
    "dropped",
    "empty list",
    "plus / minus",
    "constant",
  ]);
});

const numbered = (line: number): Mutant => ({
  file: "src/a.ts",
  line,
  kind: "constant",
  start: line,
  end: line + 1,
  from: "0",
  to: "1",
  key: String(line),
});

test("each change that a test notices is credited to that test, and the others are left", async () => {
  const notices: Record<string, number[]> = { "test/a": [2, 5], "test/b": [3, 5], "test/c": [] };
  const caught: string[] = [];
  const left = await sieve(
    [1, 2, 3, 4, 5].map(numbered),
    Object.keys(notices),
    async (mutants, tests) =>
      tests.find((name) => mutants.some(({ line }) => notices[name]?.includes(line))) ?? null,
    ({ line }, by) => caught.push(`${line} ${by}`),
  );
  expect(caught).toEqual(["2 test/a", "5 test/a", "3 test/b"]);
  expect(left.map(({ line }) => line)).toEqual([1, 4]);
});

test("a change that makes the tests run forever is found among others", async () => {
  const caught: string[] = [];
  const left = await sieve(
    [1, 2, 3].map(numbered),
    ["test/a", "test/b"],
    async (mutants) => (mutants.some(({ line }) => line === 2) ? "time" : null),
    ({ line }, by) => caught.push(`${line} ${by}`),
  );
  expect(caught).toEqual(["2 time"]);
  expect(left.map(({ line }) => line)).toEqual([1, 3]);
});

test("a test that fails only with two changes together is credited with neither", async () => {
  const left = await sieve(
    [1, 2].map(numbered),
    ["test/a"],
    async (mutants, [first = null]) => (mutants.length === 2 ? first : null),
    () => expect.unreachable(),
  );
  expect(left).toHaveLength(2);
});
