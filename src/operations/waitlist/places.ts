import { serviceDateOf } from "../../domain/calendar.ts";
import { addDays } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";

/** By entry id, from 1, in the queue of the entry's service date and kind. */
export function placesLike(
  entries: readonly WaitlistEntry[],
  { brand, stores }: Pick<OperationContext, "brand" | "stores">,
): ReadonlyMap<string, number> {
  const dayOf = ({ wishedAt }: { readonly wishedAt: number }) =>
    serviceDateOf(brand.settings, wishedAt);
  const days = new Set(entries.map(dayOf));
  // After midnight, the evening continues on the next calendar date.
  const dates = new Set([...days].flatMap((day) => [day, addDays(day, 1)]));
  const lengths = new Map<string, number>();
  const places = new Map<string, number>();
  for (const one of stores.waitlist.queued(brand.slug, [...dates])) {
    const day = dayOf(one);
    if (!days.has(day)) continue;
    const queue = `${day} ${one.kind}`;
    const place = (lengths.get(queue) ?? 0) + 1;
    lengths.set(queue, place);
    places.set(one.id, place);
  }
  return places;
}
