// Makes small changes in the code of src and runs the tests: a change that no test notices shows a
// rule without a test, or code without a purpose.
//   npm run mutants -- --room domain/seating --count 8 --seed 7 [--json found.json]
// --room names folders of src, separated by commas, or "all". --list only prints the changes. The
// same seed makes the same changes until their code changes. --again found.json tries the changes
// in that file once more, for example after new tests.
import { parseArgs } from "node:util";
import { foundAgain, type Judged } from "./again.ts";
import { sieve } from "./judge.ts";
import { openLab, TYPES } from "./lab.ts";
import { AROUND, filesOf, knownTests, mutantsIn, ROOMS } from "./rooms.ts";
import { type Mutant, sampled } from "./sites.ts";

const { values } = parseArgs({
  options: {
    room: { type: "string" },
    count: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "string" },
    again: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 70);
const described = ({ file, line, kind, from, to }: Mutant): string =>
  `${file}:${line}  ${kind}: ${oneLine(from)} -> ${oneLine(to)}`;

/**
 * Maps each noticed change to the test file that noticed it. `before` names the test files that
 * noticed the changes in an earlier run; they are tried first.
 */
async function noticed(
  samples: ReadonlyMap<string, readonly Mutant[]>,
  before: ReadonlyMap<Mutant, string | null>,
) {
  const found = new Map<Mutant, string>();
  const caught = (mutant: Mutant, by: string): void => {
    found.set(mutant, by);
    console.log(`caught  ${described(mutant)}  (${by})`);
  };
  const tests = await knownTests();
  const { failing, close } = await openLab();
  try {
    let left: readonly Mutant[] = [];
    for (const [room, mutants] of samples) {
      const missed: Mutant[] = [];
      for (const mutant of mutants) {
        const known = [...tests.all, TYPES].filter((test) => test === before.get(mutant));
        let open: readonly Mutant[] = [mutant];
        for (const near of [known, tests.importing(mutant.file)])
          open = await sieve(open, near, failing, caught);
        missed.push(...open);
      }
      const others = await sieve(missed, tests.of(room), failing, caught);
      console.log(`${room}: ${others.length} of ${mutants.length} are left for other tests`);
      left = [...left, ...others];
    }
    for (const room of AROUND) left = await sieve(left, tests.of(room), failing, caught);
    await sieve(left, [TYPES], failing, caught);
  } finally {
    close();
  }
  return found;
}

/**
 * The changes to judge, by room. `before`: the test file that noticed a change in an earlier run.
 */
async function chosen(rooms: readonly string[], judged: readonly Judged[] | null) {
  const samples = new Map<string, readonly Mutant[]>();
  const before = new Map<Mutant, string | null>();
  for (const room of rooms) {
    const all = await mutantsIn(await filesOf(room));
    if (judged === null) {
      samples.set(room, sampled(all, seed, Number(values.count)));
      continue;
    }
    const { here, gone } = foundAgain(
      judged.filter((one) => one.room === room),
      all,
    );
    for (const one of gone) console.log(`gone  ${described(one)}`);
    for (const [mutant, by] of here) before.set(mutant, by);
    samples.set(room, [...here.keys()]);
  }
  return { samples, before };
}

async function main(): Promise<number> {
  const named = values.room ?? (values.again === undefined ? "" : "all");
  const rooms = named === "all" ? ROOMS : named.split(",");
  if (!rooms.every((room) => ROOMS.includes(room))) {
    console.log(`--room: all, or some of ${ROOMS.join(",")}`);
    return 2;
  }
  const judged = values.again === undefined ? null : await Bun.file(values.again).json();
  if (judged === null) console.log(`seed ${seed}`);
  const { samples, before } = await chosen(rooms, judged);
  if (values.list) {
    for (const mutant of [...samples.values()].flat()) console.log(described(mutant));
    return 0;
  }
  const found = await noticed(samples, before);
  for (const [room, mutants] of samples) {
    const caught = mutants.filter((mutant) => found.has(mutant)).length;
    const caughtBefore = mutants.filter((mutant) => before.get(mutant)).length;
    const beside = judged === null ? "" : `, ${caughtBefore} before`;
    console.log(`${room}: ${caught} of ${mutants.length} caught${beside}`);
    for (const mutant of mutants.filter((one) => !found.has(one)))
      console.log(
        before.get(mutant)
          ? `  LOST  ${described(mutant)}  (${before.get(mutant)})`
          : `  SURVIVED  ${described(mutant)}`,
      );
  }
  const rows = [...samples].flatMap(([room, mutants]) =>
    mutants.map((mutant): Judged => ({ room, ...mutant, by: found.get(mutant) ?? null })),
  );
  if (values.json) await Bun.write(values.json, `${JSON.stringify(rows, null, 1)}\n`);
  return 0;
}

process.exit(await main());
