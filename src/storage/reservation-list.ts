import type { Database } from "bun:sqlite";
import { toSearchText } from "../domain/guest-search.ts";
import type { Reservation } from "../domain/reservation.ts";
import type { Status } from "../domain/reservation-states.ts";
import { HOUR } from "../domain/time.ts";
import { RESERVATION_COLUMNS, type ReservationRow, toReservation } from "./reservation-columns.ts";

/** The reservations to list: service dates `fromDate` to `toDate`, both included. */
export interface ReservationFilter {
  readonly brand: string;
  readonly fromDate: string;
  readonly toDate: string;
  readonly statuses: readonly Status[];
  /** Part of the name (ignoring case and accents), or the last digits of the phone. */
  readonly query: { readonly name?: string; readonly digits?: string } | null;
}

/** One page of a list: at most `limit` rows after the given one. */
export interface ReservationPage extends ReservationFilter {
  readonly limit: number;
  readonly after: { readonly startAt: number; readonly id: string } | null;
}

type FilterParameters = {
  brand: string;
  fromDate: string;
  toDate: string;
  statuses: string;
  name: string | null;
  digits: string | null;
};
type CountParameters = FilterParameters & { from: number; before: number };
type PageParameters = FilterParameters & {
  before: number;
  afterStart: number;
  afterId: string;
  limit: number;
};

const MATCHES = `
  AND status IN (SELECT value FROM json_each(:statuses))
  AND (:name IS NULL OR instr(name_search, :name) > 0)
  AND (:digits IS NULL OR substr(phone, -length(:digits)) = :digits)`;

/** Walks the service dates by start, so that nothing is sorted however long the span is. */
export const LIST = `
  SELECT ${RESERVATION_COLUMNS} FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND (start_at, id) > (:afterStart, :afterId) AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate ${MATCHES}
  ORDER BY start_at, id LIMIT :limit`;

/** Counts rows and people. Reads the table itself only to filter by name or phone. */
export const COUNT = `
  SELECT count(*) AS total, coalesce(sum(party_size), 0) AS covers
  FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate ${MATCHES}`;

/** Parties that are coming, are here or were here, by stay. Reads only the index. */
export const STAYS = `
  SELECT service_date AS serviceDate, start_at AS "from", end_at AS "to",
    sum(party_size) AS covers, count(*) AS parties
  FROM reservation INDEXED BY reservation_by_start
  WHERE brand = :brand AND start_at >= :from AND start_at < :before
    AND service_date BETWEEN :fromDate AND :toDate
    AND status IN ('booked', 'pending', 'arrived', 'seated', 'completed')
  GROUP BY start_at, end_at, service_date`;

/** All parties of one service date with the same stay. Instants are epoch milliseconds. */
export interface StaySum {
  readonly serviceDate: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  readonly parties: number;
}

/** The lists of reservations: by start, then id. */
export class ReservationList {
  readonly #list;
  readonly #count;
  readonly #stays;

  constructor(database: Database) {
    this.#list = database.prepare<ReservationRow, PageParameters>(LIST);
    this.#count = database.prepare<{ total: number; covers: number }, CountParameters>(COUNT);
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

  /** The number of reservations that match the whole filter, and of their people. */
  count(filter: ReservationFilter): { total: number; covers: number } {
    const bounds = instantsAround(filter.fromDate, filter.toDate);
    return this.#count.get({ ...toFilter(filter), ...bounds }) ?? { total: 0, covers: 0 };
  }

  /** The planned stays of these service dates, both included, by start. */
  stays(brand: string, fromDate: string, toDate: string): StaySum[] {
    const bounds = instantsAround(fromDate, toDate);
    return this.#stays.all({ brand, fromDate, toDate, ...bounds });
  }
}

/**
 * A span of instants that contains every start of these service dates in any zone (UTC+14 to
 * UTC-12), also of services that continue past midnight.
 */
const instantsAround = (fromDate: string, toDate: string): { from: number; before: number } => ({
  from: Date.parse(fromDate) - 14 * HOUR,
  before: Date.parse(toDate) + 60 * HOUR,
});

const toFilter = (filter: ReservationFilter): FilterParameters => ({
  brand: filter.brand,
  fromDate: filter.fromDate,
  toDate: filter.toDate,
  statuses: JSON.stringify(filter.statuses),
  name: filter.query?.name === undefined ? null : toSearchText(filter.query.name),
  digits: filter.query?.digits ?? null,
});
