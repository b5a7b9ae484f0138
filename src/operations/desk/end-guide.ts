import { z } from "zod";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";

const input = z.strictObject({ brand: brandParam, ...writeParams });
type Input = z.infer<typeof input>;

const output = z.strictObject({ changed: z.boolean(), dryRun: z.boolean() });
type Result = z.infer<typeof output>;

export const endGuide = defineOperation<Input, Result>({
  name: "end_guide",
  title: "Hide the first steps",
  words: { done: "The first steps are hidden", history: "First steps hidden" },
  scope: "bookings.write",
  role: "owner",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: {} }],
  run: end,
});

function end(_: Input, context: OperationContext): Result {
  const { stores, brand, dryRun } = context;
  const changed = stores.brands.endGuide(brand.slug);
  if (changed) {
    audit({}, endGuide.name, { before: { guided: true }, after: { guided: false } }, null, context);
  }
  return { changed, dryRun };
}
