import { z } from "zod";
import { newRequest } from "../domain/admission/request.ts";
import { type AdmissionWorld, endOf } from "../domain/admission.ts";
import { dayWorld } from "../domain/alternatives.ts";
import { gridOf, type OpenService, serviceAt, servicesOn } from "../domain/calendar.ts";
import { seatLimit } from "../domain/capacity.ts";
import { type BrandSettings, type Limits, limitsOf } from "../domain/settings.ts";
import { formatDate } from "../domain/time.ts";
import {
  afterLastSeating,
  forParty,
  limitsLine,
  NOBODY_SEATED,
  slotLine,
  whatIfLine,
} from "../words/en/agent/availability.ts";
import { explainSlot, slotShape } from "./capacity/explain-slot.ts";
import { wishedInstant } from "./check-availability.ts";
import { defineTool, type OperationContext, READS } from "./define.ts";
import {
  brandParam,
  dateParam,
  partySizeParam,
  reservationIdParam,
  serviceParam,
  timeParam,
} from "./params.ts";
import { chooseServices } from "./reservation/service-choice.ts";
import { worldOf } from "./reservation/world.ts";
import { findReservation } from "./reservation/write-result.ts";

const MOST_UNPINNED = 100;

const orNone = <T extends z.ZodType>(what: string, shape: T) =>
  shape.nullable().describe(`${what}; null: no limit`).optional();

const whatIfShape = z
  .strictObject({
    seats: orNone("Maximum covers present at one time", z.int().min(1).max(10_000)),
    maxPartiesPresent: orNone("Maximum parties present at one time", z.int().min(1).max(10_000)),
    overbookCovers: z.int().min(0).max(10_000).describe("Covers allowed beyond seats").optional(),
    paceCovers: orNone("Maximum covers that start in one slot", z.int().min(1).max(10_000)),
    paceParties: orNone("Maximum parties that start in one slot", z.int().min(1).max(10_000)),
    slotMinutes: z.int().min(5).max(120).describe("Length of a slot in minutes").optional(),
    unpinned: z
      .array(reservationIdParam)
      .max(MOST_UNPINNED)
      .describe("Reservations treated as if no person had chosen their tables")
      .optional(),
  })
  .describe(
    "Other limits to try. The answer shows the results with the current limits and with these. Nothing is saved",
  );

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date. With a time: the start's calendar date"),
  time: timeParam("Only this start").optional(),
  service: serviceParam.optional(),
  numberOfPeople: partySizeParam
    .default(1)
    .describe("Size of the party for which limits and free seats are checked"),
  whatIf: whatIfShape.optional(),
});
type Input = z.infer<typeof input>;

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
    .describe(
      "The limits of all services. If their limits differ or no service is open: the brand's limits",
    ),
  slots: z.array(slotShape),
});

export const explainCapacity = defineTool({
  name: "explain_capacity",
  title: "Explain how full it is",
  scope: "bookings.read",
  description:
    "Explains why a party can or cannot have one start (date, time, numberOfPeople) or each start of a service date. Says " +
    "how many people and parties are present, how many start, and how many seats are held for waiting guests. For the " +
    "party's whole stay, says how many seats are free, which limit is exceeded and what the limit would have to be. whatIf " +
    "answers the same for other limits, or as if no person had chosen the tables of some reservations. Changes nothing.",
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
            needs: null,
            freeUnits: [],
            stay: { seatsFree: 32, peakAt: 1_798_150_500_000 },
            whatIf: { binding: null, seatsFree: 32, needs: null },
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
            needs: null,
            freeUnits: [],
            stay: { seatsFree: 32, peakAt: 1_798_150_500_000 },
            whatIf: {
              binding: "paceCovers",
              seatsFree: 32,
              needs: { seats: null, maxPartiesPresent: null, paceCovers: 10, paceParties: null },
            },
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
            needs: null,
            freeUnits: [],
            stay: { seatsFree: 32, peakAt: 1_798_151_400_000 },
            whatIf: { binding: null, seatsFree: 32, needs: null },
          },
        ],
      },
    },
  ],
  run: explain,
  text: ({ date, limits, slots }, { brand }, given) => {
    const services = servicesOf(given, brand.settings);
    const ofEach = sharedLimits(services) === null && services.length > 0;
    const limitLines = ofEach
      ? services.map((one) => limitsLine(shownLimits(one.limits), one.name))
      : [limitsLine(limits, null)];
    const zone = brand.settings.timeZone;
    const lines = slots.map((slot) => {
      const service = serviceAt(brand.settings, slot.timestamp);
      const seats = seatLimit(service?.limits ?? limitsOf(brand.settings));
      const late = afterLastSeating(slot.timestamp, service, zone);
      return `${slotLine(slot, seats, zone)}.${whatIfLine(slot, given.whatIf ?? {})}${late}`;
    });
    return [
      `${date}. ${limitLines.join("\n")}`,
      forParty(given.numberOfPeople),
      ...(slots.length === 0 ? [NOBODY_SEATED] : lines),
    ].join("\n");
  },
});

function explain(given: Input, context: OperationContext): z.infer<typeof output> {
  const { settings } = context.brand;
  const wish = { ...given, timestamp: undefined };
  const only = wishedInstant(wish, (at) => newRequest(at, given.numberOfPeople), context);
  const services =
    only === null ? servicesOf(given, settings) : servicesWith(only, given, settings);
  const world = dayWorld(services, worldOf(context));
  const triedWorld = unpinnedWorld(given.whatIf?.unpinned ?? [], services, context) ?? world;
  const limits = sharedLimits(services) ?? limitsOf(settings);
  const slots = services.flatMap((service) => {
    const tried =
      given.whatIf === undefined
        ? null
        : { service: triedService(service, given.whatIf), world: triedWorld };
    return (only === null ? gridOf(service) : [only]).map((startAt) => {
      const to = endOf(startAt, given.numberOfPeople, settings);
      const stay = { from: startAt, to, covers: given.numberOfPeople };
      return explainSlot(stay, { service, world }, tried);
    });
  });
  return { date: formatDate(given.date), limits: shownLimits(limits), slots };
}

function servicesWith(
  startAt: number,
  { service: name }: Input,
  settings: BrandSettings,
): readonly OpenService[] {
  const service = serviceAt(settings, startAt);
  return service === null ? [] : chooseServices([service], name);
}

/** Error: NOT_FOUND for an unknown id. */
function unpinnedWorld(
  ids: readonly string[],
  services: readonly OpenService[],
  context: OperationContext,
): AdmissionWorld | null {
  if (ids.length === 0) return null;
  for (const id of ids) findReservation(id, context);
  return dayWorld(services, worldOf(context, {}, new Set(ids)));
}

const servicesOf = ({ date, service }: Input, settings: BrandSettings): readonly OpenService[] =>
  chooseServices(servicesOn(settings, date).services, service);

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
