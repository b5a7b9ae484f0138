import { HOUR, wallHourOf } from "../../../domain/time.ts";
import type { FloorParty, FloorTable, FloorView } from "../../../operations/desk/floor-view.ts";

/** An area's name, a table with its parties, or (if `table` is null) parties without a table. */
export type Row =
  | { readonly area: string }
  | {
      readonly area: null;
      readonly table: FloorTable | null;
      readonly parties: readonly FloorParty[];
    };

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

/** Puts parties whose stays overlap into different rows. */
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
 * The timeline begins at the hour in which the first party starts, but never before `opens`. Today, it
 * ignores parties whose stay is over, and begins at the previous hour if no party starts before that
 * hour. On another day without parties, it begins at `opens`.
 */
export function startOf({ parties, opens, at, date, today }: FloorView, zone: string): number {
  const here = parties.filter(({ to, status }) =>
    date === today ? to > at && status !== "completed" : true,
  );
  const first = Math.min(
    ...here.map(({ from }) => from),
    date === today ? at - HOUR : Number.POSITIVE_INFINITY,
  );
  return Number.isFinite(first) ? Math.max(opens, wallHourOf(first, zone)) : opens;
}
