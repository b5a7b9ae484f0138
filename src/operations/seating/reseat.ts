import type { Tries } from "../../domain/seating/chain.ts";
import { misplaced } from "../../domain/seating/facts.ts";
import type { Placements } from "../../domain/seating/placements.ts";
import { isRoomier } from "../../domain/seating/roomier.ts";
import type { Party } from "../../domain/seating/unit.ts";
import { DAY } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { askEverybody } from "../waitlist/settings-widened.ts";
import { blocksOf, floorOf } from "./floor-world.ts";
import { giveFreedTables } from "./free-tables.ts";
import { dateOfParty, planDate } from "./plan-date.ts";
import { type Displaced, isSitting, resettle } from "./resettle.ts";
import { roomBetween } from "./room-between.ts";

const FAR = 4000 * DAY;

export const TRIES_FOR_ALL = 50_000;

const ahead = ({ now }: OperationContext) => ({ from: now, to: now + FAR });

const roomAhead = (context: OperationContext) => roomBetween(ahead(context), context);

const wrongIn = (room: Placements, context: OperationContext): Party[] =>
  misplaced(room, isSitting(context));

function placeNow({ brand, stores, now }: OperationContext) {
  const records = stores.floors.get(brand.slug);
  const blocks = blocksOf(records, brand.settings.timeZone).filter(({ to }) => to > now);
  return { floor: floorOf(records), blocks };
}

/** Runs `change`, then gives other tables to the parties whose tables no longer suit because of it. */
export function underNewPlan(
  change: () => void,
  cause: string,
  context: OperationContext,
): Displaced {
  const before = wrongIn(roomAhead(context).room, context);
  const was = placeNow(context);
  change();
  const { room } = roomAhead(context);
  const losers = wrongIn(room, context).filter(({ id }) => before.every((one) => one.id !== id));
  const displaced = resettle(room, losers, { cause }, context);
  if (isRoomier(was, placeNow(context))) {
    giveFreedTables(ahead(context), context);
    askEverybody(context);
  }
  return displaced;
}

/**
 * Gives tables to all upcoming parties that have none or whose tables no longer suit. Plans each date alone,
 * so that no party moves because of another date.
 */
export function placeAll(cause: string, context: OperationContext) {
  const { room } = roomAhead(context);
  const lost = resettle(room, wrongIn(room, context), { cause }, context);
  const sits = isSitting(context);
  const without = roomAhead(context).parties.filter(
    (party) => party.tables.length === 0 && !sits(party),
  );
  const dates = new Set(without.flatMap(({ id }) => dateOfParty(id, context) ?? []));
  const tries: Tries = { left: TRIES_FOR_ALL };
  const planned = [...dates].sort().map((date) => planDate(date, cause, tries, context));
  const given = lost.moves.filter(({ to }) => to.length > 0);
  return {
    moves: [...given, ...planned.flatMap(({ moves }) => moves)],
    unplaced: planned.flatMap(({ unplaced }) => unplaced),
  };
}
