import { occupiedInterval } from "./occupancy.ts";
import type { Reservation } from "./reservation.ts";

/**
 * [from, to) in which a change may have made room for somebody else, null where it has not: what is
 * left of the old stay after a cancellation, a no-show, a move, a smaller or shorter party, or tables
 * that it has no more or that are no longer pinned to it (rule C4). A table that is done early counts only where the brand wants that.
 */
export function freedInterval(
  before: Reservation,
  after: Reservation,
  now: number,
  onEarlyCompletion: boolean,
): { readonly from: number; readonly to: number } | null {
  const old = occupiedInterval(before, now);
  if (old === null || !makesRoom(before, after, onEarlyCompletion)) return null;
  const from = Math.max(now, old.from);
  return from < old.to ? { from, to: old.to } : null;
}

function makesRoom(before: Reservation, after: Reservation, onEarlyCompletion: boolean): boolean {
  switch (after.status) {
    case "cancelled":
    case "no_show":
      return true;
    case "completed":
      return onEarlyCompletion;
    default:
      return (
        after.startAt !== before.startAt ||
        after.partySize < before.partySize ||
        after.endAt < before.endAt ||
        before.tables.some((table) => !after.tables.includes(table)) ||
        (before.tablePinned && !after.tablePinned)
      );
  }
}
