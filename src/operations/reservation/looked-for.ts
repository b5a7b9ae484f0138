import { hasAlert } from "../../domain/alerts.ts";
import { plannedServices } from "../../domain/calendar.ts";
import { refusal } from "../../domain/errors.ts";
import { type GuestSearch, guestSearch, isFound } from "../../domain/guest-search.ts";
import { NOTE_FIELDS, type Reservation } from "../../domain/reservation.ts";
import { addDays } from "../../domain/time.ts";
import type { ReservationFilter, ReservationPage } from "../../storage/reservation-list.ts";
import type { OperationContext } from "../define.ts";
import type { WireReservation } from "./wire.ts";
import { asWire } from "./write-result.ts";

interface Filters {
  readonly query?: string | undefined;
  readonly service?: string | undefined;
  readonly hasNotes?: boolean | undefined;
  readonly flag?: WireReservation["flags"][number] | undefined;
  readonly alert?: boolean | undefined;
}

export const isUnfiltered = ({ query, service, hasNotes, flag, alert }: Filters): boolean =>
  [query, service, hasNotes, flag, alert].every((one) => one === undefined);

/** `total` and `covers` are for all pages. Error: INVALID_INPUT for an unknown service. */
export function findFiltered(
  wanted: Filters,
  { limit, after, ...filter }: ReservationPage,
  context: OperationContext,
): { readonly found: readonly Reservation[]; readonly total: number; readonly covers: number } {
  const search = wanted.query === undefined ? null : guestSearch(wanted.query);
  const noted = wanted.hasNotes === true || wanted.alert === true;
  const matches = matcher(wanted, search, filter, context);
  const found: Reservation[] = [];
  let total = 0;
  let covers = 0;
  for (const one of context.stores.reservations.look(filter, { search, noted })) {
    if (!matches(one)) continue;
    total += 1;
    covers += one.partySize;
    if (found.length < limit && isBehind(one, after)) found.push(one);
  }
  return { found, total, covers };
}

const isBehind = ({ startAt, id }: Reservation, after: ReservationPage["after"]): boolean =>
  after === null || startAt > after.startAt || (startAt === after.startAt && id > after.id);

function matcher(
  { service, hasNotes, flag, alert }: Filters,
  search: GuestSearch | null,
  filter: ReservationFilter,
  context: OperationContext,
): (one: Reservation) => boolean {
  const named = service === undefined ? null : serviceCalled(service, filter, context);
  return (one) =>
    (search === null || isFound(one, search)) &&
    (named === null || one.service?.toLowerCase() === named) &&
    (hasNotes === undefined || hasNotes === isNoted(one)) &&
    (alert === undefined || alert === hasAlert(one)) &&
    (flag === undefined || asWire(one, context).flags.includes(flag));
}

const isNoted = (one: Reservation): boolean =>
  NOTE_FIELDS.some((field) => one[field].trim() !== "");

function serviceCalled(
  name: string,
  { fromDate, toDate }: ReservationFilter,
  { brand: { settings } }: OperationContext,
): string {
  const names = new Set(settings.services.map((service) => service.name));
  for (let date = fromDate; date <= toDate; date = addDays(date, 1)) {
    for (const service of plannedServices(settings, date)) names.add(service.name);
  }
  const wanted = name.toLowerCase();
  if ([...names].some((known) => known.toLowerCase() === wanted)) return wanted;
  const facts = { parameter: "service", services: [...names], say: { name } };
  throw refusal("INVALID_INPUT.service", facts);
}
