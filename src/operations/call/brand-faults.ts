import { z } from "zod";
import type { Reason } from "../../domain/errors.ts";
import type { Brand } from "../../domain/settings.ts";
import { visibleIn } from "../../domain/visible-text.ts";
import type { Operation } from "../define.ts";

/** Finds the faults of a parameter that depend on the brand's settings. `value` is unchecked. */
interface BrandCheck {
  faults(value: unknown, settings: Brand["settings"]): readonly Reason[];
}

export const brandChecks = z.registry<BrandCheck>();

/** Used if the schema refuses a call, so that one refusal names every fault. */
export function brandFaults(
  { input }: Pick<Operation, "input">,
  raw: Readonly<Record<string, unknown>>,
  { settings }: Brand,
): Reason[] {
  return Object.entries((input as z.ZodObject).shape).flatMap(([name, shape]) => {
    const schema = shape instanceof z.ZodOptional ? shape.unwrap() : shape;
    const check = brandChecks.get(schema as z.ZodType);
    return check?.faults(visibleIn(raw[name]), settings) ?? [];
  });
}
