import type { FloorWorld, Near, NoSeat, Seat, TableWish } from "../../domain/admission/tables.ts";
import { instantAt } from "../../domain/floor-plan.ts";
import type { Area, FloorRecords } from "../../domain/floor-records.ts";
import { isParty, type Occupant, type PartyOccupant } from "../../domain/occupancy.ts";
import { freeUnits, type Why } from "../../domain/seating/choice.ts";
import { Floor } from "../../domain/seating/floor.ts";
import { standsIn } from "../../domain/seating/order.ts";
import { Placements } from "../../domain/seating/placements.ts";
import { TRIES } from "../../domain/seating/search.ts";
import { type Seated, seat } from "../../domain/seating/seat.ts";
import { shortageOf } from "../../domain/seating/shortage.ts";
import type { Block, Bookable, Party, Unit } from "../../domain/seating/unit.ts";
import { HOUR, MINUTE, utcOffset } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { tableMoves } from "./move-tables.ts";

const HALF_DAY = 12 * HOUR;
const BEFORE = 6 * HOUR;

/** More than the `extraMinutes` of any table or combination, which are at most 240. */
export const LONGEST_EXTRA = 6 * HOUR;

/** Half days begin at 4:00 and 16:00, so that neither lunch nor dinner is split. */
const HALVES_AT = 4 * HOUR;

/** Widens a stay to whole half days and the six hours before them, so that nearby starts share one read. */
export function spanToRead(
  { from: at, to: until }: { readonly from: number; readonly to: number },
  zone: string,
): { readonly from: number; readonly to: number } {
  const shift = HALVES_AT - utcOffset(at, zone);
  const begins = Math.floor((at - shift) / HALF_DAY) * HALF_DAY + shift;
  const halves = Math.ceil((until + LONGEST_EXTRA - begins) / HALF_DAY);
  return { from: begins - BEFORE, to: begins + halves * HALF_DAY };
}

const ASKING = "";

/** `own`: the offers to the party's phone. Tables of an offer that overlaps the party's stay count as free. */
export function floorWorldOf(context: OperationContext, own: Near): FloorWorld | null {
  const { brand, stores, search } = context;
  const { tables, timeZone } = brand.settings;
  if (tables.mode === "off") return null;
  const records = stores.floors.get(brand.slug);
  const floor = floorOf(records);
  const blocks = blocksOf(records, timeZone);
  const roomsOf = new WeakMap<Near, Map<string, Placements>>();
  const asks = askerOf(context);
  // On the dashboard, the area is only a wish: other areas are possible too.
  const isPage = context.desk !== undefined;

  const roomOf = (wish: TableWish, near: Near, heldAfter = 0): Placements => {
    const { from, to } = spanToRead(wish, timeZone);
    const rooms = roomsOf.get(near) ?? new Map<string, Placements>();
    roomsOf.set(near, rooms);
    const kept = own(from, to).filter((one) => one.from >= wish.to || one.to <= wish.from);
    const key = `${from} ${to} ${heldAfter} ${kept.length}`;
    const known = rooms.get(key);
    if (known !== undefined) return known;
    const counts = (one: Occupant): boolean => (one.holdUntil ?? heldAfter + 1) > heldAfter;
    const all = near(from, to);
    const counted = kept.length === 0 && all.every(counts) ? all : [...all, ...kept].filter(counts);
    const parties = partiesIn({ from, to }, counted);
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
      // If a party asks for another area, look there first.
      const there =
        areaIsNew && party.tables.length > 0 && !party.areaBinds
          ? seat(room, { ...party, areaBinds: true }, { left: 0 })
          : null;
      const { left } = search;
      const found = there?.kind === "seated" ? there : seat(room, party, search);
      if (found.kind === "full" && found.triesEnded) {
        search.ended += 1;
        if (left < TRIES) search.cutShort.add(wish.from);
      }
      if (found.kind !== "seated") return noSeat(found, room, party, records);
      const isNews = found.why.kind !== "kept" || (areaIsNew && !party.pinned);
      const why = isNews ? elsewhere(found.unit, party, records) : null;
      return seatOf(why === null ? found : { ...found, why });
    },
    free: (wish, near) => freeUnits(roomOf(wish, near), partyOf(wish)).map(({ unit }) => unit),
  };
}

/** False if the party has tables outside the area, because it may keep them. */
const isBinding = (area: string | null, tables: readonly string[], floor: Floor): boolean =>
  area === null || tables.length === 0 || standsIn(floor.unitOf(tables), area);

function elsewhere(unit: Unit, { area }: Party, { areas }: FloorRecords): Why | null {
  if (area === null || standsIn(unit, area)) return null;
  const names = (ids: readonly (string | null)[]): string[] =>
    areas.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return { kind: "elsewhere", wished: names([area]).join(), areas: names(unit.areas) };
}

const seatOf = ({ unit, why, moves }: Seated): Seat => ({
  tables: unit.tables,
  name: unit.name,
  why,
  moves: tableMoves(moves),
});

function noSeat(
  { kind }: Exclude<ReturnType<typeof seat>, Seated>,
  room: Placements,
  party: Party,
  { areas }: FloorRecords,
): NoSeat {
  const { units, pinned, next } = shortageOf(room, party);
  const { name = null } = areas.find(({ id }) => party.areaBinds && id === party.area) ?? {};
  const freeAt = next?.at ?? null;
  return { places: units, pinned, freeAt, area: name, isPinned: kind === "pinned" };
}

const floors = new WeakMap<FloorRecords, Floor>();

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

interface Seating {
  readonly id: string;
  readonly partySize: number;
  /** The booked or offered start, even if the party came at another time. */
  readonly startAt: number;
  readonly tables: readonly string[];
  readonly area: string | null;
}

export function partiesOf({ brand, now }: OperationContext) {
  const { mode, freezeMinutes } = brand.settings.tables;
  if (mode === "off") return null;
  const movableFrom = now + freezeMinutes * MINUTE;
  return (
    from: number,
    to: number,
    { id, partySize, startAt, tables, area }: Seating,
    pinned: boolean,
    mayMove: boolean,
    holdUntil: number | null = null,
  ): PartyOccupant => ({
    id,
    from,
    to,
    covers: partySize,
    holdUntil,
    size: partySize,
    area,
    areaBinds: "while_inside",
    asks: holdUntil === null ? "desk" : "online",
    tables,
    movable: mayMove && startAt >= movableFrom,
    pinned,
  });
}

/** A party whose stay leaves the span is not movable, because parties outside the span were not read. */
export function partiesIn(
  { from, to }: { readonly from: number; readonly to: number },
  occupants: readonly Occupant[],
): Party[] {
  const parties: Party[] = [];
  for (const one of occupants) {
    if (!isParty(one)) continue;
    const isKnown = one.from >= from && one.to <= to;
    parties.push(isKnown || !one.movable ? one : { ...one, movable: false });
  }
  return parties;
}

export function askerOf({ desk, caller }: OperationContext): Bookable {
  if (desk !== undefined) return "door";
  return caller.kind === "system" ? "online" : "desk";
}
