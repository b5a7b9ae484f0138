import { byName } from "../../domain/by-name.ts";
import { DomainError } from "../../domain/errors.ts";
import type { DiningTable, FloorRecords } from "../../domain/floor-records.ts";
import { leavesAt, occupiedInterval } from "../../domain/occupancy.ts";
import type { Floor } from "../../domain/seating/floor.ts";
import type { Block } from "../../domain/seating/unit.ts";
import { resolveStart } from "../../domain/start.ts";
import { DAY } from "../../domain/time.ts";
import { tablesIn } from "../../storage/reservation-columns.ts";
import type { OperationContext } from "../define.ts";
import { blocksOf, floorOf, LONGEST_EXTRA } from "./floor-world.ts";

export const TABLE_STATES = ["free", "due", "arrived", "seated", "blocked"] as const;
type TableState = (typeof TABLE_STATES)[number];

interface Guest {
  /** Id of a reservation, or of the waitlist entry that was offered the table. */
  readonly id: string;
  readonly tables: readonly string[];
  readonly numberOfPeople: number;
  readonly state: Exclude<TableState, "free" | "blocked">;
  readonly from: number;
  readonly to: number;
  /** When the party sat down or arrived; the booked start if it has not come yet. */
  readonly since: number;
  readonly until: number;
}

export interface TableNow {
  readonly table: DiningTable;
  readonly state: TableState;
  readonly guest: Guest | null;
  readonly since: number | null;
  readonly until: number | null;
  readonly next: Guest | null;
}

export function tablesAt(at: number, context: OperationContext): TableNow[] {
  const { brand, stores } = context;
  const records = stores.floors.get(brand.slug);
  const floor = floorOf(records);
  const found = guestsBetween(floor.hasExtra ? at - LONGEST_EXTRA : at, at + DAY, context);
  const guests = found.filter(({ to }) => to > at);
  const blocks = [
    ...blocksOf(records, brand.settings.timeZone),
    ...(floor.hasExtra ? found.map((guest) => extraAfter(guest, floor)) : []),
  ];
  return inOrder(records).map((table) => {
    const own = guests.filter(({ tables }) => tables.includes(table.id));
    const closed = blocks.filter(({ tables, to }) => tables.includes(table.id) && to > at);
    return tableNow(table, own, closed, at);
  });
}

const extraAfter = ({ tables, to }: Guest, floor: Floor): Block => ({
  tables,
  from: to,
  to: to + floor.unitOf(tables).extraMs,
});

function tableNow(
  table: DiningTable,
  guests: readonly Guest[],
  blocks: readonly Block[],
  at: number,
): TableNow {
  const guest =
    guests.find(({ from }) => from <= at) ??
    guests.find(({ state, since }) => state === "arrived" && since <= at) ??
    null;
  // Not `from > at`: the next party's start may have passed while this party is still at the table.
  const next = guests.find((one) => one !== guest) ?? null;
  if (guest !== null) {
    const { state, since, until } = guest;
    return { table, state, guest, since, until, next };
  }
  const block = blocks.find(({ from }) => from <= at);
  if (block !== undefined) {
    return { table, state: "blocked", guest, since: block.from, until: block.to, next };
  }
  const ends = [...blocks.map(({ from }) => from), ...(next === null ? [] : [next.from])];
  const until = ends.length === 0 ? null : Math.min(...ends);
  return { table, state: "free", guest, since: null, until, next };
}

function guestsBetween(from: number, to: number, context: OperationContext): Guest[] {
  const { brand, stores, now } = context;
  if (brand.settings.tables.mode === "off") return [];
  const stays = stores.reservations.occupying(brand.slug, from, to).flatMap((stay): Guest[] => {
    const interval = occupiedInterval(stay, now);
    const { id, status, partySize: numberOfPeople, startAt, seatedAt } = stay;
    if (interval === null || interval.to <= from || interval.from >= to) return [];
    const guest = { id, tables: stay.tables, numberOfPeople, ...interval };
    if (status === "seated" || status === "completed") {
      const until = status === "seated" ? leavesAt(stay) : interval.to;
      return [{ ...guest, state: "seated", since: seatedAt ?? startAt, until }];
    }
    if (status !== "arrived")
      return [{ ...guest, state: "due", since: startAt, until: interval.to }];
    const arrivedAt = stores.reservations.get(id)?.arrivedAt ?? startAt;
    return [{ ...guest, state: "arrived", since: arrivedAt, until: interval.to }];
  });
  const held = stores.waitlist
    .liveOffers(brand.slug, from, to, stores.clock.endingsAt(now))
    .map((offer): Guest => {
      const { entryId: id, partySize: numberOfPeople, startAt, endAt } = offer;
      const stay = { from: startAt, to: endAt, since: startAt, until: endAt };
      return { id, tables: tablesIn(offer.tables), numberOfPeople, state: "due", ...stay };
    });
  return [...stays, ...held].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
}

function inOrder({ areas, tables }: FloorRecords): DiningTable[] {
  const places = new Map(areas.map(({ id, position }) => [id, position]));
  const placeOf = ({ area }: DiningTable): number => places.get(area) ?? 0;
  return tables
    .filter(({ archivedAt }) => archivedAt === null)
    .sort((a, b) => placeOf(a) - placeOf(b) || byName(a.name, b.name));
}

/** Error: NONEXISTENT_TIME if the clock skips this wall time. */
export function wallInstant(
  date: string,
  time: string,
  { brand, now }: Pick<OperationContext, "brand" | "now">,
): number {
  const found = resolveStart({ date, time, timestamp: null }, brand.settings, now);
  if (!found.ok) throw new DomainError([found.reason]);
  return found.value.startAt;
}
