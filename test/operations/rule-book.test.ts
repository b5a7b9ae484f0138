// Goal: every tool decides as a second implementation of docs/rules does, for any restaurant and
// zone: refusals have exactly the rules' reasons, nothing is accepted against them, an undo
// restores exactly what was, and reading tools agree. npm run plays tries many more.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { houseDraft, ruleStep } from "../support/rule-drafts.ts";
import { playRules, type Tally } from "./rule-play.ts";

const RUNS = Number(process.env["MAITRED_TEST_RULES"] ?? 40);
const STEPS = 60;
/** Enough evenings to include everything; with only a few the coverage is not checked. */
const MANY = 200;

/**
 * What forty evenings must include, so that they prove something. One in fifty of eight did not.
 */
const FEW_BRING = [
  "created",
  "refused OUTSIDE_SERVICE",
  "update refused",
  "slot full",
  "explained",
];
const MANY_BRING = [
  "refused CAPACITY_FULL",
  "refused HELD_FOR_WAITLIST",
  "refused PACE_FULL",
  "suggested",
  "updated true",
  "updated false",
  "undo: undone",
  "undo: SLOT_REUSED",
  "undo: UNDO_EXPIRED",
  "undo: NOTHING_TO_UNDO",
  "mark_seated moved",
  "mark_no_show moved",
  "slot open",
  "slot held",
  "settings",
];

test(
  "the tools agree with a second implementation of the rules",
  async () => {
    const tally: Tally = new Map();
    const steps = fc.array(ruleStep, { minLength: STEPS, maxLength: STEPS, size: "max" });
    const minutes = fc.integer({ min: -1440, max: 1440 });
    await fc.assert(
      fc.asyncProperty(houseDraft, minutes, steps, (draft, begins, evening) =>
        playRules(draft, begins, evening, tally),
      ),
      // The same evenings in every run of the suite; the long form plays others each time.
      RUNS < MANY ? { numRuns: RUNS, seed: 20_261_120 } : { numRuns: RUNS },
    );
    const expected = RUNS < MANY ? FEW_BRING : [...FEW_BRING, ...MANY_BRING];
    expect([...tally.keys()]).toEqual(expect.arrayContaining(expected));
  },
  Math.max(60_000, RUNS * 2000),
);
