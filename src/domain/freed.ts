import { occupiedInterval } from "./occupancy.ts";
import type { Reservation } from "./reservation.ts";

/**
 * The time [from, to) in which the change frees seats, in epoch milliseconds (rule C4). Null if the
 * change frees no seats.
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
