import type { TableMove } from "../../domain/admission/tables.ts";
import { rehouse } from "../../domain/seating/facts.ts";
import type { Placements } from "../../domain/seating/placements.ts";
import type { Party } from "../../domain/seating/unit.ts";
import { type Warning, warning } from "../../domain/warnings.ts";
import type { OperationContext } from "../define.ts";
import { type MoveCause, tableMoves, writeMoves } from "./move-tables.ts";
import { tableNames } from "./names.ts";

export interface Displaced {
  /** Seated parties come first. `to` is empty for a party that is left without a table. */
  readonly moves: readonly TableMove[];
  readonly warnings: readonly Warning[];
  readonly unplaced: readonly Party[];
}

/** maitred moves no seated party, because only a person can see where the party really sits. */
export const isSitting =
  ({ stores }: Pick<OperationContext, "stores">) =>
  ({ id }: Pick<Party, "id">): boolean =>
    stores.reservations.get(id)?.status === "seated";

/**
 * Gives the best free tables to parties that lose theirs (rule F8), but none to seated parties. If no table
 * is free, a party that starts at `keptFrom` or later keeps its tables.
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
  const moves = [...sitting.map(lost), ...tableMoves(given), ...unplaced.map(lost)];
  const warnings = all.map((party) => tableLost(party, sits(party), context));
  writeMoves(moves, cause, context);
  return { moves, warnings, unplaced: all };
}

const lost = ({ id, tables }: Party): TableMove => ({ id, from: tables, to: [] });

function tableLost(party: Party, sits: boolean, context: OperationContext): Warning {
  const { say, ...facts } = lossOf(party, context);
  return warning("TABLE_LOST", { ...facts, say: { ...say, sits } });
}

export function lossOf({ id, size, tables, from }: Party, { brand, stores }: OperationContext) {
  const reservation = stores.reservations.get(id);
  const entryId = stores.offers.get(id)?.entryId;
  const name = reservation?.name ?? stores.waitlist.entry(entryId ?? "")?.name ?? "";
  return {
    id,
    timestamp: reservation?.startAt ?? from,
    numberOfPeople: size,
    tables: tableNames(tables, stores.floors.get(brand.slug)),
    say: { zone: brand.settings.timeZone, name },
  };
}
