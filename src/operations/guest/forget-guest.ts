import type { Stores } from "../../storage/stores.ts";

export interface Cleared {
  readonly reservations: number;
  readonly entries: number;
  readonly offers: number;
  readonly texts: number;
  readonly changes: number;
}

export const NOTHING_CLEARED: Cleared = {
  reservations: 0,
  entries: 0,
  offers: 0,
  texts: 0,
  changes: 0,
};

interface Clearing {
  readonly stores: Stores;
  readonly now: number;
}

export function forgetReservation(id: string, { stores, now }: Clearing): Cleared {
  const reservation = stores.reservations.get(id);
  if (reservation === null) return NOTHING_CLEARED;
  const { brand, phone, status, startAt } = reservation;
  if (status === "no_show" && phone !== null) stores.noShows.add(brand, phone, startAt);
  const subject = { reservationId: id };
  return {
    ...NOTHING_CLEARED,
    reservations: stores.guestData.clearReservation(id, now),
    texts: stores.guestData.clearTexts(subject),
    changes: stores.guestData.clearChanges(subject),
  };
}

export function forgetEntry(id: string, { stores, now }: Clearing): Cleared {
  const subject = { entryId: id };
  return {
    ...NOTHING_CLEARED,
    entries: stores.guestData.clearEntry(id, now),
    offers: stores.guestData.clearOffers(id),
    texts: stores.guestData.clearTexts(subject),
    changes: stores.guestData.clearChanges(subject),
  };
}

export const plus = <Counts extends Cleared>(one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    Object.entries(one).map(([kind, rows]) => [kind, rows + other[kind as keyof Cleared]]),
  ) as unknown as Counts;
