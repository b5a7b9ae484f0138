import { z } from "zod";
import { anyTable, isSeat } from "../../domain/admission/tables.ts";
import type { AdmissionWorld } from "../../domain/admission.ts";
import { type OpenService, slotOf } from "../../domain/calendar.ts";
import {
  type Interval,
  type Overload,
  paceOverloads,
  presenceOverloads,
  seatLimit,
} from "../../domain/capacity.ts";
import { fullestMoment, peakLoad, startsIn } from "../../domain/occupancy.ts";
import { displayTime } from "../../domain/time.ts";

const BINDINGS = ["seats", "parties", "tables", "paceCovers", "paceParties"] as const;
const needed = z.int().nullable();
const needsShape = z
  .strictObject({
    seats: needed,
    maxPartiesPresent: needed,
    paceCovers: needed,
    paceParties: needed,
  })
  .nullable()
  .describe(
    "What each limit would have to be for the party to fit; null for a limit that is high enough",
  );
const verdictShape = {
  binding: z
    .enum(BINDINGS)
    .nullable()
    .describe("The first limit that the party would exceed; null if there is room"),
  seatsFree: z
    .int()
    .nullable()
    .describe(
      "Free seats at the fullest moment of the party's stay; null if seats are not limited",
    ),
  needs: needsShape,
};

export const slotShape = z.strictObject({
  timestamp: z.number(),
  time: z.string(),
  covers: z
    .int()
    .describe("Highest number of people present at one time in the slot, held seats included"),
  parties: z.int(),
  startCovers: z.int().describe("People who start in the slot"),
  startParties: z.int(),
  heldCovers: z
    .int()
    .describe("Highest number of seats held for waiting guests at one time in the slot"),
  heldUntil: z.number().nullable().describe("When the last of these holds ends"),
  ...verdictShape,
  freeUnits: z
    .array(
      z.strictObject({
        size: z.int().describe("Maximum party size of the table or combination"),
        units: z.int(),
      }),
    )
    .describe("Tables and combinations that are free for the party's whole stay"),
  stay: z
    .strictObject({ seatsFree: z.int(), peakAt: z.number() })
    .nullable()
    .describe("The fullest moment of the party's stay; null if seats are not limited"),
  whatIf: z.strictObject(verdictShape).nullable(),
});
type Slot = z.infer<typeof slotShape>;

export interface Evening {
  readonly service: OpenService;
  readonly world: AdmissionWorld;
}

export function explainSlot(
  stay: Interval,
  { service, world }: Evening,
  tried: Evening | null,
): Slot {
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

/** Searches for a table again only if the call unpins parties: limits do not change which tables are free. */
function triedVerdict(
  stay: Interval,
  { service, world }: Evening,
  present: { readonly world: AdmissionWorld; readonly noTable: boolean },
): Slot["whatIf"] {
  const noTable = world === present.world ? present.noTable : lacksTable(stay, world);
  return verdictOf(stay, service, world, noTable);
}

function verdictOf(
  stay: Interval,
  service: OpenService,
  world: AdmissionWorld,
  noTable: boolean,
): Pick<Slot, "binding" | "seatsFree" | "needs"> {
  const { limits } = service;
  const slot = slotOf(service, stay.from);
  const near = world.occupants(slot.from, Math.max(slot.to, stay.to));
  const change = { before: null, after: stay };
  const presence = presenceOverloads(near, change, limits);
  const pace = paceOverloads(near, change, slot, limits);
  const binding = presence[0]?.limited ?? (noTable ? "tables" : pace[0]?.limited);
  const seats = seatLimit(limits);
  const fullest = fullestMoment(near, stay.from, stay.to);
  return {
    binding: binding ?? null,
    seatsFree: seats === null ? null : Math.max(0, seats - fullest.covers),
    needs: needsOf([...presence, ...pace], {
      seats: fullest.covers + stay.covers - limits.overbookCovers,
      maxPartiesPresent: peakLoad(near, stay.from, stay.to).parties + 1,
    }),
  };
}

function needsOf(
  exceeded: readonly Overload[],
  { seats, maxPartiesPresent }: { readonly seats: number; readonly maxPartiesPresent: number },
): Slot["needs"] {
  if (exceeded.length === 0) return null;
  const by = new Map(exceeded.map((one) => [one.limited, one.present + one.needed]));
  return {
    seats: by.has("seats") ? seats : null,
    maxPartiesPresent: by.has("parties") ? maxPartiesPresent : null,
    paceCovers: by.get("paceCovers") ?? null,
    paceParties: by.get("paceParties") ?? null,
  };
}

const lacksTable = (stay: Interval, { floor = null, occupants }: AdmissionWorld): boolean =>
  floor?.required === true && !isSeat(floor.seat(anyTable(stay), occupants));

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
