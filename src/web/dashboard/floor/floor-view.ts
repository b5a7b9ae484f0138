import { HOUR, isLocalDate, MINUTE, timeOf } from "../../../domain/time.ts";
import type { FloorParty, FloorTable, FloorView } from "../../../operations/desk/floor-view.ts";
import { type Standing, tableStanding } from "../../../words/en/host/floor.ts";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";

/** What the address of the page asks for. */
export interface FloorAsked {
  readonly date: string | null;
  /** The table whose panel is open. */
  readonly table: string | null;
  /** The party that is being given a table. */
  readonly party: string | null;
  /** "yes": show the moves that planning the evening would make. */
  readonly plan: string | null;
}

export function askedBy(url: URL): FloorAsked {
  const of = (name: string): string | null => url.searchParams.get(name) || null;
  const date = of("date");
  return {
    date: date !== null && isLocalDate(date) ? date : null,
    table: of("table"),
    party: of("party"),
    plan: of("plan"),
  };
}

/** What every part of the page needs. */
export type FloorProps = PageProps<{ view: FloorView; asked: FloorAsked }>;

/** The page with some choices changed. */
export function floorPath(
  visit: Pick<DeskVisit, "brand">,
  asked: FloorAsked,
  change: Partial<FloorAsked>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...asked, ...change })) {
    if (value !== null) query.set(name, value);
  }
  const text = query.toString();
  return at(visit, text === "" ? "/floor" : `/floor?${text}`);
}

/** The page with the panel of a table. */
export const tablePath = (
  visit: Pick<DeskVisit, "brand">,
  asked: FloorAsked,
  { id }: Pick<FloorTable, "id">,
): string => `${floorPath(visit, asked, { table: id, party: null, plan: null })}#table`;

/**
 * The instants in [from, to) at which clocks in the zone show a full hour. Some zones are half an
 * hour off.
 */
export function wallHours(from: number, to: number, zone: string): number[] {
  const past = Number(timeOf(from, zone).slice(3)) * MINUTE;
  const hours: number[] = [];
  const first = past === 0 ? from : from + HOUR - past;
  for (let hour = first; hour < to; hour += HOUR) hours.push(hour);
  return hours;
}

/** A table with its party, the next one, and its state. */
export interface SeenTable {
  readonly table: FloorTable;
  readonly party: FloorParty | undefined;
  readonly next: FloorParty | undefined;
  readonly standing: Standing;
}

export function seenTables(
  { tables, parties, at: instant }: FloorView,
  zone: string,
): readonly SeenTable[] {
  const byId = new Map(parties.map((one) => [one.id, one]));
  return tables.map((table) => {
    const party = byId.get(table.party ?? "");
    const standing = tableStanding(table, party, { at: instant, zone });
    return { table, party, next: byId.get(table.next ?? ""), standing };
  });
}

/** The names of a party's tables. */
export function namesOf({ tables: ids }: FloorParty, { tables }: FloorView): string[] {
  return ids.flatMap((id) => tables.find((one) => one.id === id)?.name ?? []);
}
