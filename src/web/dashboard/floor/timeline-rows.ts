import { HOUR } from "../../../domain/time.ts";
import type { FloorParty, FloorTable, FloorView } from "../../../operations/desk/floor-view.ts";

/** A row of the timeline: the name of an area, a table, or parties without one. */
export type Row =
  | { readonly area: string }
  | {
      readonly area: null;
      readonly table: FloorTable | null;
      readonly parties: readonly FloorParty[];
    };

/** First parties without a table, in as many rows as needed; then every table, by area. */
export function rowsOf({ areas, tables, parties }: FloorView): Row[] {
  const rows: Row[] = lanesOf(parties.filter(({ noTable }) => noTable)).map((lane) => ({
    area: null,
    table: null,
    parties: lane,
  }));
  for (const { id, name } of areas) {
    const own = tables.filter(({ area }) => area === id);
    if (own.length > 0 && areas.length > 1) rows.push({ area: name });
    for (const table of own) {
      const at = parties.filter((party) => party.tables.includes(table.id));
      rows.push({ area: null, table, parties: at });
    }
  }
  return rows;
}

/** Spreads parties over rows by start, so that none covers another. */
function lanesOf(parties: readonly FloorParty[]): FloorParty[][] {
  const lanes: FloorParty[][] = [];
  for (const party of parties) {
    const lane = lanes.find((one) => (one.at(-1)?.to ?? 0) <= party.from);
    if (lane === undefined) lanes.push([party]);
    else lane.push(party);
  }
  return lanes;
}

/**
 * Where the timeline begins: at the full hour of the first party, never before opening. Today: an
 * hour ago, or earlier if a party that came before is still here.
 */
export function startOf({ parties, opens, at, date, today }: FloorView): number {
  const here = parties.filter(({ to, status }) =>
    date === today ? to > at && status !== "completed" : true,
  );
  const first = Math.min(
    ...here.map(({ from }) => from),
    date === today ? at - HOUR : Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(first) ? Math.max(opens, Math.floor(first / HOUR) * HOUR) : opens;
}
