// Changes the code of src in small ways and runs the tests: a change that no test notices shows a
// rule without a test, or code without a purpose.
// npm run mutants -- --room domain/seating --count 8 --seed 7 [--json found.json]; several rooms
// with commas, "all" for each; --list only prints the changes. The same seed takes the same places
// for as long as their code is the same.
import { parseArgs } from "node:util";
import { sieve } from "./judge.ts";
import { openLab, TYPES } from "./lab.ts";
import { AROUND, filesOf, knownTests, mutantsIn, ROOMS } from "./rooms.ts";
import { type Mutant, sampled } from "./sites.ts";

const { values } = parseArgs({
  options: {
    room: { type: "string", default: "" },
    count: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);

const oneLine = (text: string): string => text.replace(/\s+/g, " ").slice(0, 70);
const described = ({ file, line, kind, from, to }: Mutant): string =>
  `${file}:${line}  ${kind}: ${oneLine(from)} -> ${oneLine(to)}`;

/** The test file that noticed each change; those that no test notices are missing. */
async function noticed(samples: ReadonlyMap<string, readonly Mutant[]>) {
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
      for (const mutant of mutants)
        missed.push(...(await sieve([mutant], tests.importing(mutant.file), failing, caught)));
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

async function main(): Promise<number> {
  const rooms = values.room === "all" ? ROOMS : values.room.split(",");
  if (!rooms.every((room) => ROOMS.includes(room))) {
    console.log(`--room: all, or some of ${ROOMS.join(",")}`);
    return 2;
  }
  console.log(`seed ${seed}`);
  const samples = new Map<string, Mutant[]>();
  for (const room of rooms) {
    samples.set(room, sampled(await mutantsIn(await filesOf(room)), seed, Number(values.count)));
    if (values.list) for (const mutant of samples.get(room) ?? []) console.log(described(mutant));
  }
  if (values.list) return 0;
  const found = await noticed(samples);
  for (const [room, mutants] of samples) {
    const survivors = mutants.filter((mutant) => !found.has(mutant));
    console.log(`${room}: ${mutants.length - survivors.length} of ${mutants.length} caught`);
    for (const survivor of survivors) console.log(`  SURVIVED  ${described(survivor)}`);
  }
  const rows = [...samples].flatMap(([room, mutants]) =>
    mutants.map((mutant) => ({ room, seed, ...mutant, by: found.get(mutant) ?? null })),
  );
  if (values.json) await Bun.write(values.json, `${JSON.stringify(rows, null, 1)}\n`);
  return 0;
}

process.exit(await main());
