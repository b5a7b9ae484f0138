import { plannedServices, specialDayOn } from "../../domain/calendar.ts";
import { refusal } from "../../domain/errors.ts";
import type { BrandSettings, SpecialDay } from "../../domain/settings.ts";
import type { OperationContext } from "../define.ts";

/** Rows of the log to read at a time. */
const PAGE = 100;

/**
 * The date without one of its services, or without any. Error: INVALID_INPUT with the names if
 * there is no such service.
 */
export function closedDay(
  settings: BrandSettings,
  {
    date,
    service,
    note,
  }: { date: string; service?: string | undefined; note?: string | undefined },
): SpecialDay {
  const why = note ?? specialDayOn(settings, date)?.note;
  const noted = why === undefined ? {} : { note: why };
  const planned = plannedServices(settings, date);
  const wanted = service?.toLowerCase();
  const left = planned.filter(({ name }) => wanted !== undefined && name.toLowerCase() !== wanted);
  if (planned.length > 0 && service !== undefined && left.length === planned.length) {
    const services = planned.map(({ name }) => name);
    throw refusal("INVALID_INPUT.service", {
      parameter: "service",
      services,
      say: { name: service },
    });
  }
  if (left.length === 0) return { closed: true, ...noted };
  const services = left.map(({ name, opens, lastSeating, closes, limits }) => {
    return { name, opens, lastSeating, closes, limits };
  });
  return { ...noted, services };
}

/**
 * The special day that this date had before it was closed. Null: it had its usual hours, or was not
 * closed by this operation.
 */
export function dayBefore(
  date: string,
  operation: string,
  { stores, brand }: OperationContext,
): SpecialDay | null {
  const present = specialDayOn(brand.settings, date);
  const everything = { from: null, until: null, actorKind: null, principal: null };
  const filter = { ...everything, brand: brand.slug, operation, reservationId: null };
  let after = null;
  do {
    const { rows, next } = stores.auditList.page(filter, after, PAGE);
    const closing = rows.find((row) => Bun.deepEquals(dayIn(row.after, date), present));
    if (closing !== undefined) return dayIn(closing.before, date) ?? null;
    after = next;
  } while (after !== null);
  return null;
}

/** The special day in the `before` or `after` of an audit row. */
function dayIn(half: Readonly<Record<string, unknown>>, date: string): SpecialDay | undefined {
  const settings = half["settings"] as { readonly specialDays?: BrandSettings["specialDays"] };
  return settings?.specialDays?.[date];
}
