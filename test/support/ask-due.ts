import type { RandomBytes } from "../../src/domain/ids.ts";
import { askGuest } from "../../src/operations/reservation/machine-changes.ts";
import type { Stores } from "../../src/storage/stores.ts";

/** Queues the texts about attendance that are due at `now`, as the background loop does. */
export function askDue(stores: Stores, random: RandomBytes, now: number): void {
  for (const reservation of stores.reservations.questionsDue(now, 1000)) {
    const brand = stores.brands.get(reservation.brand);
    if (brand !== null) askGuest(reservation, { brand, now, stores, random });
  }
}
