import { isLocalDate } from "../../../domain/time.ts";
import type { FloorParty, FloorTable, FloorView } from "../../../operations/desk/floor-view.ts";
import { type Standing, tableStanding } from "../../../words/en/host/floor.ts";
import { at, type DeskVisit, type PageProps } from "../desk-visit.ts";

interface FloorAsked {
  readonly date: string | null;
  /** The table whose panel is open. */
  readonly table: string | null;
  /** The party whose panel is open. */
  readonly party: string | null;
  /** Not null if the preview of `plan_tables` is open. */
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

export type FloorProps = PageProps<{ view: FloorView; asked: FloorAsked }>;

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

export const tablePath = (
  visit: Pick<DeskVisit, "brand">,
  asked: FloorAsked,
  { id }: Pick<FloorTable, "id">,
): string => `${floorPath(visit, asked, { table: id, party: null, plan: null })}#table`;

export const partyPath = (
  visit: Pick<DeskVisit, "brand">,
  asked: FloorAsked,
  { id }: Pick<FloorParty, "id">,
): string => `${floorPath(visit, asked, { party: id, table: null, plan: null })}#party`;

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

export function namesOf({ tables: ids }: FloorParty, { tables }: FloorView): string[] {
  return ids.flatMap((id) => tables.find((one) => one.id === id)?.name ?? []);
}
