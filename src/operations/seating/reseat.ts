import type { Tries } from "../../domain/seating/chain.ts";
import { misplaced, rehouse } from "../../domain/seating/facts.ts";
import { type Planned, plan } from "../../domain/seating/plan.ts";
import { DAY } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { writeMoves } from "./move-tables.ts";
import { roomBetween } from "./room-between.ts";

/** Nobody books further ahead than this. */
const FAR = 4000 * DAY;

/** Units that may be tried for all coming reservations together. */
export const TRIES_FOR_ALL = 50_000;

/** Everybody who comes or is here, at the tables of the plan as it is now. */
const roomAhead = (context: OperationContext) =>
  roomBetween({ from: context.now - DAY, to: context.now + FAR }, context);

/** Other tables for those whose tables are gone, too small or blocked, after the plan has changed. */
export function rehouseAll(cause: string, context: OperationContext): Planned {
  const { room } = roomAhead(context);
  const planned = rehouse(room, misplaced(room));
  return applied(planned, cause, context);
}

/** Tables for everybody who comes and has none, as when a brand begins to keep tables. */
export function placeAll(cause: string, context: OperationContext): Planned {
  const { room, parties } = roomAhead(context);
  const without = parties.filter(({ tables }) => tables.length === 0);
  const tries: Tries = { left: TRIES_FOR_ALL };
  return applied(plan(room, without, tries), cause, context);
}

/** Writes what was planned: no revision of the reservations, a line in the history of each. */
export function applied(planned: Planned, cause: string, context: OperationContext): Planned {
  const given = planned.moves.map(({ party, from, to }) => ({ id: party.id, from, to: to.tables }));
  const lost = planned.unplaced
    .filter(({ tables }) => tables.length > 0)
    .map(({ id, tables }) => ({ id, from: tables, to: [] as readonly string[] }));
  writeMoves([...given, ...lost], { cause }, context);
  return planned;
}
