// Goal: on an evening with tables, no table ever has two parties, and no party has a table that is
// too small or blocked. Automatic steps change the tables only of parties that may be moved, and
// change no times. This holds wherever the process is killed. Method: real processes on one
// database; each is killed after some steps, and the next one continues. `npm run evenings` kills
// many more.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openTestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { numbersFrom } from "../support/numbers.ts";
import { openTables, tablesEngine } from "../support/tables-engine.ts";
import { playTables, type Step } from "../support/tables-play.ts";
import { tableFaults } from "../support/tables-rules.ts";
import { HOUR, OPENING } from "../support/waiting-engine.ts";

const KILLS = Number(process.env["MAITRED_TEST_TABLE_KILLS"] ?? 4);
const KILLS_AN_EVENING = 4;
const EVENINGS = Math.max(3, KILLS);
const STEPS = 80;
const CHILD = join(import.meta.dir, "child-tables.ts");

/** How often each kind of step was made, over all evenings. */
const tally = new Map<string, number>();
const count = ({ what }: Step): void => void tally.set(what, (tally.get(what) ?? 0) + 1);

const beginning = (pick: (below: number) => number): number => OPENING - pick(3) * HOUR;

/** Lets a process make random steps, kills it after some of them, and returns what it printed. */
async function playAndKill(path: string, seed: number, steps: number): Promise<Step[]> {
  const child = Bun.spawn([process.execPath, CHILD, path, String(seed)], {
    stdout: "pipe",
    stderr: "inherit",
    timeout: 60_000,
  });
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split("\n").length > steps) child.kill("SIGKILL");
  }
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return whole.filter((line) => line !== "").map((line) => JSON.parse(line) as Step);
}

test(
  `${EVENINGS} evenings with tables are valid after each of their ${EVENINGS * STEPS} steps`,
  async () => {
    for (let evening = 1; evening <= EVENINGS; evening += 1) {
      using opened = openTestDatabase();
      const tables = tablesEngine(opened, fixedRandom(String(evening)));
      const pick = numbersFrom(evening);
      tables.engine.at = beginning(pick);
      await openTables(tables);
      const done: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        const made = await playTables(tables, pick);
        count(made);
        done.push(made.what);
        const faults = [...made.faults, ...tableFaults(tables.engine)];
        if (faults.length > 0) {
          throw new Error(`Evening ${evening}: ${faults.join("; ")} after ${done.join(", ")}`);
        }
      }
    }
  },
  Math.max(60_000, EVENINGS * 5000),
);

test(
  `evenings with tables are valid after each of ${KILLS} kills`,
  async () => {
    for (let evening = 1; evening * KILLS_AN_EVENING <= KILLS; evening += 1) {
      using opened = openTestDatabase();
      const pick = numbersFrom(evening * 7919);
      const first = tablesEngine(opened, fixedRandom(`first ${evening}`));
      first.engine.at = beginning(pick);
      await openTables(first);
      const { instance } = first.engine.stores;
      await first.engine.writer.write(() => instance.setClockOffset(first.engine.at));
      for (let kill = 0; kill < KILLS_AN_EVENING; kill += 1) {
        const seed = evening * 1000 + kill;
        const said = await playAndKill(opened.path, seed, 5 + pick(50));
        for (const step of said) count(step);
        const next = tablesEngine(opened, fixedRandom(`next ${seed}`));
        next.engine.at = instance.clockOffset();
        const found = [...said.flatMap(({ faults }) => faults), ...tableFaults(next.engine)];
        await next.loop();
        found.push(...tableFaults(next.engine));
        if (found.length > 0)
          throw new Error(
            `Evening ${evening}, kill ${kill}: ${found.join("; ")} after ${said.map(({ what }) => what).join(", ")}`,
          );
      }
    }
    if (process.env["MAITRED_TEST_TABLE_KILLS"] === undefined) return;
    const sorted = [...tally].sort(([, a], [, b]) => b - a);
    console.log(sorted.map(([what, times]) => `${times} ${what}`).join(", "));
  },
  Math.max(60_000, KILLS * 10_000),
);
