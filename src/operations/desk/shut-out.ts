import { isBookedTime, todayOf } from "../../domain/calendar.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { BrandSettings } from "../../domain/settings-schema.ts";
import type { OperationContext } from "../define.ts";

/** Settings that decide when the restaurant is open. */
const HOURS = ["timeZone", "services", "specialDays"] as const;
const READ_AT_ONCE = 1000;
/** A date after every reservation: the booking window may be unlimited. */
const LAST_DATE = "9999-12-31";

/**
 * The service dates of parties that are booked for times that were open under `before` and are
 * closed under `after`, one entry for each party. These parties are neither moved, cancelled nor
 * told.
 */
export function shutOut(
  before: BrandSettings,
  after: BrandSettings,
  context: Pick<OperationContext, "stores" | "brand" | "now">,
): string[] {
  if (HOURS.every((key) => Bun.deepEquals(before[key], after[key]))) return [];
  return [...awaited(before, context)]
    .filter(({ startAt }) => isBookedTime(before, startAt) && !isBookedTime(after, startAt))
    .map(({ serviceDate }) => serviceDate);
}

/** Coming parties, by start. */
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
