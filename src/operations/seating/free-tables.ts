import type { TableMove } from "../../domain/admission/tables.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Move } from "../../domain/seating/chain.ts";
import { rehouse } from "../../domain/seating/facts.ts";
import { DAY, HOUR, MINUTE } from "../../domain/time.ts";
import { EARLY_HOURS } from "../../domain/transitions.ts";
import type { OperationContext } from "../define.ts";
import { tableMoves, writeMoves } from "./move-tables.ts";
import { lacksTable } from "./names.ts";
import { roomBetween } from "./room-between.ts";

/** The instant from which the party needs a table. Null if it needs none or is seated already. */
export function wantsTableAt(
  party: Pick<Reservation, "status" | "tables" | "startAt" | "arrivedAt">,
  context: Pick<OperationContext, "brand">,
): number | null {
  if (party.status === "seated" || !lacksTable(party, context)) return null;
  const soon = party.startAt - context.brand.settings.tables.freezeMinutes * MINUTE;
  return Math.min(soon, party.arrivedAt ?? soon);
}

/** Finds tables for parties that have none and are here or come soon (rule F12). */
export function freeTablesFor(context: OperationContext): readonly Move[] {
  const { brand, stores, now } = context;
  const { mode, freezeMinutes } = brand.settings.tables;
  if (mode === "off") return [];
  const until = now + Math.max(freezeMinutes * MINUTE, EARLY_HOURS * HOUR) + MINUTE;
  const waiting = stores.reservations
    .occupying(brand.slug, now, until)
    .flatMap(({ id, tables }) => {
      const party = tables.length === 0 ? stores.reservations.get(id) : null;
      const at = party === null ? null : wantsTableAt(party, context);
      return at !== null && at <= now ? [id] : [];
    });
  if (waiting.length === 0) return [];
  const { room, parties } = roomBetween({ from: now - DAY, to: until + DAY }, context);
  const wanting = parties
    .filter(({ id }) => waiting.includes(id))
    .map((party) => ({ ...party, from: Math.max(party.from, now) }));
  return rehouse(room, wanting).moves;
}

const CAUSE = { cause: "free_table" };

export const giveFreeTables = (context: OperationContext): void =>
  writeMoves(tableMoves(freeTablesFor(context)), CAUSE, context);

/** Call this before offering freed seats to waiting guests: parties with a reservation get tables first. */
export function giveFreedTables(
  { from, to }: { readonly from: number; readonly to: number },
  context: OperationContext,
): readonly TableMove[] {
  const { stores, now } = context;
  const { room, parties } = roomBetween({ from: from - DAY, to: to + DAY }, context);
  const wanting = parties
    .filter(({ tables, ...party }) => tables.length === 0 && party.from < to && party.to > from)
    .filter(({ id }) => {
      const party = stores.reservations.get(id);
      return party !== null && wantsTableAt(party, context) !== null;
    })
    .map((party) => ({ ...party, from: Math.max(party.from, now) }));
  const moves = tableMoves(rehouse(room, wanting).moves);
  writeMoves(moves, CAUSE, context);
  return moves;
}
