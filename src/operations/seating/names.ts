import type { TableMove } from "../../domain/admission/tables.ts";
import type { AuditRow, FieldValues } from "../../domain/audit.ts";
import { byName } from "../../domain/by-name.ts";
import {
  accepted,
  type Checked,
  DomainError,
  type Reason,
  reason,
  refused,
} from "../../domain/errors.ts";
import type { Area, DiningTable, FloorRecords } from "../../domain/floor-records.ts";
import { nearestWord } from "../../domain/nearest.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";

// Callers use the names on the floor plan. Records hold ids, so that tables can be renamed.

type InBrand = Pick<OperationContext, "brand" | "stores">;

export const ANY_AREA = "any";

export interface SeatShown {
  readonly tables: string[];
  /** The area of the tables, or the area asked for if there are no tables. Null for several areas. */
  readonly area: string | null;
}

export function seatShown(
  { tables, area }: Pick<Reservation, "tables" | "area">,
  context: InBrand,
): SeatShown | undefined {
  if (tables.length === 0 && area === null) return undefined;
  const floor = context.stores.floors.get(context.brand.slug);
  const known = byId(floor);
  const areas = [...new Set(tables.flatMap((id) => known.get(id)?.area ?? []))];
  const [inside = area] = areas;
  return {
    tables: tableNames(tables, floor),
    area: areas.length > 1 ? null : areaName(inside, context),
  };
}

/** Null if `id` is null (any area will do) or the area is archived. */
export const areaName = (id: string | null, context: InBrand): string | null =>
  areasInUse(context).find((one) => one.id === id)?.name ?? null;

export const areasInUse = ({ brand, stores }: InBrand): readonly Area[] =>
  stores.floors.get(brand.slug).areas.filter(({ archivedAt }) => archivedAt === null);

export const lacksTable = (
  { tables, status }: Pick<Reservation, "tables" | "status">,
  { brand }: Pick<OperationContext, "brand">,
): boolean =>
  brand.settings.tables.mode !== "off" &&
  tables.length === 0 &&
  (isExpected({ status }) || status === "arrived" || status === "seated");

export function tableNames(ids: readonly string[], floor: FloorRecords): string[] {
  const known = byId(floor);
  return ids.map((id) => known.get(id)?.name ?? "?");
}

const indexes = new WeakMap<FloorRecords, ReadonlyMap<string, DiningTable>>();

function byId(floor: FloorRecords): ReadonlyMap<string, DiningTable> {
  const known = indexes.get(floor);
  if (known !== undefined) return known;
  const index = new Map(floor.tables.map((one) => [one.id, one]));
  indexes.set(floor, index);
  return index;
}

export function seatsNamed<Row extends Pick<AuditRow, "before" | "after">>(
  row: Row,
  { brand, stores }: InBrand,
): Row {
  if (!("tables" in row.after || "area" in row.after)) return row;
  const floor = stores.floors.get(brand.slug);
  const named = ({ tables, area, ...others }: FieldValues): FieldValues => ({
    ...others,
    ...(Array.isArray(tables) ? { tables: tableNames(tables as string[], floor) } : {}),
    ...(area === undefined
      ? {}
      : { area: floor.areas.find(({ id }) => id === area)?.name ?? area }),
  });
  return { ...row, before: named(row.before), after: named(row.after) };
}

export function movesShown(moves: readonly TableMove[], { brand, stores }: InBrand) {
  const floor = stores.floors.get(brand.slug);
  return moves.map(({ id, from, to }) => {
    const offer = stores.offers.get(id);
    const guest =
      offer === null ? stores.reservations.get(id) : stores.waitlist.entry(offer.entryId);
    return {
      id,
      name: guest?.name ?? "",
      from: tableNames(from, floor),
      to: tableNames(to, floor),
    };
  });
}

export const unplacedShown = (
  parties: readonly Reservation[],
  { brand }: Pick<OperationContext, "brand">,
) =>
  parties.map(({ id, name, partySize: numberOfPeople, startAt: timestamp }) => {
    const { timeZone: zone } = brand.settings;
    const date = displayDate(timestamp, zone);
    return { id, name, numberOfPeople, date, time: displayTime(timestamp, zone), timestamp };
  });

/** Null for "any" and if no area is named. */
export function wantedArea(
  { area: name = ANY_AREA }: { readonly area?: string | undefined },
  context: InBrand,
): Checked<string | null> {
  const wanted = name.toLowerCase();
  if (wanted === ANY_AREA) return accepted(null);
  const areas = areasInUse(context);
  const found = areas.find((one) => one.name.toLowerCase() === wanted);
  if (found !== undefined) return accepted(found.id);
  const names = areas.map((one) => one.name);
  const nearest = nearestWord(name, names);
  return refused("INVALID_INPUT.area", { parameter: "area", areas: names, nearest, say: { name } });
}

/** Null for "any". Error: INVALID_INPUT for an unknown name. */
export function areaCalled(name: string, context: InBrand): string | null {
  const area = wantedArea({ area: name }, context);
  if (!area.ok) throw new DomainError([area.reason]);
  return area.value;
}

/** Error: INVALID_INPUT for each unknown name. */
export function tablesCalled(
  names: readonly string[],
  { brand, stores }: InBrand,
): readonly string[] {
  const tables = stores.floors
    .get(brand.slug)
    .tables.filter(({ archivedAt }) => archivedAt === null);
  const ids = new Map(tables.map(({ id, name }) => [name.toLowerCase(), id]));
  const [first, ...others] = names
    .filter((name) => !ids.has(name.toLowerCase()))
    .map((name) => noTableCalled(name, tables.map((one) => one.name).sort(byName)));
  if (first !== undefined) throw new DomainError([first, ...others]);
  return [...new Set(names.flatMap((name) => ids.get(name.toLowerCase()) ?? []))];
}

function noTableCalled(name: string, tables: readonly string[]): Reason {
  const nearest = nearestWord(name.replace(/^tables?\s+/i, ""), tables);
  return reason("INVALID_INPUT.table", { parameter: "tables", tables, nearest, say: { name } });
}
