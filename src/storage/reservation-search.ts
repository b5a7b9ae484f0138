import type { Database } from "bun:sqlite";
import { type GuestSearch, isFound } from "../domain/guest-search.ts";
import type { Reservation } from "../domain/reservation.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";

/** Notes are in no index: so many of the nearest reservations are read for them, each way. */
export const NOTED_AHEAD = 2000;
export const NOTED_BACK = 6000;
/** A phone of four digits may be part of so many others; the nearest of these are shown. */
const MOST_PHONES = 1000;

/** Some of those found are of the day that is left out. */
const SPARE = 500;

const PLACE = "rowid AS place, start_at AS startAt";

/** Names from an instant on, or before it: all that is read of them lies in the index. */
export const NAMED_AHEAD = `
  SELECT ${PLACE} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :now AND instr(name_search, :text) > 0
  ORDER BY start_at LIMIT :limit`;
export const NAMED_BACK = `
  SELECT ${PLACE} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at < :now AND instr(name_search, :text) > 0
  ORDER BY start_at DESC LIMIT :limit`;

/** Phones with these digits. */
export const PHONED = `
  SELECT ${PLACE} FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone IS NOT NULL AND instr(phone, :digits) > 0 LIMIT ${MOST_PHONES}`;

const noted = (side: string, order: string, most: number): string => `
  SELECT place, startAt FROM (
    SELECT ${PLACE}, notes, food_drink_notes, seating_notes
    FROM reservation INDEXED BY reservation_by_start
    WHERE brand = :brand AND start_at ${side} :now
    ORDER BY start_at ${order} LIMIT ${most})
  WHERE instr(lower(notes), :typed) > 0 OR instr(lower(food_drink_notes), :typed) > 0
    OR instr(lower(seating_notes), :typed) > 0
  LIMIT :limit`;

/** A word of the notes, among the nearest reservations. */
export const NOTES_AHEAD = noted(">=", "ASC", NOTED_AHEAD);
export const NOTES_BACK = noted("<", "DESC", NOTED_BACK);

const BY_PLACE = `SELECT ${RESERVATION_COLUMNS} FROM reservation WHERE rowid = :place`;

interface Place {
  readonly place: number;
  readonly startAt: number;
}

/** Where a guest is looked for: everywhere but on one service date. */
export interface SearchScope {
  readonly brand: string;
  /** YYYY-MM-DD: the day that is left out. */
  readonly date: string;
  /** What is to come is told from what was by this instant. */
  readonly now: number;
  /** How many are found each way at most. */
  readonly limit: number;
}

type Wanted = { brand: string; now: number; limit: number };

/** Finds guests on all days. */
export class ReservationSearch {
  readonly #named;
  readonly #noted;
  readonly #phoned;
  readonly #byPlace;

  constructor(database: Database) {
    this.#named = [NAMED_AHEAD, NAMED_BACK].map((sql) =>
      database.prepare<Place, Wanted & { text: string }>(sql),
    );
    this.#noted = [NOTES_AHEAD, NOTES_BACK].map((sql) =>
      database.prepare<Place, Wanted & { typed: string }>(sql),
    );
    this.#phoned = database.prepare<Place, { brand: string; digits: string }>(PHONED);
    this.#byPlace = database.prepare<ReservationRow, Pick<Place, "place">>(BY_PLACE);
  }

  /** What is to come, the next first, and what was, the last first. */
  find(
    search: GuestSearch,
    scope: SearchScope,
  ): { readonly ahead: Reservation[]; readonly back: Reservation[] } {
    const { now } = scope;
    const places = this.#places(search, scope);
    const near = places.sort((one, other) => one.startAt - other.startAt);
    const ahead = near.filter(({ startAt }) => startAt >= now);
    const back = near.filter(({ startAt }) => startAt < now).reverse();
    return {
      ahead: this.#read(ahead, search, scope),
      back: this.#read(back, search, scope),
    };
  }

  #places({ text, typed, digits }: GuestSearch, { brand, now, limit }: SearchScope): Place[] {
    const wanted = { brand, now, limit: limit + SPARE };
    // No name has four digits in a row, and no phone has a letter.
    const found = [
      ...(digits === null
        ? this.#named.flatMap((query) => query.all({ ...wanted, text }))
        : this.#phoned.all({ brand, digits })),
      ...this.#noted.flatMap((query) => query.all({ ...wanted, typed })),
    ];
    return [...new Map(found.map((one) => [one.place, one])).values()];
  }

  /** The first of these, in their order, without the day that is left out. */
  #read(
    places: readonly Place[],
    search: GuestSearch,
    { date, limit }: SearchScope,
  ): Reservation[] {
    const found: Reservation[] = [];
    for (const { place } of places) {
      if (found.length === limit) break;
      const row = this.#byPlace.get({ place });
      if (row === null || row.serviceDate === date) continue;
      const one = toReservation(row);
      if (isFound(one, search)) found.push(one);
    }
    return found;
  }
}
