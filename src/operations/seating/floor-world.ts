import type { FloorWorld, Near, NoSeat, Seat, TableWish } from "../../domain/admission/tables.ts";
import { instantAt } from "../../domain/floor-plan.ts";
import type { Area, FloorRecords } from "../../domain/floor-records.ts";
import type { Occupant } from "../../domain/occupancy.ts";
import { freeUnits, type Why } from "../../domain/seating/choice.ts";
import { Floor } from "../../domain/seating/floor.ts";
import { standsIn } from "../../domain/seating/order.ts";
import { Placements } from "../../domain/seating/placements.ts";
import { seat } from "../../domain/seating/seat.ts";
import { shortageOf } from "../../domain/seating/shortage.ts";
import type { Block, Bookable, Party, Unit } from "../../domain/seating/unit.ts";
import { HOUR, MINUTE, utcOffset } from "../../domain/time.ts";
import { tablesIn } from "../../storage/reservation-columns.ts";
import type { OperationContext } from "../define.ts";

const HALF_DAY = 12 * HOUR;
const BEFORE = 6 * HOUR;

/** The most extra minutes of a table, and then some. */
const EXTRA = 6 * HOUR;

/** Halves of a day begin at four: no dinner is cut in two, nor is a lunch. */
const HALVES_AT = 4 * HOUR;

/**
 * Who is read at once for a stay: those of its half of a day, with what touches their stays. All
 * starts of a half share what was read.
 */
export function readFor(
  { from: at, to: until }: { readonly from: number; readonly to: number },
  zone: string,
): { readonly from: number; readonly to: number } {
  const shift = HALVES_AT - utcOffset(at, zone);
  const begins = Math.floor((at - shift) / HALF_DAY) * HALF_DAY + shift;
  const halves = Math.ceil((until + EXTRA - begins) / HALF_DAY);
  return { from: begins - BEFORE, to: begins + halves * HALF_DAY };
}

/** The party that is asked about, beside those that have an id. */
const ASKING = "";

/**
 * The floor of the brand for one look at it; null where the brand keeps no tables. `own`: what is held
 * for the same phone; only a hold at the time of the stay gives way to it.
 */
export function floorWorldOf(context: OperationContext, own: Near): FloorWorld | null {
  const { brand, stores, search } = context;
  const { tables, timeZone } = brand.settings;
  if (tables.mode === "off") return null;
  const records = stores.floors.get(brand.slug);
  const floor = floorOf(records);
  const blocks = blocksOf(records, timeZone);
  const roomsOf = new WeakMap<Near, Map<string, Placements>>();
  const asks = askerOf(context);
  // An area that a host wishes for at a page never refuses anybody.
  const isPage = context.desk !== undefined;

  const roomOf = (wish: TableWish, near: Near, heldAfter = 0): Placements => {
    const { from, to } = readFor(wish, timeZone);
    const rooms = roomsOf.get(near) ?? new Map<string, Placements>();
    roomsOf.set(near, rooms);
    const kept = own(from, to).filter((one) => one.from >= wish.to || one.to <= wish.from);
    const key = `${from} ${to} ${heldAfter} ${kept.length}`;
    const known = rooms.get(key);
    if (known !== undefined) return known;
    const counted = [...near(from, to), ...kept].filter(
      (one) => (one.holdUntil ?? heldAfter + 1) > heldAfter,
    );
    const parties = counted.flatMap((one) => partyIn({ from, to }, one));
    const closed = blocks.filter((one) => one.from < to && one.to > from);
    const room = new Placements(floor, parties, closed);
    rooms.set(key, room);
    return room;
  };

  const partyOf = (wish: TableWish): Party => {
    const { from, to, covers: size, area, present, pinned, areaIsNew = false } = wish;
    const areaBinds = !isPage && (areaIsNew || isBinding(area, present, floor));
    const known = { tables: present, pinned, movable: false };
    return { id: ASKING, from, to, size, area, areaBinds, asks, ...known };
  };
  return {
    required: tables.mode === "required",
    seat(wish, near, heldAfter) {
      const room = roomOf(wish, near, heldAfter);
      const party = partyOf(wish);
      const { areaIsNew = false } = wish;
      // Before it keeps its tables, a free one is looked for where it wishes to sit now.
      const there =
        areaIsNew && party.tables.length > 0 && !party.areaBinds
          ? seat(room, { ...party, areaBinds: true }, { left: 0 })
          : null;
      const found = there?.kind === "seated" ? there : seat(room, party, search);
      if (found.kind === "full" && found.triesEnded) search.ended += 1;
      if (found.kind !== "seated") return outcomeOf(found, room, party);
      const isNews = found.why.kind !== "kept" || (areaIsNew && !party.pinned);
      const why = isNews ? elsewhere(found.unit, party, records) : null;
      return outcomeOf(why === null ? found : { ...found, why }, room, party);
    },
    free: (wish, near) => freeUnits(roomOf(wish, near), partyOf(wish)).map(({ unit }) => unit),
  };
}

/** Whether no other area will do. A party that has tables elsewhere was given them despite its wish. */
const isBinding = (area: string | null, tables: readonly string[], floor: Floor): boolean =>
  area === null || tables.length === 0 || standsIn(floor.unitOf(tables), area);

const isOutside = (unit: Unit, area: string | null): boolean =>
  area !== null && !standsIn(unit, area);

/** That nothing is free in the area that a party wishes for, where it sits elsewhere for that. */
function elsewhere(unit: Unit, { area }: Party, { areas }: FloorRecords): Why | null {
  if (!isOutside(unit, area)) return null;
  const names = (ids: readonly (string | null)[]): string[] =>
    areas.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return { kind: "elsewhere", wished: names([area]).join(), areas: names(unit.areas) };
}

function outcomeOf(found: ReturnType<typeof seat>, room: Placements, party: Party): Seat | NoSeat {
  if (found.kind === "seated") {
    const { unit, why, moves } = found;
    return {
      tables: unit.tables,
      name: unit.name,
      why,
      moves: moves.map((one) => ({ id: one.party.id, from: one.from, to: one.to.tables })),
    };
  }
  const { units, pinned, next } = shortageOf(room, party);
  return { places: units, pinned, freeAt: next?.at ?? null, isPinned: found.kind === "pinned" };
}

/** A floor is made ready once for each state of its plan. */
const floors = new WeakMap<FloorRecords, Floor>();

/** The plan as searches use it. */
export function floorOf(records: FloorRecords): Floor {
  const known = floors.get(records);
  if (known !== undefined) return known;
  const floor = new Floor({
    areas: records.areas,
    tables: records.tables.filter(({ archivedAt }) => archivedAt === null),
    combinations: records.combinations.filter(
      ({ enabled, tables }) => enabled && tables.every((id) => isInUse(id, records)),
    ),
  });
  floors.set(records, floor);
  return floor;
}

const isInUse = (id: string, { tables }: FloorRecords): boolean =>
  tables.some((one) => one.id === id && one.archivedAt === null);

const closedTimes = new WeakMap<FloorRecords, { zone: string; all: readonly Block[] }>();

/** Tables that nobody gets: blocked ones, and those of an area while it is closed. */
export function blocksOf(records: FloorRecords, zone: string): readonly Block[] {
  const known = closedTimes.get(records);
  if (known?.zone === zone) return known.all;
  const all = [
    ...records.blocks,
    ...records.areas.flatMap((area) => closedIn(area, records, zone)),
  ];
  closedTimes.set(records, { zone, all });
  return all;
}

function closedIn({ id, closed }: Area, { tables }: FloorRecords, zone: string): Block[] {
  const inside = tables.filter(({ area }) => area === id).map((one) => one.id);
  return closed.map((span) => ({
    tables: inside,
    from: instantAt(span.from, zone) ?? 0,
    to: instantAt(span.to, zone) ?? 0,
  }));
}

/** What the database has of an occupant's tables. */
interface Seating {
  /** When it is booked for. */
  readonly startAt: number;
  /** Ids of its tables, as the column has them. */
  readonly tables: string;
  readonly area: string | null;
  readonly pinned: boolean;
  /** Nothing but the time keeps it at its tables. */
  readonly mayMove: boolean;
}

/** Makes occupants known to searches for a table; null where the brand keeps no tables. */
export function partiesOf({ brand, stores, now }: OperationContext) {
  const { mode, freezeMinutes } = brand.settings.tables;
  if (mode === "off") return null;
  const floor = floorOf(stores.floors.get(brand.slug));
  const movableFrom = now + freezeMinutes * MINUTE;
  return ({ id, from, to, covers, holdUntil }: Occupant, has: Seating): Occupant => {
    const { area, pinned } = has;
    const tables = tablesIn(has.tables);
    const areaBinds = isBinding(area, tables, floor);
    const movable = has.mayMove && has.startAt >= movableFrom;
    const asks = holdUntil === null ? "desk" : "online";
    const known = { tables, pinned, movable };
    const party: Party = { id, from, to, size: covers, area, areaBinds, asks, ...known };
    return { id, from, to, covers, holdUntil, party };
  };
}

/** An occupant for a search in that span. A stay that is known in part only is not moved. */
export function partyIn(
  span: { readonly from: number; readonly to: number },
  { party }: Occupant,
): readonly Party[] {
  if (party === undefined) return [];
  const isKnown = party.from >= span.from && party.to <= span.to;
  return [isKnown || !party.movable ? party : { ...party, movable: false }];
}

/** Hosts at a page give any table; guests and the waitlist none that is kept for the house. */
export function askerOf({ desk, caller }: OperationContext): Bookable {
  if (desk !== undefined) return "door";
  return caller.kind === "system" ? "online" : "desk";
}
