import { z } from "zod";
import { anyTable, isSeat } from "../domain/admission/tables.ts";
import { type AdmissionWorld, endOf } from "../domain/admission.ts";
import { dayWorld } from "../domain/alternatives.ts";
import { gridOf, type OpenService, servicesOn, slotOf } from "../domain/calendar.ts";
import { type Interval, paceOverloads, presenceOverloads, seatLimit } from "../domain/capacity.ts";
import { fullestMoment, peakLoad, startsIn } from "../domain/occupancy.ts";
import { type BrandSettings, type Limits, limitsOf } from "../domain/settings.ts";
import { displayTime, formatDate } from "../domain/time.ts";
import { forParty, limitsLine, slotLine } from "../words/en/agent/availability.ts";
import { defineTool, type OperationContext, READS } from "./define.ts";
import {
  brandParam,
  dateParam,
  partySizeParam,
  reservationIdParam,
  serviceParam,
} from "./params.ts";
import { chooseServices } from "./reservation/service-choice.ts";
import { worldOf } from "./reservation/world.ts";
import { findReservation } from "./reservation/write-result.ts";

/** The most reservations that one call may unpin. */
const MOST_UNPINNED = 100;

const orNone = <T extends z.ZodType>(what: string, shape: T) =>
  shape.nullable().describe(`${what}; null: without this limit`).optional();

const whatIfShape = z
  .strictObject({
    seats: orNone("Covers present at one instant", z.int().min(1).max(10_000)),
    maxPartiesPresent: orNone("Parties present at one instant", z.int().min(1).max(10_000)),
    overbookCovers: z.int().min(0).max(10_000).describe("Added to seats").optional(),
    paceCovers: orNone("Covers that may start in one slot", z.int().min(1).max(10_000)),
    paceParties: orNone("Parties that may start in one slot", z.int().min(1).max(10_000)),
    slotMinutes: z.int().min(5).max(120).describe("Length of a slot in minutes").optional(),
    unpinned: z
      .array(reservationIdParam)
      .max(MOST_UNPINNED)
      .describe("Reservations taken as if no person had chosen their tables")
      .optional(),
  })
  .describe("Other limits to try; answered beside the present ones and not saved");

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date"),
  service: serviceParam.optional(),
  numberOfPeople: partySizeParam
    .default(1)
    .describe("Size of the party that the limits and the free seats are judged for"),
  whatIf: whatIfShape.optional(),
});
type Input = z.infer<typeof input>;

const BINDINGS = ["seats", "parties", "tables", "paceCovers", "paceParties"] as const;
const verdictShape = {
  binding: z
    .enum(BINDINGS)
    .nullable()
    .describe("The limit that leaves no room for the party's whole stay; null where there is room"),
  seatsFree: z
    .int()
    .nullable()
    .describe("At the fullest moment of the stay; null where seats are not limited"),
};

const output = z.strictObject({
  date: z.string(),
  limits: z
    .strictObject({
      seats: z.int().nullable(),
      maxPartiesPresent: z.int().nullable(),
      overbookCovers: z.int(),
      paceCovers: z.int().nullable(),
      paceParties: z.int().nullable(),
      slotMinutes: z.int(),
    })
    .describe("Those of the service; the brand's where its services of that day differ in theirs"),
  slots: z.array(
    z.strictObject({
      timestamp: z.number(),
      time: z.string(),
      covers: z.int().describe("Most people present at one instant of the slot, holds included"),
      parties: z.int(),
      startCovers: z.int().describe("People who start in the slot"),
      startParties: z.int(),
      heldCovers: z.int().describe("Of covers, only held for waiting guests"),
      heldUntil: z.number().nullable(),
      ...verdictShape,
      freeUnits: z
        .array(
          z.strictObject({
            size: z.int().describe("Most people at the table or combination"),
            units: z.int(),
          }),
        )
        .describe("Places free for the party's whole stay, by size; empty without tables"),
      stay: z
        .strictObject({ seatsFree: z.int(), peakAt: z.number() })
        .nullable()
        .describe("When the stay is fullest; null where seats are not limited"),
      whatIf: z.strictObject(verdictShape).nullable(),
    }),
  ),
});
type Slot = z.infer<typeof output>["slots"][number];

export const explainCapacity = defineTool({
  name: "explain_capacity",
  title: "Explain how full it is",
  scope: "bookings.read",
  description:
    "Shows for each slot of a service date how many people and parties are present and start, what is held for waiting " +
    "guests, and, for the whole stay of a party that starts then, how many seats are free and which limit leaves no " +
    "room. whatIf answers the same for other limits, or with tables that are no longer fixed, without saving them. " +
    "Changes nothing.",
  input,
  output,
  hints: READS,
  examples: [
    {
      input: { date: "2026-12-24", numberOfPeople: 2, whatIf: { paceCovers: 8 } },
      output: {
        date: "Thursday, December 24, 2026",
        limits: {
          seats: 40,
          maxPartiesPresent: null,
          overbookCovers: 0,
          paceCovers: 10,
          paceParties: null,
          slotMinutes: 15,
        },
        slots: [
          {
            timestamp: 1_798_149_600_000,
            time: "5:00 PM",
            covers: 0,
            parties: 0,
            startCovers: 0,
            startParties: 0,
            heldCovers: 0,
            heldUntil: null,
            binding: null,
            seatsFree: 32,
            freeUnits: [],
            stay: { seatsFree: 32, peakAt: 1_798_150_500_000 },
            whatIf: { binding: null, seatsFree: 32 },
          },
          {
            timestamp: 1_798_150_500_000,
            time: "5:15 PM",
            covers: 8,
            parties: 1,
            startCovers: 8,
            startParties: 1,
            heldCovers: 0,
            heldUntil: null,
            binding: null,
            seatsFree: 32,
            freeUnits: [],
            stay: { seatsFree: 32, peakAt: 1_798_150_500_000 },
            whatIf: { binding: "paceCovers", seatsFree: 32 },
          },
          {
            timestamp: 1_798_151_400_000,
            time: "5:30 PM",
            covers: 8,
            parties: 1,
            startCovers: 0,
            startParties: 0,
            heldCovers: 0,
            heldUntil: null,
            binding: null,
            seatsFree: 32,
            freeUnits: [],
            stay: { seatsFree: 32, peakAt: 1_798_151_400_000 },
            whatIf: { binding: null, seatsFree: 32 },
          },
        ],
      },
    },
  ],
  run: explain,
  text: ({ date, limits, slots }, { brand }, given) => {
    const services = servicesOf(given, brand.settings);
    const ofEach = sharedLimits(services) === null && services.length > 0;
    const told = ofEach
      ? services.map((one) => limitsLine(shownLimits(one.limits), one.name))
      : [limitsLine(limits, null)];
    return [
      `${date}. ${told.join("\n")}`,
      forParty(given.numberOfPeople),
      ...slots.map((slot) => slotLine(slot, brand.settings.timeZone)),
    ].join("\n");
  },
});

function explain(given: Input, context: OperationContext): z.infer<typeof output> {
  const { settings } = context.brand;
  const services = servicesOf(given, settings);
  const world = dayWorld(services, worldOf(context));
  const triedWorld = unpinnedWorld(given.whatIf?.unpinned ?? [], services, context) ?? world;
  const limits = sharedLimits(services) ?? limitsOf(settings);
  const slots = services.flatMap((service) => {
    const tried =
      given.whatIf === undefined
        ? null
        : { service: triedService(service, given.whatIf), world: triedWorld };
    return gridOf(service).map((startAt) => {
      const to = endOf(startAt, given.numberOfPeople, settings);
      const stay = { from: startAt, to, covers: given.numberOfPeople };
      return explainSlot(stay, { service, world }, tried);
    });
  });
  return { date: formatDate(given.date), limits: shownLimits(limits), slots };
}

/** The date with these reservations free to move; null: there are none. Error: NOT_FOUND. */
function unpinnedWorld(
  ids: readonly string[],
  services: readonly OpenService[],
  context: OperationContext,
): AdmissionWorld | null {
  if (ids.length === 0) return null;
  for (const id of ids) findReservation(id, context);
  return dayWorld(services, worldOf(context, {}, new Set(ids)));
}

/** An open service, and the parties that are there. */
interface Evening {
  readonly service: OpenService;
  readonly world: AdmissionWorld;
}

const servicesOf = ({ date, service }: Input, settings: BrandSettings): readonly OpenService[] =>
  chooseServices(servicesOn(settings, date).services, service);

/** The limits that all these services share; null if they differ, or if there is no service. */
function sharedLimits([first, ...others]: readonly OpenService[]): Limits | null {
  if (first === undefined) return null;
  const limits = shownLimits(first.limits);
  const same = others.every((other) => Bun.deepEquals(shownLimits(other.limits), limits));
  return same ? limits : null;
}

const shownLimits = (limits: Limits): z.infer<typeof output>["limits"] => ({
  seats: limits.seats,
  maxPartiesPresent: limits.maxPartiesPresent,
  overbookCovers: limits.overbookCovers,
  paceCovers: limits.paceCovers,
  paceParties: limits.paceParties,
  slotMinutes: limits.slotMinutes,
});

function triedService(
  service: OpenService,
  { unpinned: _apart, ...whatIf }: NonNullable<Input["whatIf"]>,
): OpenService {
  const given = Object.fromEntries(
    Object.entries(whatIf).filter(([, value]) => value !== undefined),
  );
  return { ...service, limits: { ...service.limits, ...given } };
}

function explainSlot(stay: Interval, { service, world }: Evening, tried: Evening | null): Slot {
  const { occupants } = world;
  const zone = world.settings.timeZone;
  const startAt = stay.from;
  const slot = slotOf(service, startAt);
  const present = occupants(slot.from, slot.to);
  const held = present.filter((one) => one.holdUntil !== null);
  const peak = peakLoad(present, slot.from, slot.to);
  const starts = startsIn(present, slot.from, slot.to);
  const noTable = lacksTable(stay, world);
  const verdict = verdictOf(stay, service, world, noTable);
  const peakAt = fullestMoment(occupants(stay.from, stay.to), stay.from, stay.to).at;
  return {
    timestamp: startAt,
    time: displayTime(startAt, zone),
    covers: peak.covers,
    parties: peak.parties,
    startCovers: starts.covers,
    startParties: starts.parties,
    heldCovers: peakLoad(held, slot.from, slot.to).covers,
    heldUntil: held.length === 0 ? null : Math.max(...held.map((one) => one.holdUntil ?? 0)),
    ...verdict,
    freeUnits: freeBySize(stay, world),
    stay: verdict.seatsFree === null ? null : { seatsFree: verdict.seatsFree, peakAt },
    whatIf: tried === null ? null : triedVerdict(stay, tried, { world, noTable }),
  };
}

/** Without other pins the tables are unchanged, so no search is needed. */
function triedVerdict(
  stay: Interval,
  { service, world }: Evening,
  present: { readonly world: AdmissionWorld; readonly noTable: boolean },
): Slot["whatIf"] {
  const noTable = world === present.world ? present.noTable : lacksTable(stay, world);
  return verdictOf(stay, service, world, noTable);
}

/** The limit that leaves no room for a party's whole stay, and the number of free seats. */
function verdictOf(
  stay: Interval,
  service: OpenService,
  world: AdmissionWorld,
  noTable: boolean,
): Pick<Slot, "binding" | "seatsFree"> {
  const { limits } = service;
  const slot = slotOf(service, stay.from);
  const near = world.occupants(slot.from, Math.max(slot.to, stay.to));
  const change = { before: null, after: stay };
  const [presence] = presenceOverloads(near, change, limits);
  const [pace] = paceOverloads(near, change, slot, limits);
  const binding = presence?.limited ?? (noTable ? "tables" : pace?.limited);
  const seats = seatLimit(limits);
  const { covers } = fullestMoment(near, stay.from, stay.to);
  return {
    binding: binding ?? null,
    seatsFree: seats === null ? null : Math.max(0, seats - covers),
  };
}

/** Whether the brand requires a table and none can be found, even by moving others. */
const lacksTable = (stay: Interval, { floor = null, occupants }: AdmissionWorld): boolean =>
  floor?.required === true && !isSeat(floor.seat(anyTable(stay), occupants));

/** The free tables and combinations for a stay, smallest first. */
function freeBySize(
  stay: Interval,
  { floor = null, occupants }: AdmissionWorld,
): Slot["freeUnits"] {
  const free = floor?.free(anyTable(stay), occupants) ?? [];
  const bySize = Map.groupBy(free, ({ maxCovers }) => maxCovers);
  return [...bySize]
    .map(([size, units]) => ({ size, units: units.length }))
    .sort((one, other) => one.size - other.size);
}
