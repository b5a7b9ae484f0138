import type { Database } from "bun:sqlite";
import { ENTRY_FIELDS } from "../domain/entry-fields.ts";
import { refusal } from "../domain/errors.ts";
import { DAY } from "../domain/time.ts";
import type { EntryStatus, WaitlistEntry, WaitlistOffer } from "../domain/waitlist.ts";
import { assigned, inserted, type Row, selected } from "./columns.ts";
import { OFFER_COLUMNS } from "./offer-store.ts";

/** An entry as its columns hold it. */
export type EntryRow = Row<WaitlistEntry>;

/** The select list that reads a whole entry. */
export const ENTRY_COLUMNS = selected(ENTRY_FIELDS);

/**
 * The columns to write: all fields, and whether the phone takes texts. `opt_out` is the truth about
 * that; the copy makes the index useful.
 */
const WRITTEN = {
  ...ENTRY_FIELDS,
  smsOff: { ...ENTRY_FIELDS.priority, column: "sms_off" },
};

const OF_STATES = `waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status IN (SELECT value FROM json_each(:statuses))
    AND latest_at >= :fromAt AND (:date IS NULL OR date = :date)`;

/** Entries with some statuses in matching order, after a given one. */
export const ENTRIES = `
  SELECT ${ENTRY_COLUMNS} FROM ${OF_STATES}
    AND (:id IS NULL OR priority < :priority
      OR (priority = :priority AND (created_at, id) > (:createdAt, :id)))
  ORDER BY priority DESC, created_at, id LIMIT :limit`;

/** The number of these entries. */
export const COUNT_ENTRIES = `SELECT count(*) AS count FROM ${OF_STATES}`;

/**
 * Entries of one phone for a range of dates that are open or became a booking, by date and then in
 * matching order. Ended ones are left out: a caller that adds and removes an entry again and again
 * would otherwise hide the one that waits.
 */
export const ENTRIES_OF_PHONE = `
  SELECT ${ENTRY_COLUMNS} FROM waitlist_entry INDEXED BY waitlist_entry_by_phone
  WHERE brand = :brand AND phone = :phone AND date BETWEEN :fromDate AND :toDate
    AND status IN ('waiting', 'offered', 'paused', 'booked')
  ORDER BY date, priority DESC, created_at, id LIMIT :limit`;

/** What one phone waits for, in any brand. */
export const WAITING_OF_PHONE = `
  SELECT ${ENTRY_COLUMNS} FROM waitlist_entry INDEXED BY waitlist_entry_of_phone
  WHERE phone = :phone AND status = 'waiting' ORDER BY id`;

/** The live offer of an entry. */
export const LIVE_OFFER = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live_entry
  WHERE entry_id = :entryId AND state IN ('queued', 'sent')`;

/** Live offers that touch an interval. */
export const LIVE_OFFERS = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live
  WHERE brand = :brand AND state IN ('queued', 'sent')
    AND start_at >= :from - ${DAY} AND start_at < :to AND end_at > :from AND hold_until > :now
  ORDER BY start_at, id`;

/**
 * How many come before this entry in the order of `ENTRIES`: entries of its kind and date that wait
 * or have an offer.
 */
export const WAITING_BEFORE = `
  SELECT count(*) AS count FROM waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status IN ('waiting', 'offered') AND kind = :kind AND date = :date
    AND (priority > :priority
      OR (priority = :priority AND (created_at, id) < (:createdAt, :id)))`;

/** The places of all who wait or have an offer for some dates, each counted by date and kind. */
export const PLACES = `
  SELECT id, row_number() OVER (
    PARTITION BY date, kind ORDER BY priority DESC, created_at, id) AS place
  FROM waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status IN ('waiting', 'offered')
    AND date IN (SELECT value FROM json_each(:dates))`;

/** The entry after which a page begins. */
export type EntryPlace = Pick<WaitlistEntry, "priority" | "createdAt" | "id">;

/** Which entries: with some statuses, and of one date or of all dates from an instant on. */
export interface EntryFilter {
  readonly brand: string;
  readonly statuses: readonly EntryStatus[];
  /**
   * The date, YYYY-MM-DD, and its first instant; with `date` null, all entries whose window ends at
   * that instant or later. Null: every date.
   */
  readonly day: { readonly date: string | null; readonly startsAt: number } | null;
}

/** Waiting guests, and the offers that hold tables for them. */
export function waitlistStore(database: Database, takesNoTexts: (phone: string) => boolean) {
  const sql = {
    entry: database.prepare<EntryRow, { id: string }>(
      `SELECT ${ENTRY_COLUMNS} FROM waitlist_entry WHERE id = :id`,
    ),
    insert: database.prepare(`INSERT INTO waitlist_entry ${inserted(WRITTEN)}`),
    update: database.prepare(`UPDATE waitlist_entry SET ${assigned(WRITTEN)} WHERE id = :id`),
    withdrawAccepted: database.prepare(
      `UPDATE waitlist_offer SET state = 'withdrawn'
       WHERE entry_id = :entryId AND state = 'accepted'`,
    ),
    notePassedOver: database.prepare(
      "UPDATE waitlist_entry SET passed_over = :passedOver WHERE id = :id",
    ),
    list: database.prepare<
      EntryRow,
      FilterParameters & {
        priority: number;
        createdAt: number;
        id: string | null;
        limit: number;
      }
    >(ENTRIES),
    count: database.prepare<{ count: number }, FilterParameters>(COUNT_ENTRIES),
    waitingOfPhone: database.prepare<EntryRow, { phone: string }>(WAITING_OF_PHONE),
    places: database.prepare<{ id: string; place: number }, { brand: string; dates: string }>(
      PLACES,
    ),
    samePhone: database.prepare<
      EntryRow,
      { brand: string; phone: string; fromDate: string; toDate: string; limit: number }
    >(ENTRIES_OF_PHONE),
    waitingBefore: database.prepare<
      { count: number },
      Pick<WaitlistEntry, "brand" | "kind" | "date" | "priority" | "createdAt" | "id">
    >(WAITING_BEFORE),
    offerOf: database.prepare<WaitlistOffer, { entryId: string }>(LIVE_OFFER),
    liveOffers: database.prepare<
      WaitlistOffer,
      { brand: string; from: number; to: number; now: number }
    >(LIVE_OFFERS),
  };
  return {
    entry(id: string): WaitlistEntry | null {
      const row = sql.entry.get({ id });
      return row === null ? null : toEntry(row);
    },

    insert(entry: WaitlistEntry): void {
      const smsOff = Number(takesNoTexts(entry.phone));
      sql.insert.run({ ...entry, passedOver: JSON.stringify(entry.passedOver), smsOff });
    },

    /** Replaces the fields of an entry that may change. Throws NOT_FOUND. */
    update(entry: WaitlistEntry): void {
      const { brand: _brand, kind: _kind, source: _source, createdAt: _createdAt, ...rest } = entry;
      const smsOff = Number(takesNoTexts(entry.phone));
      const parameters = { ...rest, passedOver: JSON.stringify(entry.passedOver), smsOff };
      if (sql.update.run(parameters).changes === 1) return;
      throw refusal("NOT_FOUND.entry", { id: entry.id, say: { brand: null } });
    },

    /** Marks the accepted offer of an entry as withdrawn, because the booking is undone. */
    withdrawAccepted(entryId: string): void {
      sql.withdrawAccepted.run({ entryId });
    },

    /**
     * Stores why an entry was not offered a start. Changes no field that lists are sorted or filtered
     * by.
     */
    notePassedOver(id: string, passedOver: WaitlistEntry["passedOver"]): void {
      sql.notePassedOver.run({ id, passedOver: JSON.stringify(passedOver) });
    },

    /**
     * Up to `limit` entries in matching order (priority, then age, then id), after `after` if given.
     */
    list(
      filter: EntryFilter & { readonly after: EntryPlace | null; readonly limit: number },
    ): WaitlistEntry[] {
      const { after, limit } = filter;
      const rows = sql.list.all({
        ...parametersOf(filter),
        priority: after?.priority ?? 0,
        createdAt: after?.createdAt ?? 0,
        id: after?.id ?? null,
        limit,
      });
      return rows.map(toEntry);
    },

    /** The number of matching entries. */
    count: (filter: EntryFilter): number => sql.count.get(parametersOf(filter))?.count ?? 0,
    /** The entries with which a phone waits, in all brands. */
    waitingOfPhone: (phone: string): WaitlistEntry[] =>
      sql.waitingOfPhone.all({ phone }).map(toEntry),
    /**
     * Entries of one phone for a range of calendar dates, without those that left or lapsed: by date,
     * then in matching order.
     */
    samePhone: (
      brand: string,
      phone: string,
      [fromDate, toDate]: readonly [string, string],
      limit = 300,
    ): WaitlistEntry[] => sql.samePhone.all({ brand, phone, fromDate, toDate, limit }).map(toEntry),
    /** How many guests come before this one in the queue of its date. */
    waitingBefore: ({ brand, kind, date, priority, createdAt, id }: WaitlistEntry): number =>
      sql.waitingBefore.get({ brand, kind, date, priority, createdAt, id })?.count ?? 0,

    /**
     * The places in the queue, from 1, of all entries that wait for some dates (YYYY-MM-DD), by id.
     */
    places(brand: string, dates: readonly string[]): ReadonlyMap<string, number> {
      const rows = sql.places.all({ brand, dates: JSON.stringify(dates) });
      return new Map(rows.map(({ id, place }) => [id, place]));
    },

    /** The live offer of this entry; its hold may have passed. */
    offerOf: (entryId: string): WaitlistOffer | null => sql.offerOf.get({ entryId }),
    /** Live offers at `now` whose stay touches [from, to), by start. */
    liveOffers: (brand: string, from: number, to: number, now: number): WaitlistOffer[] =>
      sql.liveOffers.all({ brand, from, to, now }),
  };
}

type FilterParameters = { brand: string; statuses: string; date: string | null; fromAt: number };

const parametersOf = ({ brand, statuses, day }: EntryFilter): FilterParameters => ({
  brand,
  statuses: JSON.stringify(statuses),
  date: day?.date ?? null,
  fromAt: day?.startsAt ?? Number.MIN_SAFE_INTEGER,
});

/** The entry of a row. */
export const toEntry = (row: EntryRow): WaitlistEntry => ({
  ...row,
  passedOver: JSON.parse(row.passedOver),
});
