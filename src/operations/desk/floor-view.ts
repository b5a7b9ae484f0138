import { z } from "zod";
import { servicesOn, todayOf } from "../../domain/calendar.ts";
import { instantAt } from "../../domain/floor-plan.ts";
import { SHAPES } from "../../domain/floor-records.ts";
import { leavesAt, occupiedInterval } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { STATUSES } from "../../domain/reservation-states.ts";
import { addDays, HOUR } from "../../domain/time.ts";
import { tablesIn } from "../../storage/reservation-columns.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, dateParam } from "../params.ts";
import { blocksOf } from "../seating/floor-world.ts";
import { sectionShape, sectionsShown } from "../seating/sections.ts";
import { TABLE_STATES, type TableNow, tablesAt } from "../seating/tables-now.ts";
import { reservationsOf } from "./day-sheet.ts";

const HOURS_WITHOUT_SERVICE = { opens: "12:00", closes: "23:00" };

const SHOWN_AROUND_MS = 3 * HOUR;

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date; today's when left out").optional(),
});

const partyShape = z.strictObject({
  id: z.string().describe("Id of the reservation, or of the waitlist entry if `kind` is offer"),
  kind: z.enum(["reservation", "offer"]),
  name: z.string(),
  numberOfPeople: z.int(),
  status: z.enum(STATUSES),
  revision: z.int(),
  service: z.string().nullable(),
  from: z.number().describe("The party has its tables in [from, to)"),
  to: z.number(),
  startsAt: z.number(),
  arrivedAt: z.number().nullable(),
  seatedAt: z.number().nullable(),
  leavesAt: z
    .number()
    .describe("When the party is due to leave; earlier than `to` if it overstays"),
  tables: z.array(z.string()).describe("Ids"),
  pinned: z.boolean(),
  noTable: z.boolean(),
});
export type FloorParty = z.infer<typeof partyShape>;

const tableShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  area: z.string(),
  minCovers: z.int(),
  maxCovers: z.int(),
  shape: z.enum(SHAPES),
  x: z.int().nullable(),
  y: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  angle: z.int().nullable(),
  state: z.enum(TABLE_STATES),
  party: z.string().nullable().describe("Id of the party at the table"),
  until: z.number().nullable(),
  next: z
    .string()
    .nullable()
    .describe("Id of the next party at the table within 24 hours after `at`"),
  blocks: z.array(
    z.strictObject({
      from: z.number(),
      to: z.number(),
      reason: z.string().nullable().describe("null if the area of the table is closed"),
    }),
  ),
});
export type FloorTable = z.infer<typeof tableShape>;

const output = z.strictObject({
  date: z.string(),
  today: z.string(),
  at: z
    .number()
    .describe(
      "The instant to which the tables' states apply: now if the date is today, else when the most parties are there",
    ),
  opens: z.number(),
  closes: z.number(),
  areas: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  tables: z.array(tableShape),
  parties: z.array(partyShape),
  sections: z.array(sectionShape).describe("Who serves which tables; empty if no sections are set"),
});
export type FloorView = z.infer<typeof output>;

export const floorView = defineOperation({
  name: "floor_view",
  title: "Floor",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show(given: z.infer<typeof input>, context: OperationContext): FloorView {
  const { brand, stores, now } = context;
  const { settings } = brand;
  const today = todayOf(settings, now);
  const date = given.date ?? today;
  const { opens, closes } = hoursOf(date, context);
  const parties = [...seatedBefore(date, today, context), ...reservationsOf(date, context)]
    .flatMap((one) => partyOf(one, context))
    .concat(offersBetween(opens, closes, context))
    .toSorted((one, other) => one.from - other.from || (one.id < other.id ? -1 : 1));
  const at = date === today ? now : fullestOf(parties, opens);
  const records = stores.floors.get(brand.slug);
  const blocks = blocksOf(records, settings.timeZone).filter(
    ({ from, to }) => from < closes && to > opens,
  );
  return {
    date,
    today,
    at,
    opens: Math.min(opens, ...parties.map(({ from }) => Math.max(from, opens - SHOWN_AROUND_MS))),
    closes: Math.max(closes, ...parties.map(({ to }) => Math.min(to, closes + SHOWN_AROUND_MS))),
    areas: records.areas
      .filter(({ archivedAt }) => archivedAt === null)
      .toSorted((one, other) => one.position - other.position)
      .map(({ id, name }) => ({ id, name })),
    tables: tablesAt(at, context).map((one) => {
      const own = blocks.filter(({ tables }) => tables.includes(one.table.id));
      return tableOf(one, own);
    }),
    parties,
    sections: sectionsShown(date, context),
  };
}

function hoursOf(date: string, { brand: { settings } }: OperationContext) {
  const { services } = servicesOn(settings, date);
  if (services.length > 0) {
    return {
      opens: Math.min(...services.map(({ opens }) => opens)),
      closes: Math.max(...services.map(({ closes }) => closes)),
    };
  }
  const on = (time: string): number => instantAt(`${date}T${time}`, settings.timeZone) ?? 0;
  return { opens: on(HOURS_WITHOUT_SERVICE.opens), closes: on(HOURS_WITHOUT_SERVICE.closes) };
}

const seatedBefore = (date: string, today: string, context: OperationContext): Reservation[] =>
  date === today
    ? reservationsOf(addDays(date, -1), context).filter(({ status }) => status === "seated")
    : [];

function partyOf(reservation: Reservation, { now }: OperationContext): FloorParty[] {
  const interval = occupiedInterval(reservation, now);
  if (interval === null) return [];
  const { tables } = reservation;
  return [
    {
      id: reservation.id,
      kind: "reservation",
      name: reservation.name,
      numberOfPeople: reservation.partySize,
      status: reservation.status,
      revision: reservation.revision,
      service: reservation.service,
      ...interval,
      startsAt: reservation.startAt,
      arrivedAt: reservation.arrivedAt,
      seatedAt: reservation.seatedAt,
      leavesAt: leavesAt(reservation),
      tables: [...tables],
      pinned: reservation.tablePinned,
      noTable: tables.length === 0 && reservation.status !== "completed",
    },
  ];
}

const offersBetween = (
  from: number,
  to: number,
  { brand, stores, now }: OperationContext,
): FloorParty[] =>
  stores.waitlist.liveOffers(brand.slug, from, to, stores.clock.endingsAt(now)).map((offer) => ({
    id: offer.entryId,
    kind: "offer",
    name: stores.waitlist.entry(offer.entryId)?.name ?? "",
    numberOfPeople: offer.partySize,
    status: "pending",
    revision: 0,
    service: null,
    from: offer.startAt,
    to: offer.endAt,
    startsAt: offer.startAt,
    arrivedAt: null,
    seatedAt: null,
    leavesAt: offer.endAt,
    tables: [...tablesIn(offer.tables)],
    pinned: false,
    noTable: false,
  }));

function fullestOf(parties: readonly FloorParty[], opens: number): number {
  const presentAt = (at: number): number =>
    parties.filter(({ from, to }) => from <= at && at < to).length;
  let [best, most] = [opens, 0];
  for (const { from } of parties) {
    const present = presentAt(from);
    if (present > most) [best, most] = [from, present];
  }
  return best;
}

function tableOf(
  { table, state, guest, until, next }: TableNow,
  blocks: readonly { readonly from: number; readonly to: number; readonly reason?: string }[],
): FloorTable {
  const { id, name, area, minCovers, maxCovers, shape, x, y, width, height, angle } = table;
  return {
    id,
    name,
    area,
    minCovers,
    maxCovers,
    shape,
    x,
    y,
    width,
    height,
    angle,
    state,
    until,
    party: guest?.id ?? null,
    next: next?.id ?? null,
    blocks: blocks.map(({ from, to, reason = null }) => ({ from, to, reason })),
  };
}
