import { z } from "zod";
import { type OpenService, serviceAt, servicesOn, todayOf } from "../../domain/calendar.ts";
import { seatLimit } from "../../domain/capacity.ts";
import { type Occupant, peakLoad } from "../../domain/occupancy.ts";
import { addDays } from "../../domain/time.ts";
import type { StaySum } from "../../storage/reservation-list.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";

const input = z.strictObject({
  brand: brandParam,
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .describe("Month as YYYY-MM; default: the current month")
    .optional(),
});

const serviceShape = z.strictObject({
  name: z.string(),
  covers: z.int(),
  parties: z.int(),
  peakCovers: z
    .int()
    .describe("Most people present at one instant, if all parties stay as planned"),
  seats: z.int().nullable().describe("Null if neither seats nor tables limit the service"),
});
export type MonthService = z.infer<typeof serviceShape>;

const dayShape = z.strictObject({
  date: z.string(),
  closed: z.boolean(),
  note: z.string().nullable(),
  services: z.array(serviceShape),
  outside: z.int().describe("People booked outside of every service, or on a closed day"),
});
export type MonthDay = z.infer<typeof dayShape>;

const output = z.strictObject({ month: z.string(), today: z.string(), days: z.array(dayShape) });
export type Month = z.infer<typeof output>;

export const monthView = defineOperation<z.infer<typeof input>, Month>({
  name: "month_view",
  title: "A month at a glance",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show(given: z.infer<typeof input>, context: OperationContext): Month {
  const { brand, stores, now } = context;
  const today = todayOf(brand.settings, now);
  const month = given.month ?? today.slice(0, 7);
  const dates = datesOf(month);
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  const stays = Map.groupBy(
    stores.reservations.stays(brand.slug, first, last),
    ({ serviceDate }) => serviceDate,
  );
  const tableSeats = seatsAtTables(context);
  const days = dates.map((date) => dayOf(date, stays.get(date) ?? [], tableSeats, context));
  return { month, today, days };
}

function datesOf(month: string): string[] {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
}

function seatsAtTables({ brand, stores }: OperationContext): number | null {
  if (brand.settings.tables.mode === "off") return null;
  return stores.floors
    .get(brand.slug)
    .tables.filter(({ archivedAt }) => archivedAt === null)
    .reduce((sum, { maxCovers }) => sum + maxCovers, 0);
}

function dayOf(
  date: string,
  stays: readonly StaySum[],
  tableSeats: number | null,
  { brand: { settings } }: OperationContext,
): MonthDay {
  const { closed, note, services } = servicesOn(settings, date);
  const opensOf = ({ from }: StaySum): number | null => serviceAt(settings, from)?.opens ?? null;
  const byService = Map.groupBy(stays, opensOf);
  const occupants = stays.map(
    ({ from, to, covers }): Occupant => ({ id: "", from, to, covers, holdUntil: null }),
  );
  const isOpen = new Set(services.map(({ opens }) => opens));
  const outside = stays.filter((one) => !isOpen.has(opensOf(one) ?? Number.NaN));
  return {
    date,
    closed,
    note,
    services: services.map((service) => ({
      name: service.name,
      ...sumOf(byService.get(service.opens) ?? []),
      peakCovers: peakLoad(occupants, service.opens, endOf(service)).covers,
      seats: seatLimit(service.limits) ?? tableSeats,
    })),
    outside: sumOf(outside).covers,
  };
}

const endOf = ({ lastSeating, closes }: OpenService): number => Math.max(lastSeating + 1, closes);

const sumOf = (stays: readonly StaySum[]) => ({
  covers: stays.reduce((sum, { covers }) => sum + covers, 0),
  parties: stays.reduce((sum, { parties }) => sum + parties, 0),
});
