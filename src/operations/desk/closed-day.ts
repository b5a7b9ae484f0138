import { plannedServices, servicesOn, specialDayOn } from "../../domain/calendar.ts";
import { refusal } from "../../domain/errors.ts";
import type { BrandSettings, SpecialDay } from "../../domain/settings.ts";
import type { OperationContext } from "../define.ts";
import { setSpecialDay } from "./set-settings.ts";

export const CLOSING = "close_service";
const REOPENING = "reopen_service";

const PAGE = 100;

interface Wanted {
  readonly date: string;
  /** The service to close. Absent for the whole day. Ignored if `reopen` is true. */
  readonly service?: string | undefined;
  readonly note?: string | undefined;
  readonly reopen: boolean;
}

/** False if nothing changes. Error: INVALID_INPUT if the service is unknown. */
export function changeHours(wanted: Wanted, context: OperationContext): boolean {
  const { date, reopen, note } = wanted;
  const { settings } = context.brand;
  const present = specialDayOn(settings, date) ?? null;
  const special = reopen
    ? dayBefore(date, context)
    : servicesOn(settings, date).closed && note === undefined
      ? present
      : closedDay(settings, wanted);
  if (Bun.deepEquals(present, special)) return false;
  setSpecialDay({ date, special, operation: reopen ? REOPENING : CLOSING }, context);
  return true;
}

function closedDay(settings: BrandSettings, { date, service, note }: Wanted): SpecialDay | null {
  const present = specialDayOn(settings, date) ?? null;
  const why = note ?? present?.note;
  const noted = why === undefined ? {} : { note: why };
  const planned = plannedServices(settings, date);
  const wanted = service?.toLowerCase();
  const left = planned.filter(({ name }) => wanted !== undefined && name.toLowerCase() !== wanted);
  if (planned.length > 0 && service !== undefined && left.length === planned.length) {
    const usual = plannedServices({ ...settings, specialDays: {} }, date);
    const isClosed = usual.some(({ name }) => name.toLowerCase() === wanted);
    if (isClosed) return present;
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

/** The special day that the closing replaced. Null if the date had its usual hours. */
function dayBefore(date: string, { stores, brand }: OperationContext): SpecialDay | null {
  const present = specialDayOn(brand.settings, date);
  const everything = { from: null, until: null, actorKind: null, principal: null };
  const filter = { ...everything, brand: brand.slug, operation: CLOSING, reservationId: null };
  let after = null;
  do {
    const { rows, next } = stores.auditList.page(filter, after, PAGE);
    const closing = rows.find((row) => Bun.deepEquals(dayIn(row.after, date), present));
    if (closing !== undefined) return dayIn(closing.before, date) ?? null;
    after = next;
  } while (after !== null);
  return null;
}

function dayIn(half: Readonly<Record<string, unknown>>, date: string): SpecialDay | undefined {
  const settings = half["settings"] as { readonly specialDays?: BrandSettings["specialDays"] };
  return settings?.specialDays?.[date];
}
