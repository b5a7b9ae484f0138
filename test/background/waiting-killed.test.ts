// Goal: the waitlist keeps its rules even if its process is killed at any moment (rule W20). The
// order of the guests (W19) is checked in waiting-invariants.test.ts. Method: real processes, one
// after another on the same database; each is killed after a random number of steps. npm run
// evenings kills many more.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { numbersFrom } from "../support/numbers.ts";
import { beforeStep, drainFaults, newLedger } from "../support/waiting-drain.ts";
import { addBrands, type Engine, engineOver, MINUTE, OPENING } from "../support/waiting-engine.ts";
import { BEGINNINGS, limitsFrom } from "../support/waiting-play.ts";
import { holdFaults, loadFaults, rowFaults } from "../support/waiting-rules.ts";

const KILLS = Number(process.env["MAITRED_TEST_KILLS"] ?? 6);
const KILLS_AN_EVENING = 6;
const CHILD = join(import.meta.dir, "child-waiting.ts");

interface Line {
  readonly what: string;
  readonly repeatChanged: boolean;
  readonly texts: readonly string[];
}

/** Starts a process that works on the database, kills it after some steps, and returns its lines. */
async function playAndKill(path: string, seed: number, steps: number): Promise<Line[]> {
  const child = Bun.spawn([process.execPath, CHILD, path, String(seed)], {
    stdout: "pipe",
    stderr: "inherit",
    timeout: 30_000,
  });
  let text = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.split("\n").length > steps) child.kill("SIGKILL");
  }
  await child.exited;
  expect(child.signalCode).toBe("SIGKILL");
  const whole = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  return whole.filter((line) => line !== "").map((line) => JSON.parse(line) as Line);
}

/** The next process on the same database, with the clock of the dead one. */
function nextProcess(opened: TestDatabase, seed: number): Engine {
  const engine = engineOver(opened, fixedRandom(`next ${seed}`));
  engine.at = engine.stores.instance.clockOffset();
  return engine;
}

async function playEvening(evening: number): Promise<Line[]> {
  using opened = openTestDatabase();
  const pick = numbersFrom(evening);
  const first = engineOver(opened, fixedRandom(String(evening)));
  first.at = BEGINNINGS[pick(BEGINNINGS.length)] ?? OPENING;
  addBrands(first, limitsFrom(pick));
  await first.writer.write(() => first.stores.instance.setClockOffset(first.at));
  const said: Line[] = [];
  for (let kill = 0; kill < KILLS_AN_EVENING; kill += 1) {
    const seed = evening * 1000 + kill;
    said.push(...(await playAndKill(opened.path, seed, 5 + pick(60))));
    const engine = nextProcess(opened, seed);
    const before = beforeStep(engine);
    const found = [...rowFaults(engine), ...loadFaults(engine), ...holdFaults(engine)];
    await engine.run();
    found.push(
      ...rowFaults(engine),
      ...loadFaults(engine),
      ...(await drainFaults(engine, before, newLedger())),
    );
    said.push({ what: "loop", repeatChanged: false, texts: engine.sent.map(({ id }) => id) });
    if (found.length > 0) throw new Error(`Evening ${evening}, kill ${kill}: ${found.join("; ")}`);
  }
  await settle(nextProcess(opened, evening));
  return said;
}

/** Expects that a process that is not killed finishes the work of the killed ones. */
async function settle(engine: Engine): Promise<void> {
  engine.at += 4 * MINUTE;
  await engine.run();
  await engine.run();
  const stuck = engine.database
    .query<{ id: string }, []>("SELECT id FROM message WHERE state = 'sending'")
    .all();
  expect(stuck).toEqual([]);
  expect(engine.stores.offers.holdsOver(engine.at, 10)).toEqual([]);
  expect(rowFaults(engine)).toEqual([]);
}

describe("a waitlist whose process is killed", () => {
  test(
    `keeps its invariants (${KILLS} kills), and sends no text twice`,
    async () => {
      for (let evening = 1; evening * KILLS_AN_EVENING <= KILLS; evening += 1) {
        const said = await playEvening(evening);
        expect(said.filter(({ repeatChanged }) => repeatChanged)).toEqual([]);
        const texts = said.flatMap((line) => line.texts);
        expect(texts.length).toBe(new Set(texts).size);
      }
    },
    Math.max(60_000, KILLS * 5000),
  );
});
