import { z } from "zod";
import { NOBODY_MOVES, outcomeAlone, unplacedLine } from "../words/en/agent/answers.ts";
import { audit } from "./call/audit.ts";
import { defineTool, type OperationContext } from "./define.ts";
import { brandParam, dateParam, writeParams } from "./params.ts";
import { movedShape, unplacedShape } from "./reservation/wire.ts";
import { moveLines } from "./reservation/write-result.ts";
import { movesShown, unplacedShown } from "./seating/names.ts";
import { planDate } from "./seating/plan-date.ts";
import { TRIES_FOR_ALL } from "./seating/reseat.ts";
import { requireTables } from "./seating/take-tables.ts";

const PLAN_TABLES = "plan_tables";

const input = z.strictObject({
  brand: brandParam,
  serviceDate: dateParam("Service date to plan"),
  ...writeParams,
});

const output = z.strictObject({
  moves: z
    .array(movedShape)
    .describe(
      "Parties that get a table or a different table; `from` is empty if the party had no table",
    ),
  unplaced: z.array(unplacedShape).describe("Parties of that date that still have no table"),
  dryRun: z.boolean(),
});
type Output = z.infer<typeof output>;
export type PlannedTables = Output;

export const planTables = defineTool({
  name: PLAN_TABLES,
  title: "Plan the tables of a date",
  words: { button: "Plan the evening", done: "planned", history: "Tables planned" },
  scope: "bookings.write",
  description:
    "For a service date, finds tables for the parties without one, the largest first, and moves other parties only to " +
    "make room. These parties keep their tables: those who are here or come soon, and those for whom a person chose the table. " +
    "No times change. With dryRun it shows the moves and makes none. Sends the guest nothing.",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [
    {
      input: { serviceDate: "2026-11-20", dryRun: true },
      output: { moves: [], unplaced: [], dryRun: true },
    },
  ],
  run: planDay,
  text,
});

function planDay(
  { serviceDate }: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof output> {
  requireTables("serviceDate", context);
  const { dryRun } = context;
  const tries = { left: TRIES_FOR_ALL };
  const { moves, unplaced } = planDate(serviceDate, PLAN_TABLES, tries, context);
  if (moves.length > 0) {
    const after = { serviceDate, moved: moves.length, unplaced: unplaced.length };
    audit({}, PLAN_TABLES, { before: {}, after }, null, context);
  }
  return {
    moves: movesShown(moves, context),
    unplaced: unplacedShown(unplaced, context),
    dryRun,
  };
}

function text({ moves, unplaced, dryRun }: Output, context: OperationContext): string {
  const zone = context.brand.settings.timeZone;
  return [
    moves.length === 0 ? NOBODY_MOVES : outcomeAlone({ changed: true, dryRun }),
    ...moveLines(moves, context),
    ...unplaced.map((party) => unplacedLine(party, zone)),
  ].join("\n");
}
