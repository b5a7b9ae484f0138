import type { Stores } from "../../storage/stores.ts";
import { audit, type Changing, type Difference } from "../call/audit.ts";

/** What it takes to write into the logs of several restaurants. */
export type ChangingEach = Changing & { readonly stores: Pick<Stores, "audit" | "brands"> };

/** Writes what reaches into several restaurants into the log of each: all their owners read it. */
export function auditEach(
  slugs: readonly string[],
  operation: string,
  difference: Difference,
  context: ChangingEach,
  reason: string | null = null,
): void {
  for (const slug of slugs) {
    const brand = context.stores.brands.get(slug);
    if (brand !== null) audit({}, operation, difference, reason, { ...context, brand });
  }
}
