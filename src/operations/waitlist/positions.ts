import { serviceDateOf } from "../../domain/calendar.ts";
import { addDays } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

/** By entry id: the entry's position among the entries of its kind on its service date. */
export function positionsOf(
  entries: readonly WaitlistEntry[],
  { brand, stores }: Pick<OperationContext, "brand" | "stores">,
): ReadonlyMap<string, number> {
  const dayOf = ({ wishedAt }: { readonly wishedAt: number }) =>
    serviceDateOf(brand.settings, wishedAt);
  const days = new Set(entries.map(dayOf));
  // Read two calendar dates for each service date, because an evening may run past midnight.
  const dates = new Set([...days].flatMap((day) => [day, addDays(day, 1)]));
  const lengths = new Map<string, number>();
  const positions = new Map<string, number>();
  for (const one of stores.waitlist.queued(brand.slug, [...dates])) {
    const day = dayOf(one);
    if (!days.has(day)) continue;
    const queue = `${day} ${one.kind}`;
    const position = (lengths.get(queue) ?? 0) + 1;
    lengths.set(queue, position);
    positions.set(one.id, position);
  }
  return positions;
}
