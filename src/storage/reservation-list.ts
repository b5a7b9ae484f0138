import type { Database } from "bun:sqlite";
import type { GuestSearch } from "../domain/guest-search.ts";
import type { Reservation } from "../domain/reservation.ts";
import type { Status } from "../domain/reservation-states.ts";
import { HOUR } from "../domain/time.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";
import { ALL_NOTES, mayContain } from "./reservation-search.ts";

/** `fromDate` and `toDate` are service dates, both included. */
export interface ReservationFilter {
  readonly brand: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly statuses: readonly Status[];
}

interface CloserLook {
  readonly search: GuestSearch | null;
  readonly noted: boolean;
}

export interface ReservationPage extends ReservationFilter {
  readonly limit: number;
  readonly after: { readonly startAt: number; readonly id: string } | null;
}

type FilterParameters = {
  brand: string;
  fromDate: string;
  toDate: string;
  statuses: string;
};
type CountParameters = FilterParameters & { from: number; before: number };
type PageParameters = FilterParameters & {
  before: number;
  afterStart: number;
  afterId: string;
  limit: number;
};
type LookParameters = CountParameters & {
  text: string | null;
  digits: string | null;
  noted: 0 | 1;
};

const MATCHES = "AND status IN (SELECT value FROM json_each(:statuses))";

/** Reads in the order of the index, so that a long span needs no sorting. */
export const LIST = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND (start_at, id) > (:afterStart, :afterId) AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate ${MATCHES}
  ORDER BY start_at, id LIMIT :limit`;

export const COUNT = `
  SELECT count(*) AS total, coalesce(sum(party_size), 0) AS covers
  FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate ${MATCHES}`;

export const LOOK = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate ${MATCHES}
    AND (:text IS NULL OR instr(name_search, :text) > 0
      OR (:digits IS NOT NULL AND instr(coalesce(phone, ''), :digits) > 0) OR ${mayContain(ALL_NOTES)})
    AND (:noted = 0 OR replace(${ALL_NOTES}, char(10), '') <> '' OR instr(flags, '"alert"') > 0)
  ORDER BY start_at, id`;

export const STAYS = `
  SELECT service_date AS serviceDate, start_at AS "from", end_at AS "to",
    sum(party_size) AS covers, count(*) AS parties
  FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate
    AND status IN ('booked', 'pending', 'arrived', 'seated', 'completed')
  GROUP BY start_at, end_at, service_date`;

export interface StaySum {
  readonly serviceDate: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  readonly parties: number;
}

export class ReservationList {
  readonly #list;
  readonly #count;
  readonly #look;
  readonly #stays;

  constructor(database: Database) {
    this.#list = database.prepare<ReservationRow, PageParameters>(LIST);
    this.#count = database.prepare<{ total: number; covers: number }, CountParameters>(COUNT);
    this.#look = database.prepare<ReservationRow, LookParameters>(LOOK);
    this.#stays = database.prepare<
      StaySum,
      { brand: string; from: number; before: number; fromDate: string; toDate: string }
    >(STAYS);
  }

  list(page: ReservationPage): Reservation[] {
    const bounds = instantsAround(page.fromDate, page.toDate);
    const after = page.after ?? { startAt: bounds.from - 1, id: "" };
    return this.#list
      .all({
        ...toFilter(page),
        before: bounds.before,
        afterStart: after.startAt,
        afterId: after.id,
        limit: page.limit,
      })
      .map(toReservation);
  }

  count(filter: ReservationFilter): { total: number; covers: number } {
    const bounds = instantsAround(filter.fromDate, filter.toDate);
    return this.#count.get({ ...toFilter(filter), ...bounds }) ?? { total: 0, covers: 0 };
  }

  /** May return reservations that do not match the search: the caller must check each. */
  *look(filter: ReservationFilter, { search, noted }: CloserLook): Generator<Reservation> {
    const bounds = instantsAround(filter.fromDate, filter.toDate);
    const { text = null, digits = null } = search ?? {};
    const rows = this.#look.iterate({
      ...toFilter(filter),
      ...bounds,
      text,
      digits,
      noted: noted ? 1 : 0,
    });
    for (const row of rows) yield toReservation(row);
  }

  stays(brand: string, fromDate: string, toDate: string): StaySum[] {
    const bounds = instantsAround(fromDate, toDate);
    return this.#stays.all({ brand, fromDate, toDate, ...bounds });
  }
}

/** Contains every start of these service dates in any time zone, also after midnight. */
const instantsAround = (fromDate: string, toDate: string): { from: number; before: number } => ({
  from: Date.parse(fromDate) - 14 * HOUR,
  before: Date.parse(toDate) + 60 * HOUR,
});

const toFilter = (filter: ReservationFilter): FilterParameters => ({
  brand: filter.brand,
  fromDate: filter.fromDate,
  toDate: filter.toDate,
  statuses: JSON.stringify(filter.statuses),
});
