import { checkLoad } from "../../domain/admission/load.ts";
import type { AdmissionWorld } from "../../domain/admission/request.ts";
import type { Seat } from "../../domain/admission/tables.ts";
import { endOf } from "../../domain/admission.ts";
import { dayWorld } from "../../domain/alternatives.ts";
import { type OpenService, serviceAt, todayOf } from "../../domain/calendar.ts";
import type { Occupant } from "../../domain/occupancy.ts";
import { cutToMinute, MINUTE, startOfDay } from "../../domain/time.ts";
import type { WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { seatingTolerance, worldOf } from "../reservation/world.ts";
import { blocksOf, partiesOf } from "../seating/floor-world.ts";

const STEP_MINUTES = 5;
const MOST_AHEAD = 30;

export interface Opening {
  readonly at: number;
  readonly seat: Seat | null;
}

interface Evening {
  readonly service: OpenService;
  readonly world: AdmissionWorld;
  readonly toleranceMs: number | undefined;
}

/**
 * The wait of each party size in minutes (rule W22). Null if no service is open or has room before it closes.
 */
export function doorWaitsFor(
  sizes: readonly number[],
  context: OperationContext,
): (number | null)[] {
  const evening = eveningOf(context);
  if (evening === null) return sizes.map(() => null);
  const after = withLineSeated(evening, context);
  return sizes.map((size) => {
    const opening = firstOpening(size, after, context);
    return opening === null ? null : minutesUntil(opening.at, context.now);
  });
}

export function nextOpening(size: number, context: OperationContext): Opening | null {
  const evening = eveningOf(context);
  return evening === null ? null : firstOpening(size, evening, context);
}

function eveningOf(context: OperationContext): Evening | null {
  const { brand, now } = context;
  const service = serviceAt(brand.settings, now);
  if (service === null || now >= service.closes) return null;
  const world = dayWorld([service], worldOf(context));
  return { service, world, toleranceMs: seatingTolerance(context) };
}

function firstOpening(
  size: number,
  { service, world, toleranceMs }: Evening,
  { brand: { settings, slug }, now, stores }: OperationContext,
): Opening | null {
  const keepsTables = settings.tables.mode !== "off";
  const table = keepsTables ? { table: { area: null, present: [], pinned: false } } : {};
  const openingAt = (at: number): Opening | null => {
    const after = { from: at, to: endOf(at, size, settings), covers: size };
    const change = { before: null, after, toleranceMs };
    const { reasons, seat } = checkLoad(
      { change, ...table, service, paced: false, entering: true, isSeated: false },
      world,
    );
    return reasons.length > 0 || (keepsTables && seat === null) ? null : { at, seat };
  };
  const start = cutToMinute(now);
  // Tables come free only when a block ends, when a stay ends, or `toleranceMs` before a stay ends.
  const stays = world.occupants(start, service.closes);
  const blocks = keepsTables ? blocksOf(stores.floors.get(slug), settings.timeZone) : [];
  const ends = [
    ...stays.flatMap(({ to }) => [to - (toleranceMs ?? 0), to]),
    ...blocks.map(({ to }) => to),
  ].filter((at) => at > start && at < service.closes);
  for (const at of [start, ...new Set(ends.sort((one, other) => one - other))]) {
    const opening = openingAt(at);
    if (opening !== null) return opening;
  }
  return null;
}

function withLineSeated(evening: Evening, context: OperationContext): Evening {
  const { brand } = context;
  const partyOf = partiesOf(context);
  return lineAtDoor(context)
    .slice(0, MOST_AHEAD)
    .reduce((before, { id, partySize: covers }) => {
      const opening = firstOpening(covers, before, context);
      if (opening === null) return before;
      const { at: from, seat } = opening;
      const to = endOf(from, covers, brand.settings);
      const tables = seat?.tables ?? [];
      const sits = { id, partySize: covers, startAt: from, tables, area: null };
      return withOccupant(
        before,
        partyOf?.(from, to, sits, true, false) ?? { id, from, to, covers, holdUntil: null },
      );
    }, evening);
}

const withOccupant = (evening: Evening, one: Occupant): Evening => {
  const { occupants } = evening.world;
  const all: AdmissionWorld["occupants"] = (from, to) =>
    one.from < to && one.to > from ? [...occupants(from, to), one] : occupants(from, to);
  return { ...evening, world: { ...evening.world, occupants: all } };
};

/** Leaves out parties for which a table is held. */
export function lineAtDoor({ brand, stores, now }: OperationContext): readonly WaitlistEntry[] {
  const date = todayOf(brand.settings, now);
  const day = { date: null, startsAt: startOfDay(date, brand.settings.timeZone) };
  return stores.waitlist
    .list({ brand: brand.slug, statuses: ["waiting"], day, after: null, limit: MOST_LISTED })
    .filter(({ kind, latestAt }) => kind === "door" && latestAt > now);
}

const MOST_LISTED = 1000;

const minutesUntil = (at: number, now: number): number =>
  at <= now ? 0 : Math.ceil((at - now) / (STEP_MINUTES * MINUTE)) * STEP_MINUTES;
