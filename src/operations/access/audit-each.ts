import { audit, type Difference } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";

/** Writes what reaches into several restaurants into the log of each: all their owners read it. */
export function auditEach(
  slugs: readonly string[],
  operation: string,
  difference: Difference,
  context: OperationContext,
): void {
  for (const slug of slugs) {
    const brand = context.stores.brands.get(slug);
    if (brand !== null) audit({}, operation, difference, null, { ...context, brand });
  }
}
