import type { TableMove } from "../../domain/admission/tables.ts";
import { rehouse } from "../../domain/seating/facts.ts";
import type { Placements } from "../../domain/seating/placements.ts";
import type { Party } from "../../domain/seating/unit.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { type MoveCause, writeMoves } from "./move-tables.ts";
import { tableNames } from "./names.ts";

/** Who lost tables to a party that sits there, to a block, or to another plan. */
export interface Displaced {
  /** Who sat there first, then those who were promised the tables; without a table: to nothing. */
  readonly moves: readonly TableMove[];
  /** TABLE_LOST for everybody who is left without a table. */
  readonly warnings: readonly Warning[];
  /** Those same parties. */
  readonly unplaced: readonly Party[];
}

/** Whether a party sits: where it is, only a person can see. */
export const isSitting =
  ({ stores }: Pick<OperationContext, "stores">) =>
  ({ id }: Pick<Party, "id">): boolean =>
    stores.reservations.get(id)?.status === "seated";

/**
 * Gives everybody who has lost their tables the best free ones in their place, if there are any
 * (rule F8). Nobody else moves and no time changes. A party that sits loses its table alone.
 * `keptFrom`: whoever starts then or later keeps the tables for lack of others.
 */
export function resettle(
  room: Placements,
  losers: readonly Party[],
  cause: MoveCause,
  context: OperationContext,
  keptFrom = Number.POSITIVE_INFINITY,
): Displaced {
  if (losers.length === 0) return { moves: [], warnings: [], unplaced: [] };
  const sits = isSitting(context);
  const sitting = losers.filter(sits);
  for (const { id } of sitting) room.remove(id);
  const promised = losers
    .filter((party) => !sits(party))
    .map((party) => ({ ...party, from: Math.max(party.from, context.now) }));
  const { moves: given, unplaced: none } = rehouse(room, promised);
  const unplaced = none.filter(({ from }) => from < keptFrom);
  const all = [...sitting, ...unplaced];
  const moves = [
    ...sitting.map(lost),
    ...given.map(({ party, from, to }) => ({ id: party.id, from, to: to.tables })),
    ...unplaced.map(lost),
  ];
  const warnings = all.map((party) => tableLost(party, sits(party), context));
  writeMoves(moves, cause, context);
  return { moves, warnings, unplaced: all };
}

const lost = ({ id, tables }: Party): TableMove => ({ id, from: tables, to: [] });

function tableLost(
  { id, size, tables, from }: Party,
  sits: boolean,
  { brand, stores }: OperationContext,
): Warning {
  const reservation = stores.reservations.get(id);
  const entryId = stores.offers.get(id)?.entryId;
  const name = reservation?.name ?? stores.waitlist.entry(entryId ?? "")?.name ?? "";
  return warning("TABLE_LOST", {
    id,
    timestamp: reservation?.startAt ?? from,
    numberOfPeople: size,
    tables: tableNames(tables, stores.floors.get(brand.slug)),
    say: { zone: brand.settings.timeZone, name, sits },
  });
}
