import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { layoutOf } from "../../domain/floor-layout.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { mergeSettings } from "../desk/set-settings.ts";
import { brandParam, writeParams } from "../params.ts";
import { importPlan } from "./import-floor.ts";

const count = z.int().min(0).max(60).default(0);

const input = z.strictObject({
  brand: brandParam,
  twos: count.describe("Tables for 2"),
  fours: count.describe("Tables for 4"),
  sixes: count.describe("Tables for 6"),
  eights: count.describe("Tables for 8"),
  area: z.string().trim().min(1).max(60).default("Dining room"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  tables: z.int(),
  changed: z.boolean(),
  dryRun: z.boolean(),
  warnings: z.array(z.strictObject({ message: z.string() })),
});

export const makeTables = defineOperation({
  name: "make_tables",
  title: "Make the tables",
  words: {
    button: "Make the tables",
    done: "Tables made. From now on, a party is refused if no table is free for it",
    history: "Tables made",
  },
  scope: "bookings.write",
  role: "manager",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { twos: 6, fours: 4 } }],
  run: make,
});

function make({ area, ...given }: Input, context: OperationContext): z.infer<typeof output> {
  const { brand, stores, dryRun } = context;
  const { twos, fours, sixes, eights } = given;
  const plan = layoutOf({ twos, fours, sixes, eights }, area);
  if (plan.tables.length === 0)
    throw refusal("INVALID_INPUT.no_tables_wanted", { parameter: "twos" });
  const known = stores.floors
    .get(brand.slug)
    .tables.filter(({ archivedAt }) => archivedAt === null);
  if (known.length > 0) throw refusal("INVALID_INPUT.tables_there", { count: known.length });
  importPlan({ brand: brand.slug, plan, dryRun }, context);
  const { tables } = brand.settings;
  const merge = { seats: null, tables: { ...tables, mode: "required" } };
  const { warnings } = mergeSettings(merge, context);
  return { tables: plan.tables.length, changed: true, dryRun, warnings: [...warnings] };
}
