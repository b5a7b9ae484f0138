import type { Database } from "bun:sqlite";
import type { WaitlistEntry } from "../domain/waitlist.ts";
import { LEAD_MS } from "../domain/waitlist-matching.ts";
import { ENTRY_COLUMNS, type EntryRow, toEntry } from "./waitlist-store.ts";

export const QUEUE = `
  SELECT ${ENTRY_COLUMNS} FROM waitlist_entry INDEXED BY waitlist_entry_queue
  WHERE brand = :brand AND status = 'waiting' AND kind = 'wish' AND sms_off = 0
    AND latest_at >= :fromAt AND earliest_at < :toAt
    AND (:sizes IS NULL OR replaces IS NOT NULL
      OR party_size IN (SELECT value FROM json_each(:sizes)))
    AND (:id IS NULL OR priority < :priority
      OR (priority = :priority AND (created_at, id) > (:createdAt, :id)))
  ORDER BY priority DESC, created_at, id LIMIT :limit`;

export const SIZES = `
  SELECT DISTINCT party_size AS partySize
  FROM waitlist_entry INDEXED BY waitlist_entry_sizes
  WHERE brand = :brand AND status = 'waiting' AND kind = 'wish'
    AND latest_at >= :fromAt AND earliest_at < :toAt`;

export const WAITING = `
  SELECT count(*) AS count FROM waitlist_entry INDEXED BY waitlist_entry_sizes
  WHERE brand = :brand AND status = 'waiting' AND kind = 'wish' AND party_size = :partySize
    AND latest_at > :after AND earliest_at < :before`;

export const WISHED = `
  SELECT 1 AS found FROM waitlist_entry INDEXED BY waitlist_entry_sizes
  WHERE brand = :brand AND status = 'waiting' AND kind = 'wish' AND party_size = :partySize
    AND latest_at >= :startAt AND earliest_at <= :startAt LIMIT 1`;

export const DATES = `
  SELECT date, min(earliest_at) AS earliestAt, max(latest_at) AS latestAt
  FROM waitlist_entry INDEXED BY waitlist_entry_dates
  WHERE brand = :brand AND status = 'waiting' AND kind = 'wish' AND latest_at >= :fromAt
  GROUP BY date`;

export const LAPSING = `
  SELECT ${ENTRY_COLUMNS} FROM waitlist_entry INDEXED BY waitlist_entry_open
  WHERE status IN ('waiting', 'paused') AND latest_at < :now + ${LEAD_MS}
    AND (kind = 'wish' OR latest_at < :now)
  ORDER BY latest_at, id LIMIT :limit`;

export const NEXT_LAPSING = `
  SELECT min(latest_at - iif(kind = 'wish', ${LEAD_MS}, 0)) AS lapsesAt
  FROM waitlist_entry INDEXED BY waitlist_entry_open WHERE status IN ('waiting', 'paused')`;

export function waitlistQueueStore(database: Database) {
  const sql = {
    queue: database.prepare<EntryRow, QueueParameters>(QUEUE),
    sizes: database.prepare<SizeRow, { brand: string; fromAt: number; toAt: number }>(SIZES),
    waiting: database.prepare<
      { count: number },
      { brand: string; partySize: number; after: number; before: number }
    >(WAITING),
    wished: database.prepare<{ found: 1 }, { brand: string; partySize: number; startAt: number }>(
      WISHED,
    ),
    dates: database.prepare<DateRow, { brand: string; fromAt: number }>(DATES),
    lapsing: database.prepare<EntryRow, { now: number; limit: number }>(LAPSING),
    nextLapsing: database.prepare<{ lapsesAt: number | null }, []>(NEXT_LAPSING),
  };
  return {
    /** Guests who would give up a reservation (`replaces`) are found even if `sizes` lacks their size. */
    page(filter: {
      readonly brand: string;
      readonly fromAt: number;
      readonly toAt: number;
      readonly sizes: readonly number[] | null;
      readonly after: WaitlistEntry | null;
      readonly limit: number;
    }): WaitlistEntry[] {
      const { brand, fromAt, toAt, sizes, after, limit } = filter;
      return sql.queue
        .all({
          brand,
          fromAt,
          toAt,
          sizes: sizes === null ? null : JSON.stringify(sizes),
          priority: after?.priority ?? 0,
          createdAt: after?.createdAt ?? 0,
          id: after?.id ?? null,
          limit,
        })
        .map(toEntry);
    },

    sizes: (brand: string, fromAt: number, toAt: number): SizeRow[] =>
      sql.sizes.all({ brand, fromAt, toAt }),
    count: (wish: { brand: string; partySize: number; after: number; before: number }): number =>
      sql.waiting.get(wish)?.count ?? 0,
    isWished: (brand: string, partySize: number, startAt: number): boolean =>
      sql.wished.get({ brand, partySize, startAt }) !== null,
    dates: (brand: string, fromAt: number): DateRow[] => sql.dates.all({ brand, fromAt }),
    lapsing: (now: number, limit: number): WaitlistEntry[] =>
      sql.lapsing.all({ now, limit }).map(toEntry),
    nextLapsingAt: (): number | null => sql.nextLapsing.get()?.lapsesAt ?? null,
  };
}

interface SizeRow {
  readonly partySize: number;
}

interface DateRow {
  readonly date: string;
  readonly earliestAt: number;
  readonly latestAt: number;
}

type QueueParameters = {
  brand: string;
  fromAt: number;
  toAt: number;
  sizes: string | null;
  priority: number;
  createdAt: number;
  id: string | null;
  limit: number;
};
