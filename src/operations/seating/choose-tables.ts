import type { Seat, TableMove } from "../../domain/admission/tables.ts";
import { DomainError, type Reason, reason, refusal } from "../../domain/errors.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { freeUnits } from "../../domain/seating/choice.ts";
import type { Placements } from "../../domain/seating/placements.ts";
import { shortageOf } from "../../domain/seating/shortage.ts";
import { mayUse, type Party, type Unit } from "../../domain/seating/unit.ts";
import { DAY } from "../../domain/time.ts";
import { sameValue } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { askerOf } from "./floor-world.ts";
import { tableNames } from "./names.ts";
import { keepAt, roomBetween } from "./room-between.ts";

const MOST_INSTEAD = 4;

export interface Stay {
  readonly from: number;
  readonly to: number;
}

export interface Chosen {
  readonly seat: Seat;
  readonly moves: readonly (TableMove & { readonly pinned?: boolean })[];
}

/** `swap`: exchange tables with the party that has `tables`. Errors: TABLE_TAKEN, INVALID_INPUT. */
export function choose(
  before: Reservation,
  tables: readonly string[],
  stay: Stay,
  swap: boolean,
  context: OperationContext,
): Chosen {
  const { id } = before;
  const { room } = roomBetween(around(stay), context, { id });
  const unit = room.floor.unitOf(tables);
  const party = partyOf(before, stay, context);
  requireSuitable(unit, party);
  const takers = room.takenBy(unit, stay.from, stay.to);
  const exchanged = exchange(party, unit, takers, room, context);
  const moves = swap ? exchanged : [];
  if (takers.length > 0 && moves.length === 0) {
    const isSwap = swap ? "refused" : exchanged.length > 0 ? "possible" : null;
    const [first, ...others] = takers.map((one) => taken(one, party, unit, room, isSwap, context));
    throw new DomainError([first as Reason, ...others]);
  }
  return { seat: { tables, name: unit.name, why: { kind: "chosen" }, moves }, moves };
}

export interface Choice {
  readonly unit: Unit;
  /** The parties that have the tables. Null stands for a block. */
  readonly takers: readonly (Party | null)[];
  readonly swaps: boolean;
  /** Null if none of the tables is needed within a day. */
  readonly freeUntil: number | null;
}

export function choicesFor(
  before: Reservation,
  stay: Stay,
  context: OperationContext,
): readonly Choice[] {
  const { room } = roomBetween(around(stay), context, { id: before.id });
  return choicesIn(room, partyOf(before, stay, context), context);
}

/** `next`: the table or combination that becomes free first; null if none is large enough. */
export function choicesAtDoor(size: number, stay: Stay, context: OperationContext) {
  const { room } = roomBetween(around(stay), context);
  const nobody = { id: "", partySize: size, area: null, tables: [] };
  const party = partyOf(nobody, stay, context);
  return { room, choices: choicesIn(room, party, context), next: shortageOf(room, party).next };
}

const around = ({ from, to }: Stay): Stay => ({ from: from - DAY, to: to + DAY });

function choicesIn(room: Placements, party: Party, context: OperationContext): Choice[] {
  return room.floor.units
    .filter(({ maxCovers, bookable }) => party.size <= maxCovers && mayUse(party.asks, bookable))
    .map((unit): Choice => {
      const takers = room.takenBy(unit, party.from, party.to);
      const swaps = takers.length > 0 && exchange(party, unit, takers, room, context).length > 0;
      return { unit, takers, swaps, freeUntil: nextNeedOf(unit, party.from, room) };
    })
    .toSorted(
      (one, other) =>
        Number(one.takers.length > 0) - Number(other.takers.length > 0) ||
        one.unit.maxCovers - other.unit.maxCovers ||
        one.unit.tables.length - other.unit.tables.length ||
        one.unit.nameRank - other.unit.nameRank,
    );
}

function nextNeedOf({ tables }: Unit, from: number, room: Placements): number | null {
  const starts = tables.flatMap((table) =>
    room.on(table).flatMap((row) => (row.to > from ? [row.from] : [])),
  );
  return starts.length === 0 ? null : Math.min(...starts);
}

const partyOf = (
  before: Pick<Reservation, "id" | "partySize" | "area" | "tables">,
  stay: Stay,
  context: OperationContext,
): Party => ({
  ...stay,
  id: before.id,
  size: before.partySize,
  area: before.area,
  areaBinds: false,
  asks: askerOf(context),
  tables: before.tables,
  movable: false,
  pinned: false,
});

function requireSuitable(
  { name: table, maxCovers, bookable }: Unit,
  { size: covers, asks }: Party,
) {
  const unsuitable = (limit: number | null) =>
    refusal("INVALID_INPUT.table_unsuitable", {
      parameter: "tables",
      say: { table, covers, maxCovers: limit },
    });
  if (covers > maxCovers) throw unsuitable(maxCovers);
  if (!mayUse(asks, bookable)) throw unsuitable(null);
}

function exchange(
  party: Party,
  unit: Unit,
  [other, ...others]: readonly (Party | null)[],
  room: Placements,
  { now }: OperationContext,
): Chosen["moves"] {
  if (other == null || others.length > 0 || party.tables.length === 0) return [];
  const own = room.floor.unitOf(party.tables);
  if (other.size > own.maxCovers || !mayUse(other.asks, own.bookable)) return [];
  const fits = room.without(other.id, () => {
    keepAt(room, party.id, unit, party);
    const isFree = room.isFree(own, Math.max(other.from, now), other.to);
    room.remove(party.id);
    return isFree;
  });
  const { id, tables: from, pinned } = other;
  return fits ? [{ id, from, to: party.tables, pinned }] : [];
}

function taken(
  taker: Party | null,
  party: Party,
  unit: Unit,
  room: Placements,
  swap: "possible" | "refused" | null,
  { brand, stores }: OperationContext,
): Reason {
  const records = stores.floors.get(brand.slug);
  const rows = unit.tables.flatMap((table) =>
    room
      .on(table)
      .filter((row) => row.party?.id === taker?.id)
      .filter((row) => row.from < party.to + unit.extraMs && row.to > party.from)
      .map(({ from, to }) => ({ table, from, to })),
  );
  const entryId = taker === null ? "" : (stores.offers.get(taker.id)?.entryId ?? "");
  const guest = taker && (stores.reservations.get(taker.id) ?? stores.waitlist.entry(entryId));
  const instead = freeUnits(room, { ...party, tables: [] })
    .filter((one) => !sameValue(one.unit.tables, party.tables))
    .slice(0, MOST_INSTEAD);
  return reason("TABLE_TAKEN", {
    parameter: "tables",
    tables: tableNames([...new Set(rows.map(({ table }) => table))], records),
    by: taker && { id: taker.id, name: guest?.name ?? "", numberOfPeople: taker.size },
    from: Math.min(...rows.map(({ from }) => from)),
    until: Math.max(...rows.map(({ to }) => to)),
    instead: instead.map((one) => tableNames(one.unit.tables, records)),
    say: { zone: brand.settings.timeZone, swap: taker === null ? null : swap },
  });
}
