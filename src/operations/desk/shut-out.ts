import { isBookableTime, todayOf } from "../../domain/calendar.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { BrandSettings } from "../../domain/settings-schema.ts";
import type { OperationContext } from "../define.ts";

const HOURS = ["timeZone", "services", "specialDays"] as const;
const READ_AT_ONCE = 1000;
/** The booking window may be unlimited, so only this date is surely after every reservation. */
const LAST_DATE = "9999-12-31";

/** Service dates of the coming parties whose start is in the old hours but not in the new hours. */
export function shutOut(
  before: BrandSettings,
  after: BrandSettings,
  context: Pick<OperationContext, "stores" | "brand" | "now">,
): string[] {
  if (HOURS.every((key) => Bun.deepEquals(before[key], after[key]))) return [];
  return [...awaited(before, context)]
    .filter(({ startAt }) => isBookableTime(before, startAt) && !isBookableTime(after, startAt))
    .map(({ serviceDate }) => serviceDate);
}

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
    limit: READ_AT_ONCE,
  } as const;
  let last: Reservation | undefined;
  do {
    const page = stores.reservations.list({ ...filter, after: last ?? null });
    yield* page;
    last = page.length < READ_AT_ONCE ? undefined : page.at(-1);
  } while (last !== undefined);
}
