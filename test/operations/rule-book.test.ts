// Goal: for any restaurant and zone, every tool decides as a second implementation of docs/rules
// does: refusals have exactly the rules' reasons, nothing is accepted against the rules, an undo
// restores exactly the earlier state, and tools that only read give the answers that follow from the
// rules. npm run plays tries many more evenings.
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { houseDraft, ruleStep } from "../support/rule-drafts.ts";
import { playRules, type Tally } from "./rule-play.ts";

const RUNS = Number(process.env["MAITRED_TEST_RULES"] ?? 40);
const STEPS = 60;
/** From this number of evenings on, everything in MANY_BRING must occur too. */
const MANY = 200;

/**
 * What forty evenings must include to be a meaningful test. Of runs with only eight evenings, one
 * in fifty lacked a part of this.
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
      // `npm test` plays the same evenings in every run, `npm run plays` new ones each time.
      RUNS < MANY ? { numRuns: RUNS, seed: 20_261_120 } : { numRuns: RUNS },
    );
    const expected = RUNS < MANY ? FEW_BRING : [...FEW_BRING, ...MANY_BRING];
    expect([...tally.keys()]).toEqual(expect.arrayContaining(expected));
  },
  Math.max(60_000, RUNS * 2000),
);
