import type { Database } from "bun:sqlite";
import { type GuestSearch, isFound, toSearchText } from "../domain/guest-search.ts";
import { NOTE_FIELDS, type Reservation } from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";

/** How many coming and past reservations a search of notes reads at most. Notes have no index. */
const NOTED_AHEAD = 2000;
const NOTED_BACK = 6000;
const MOST_PHONES = 1000;

/** Extra rows to read, because reservations on `date` are left out later. */
const SPARE = 500;

const PLACE = "rowid AS place, start_at AS startAt";

export const NAMES_AT_ONCE = 50_000;

const named = (order: string): string => `
  SELECT ${PLACE} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :to AND instr(name_search, :text) > 0
  ORDER BY start_at ${order} LIMIT :limit`;

export const NAMED_AHEAD = named("ASC");
export const NAMED_BACK = named("DESC");

const OLDER = `
  SELECT start_at AS startAt FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at < :now
  ORDER BY start_at DESC LIMIT 1 OFFSET ${NAMES_AT_ONCE}`;

export const PHONED = `
  SELECT ${PLACE}, phone FROM reservation INDEXED BY reservation_by_phone
  WHERE brand = :brand AND phone IS NOT NULL AND instr(phone, :digits) > 0 LIMIT ${MOST_PHONES}`;

/** SQLite's lower() handles only English letters. Notes with other letters are compared in code. */
const OTHER_LETTERS = "'*[^ -~]*'";

export const ALL_NOTES = NOTE_FIELDS.map((field) => RESERVATION_FIELDS[field].column).join(
  " || char(10) || ",
);

/** Also true for some notes that do not contain `:text`: the caller must check each row. */
export const mayContain = (notes: string): string =>
  `(instr(lower(${notes}), :text) > 0 OR replace(${notes}, char(10), '') GLOB ${OTHER_LETTERS})`;

const inNotes = (side: string, order: string, most: number): string => `
  SELECT place, startAt, notes FROM (
    SELECT ${PLACE}, ${ALL_NOTES} AS notes
    FROM reservation INDEXED BY reservation_by_start
    WHERE brand = :brand AND start_at ${side} :now
    ORDER BY start_at ${order} LIMIT ${most})
  WHERE ${mayContain("notes")}`;

export const NOTES_AHEAD = inNotes(">=", "ASC", NOTED_AHEAD);
export const NOTES_BACK = inNotes("<", "DESC", NOTED_BACK);

const BY_PLACE = `SELECT ${RESERVATION_COLUMNS} FROM reservation WHERE rowid = :place`;

interface Place {
  readonly place: number;
  readonly startAt: number;
}

interface Phoned extends Place {
  readonly phone: string;
}

type Found = Place & { readonly phone?: string };

interface Noted extends Place {
  readonly notes: string;
}

export interface SearchScope {
  readonly brand: string;
  readonly date: string;
  readonly now: number;
  /** Finds only reservations that start before this instant. Null for no limit. */
  readonly before: number | null;
  readonly limit: number;
}

type Span = { readonly from: number; readonly to: number };

type Wanted = { brand: string; now: number; limit: number };

export function reservationSearch(database: Database) {
  const noted = [NOTES_AHEAD, NOTES_BACK].map((sql) =>
    database.prepare<Noted, Omit<Wanted, "limit"> & { text: string }>(sql),
  );
  const sql = {
    namedAhead: database.prepare<Place, Omit<Wanted, "now"> & Span & { text: string }>(NAMED_AHEAD),
    namedBack: database.prepare<Place, Omit<Wanted, "now"> & Span & { text: string }>(NAMED_BACK),
    phoned: database.prepare<Phoned, { brand: string; digits: string }>(PHONED),
    older: database.prepare<Pick<Place, "startAt">, { brand: string; now: number }>(OLDER),
    byPlace: database.prepare<ReservationRow, Pick<Place, "place">>(BY_PLACE),
  };

  /** The earliest start that a search by name reads; null if the search reads all reservations. */
  function firstNamed(brand: string, now: number): number | null {
    const left = sql.older.get({ brand, now });
    return left === null ? null : left.startAt + 1;
  }

  function placesOf(search: GuestSearch, scope: SearchScope): Place[] {
    const { text } = search;
    const { brand, now, limit, before } = scope;
    const most = limit + SPARE;
    const found = [
      ...namedOrPhoned(search, scope),
      ...sides(noted, before).flatMap((query) => {
        const near = query.all({ brand, now, text });
        return near.filter(({ notes }) => toSearchText(notes).includes(text)).slice(0, most);
      }),
    ];
    return [...new Map(found.map((one) => [one.place, one])).values()];
  }

  function namedOrPhoned({ text, digits }: GuestSearch, scope: SearchScope): Found[] {
    const { brand, now, limit, before } = scope;
    // If four digits or more were typed, search only phones: no name has four digits in a row.
    if (digits !== null) return sql.phoned.all({ brand, digits });
    const wanted = { brand, text, limit: limit + SPARE };
    // `ahead` has no end: a restaurant has far fewer coming reservations than past ones.
    const ahead = { from: now, to: Number.MAX_SAFE_INTEGER };
    const back = { from: firstNamed(brand, now) ?? Number.MIN_SAFE_INTEGER, to: now };
    return [
      ...(before === null ? sql.namedAhead.all({ ...wanted, ...ahead }) : []),
      ...sql.namedBack.all({ ...wanted, ...back }),
    ];
  }

  function sides<Query>(queries: readonly Query[], before: number | null): readonly Query[] {
    return before === null ? queries : queries.slice(1);
  }

  function read(
    places: readonly Place[],
    search: GuestSearch,
    { date, limit }: SearchScope,
  ): Reservation[] {
    const found: Reservation[] = [];
    for (const { place } of places) {
      if (found.length === limit) break;
      const row = sql.byPlace.get({ place });
      if (row === null || row.serviceDate === date) continue;
      const one = toReservation(row);
      if (isFound(one, search)) found.push(one);
    }
    return found;
  }

  return {
    /** `ahead`: earliest start first. `back`: latest start first. */
    find(
      search: GuestSearch,
      scope: SearchScope,
    ): {
      readonly ahead: Reservation[];
      readonly back: Reservation[];
      readonly older: number | null;
    } {
      const { brand, now, before } = scope;
      const until = before ?? now;
      const places = placesOf(search, { ...scope, now: until });
      const near = places.sort((one, other) => one.startAt - other.startAt);
      const ahead = before === null ? near.filter(({ startAt }) => startAt >= now) : [];
      const back = near.filter(({ startAt }) => startAt < until).reverse();
      return {
        ahead: read(ahead, search, scope),
        back: read(back, search, scope),
        older: search.digits === null ? firstNamed(brand, until) : null,
      };
    },

    /** Nearest start first. A search by phone gives one reservation per phone. Ignores notes. */
    guests(search: GuestSearch, { brand, now, limit }: Wanted): Reservation[] {
      const scope = { brand, now, limit, date: "", before: null };
      const places = namedOrPhoned(search, scope)
        .map((one) => ({ ...one, away: Math.abs(one.startAt - now) }))
        .sort((one, other) => one.away - other.away || one.place - other.place);
      if (search.digits === null) return read(places, search, scope);
      const byPhone = Map.groupBy(places, ({ phone }) => phone);
      const nearest = [...byPhone.values()].flatMap((some) => some.slice(0, 1));
      return read(nearest, search, scope);
    },
  };
}
