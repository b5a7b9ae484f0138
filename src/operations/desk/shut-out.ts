import { serviceAt, todayOf } from "../../domain/calendar.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { BrandSettings } from "../../domain/settings-schema.ts";
import { formatDate } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";

/** What says when the house is open. */
const HOURS = ["timeZone", "services", "specialDays"] as const;
const READ_AT_ONCE = 1000;
const MOST_NAMED = 3;
/** The last date there is: the booking window may have no end, and an import brings any date. */
const LAST_DATE = "9999-12-31";

/**
 * Says which parties are awaited at times that were open under `before` and are closed under `after`:
 * nothing moves or cancels them, and nobody tells them. Null: none.
 */
export function shutOut(
  before: BrandSettings,
  after: BrandSettings,
  context: Pick<OperationContext, "stores" | "brand" | "now">,
): string | null {
  if (HOURS.every((key) => Bun.deepEquals(before[key], after[key]))) return null;
  const dates = [...awaited(before, context)]
    .filter(
      ({ startAt }) => serviceAt(before, startAt) !== null && serviceAt(after, startAt) === null,
    )
    .map(({ serviceDate }) => serviceDate);
  if (dates.length === 0) return null;
  const days = [...new Set(dates)];
  const named = days
    .slice(0, MOST_NAMED)
    .map((day) => formatDate(day))
    .join("; ");
  const others = days.length - MOST_NAMED;
  const more = others <= 0 ? "" : others === 1 ? "; 1 more day" : `; ${others} more days`;
  const are = dates.length === 1 ? "1 party is" : `${dates.length} parties are`;
  return `${are} booked for times that are closed now (${named}${more}). Nobody tells them: move or cancel them.`;
}

/** Every party that is still to come, by start. */
function* awaited(
  settings: BrandSettings,
  { stores, brand, now }: Pick<OperationContext, "stores" | "brand" | "now">,
): Generator<Reservation> {
  const fromDate = todayOf(settings, now);
  const filter = {
    brand: brand.slug,
    fromDate,
    toDate: LAST_DATE,
    statuses: ["booked", "pending"],
    query: null,
    limit: READ_AT_ONCE,
  } as const;
  let last: Reservation | undefined;
  do {
    const page = stores.reservations.list({ ...filter, after: last ?? null });
    yield* page;
    last = page.length < READ_AT_ONCE ? undefined : page.at(-1);
  } while (last !== undefined);
}
