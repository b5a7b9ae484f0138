import type { Seat } from "../../domain/admission/tables.ts";
import { refusal } from "../../domain/errors.ts";
import { leavesAt, occupiedInterval } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { losersOf } from "../../domain/seating/facts.ts";
import type { Block } from "../../domain/seating/unit.ts";
import { DAY, HOUR, MINUTE } from "../../domain/time.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { MachineContext } from "../call/acting-as.ts";
import type { OperationContext } from "../define.ts";
import { toleranceMsOf } from "../reservation/world.ts";
import { floorOf } from "./floor-world.ts";
import type { MoveCause } from "./move-tables.ts";
import { tablesCalled } from "./names.ts";
import { type Displaced, lossOf, resettle } from "./resettle.ts";
import { keepAt, roomBetween } from "./room-between.ts";

interface Sits {
  readonly warnings: readonly Warning[];
  readonly seat: Seat | null;
}

export function requireTables(parameter: string, { brand }: OperationContext): void {
  if (brand.settings.tables.mode === "off")
    throw refusal("INVALID_INPUT.tables_off", { parameter });
}

/** Error: INVALID_INPUT if a name is unknown or the brand does not use tables. */
export function tablesHere(names: readonly string[], context: OperationContext): readonly string[] {
  requireTables("tables", context);
  return tablesCalled(names, context);
}

/**
 * Moves other parties away from the tables of `party`, which is seated. Another party keeps its table if no
 * other table is free and `party` leaves at most `toleratedMs` after that party's start (rule F8). `chosen`:
 * a person chose the tables.
 */
export function takeTables(
  party: Reservation,
  chosen: boolean,
  context: OperationContext,
  toleratedMs = toleranceMsOf(context),
): Sits {
  const sits = whereItSits(party, context);
  if (sits === null) return { seat: null, warnings: [] };
  const { unit, from, to } = sits;
  const { id, tables } = party;
  const span = { tables, from, to: to + unit.extraMs };
  const keptFrom = span.to - toleratedMs;
  const { moves, warnings } = displace(span, id, { madeRoomFor: id }, context, keptFrom);
  const why = { kind: chosen ? "chosen" : "kept" } as const;
  const later = chosen ? neededSoon(party, context) : [];
  return { seat: { tables, name: unit.name, why, moves }, warnings: [...warnings, ...later] };
}

/** If `party` overstays, warns of parties due at its tables within `tables.freezeMinutes` (rule F10). */
export function neededSoon(party: Reservation, context: OperationContext): Warning[] {
  const sits = whereItSits(party, context);
  const { now, brand } = context;
  if (sits === null || party.status !== "seated" || leavesAt(party) > now) return [];
  const { id, tables } = party;
  const soon = { from: sits.to, to: now + brand.settings.tables.freezeMinutes * MINUTE };
  const { room } = roomBetween({ from: now - DAY, to: soon.to + DAY }, context, { id });
  return losersOf(room, { tables, ...soon }, id).map((one) =>
    warning("TABLE_LOST.when_due", lossOf(one, context)),
  );
}

export function tooFewSeats(party: Reservation, context: OperationContext): Warning[] {
  const sits = whereItSits(party, context);
  if (sits === null || party.partySize <= sits.unit.maxCovers) return [];
  const { unit, from, to } = sits;
  const { maxCovers: limit, name: table } = unit;
  const covers = party.partySize;
  return [
    warning("OVER_LIMIT.table", { limited: "table", from, to, covers, limit, say: { table } }),
  ];
}

function whereItSits(party: Reservation, { brand, now, stores }: OperationContext) {
  const interval = occupiedInterval(party, now);
  if (brand.settings.tables.mode === "off" || party.tables.length === 0 || interval === null) {
    return null;
  }
  const unit = floorOf(stores.floors.get(brand.slug)).unitOf(party.tables);
  return { unit, from: Math.max(interval.from, now), to: interval.to };
}

/** `winner`: the reservation that gets the tables; null for a block. `keptFrom`: see resettle(). */
export function displace(
  span: Block,
  winner: string | null,
  cause: MoveCause,
  context: OperationContext,
  keptFrom = span.to,
): Displaced {
  const own = winner === null ? {} : { id: winner };
  const around = { from: span.from - DAY, to: span.to + DAY };
  const { room } = roomBetween(around, context, own);
  const losers = losersOf(room, span, winner);
  if (winner !== null) {
    keepAt(room, winner, { ...room.floor.unitOf(span.tables), extraMs: 0 }, span);
  }
  return resettle(room, losers, cause, context, keptFrom);
}

/** How far ahead to look for the next party. If that party starts later, the seated party has probably left by then. */
const LONGEST_OVERSTAY = 3 * HOUR;

/**
 * When the next party needs the tables of this seated party: the later of the next party's start and
 * `seatingToleranceMinutes` after this party should have left. Null if there is no next party.
 */
export function neededAt(
  { id, status, tables, startAt, endAt, seatedAt }: Reservation,
  { brand, now, stores }: Pick<MachineContext, "brand" | "now" | "stores">,
): number | null {
  if (status !== "seated") return null;
  if (brand.settings.tables.mode === "off") return null;
  const leftAt = leavesAt({ startAt, endAt, seatedAt });
  const next = stores.reservations
    .occupying(brand.slug, leftAt, Math.max(now, leftAt) + LONGEST_OVERSTAY)
    .filter((one) => one.id !== id && one.status !== "seated" && one.endAt > now)
    .filter((one) => one.tables.some((table) => tables.includes(table)));
  const toleratedUntil = leftAt + toleranceMsOf({ brand });
  const starts = next.map((one) => Math.max(one.startAt, toleratedUntil));
  return starts.length === 0 ? null : Math.min(...starts);
}
