import { z } from "zod";
import { dayWorld } from "../../domain/alternatives.ts";
import { servicesOn, todayOf } from "../../domain/calendar.ts";
import { seatLimit } from "../../domain/capacity.ts";
import { guestSearch, isAtTable, isFound } from "../../domain/guest-search.ts";
import { type Occupant, peakLoad, startsIn } from "../../domain/occupancy.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { STATUSES } from "../../domain/reservation-states.ts";
import { MINUTE } from "../../domain/time.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, dateParam } from "../params.ts";
import { listedReservationShape } from "../reservation/wire.ts";
import { worldOf } from "../reservation/world.ts";
import { asWire } from "../reservation/write-result.ts";
import { tableNames } from "../seating/names.ts";
import { unreadByReservation } from "./unread-texts.ts";

const MOST_DAY_ROWS = 2000;

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date; default: today").optional(),
  query: z.string().trim().min(1).max(100).optional(),
  wholePhones: z
    .boolean()
    .default(false)
    .describe("True to show phones in full, for the printed sheet"),
});
type Input = z.infer<typeof input>;

const slotShape = z.strictObject({
  from: z.number(),
  to: z.number(),
  covers: z
    .int()
    .describe("The highest number of people present at one time in the slot, holds included"),
  parties: z.int(),
  heldCovers: z.int(),
  lateCovers: z.int().describe("Of `covers`, how many belong to late parties"),
  startCovers: z.int(),
  heldStartCovers: z.int(),
});

const serviceShape = z.strictObject({
  name: z.string(),
  opens: z.number(),
  lastSeating: z.number(),
  closes: z.number(),
  seats: z.int().nullable(),
  paceCovers: z.int().nullable(),
  slots: z.array(slotShape),
});
export type SheetService = z.infer<typeof serviceShape>;

const rowShape = listedReservationShape.extend({
  noShows: z.int().describe("Number of no-shows of this phone"),
  unread: z.int().describe("Number of unread texts that are probably about this reservation"),
});
export type SheetRow = z.infer<typeof rowShape>;

const output = z.strictObject({
  date: z.string(),
  today: z.string(),
  note: z.string().nullable(),
  services: z.array(serviceShape),
  rows: z.array(rowShape),
});
export type DaySheet = z.infer<typeof output>;

export const daySheet = defineOperation<Input, DaySheet>({
  name: "day_sheet",
  title: "Day sheet",
  scope: "bookings.read",
  input,
  output,
  hints: READS,
  run: show,
});

function show(given: Input, context: OperationContext): DaySheet {
  const { settings } = context.brand;
  const today = todayOf(settings, context.now);
  const date = given.date ?? today;
  const day = servicesOn(settings, date);
  const { occupants } = dayWorld(day.services, worldOf(context));
  const reservations = reservationsOf(date, context);
  const isLate = lateOf(reservations, context.now);
  const services = day.services.map(({ name, opens, lastSeating, closes, limits }) => ({
    name,
    opens,
    lastSeating,
    closes,
    seats: seatLimit(limits),
    paceCovers: limits.paceCovers,
    slots: slotsBetween(opens, Math.max(closes, lastSeating), limits.slotMinutes).map((slot) =>
      loadOf(slot, occupants, slot.from <= context.now ? isLate : () => false),
    ),
  }));
  return { date, today, note: day.note, services, rows: rowsOf(reservations, given, context) };
}

function slotsBetween(from: number, until: number, minutes: number) {
  const slots: { readonly from: number; readonly to: number }[] = [];
  for (let at = from; at < until; at += minutes * MINUTE) {
    slots.push({ from: at, to: Math.min(at + minutes * MINUTE, until) });
  }
  return slots;
}

function lateOf(all: readonly Reservation[], now: number): (one: Occupant) => boolean {
  const late = all.filter(({ status, startAt }) => status === "booked" && startAt < now);
  const ids = new Set(late.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}

function loadOf(
  { from, to }: { readonly from: number; readonly to: number },
  occupants: (from: number, to: number) => readonly Occupant[],
  isLate: (one: Occupant) => boolean,
): z.infer<typeof slotShape> {
  const present = occupants(from, to);
  const held = present.filter((one) => one.holdUntil !== null);
  const late = present.filter(isLate);
  const { covers, parties } = peakLoad(present, from, to);
  const heldCovers = Math.min(covers, peakLoad(held, from, to).covers);
  return {
    from,
    to,
    covers,
    parties,
    heldCovers,
    lateCovers: Math.min(covers - heldCovers, peakLoad(late, from, to).covers),
    startCovers: startsIn(present, from, to).covers,
    heldStartCovers: startsIn(held, from, to).covers,
  };
}

/** Includes cancelled reservations. */
export const reservationsOf = (
  date: string,
  { brand, stores }: Pick<OperationContext, "brand" | "stores">,
): Reservation[] =>
  stores.reservations.list({
    brand: brand.slug,
    fromDate: date,
    toDate: date,
    statuses: STATUSES,
    limit: MOST_DAY_ROWS,
    after: null,
  });

function rowsOf(
  all: readonly Reservation[],
  { query, wholePhones }: Pick<Input, "query" | "wholePhones">,
  context: OperationContext,
): SheetRow[] {
  const { brand, stores } = context;
  const search = query === undefined ? null : guestSearch(query);
  const records = stores.floors.get(brand.slug);
  const namesOf = ({ tables }: Reservation): string[] =>
    brand.settings.tables.mode === "off" ? [] : tableNames(tables, records);
  const found =
    search === null
      ? all
      : all.filter((one) => isFound(one, search) || isAtTable(namesOf(one), search));
  const noShows = stores.guests.noShows(brand.slug, phonesOf(found));
  const unread = unreadByReservation(context);
  return found.map((reservation) => {
    const { email: _, ...listed } = asWire(reservation, context);
    const { phone } = reservation;
    return {
      ...listed,
      phone: phone === null || wholePhones ? phone : lastDigits(phone),
      noShows: (phone === null ? undefined : noShows.get(phone)) ?? 0,
      unread: unread.get(reservation.id) ?? 0,
    };
  });
}

const phonesOf = (reservations: readonly Reservation[]): string[] => [
  ...new Set(reservations.map(({ phone }) => phone).filter((phone) => phone !== null)),
];
