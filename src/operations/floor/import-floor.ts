import { z } from "zod";
import { refuseFor } from "../../domain/errors.ts";
import { floorPlanShape, wellShapedIn } from "../../domain/floor-plan.ts";
import { planFaults } from "../../domain/plan-faults.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { audit } from "../call/audit.ts";
import { brandChecks } from "../call/brand-faults.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam } from "../params.ts";
import { underNewPlan } from "../seating/reseat.ts";
import { type FloorChange, floorChange } from "./floor-change.ts";

const input = z.strictObject({
  brand: brandParam,
  plan: floorPlanShape
    .describe("The whole plan; anything left out of it is archived")
    .register(brandChecks, {
      faults: (plan, { timeZone }) => planFaults(wellShapedIn(plan), timeZone),
    }),
  dryRun: z.boolean().default(false).describe("Returns what would change, and changes nothing"),
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  added: z.int().describe("Areas, tables, combinations and blocks that are new"),
  changed: z.int(),
  archived: z
    .int()
    .describe("Areas, tables, combinations and blocks that are no longer in the plan"),
  lostTable: z
    .array(z.strictObject({ id: z.string(), name: z.string(), date: z.string(), time: z.string() }))
    .describe(
      "Parties, seated or expected, that lost their table to the new plan and got no other one",
    ),
  dryRun: z.boolean(),
});

/** Error: INVALID_INPUT, with every fault of the plan. */
export const importFloor = defineOperation({
  name: "import_floor",
  title: "Import the floor plan",
  words: { done: "Floor plan imported", history: "Floor plan imported" },
  scope: "bookings.write",
  operatorOnly: true,
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  run: importPlan,
});

/** Does not check the caller's role. */
export function importPlan(
  { plan, dryRun }: Input,
  context: OperationContext,
): z.infer<typeof output> {
  const { brand, stores } = context;
  const { timeZone: zone } = brand.settings;
  refuseFor(planFaults(plan, zone));
  const before = stores.floors.get(brand.slug);
  const change = floorChange(plan, before, context);
  const { added, changed, archived } = change;
  const answer = { added, changed, archived, lostTable: [], dryRun };
  if (added + changed + archived === 0) return answer;
  const counts = { added, changed, archived };
  audit({}, importFloor.name, { before: {}, after: counts }, null, context);
  const put = () => write(change, context);
  if (brand.settings.tables.mode === "off") {
    put();
    return answer;
  }
  const { unplaced } = underNewPlan(put, importFloor.name, context);
  const lostTable = unplaced.flatMap(({ id }) => {
    const party = stores.reservations.get(id);
    if (party === null) return [];
    const { name, startAt } = party;
    return [{ id, name, date: displayDate(startAt, zone), time: displayTime(startAt, zone) }];
  });
  return { ...answer, lostTable };
}

function write(
  { areas, tables, combinations, gone, blocks, unblocked }: FloorChange,
  context: OperationContext,
) {
  const { brand, stores } = context;
  for (const area of areas) stores.floors.putArea(brand.slug, area);
  for (const table of tables) stores.floors.putTable(brand.slug, table);
  for (const id of gone) stores.floors.removeCombination(id);
  for (const one of combinations) stores.floors.putCombination(brand.slug, one);
  for (const id of unblocked) stores.floors.removeBlock(id);
  for (const block of blocks) stores.floors.addBlock(brand.slug, block);
}
