// Checks whether the rows of a database keep the rules for tables (docs/rules/tables.md).
import { occupiedInterval } from "../../src/domain/occupancy.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import type { Unit } from "../../src/domain/seating/unit.ts";
import { blocksOf, floorOf } from "../../src/operations/seating/floor-world.ts";
import { tablesIn } from "../../src/storage/reservation-columns.ts";
import { BRANDS, DAY, type Engine, MINUTE, ZONE } from "./waiting-engine.ts";

const [BISTRO] = BRANDS;

export const partiesOf = ({ database, stores }: Engine): Reservation[] =>
  database
    .query<{ id: string }, [string]>("SELECT id FROM reservation WHERE brand = ? ORDER BY id")
    .all(BISTRO)
    .flatMap(({ id }) => stores.reservations.get(id) ?? []);

export const offersOf = ({ stores, at }: Engine) =>
  stores.waitlist.liveOffers(BISTRO, at - DAY, at + 30 * DAY, at);

interface Taken {
  readonly id: string;
  readonly unit: Unit;
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly sits: boolean;
}

/**
 * The parties and holds that have tables from now on, except overstaying parties and seated parties
 * in the last minutes of their stay: their tables may already be given to others (rule C26).
 */
function takenIn(engine: Engine): Taken[] {
  const floor = floorOf(engine.stores.floors.get(BISTRO));
  const tolerated =
    (engine.stores.brands.get(BISTRO)?.settings.seatingToleranceMinutes ?? 0) * MINUTE;
  const seats = partiesOf(engine).flatMap((one) => {
    const sits = one.status === "seated";
    const stay = occupiedInterval(one, sits ? 0 : engine.at);
    if (stay === null || one.tables.length === 0) return [];
    return [{ id: one.id, tables: one.tables, size: one.partySize, sits, ...stay }];
  });
  const held = offersOf(engine).map((offer) => ({
    id: offer.id,
    tables: tablesIn(offer.tables),
    size: offer.partySize,
    sits: false,
    from: offer.startAt,
    to: offer.endAt,
  }));
  return [...seats, ...held.filter(({ tables }) => tables.length > 0)]
    .map(({ tables, ...one }) => {
      const unit = floor.unitOf(tables);
      const to = one.to + unit.extraMs - (one.sits ? tolerated : 0);
      return { ...one, unit, from: Math.max(one.from, engine.at), to };
    })
    .filter(({ from, to }) => from < to);
}

/** Faults in the tables of all parties; empty if there is none. */
export function tableFaults(engine: Engine): string[] {
  const settings = engine.stores.brands.get(BISTRO)?.settings;
  if (settings === undefined || settings.tables.mode === "off") return [];
  const records = engine.stores.floors.get(BISTRO);
  const blocks = blocksOf(records, ZONE);
  const taken = takenIn(engine);
  return taken.flatMap(({ id, unit, from, to, size, sits }, at) => {
    const shared = taken
      .slice(at + 1)
      .filter((other) => other.from < to && other.to > from)
      .flatMap((other) => other.unit.tables.filter((one) => unit.tables.includes(one)))
      .map((name) => `two parties at ${name}`);
    if (sits) return shared;
    const blocked = blocks.filter(
      (one) => one.from < to && one.to > from && one.tables.some((x) => unit.tables.includes(x)),
    );
    return [
      ...shared,
      ...blocked.map(() => `${id} has a blocked table`),
      ...(size > unit.maxCovers ? [`${id}, party of ${size}, does not fit at ${unit.name}`] : []),
    ];
  });
}

/** All parties before a step, by id. */
type Before = ReadonlyMap<string, Reservation>;

export const before = (engine: Engine): Before =>
  new Map(partiesOf(engine).map((one) => [one.id, one]));

/** Operations that may take any table away from a party, even a pinned one. */
const FACTS: ReadonlySet<unknown> = new Set([
  "block_tables",
  "import_floor",
  "set_settings",
  "undo_last_change",
]);

/**
 * The forbidden changes that a step made to other parties. `by`: the ids of the parties that the
 * step was about.
 */
export function stepFaults(engine: Engine, was: Before, by: readonly string[]): string[] {
  const freeze = (engine.stores.brands.get(BISTRO)?.settings.tables.freezeMinutes ?? 0) * MINUTE;
  return partiesOf(engine).flatMap((party) => {
    const old = was.get(party.id);
    if (old === undefined || by.includes(party.id)) return [];
    const found: string[] = [];
    if (old.startAt !== party.startAt || old.endAt !== party.endAt) found.push("other times");
    if (old.revision !== party.revision && old.status === party.status) found.push("a revision");
    if (old.tables.join() === party.tables.join() || old.tables.length === 0) {
      return found.map((what) => `${party.id} has ${what}`);
    }
    const [row] = engine.stores.audit.ofReservation(party.id, 1);
    const winner = was.get(String(row?.after["madeRoomFor"]));
    const now = engine.stores.reservations.get(String(row?.after["madeRoomFor"]));
    const isFact = FACTS.has(row?.after["cause"]) || now?.status === "seated";
    const mayMove =
      (old.status === "booked" || old.status === "pending") &&
      !old.tablePinned &&
      old.startAt >= engine.at + freeze;
    // A user swapped the tables of two parties.
    const isSwap = winner !== undefined && now?.tablePinned === true;
    if (!isFact && !mayMove && !isSwap) found.push("other tables");
    if (
      old.status === "seated" &&
      party.tables.length > 0 &&
      !isSwap &&
      row?.after["cause"] !== "undo_last_change"
    )
      found.push("tables of a seated party, changed by a machine");
    return found.map(
      (what) => `${party.id} has ${what}: ${JSON.stringify(row)} of ${JSON.stringify(old)}`,
    );
  });
}
