// Goal: whatever hosts, guests, the gateway and the clock do, in any order, the invariants of the
// waitlist hold after every step (docs/rules/waitlist.md, W18 and W19). Method: the real engine over
// a real database. npm run evenings plays many more evenings.

import { describe, expect, test } from "bun:test";
import { openTestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { numbersFrom } from "../support/numbers.ts";
import {
  type Before,
  beforeStep,
  drainFaults,
  type Ledger,
  newLedger,
  orderFaults,
} from "../support/waiting-drain.ts";
import { addBrands, type Engine, engineOver } from "../support/waiting-engine.ts";
import { BEGINNINGS, limitsFrom, playStep, UNRULY } from "../support/waiting-play.ts";
import {
  holdFaults,
  type Loads,
  loadFaults,
  rowFaults,
  textFaults,
} from "../support/waiting-rules.ts";

const EVENINGS = Number(process.env["MAITRED_TEST_EVENINGS"] ?? 35);
/** If at least this many evenings are played, each of the rare events has to occur. */
const MANY = 200;
const RARE = ["no-show", "text offer_accepted", "answer offer_gone late", "three today, ended"];
const STEPS = 60;
const tally = new Map<string, number>();

async function playEvening(seed: number): Promise<void> {
  using opened = openTestDatabase();
  const pick = numbersFrom(seed);
  const engine = engineOver(opened, fixedRandom(String(seed)));
  engine.at = BEGINNINGS[pick(BEGINNINGS.length)] ?? engine.at;
  addBrands(engine, limitsFrom(pick));
  const without = seed % 2 === 0 ? UNRULY : [];
  if (without.length === 0) engine.gateway = "keeps";
  const told: string[] = [];
  const ledger = newLedger();
  const loads: Loads = new Map();
  for (let step = 0; step < STEPS; step += 1) {
    const before = { ...beforeStep(engine), sent: engine.sent.length };
    const { what, repeatChanged } = await playStep(engine, pick, without);
    told.push(what);
    tally.set(what, (tally.get(what) ?? 0) + 1);
    const faults = await faultsAfter(engine, before, ledger, loads);
    if (repeatChanged) faults.push("an answer that came twice changed something");
    if (faults.length > 0) {
      throw new Error(`Evening ${seed}, step ${step}: ${faults.join("; ")}\n${told.join(", ")}`);
    }
  }
  for (const why of ledger.ended) tally.set(`${why}, ended`, (tally.get(`${why}, ended`) ?? 0) + 1);
}

const faultsAfter = async (
  engine: Engine,
  before: Before & { readonly sent: number },
  ledger: Ledger,
  loads: Loads,
): Promise<string[]> => [
  ...rowFaults(engine),
  ...loadFaults(engine, loads),
  ...holdFaults(engine),
  ...textFaults(engine, before.sent),
  ...orderFaults(engine, before),
  ...(await drainFaults(engine, before, ledger)),
];

describe("random evenings", () => {
  test(
    `keep the invariants of the waitlist after every step (${EVENINGS} evenings)`,
    async () => {
      for (let seed = 1; seed <= EVENINGS; seed += 1) await playEvening(seed);
    },
    Math.max(60_000, EVENINGS * 3000),
  );

  test.each([
    "book",
    "cancel",
    "shrink",
    "move",
    "wait",
    "leave",
    "stop",
    "start",
    "widen",
    "narrow",
    "close",
    "open",
    "loud",
    "waitlist off",
    "waitlist on",
    "undo",
    "undo SLOT_REUSED",
    "correct",
    "arrive",
    "pause_entry",
    "resume_entry",
    "report failed offer",
    "text offer_declined",
    "text opted_out",
    "question unread",
    "question unread, held longer",
    "book HELD_FOR_WAITLIST",
    "answer booked",
    "answer booked late",
    "answer no true",
    "opted out, ended",
    "on offer, ended",
    "asked today, ended",
    ...(EVENINGS < MANY ? [] : RARE),
  ])("include the step or event: %s", (what) => {
    expect(tally.get(what) ?? 0).toBeGreaterThan(0);
  });
});
