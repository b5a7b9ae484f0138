import { z } from "zod";
import { checkHours } from "../domain/admission/hours.ts";
import { newRequest } from "../domain/admission/request.ts";
import { anyTable } from "../domain/admission/tables.ts";
import { type AdmissionRequest, type AdmissionWorld, admit } from "../domain/admission.ts";
import {
  byDistance,
  dayWorld,
  isOnOtherDay,
  nearestFirst,
  nearestOnDay,
  noStartToday,
  onOtherDays,
} from "../domain/alternatives.ts";
import { gridOf, type OpenService, serviceAt, servicesOn } from "../domain/calendar.ts";
import { seatLimit } from "../domain/capacity.ts";
import { DomainError, ERROR_CODES, type ErrorCode, type Reason } from "../domain/errors.ts";
import { peakLoad } from "../domain/occupancy.ts";
import { type BrandSettings, limitsOf } from "../domain/settings.ts";
import { resolveStart, suggestion } from "../domain/start.ts";
import {
  addDays,
  dateOf,
  displayDate,
  displayTime,
  formatDate,
  startOfDay,
} from "../domain/time.ts";
import { coded } from "../words/en/agent/answers.ts";
import {
  dayLine,
  NEAREST,
  ON_ANOTHER_DAY,
  SEARCH_CUT_SHORT,
  startLines,
} from "../words/en/agent/availability.ts";
import { publishReason, sayNoStartToday } from "../words/render.ts";
import { beyondBudget } from "./call/budgets.ts";
import { listed } from "./call/refusals.ts";
import { defineTool, type OperationContext, READS, readerOf } from "./define.ts";
import {
  areaParam,
  brandParam,
  dateParam,
  partySizeParam,
  serviceParam,
  timeParam,
  timestampParam,
} from "./params.ts";
import { nearbyInstant, refuseAll, withinBudget } from "./reservation/refuse.ts";
import { chooseServices } from "./reservation/service-choice.ts";
import { suggestionShape } from "./reservation/wire.ts";
import { worldOf } from "./reservation/world.ts";
import { wantedArea } from "./seating/names.ts";

const MOST_NEAREST = 3;
/** A start is tight if, with the party, less than this share of all seats would be free. */
const TIGHT_SHARE = 0.1;

const input = z.strictObject({
  brand: brandParam,
  date: dateParam(
    "Service date; if time is given, the calendar date of that start, as in create_booking",
  ),
  numberOfPeople: partySizeParam,
  time: timeParam(
    "Wished wall time: that start comes first, then the two slots nearest to it",
  ).optional(),
  timestamp: timestampParam.optional(),
  service: serviceParam.optional(),
  area: areaParam.optional(),
});
type Input = z.infer<typeof input>;

const slotShape = z.strictObject({
  date: z.string(),
  time: z.string(),
  timestamp: z.number(),
  service: z.string().nullable().describe("Null if the wished time lies in no service"),
  state: z.enum(["open", "tight", "held", "review", "full", "refused"]),
  seatsFree: z
    .int()
    .nullable()
    .describe("Free seats at the fullest moment of the stay; null if seats are not limited"),
  areas: z.array(z.string()).describe("Areas with a free table for the party, by name"),
  reasons: z.array(z.looseObject({ code: z.enum(ERROR_CODES), message: z.string() })),
});
type Slot = z.infer<typeof slotShape>;

export const availabilityShape = z.strictObject({
  date: z.string(),
  open: z.boolean(),
  note: z.string().nullable(),
  slots: z.array(slotShape),
  nearest: z
    .array(suggestionShape)
    .describe("Up to three starts that can be booked, nearest to the wish"),
});

export const checkAvailability = defineTool({
  name: "check_availability",
  title: "Look for a free table",
  scope: "bookings.read",
  description:
    "Lists the starts of a service date for a party and checks each by the rules of create_booking. A start is open, " +
    "tight (fits, but few seats are left), held for a waiting guest, review (there is room, but a person decides about a " +
    "party of that size), full, or refused (because of hours, notice or size); reasons say why. If a time is given, " +
    "slots has that start and then the two closest to it; nearest has the closest starts that can be booked. Changes nothing and holds nothing.",
  input,
  output: availabilityShape,
  hints: READS,
  examples: [
    {
      input: { date: "2026-11-20", numberOfPeople: 8, time: "7:30 PM" },
      output: {
        date: "Friday, November 20, 2026",
        open: true,
        note: null,
        slots: [
          {
            date: "Friday, November 20, 2026",
            time: "7:30 PM",
            timestamp: 1_795_221_000_000,
            service: "Dinner",
            state: "full",
            seatsFree: 36,
            areas: [],
            reasons: [
              {
                code: "PACE_FULL",
                message:
                  "Too many guests would start at once: 4 covers already start between 7:30 PM and 7:45 PM, this party adds 8, and the limit is 10.",
                limited: "paceCovers",
                present: 4,
                needed: 8,
                limit: 10,
                from: 1_795_221_000_000,
                to: 1_795_221_900_000,
                held: 0,
                heldUntil: null,
              },
            ],
          },
          {
            date: "Friday, November 20, 2026",
            time: "7:15 PM",
            timestamp: 1_795_220_100_000,
            service: "Dinner",
            state: "open",
            seatsFree: 36,
            areas: [],
            reasons: [],
          },
          {
            date: "Friday, November 20, 2026",
            time: "7:45 PM",
            timestamp: 1_795_221_900_000,
            service: "Dinner",
            state: "open",
            seatsFree: 36,
            areas: [],
            reasons: [],
          },
        ],
        nearest: [
          { date: "Friday, November 20, 2026", time: "7:15 PM", timestamp: 1_795_220_100_000 },
          { date: "Friday, November 20, 2026", time: "7:45 PM", timestamp: 1_795_221_900_000 },
          { date: "Friday, November 20, 2026", time: "7:00 PM", timestamp: 1_795_219_200_000 },
        ],
      },
    },
  ],
  run: check,
  text: (found, context, given) => {
    const { slots } = found;
    const zone = context.brand.settings.timeZone;
    const { numberOfPeople: needed } = given;
    const wholeDay = given.time === undefined;
    const cutShort = wholeDay && context.search.ended > 0;
    return [
      dayLine(found, wholeDay && !cutShort ? needed : null),
      ...startLines(slots, { date: found.date, needed, wholeDay, zone }),
      ...(cutShort ? [SEARCH_CUT_SHORT] : []),
      ...eachReason(slots),
      ...nearestInWords(found, given, context),
    ].join("\n");
  },
});

function nearestInWords(
  { slots, nearest }: z.infer<typeof availabilityShape>,
  given: Input,
  context: OperationContext,
): string[] {
  const { settings } = context.brand;
  const wish = given.time === undefined ? undefined : slots[0]?.timestamp;
  const other =
    wish === undefined
      ? []
      : nearest.filter(({ timestamp }) => isOnOtherDay(timestamp, wish, settings));
  const today =
    wish === undefined || other.length === 0
      ? null
      : noStartToday(
          newRequest(wish, given.numberOfPeople),
          withinBudget(worldOf(context), context),
        );
  const near = today === null ? nearest : nearest.filter((one) => !other.includes(one));
  return [
    ...(near.length === 0 ? [] : [NEAREST, ...listed(near)]),
    ...(today === null ? [] : [`${sayNoStartToday(today)} ${ON_ANOTHER_DAY}`, ...listed(other)]),
  ];
}

function eachReason(slots: readonly Slot[]): string[] {
  const reasons = slots.flatMap((slot) => slot.reasons);
  return [...Map.groupBy(reasons, ({ code }) => code).values()].flatMap(([first]) =>
    first === undefined ? [] : [coded(first)],
  );
}

function check(given: Input, context: OperationContext): z.infer<typeof availabilityShape> {
  const { settings } = context.brand;
  const wanted = wantedArea(given, context);
  if (!wanted.ok) throw new DomainError([wanted.reason, ...timeFaults(given, context)]);
  const area = wanted.value;
  const request = (startAt: number) => newRequest(startAt, given.numberOfPeople, { area });
  const wish = wishedInstant(given, request, context);
  const day = servicesOn(settings, given.date);
  const evening = wish === null ? [] : pastMidnight(given.date, settings);
  const services = chooseServices([...evening, ...day.services], given.service);
  const world = dayWorld(services, worldOf(context));
  const starts = services.flatMap((service) =>
    gridOf(service).map((startAt) => ({ startAt, service })),
  );
  const shown = wish === null ? starts : aroundWish(starts, wish, settings);
  const beyond = (startAt: number) => beyondBudgetAt(startAt, given, context);
  const slots = shown.map(({ startAt, service }) =>
    slotAt(service, request(startAt), world, beyond(startAt), context),
  );
  const nearest = nearestTo(wish, slots, request, given.date, withinBudget(world, context)).filter(
    (startAt) => beyond(startAt) === null,
  );
  return {
    date: formatDate(given.date),
    open: day.services.length > 0,
    note: day.note,
    slots,
    nearest: nearest.map((startAt) => suggestion(startAt, settings.timeZone)),
  };
}

/** Reasons against the wished time or, if no time is wished, against the last start of the day. */
function timeFaults({ date, time, timestamp }: Input, context: OperationContext): Reason[] {
  const { brand, now } = context;
  const wish = time === undefined ? null : { date, time, timestamp: timestamp ?? null };
  const start = wish === null ? null : resolveStart(wish, brand.settings, now);
  if (start?.ok === false) return [start.reason];
  const last = servicesOn(brand.settings, date).services.at(-1)?.lastSeating;
  const startAt = start?.value.startAt ?? last;
  if (startAt === undefined) return [];
  return [...checkHours(startAt, "booking", worldOf(context)).reasons];
}

const beyondBudgetAt = (
  startAt: number,
  { numberOfPeople }: Input,
  context: OperationContext,
): Reason | null => {
  const date = dateOf(startAt, context.brand.settings.timeZone);
  return beyondBudget({ numberOfPeople, date }, context);
};

/** Null if no time is given. Errors: NONEXISTENT_TIME, TIMESTAMP_MISMATCH. */
export function wishedInstant(
  { date, time, timestamp }: Pick<Input, "date" | "time" | "timestamp">,
  request: (startAt: number) => AdmissionRequest,
  context: OperationContext,
): number | null {
  if (time === undefined) return null;
  const { brand, now } = context;
  const start = resolveStart({ date, time, timestamp: timestamp ?? null }, brand.settings, now);
  if (start.ok) return start.value.startAt;
  const around = request(nearbyInstant(start.reason, now));
  throw refuseAll([start.reason], null, around, withinBudget(worldOf(context), context));
}

function pastMidnight(date: string, settings: BrandSettings): OpenService[] {
  const midnight = startOfDay(date, settings.timeZone);
  return servicesOn(settings, addDays(date, -1)).services.filter(
    (service) => service.lastSeating >= midnight,
  );
}

interface Start {
  readonly startAt: number;
  readonly service: OpenService | null;
}

function aroundWish(starts: readonly Start[], wish: number, settings: BrandSettings): Start[] {
  const others = starts.filter(({ startAt }) => startAt !== wish);
  return [
    { startAt: wish, service: serviceAt(settings, wish) },
    ...byDistance(others, wish, ({ startAt }) => startAt).slice(0, MOST_NEAREST - 1),
  ];
}

function nearestTo(
  wish: number | null,
  slots: readonly Slot[],
  request: (startAt: number) => AdmissionRequest,
  date: string,
  world: AdmissionWorld,
): number[] {
  const zone = world.settings.timeZone;
  if (wish === null) {
    if (slots.some(({ reasons }) => reasons.length === 0)) return [];
    return onOtherDays(request(slots[0]?.timestamp ?? startOfDay(date, zone)), world, MOST_NEAREST);
  }
  // Add the free starts of `slots`: the search below is limited and might miss them.
  const free = slots.flatMap(({ reasons, timestamp }) => (reasons.length === 0 ? [timestamp] : []));
  const found = new Set([...free, ...nearestOnDay(request(wish), world, MOST_NEAREST)]);
  const sameDay = nearestFirst([...found], wish).slice(0, MOST_NEAREST);
  const missing = MOST_NEAREST - sameDay.length;
  return [...sameDay, ...(missing > 0 ? onOtherDays(request(wish), world, missing, sameDay) : [])];
}

function slotAt(
  service: OpenService | null,
  request: AdmissionRequest,
  world: AdmissionWorld,
  beyond: Reason | null,
  context: OperationContext,
): Slot {
  const { startAt, partySize } = request;
  const { reasons: found, endAt, status } = admit(request, world);
  const reasons = beyond === null ? found : [beyond, ...found];
  const zone = world.settings.timeZone;
  const seats = seatLimit(service?.limits ?? limitsOf(world.settings));
  const taken = peakLoad(world.occupants(startAt, endAt), startAt, endAt).covers;
  const tight = seats !== null && seats - taken - partySize < seats * TIGHT_SHARE;
  const free = status === "pending" ? "review" : tight ? "tight" : "open";
  return {
    date: displayDate(startAt, zone),
    time: displayTime(startAt, zone),
    timestamp: startAt,
    service: service?.name ?? null,
    state: reasons.length === 0 ? free : refusedAs(reasons),
    seatsFree: seats === null ? null : Math.max(0, seats - taken),
    areas: areasFree(request, endAt, world, context),
    reasons: reasons.map((one) => publishReason(one, readerOf(context))),
  };
}

function areasFree(
  { startAt, partySize, area = null }: AdmissionRequest,
  endAt: number,
  { floor = null, occupants }: AdmissionWorld,
  { brand, stores }: OperationContext,
): string[] {
  if (floor === null) return [];
  const wish = anyTable({ from: startAt, to: endAt, covers: partySize }, area);
  const free = new Set(floor.free(wish, occupants).flatMap(({ areas }) => areas));
  return stores.floors
    .get(brand.slug)
    .areas.flatMap(({ id, name }) => (free.has(id) ? [name] : []));
}

const NO_ROOM: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CAPACITY_FULL",
  "PARTIES_FULL",
  "TABLES_FULL",
  "PACE_FULL",
  "PARTY_EXCEEDS_PACE",
]);

function refusedAs(reasons: readonly Reason[]): Slot["state"] {
  if (reasons.some(({ code }) => NO_ROOM.has(code))) return "full";
  if (reasons.every(({ code }) => code === "HELD_FOR_WAITLIST")) return "held";
  return reasons.every(({ code }) => code === "LARGE_PARTY_REVIEW") ? "review" : "refused";
}
