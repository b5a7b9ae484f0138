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

/** An entry, and whether its phone takes texts: `opt_out` decides, the copy keeps an index short. */
const WRITTEN = {
  ...ENTRY_FIELDS,
  smsOff: { ...ENTRY_FIELDS.priority, column: "sms_off" },
};

const OF_STATES = `waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status IN (SELECT value FROM json_each(:statuses))
    AND latest_at >= :fromAt AND (:date IS NULL OR date = :date)`;

/** Waiting guests of some states in matching order, after one of them. */
export const ENTRIES = `
  SELECT ${ENTRY_COLUMNS} FROM ${OF_STATES}
    AND (:id IS NULL OR priority < :priority
      OR (priority = :priority AND (created_at, id) > (:createdAt, :id)))
  ORDER BY priority DESC, created_at, id LIMIT :limit`;

/** How many they are. */
export const COUNT_ENTRIES = `SELECT count(*) AS count FROM ${OF_STATES}`;

/**
 * Entries of one phone for dates from one to another that are open or became a booking, those of a
 * date in the same order. Those that are over are left out: a caller that asks and leaves in turns
 * would make so many that they hide the one that waits.
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

/** The offer of an entry that nobody has answered or ended. */
export const LIVE_OFFER = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live_entry
  WHERE entry_id = :entryId AND state IN ('queued', 'sent')`;

/** Tables held around an interval. */
export const LIVE_OFFERS = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live
  WHERE brand = :brand AND state IN ('queued', 'sent')
    AND start_at >= :from - ${DAY} AND start_at < :to AND end_at > :from AND hold_until > :now
  ORDER BY start_at, id`;

/**
 * Who is asked before this entry: the order of `ENTRIES`, among those of its kind who wait for the
 * same date.
 */
export const WAITING_BEFORE = `
  SELECT count(*) AS count FROM waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status = 'waiting' AND kind = :kind AND date = :date
    AND (priority > :priority
      OR (priority = :priority AND (created_at, id) < (:createdAt, :id)))`;

/** The places of all who wait for some dates, each among those of the same date. */
export const PLACES = `
  SELECT id, row_number() OVER (
    PARTITION BY date, kind ORDER BY priority DESC, created_at, id) AS place
  FROM waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status = 'waiting'
    AND date IN (SELECT value FROM json_each(:dates))`;

/** Where a list goes on: after an entry of this rank. */
export type EntryPlace = Pick<WaitlistEntry, "priority" | "createdAt" | "id">;

/** Which entries are meant: of some states, of one date or of every date from an instant on. */
export interface EntryFilter {
  readonly brand: string;
  readonly statuses: readonly EntryStatus[];
  /**
   * The date, YYYY-MM-DD, and its first instant; `date` null: whoever could come then or later.
   * Null: every date.
   */
  readonly day: { readonly date: string | null; readonly startsAt: number } | null;
}

/** Guests who wait and the tables held for them. */
export class WaitlistStore {
  readonly #entry;
  readonly #insert;
  readonly #update;
  readonly #notePassedOver;
  readonly #withdrawAccepted;
  readonly #list;
  readonly #count;
  readonly #waitingOfPhone;
  readonly #places;
  readonly #samePhone;
  readonly #waitingBefore;
  readonly #offerOf;
  readonly #liveOffers;
  readonly #takesNoTexts: (phone: string) => boolean;

  /** `takesNoTexts` tells of a phone whether it has opted out. */
  constructor(database: Database, takesNoTexts: (phone: string) => boolean) {
    this.#takesNoTexts = takesNoTexts;
    this.#entry = database.prepare<EntryRow, { id: string }>(
      `SELECT ${ENTRY_COLUMNS} FROM waitlist_entry WHERE id = :id`,
    );
    this.#insert = database.prepare(`INSERT INTO waitlist_entry ${inserted(WRITTEN)}`);
    this.#update = database.prepare(
      `UPDATE waitlist_entry SET ${assigned(WRITTEN)} WHERE id = :id`,
    );
    this.#withdrawAccepted = database.prepare(
      `UPDATE waitlist_offer SET state = 'withdrawn'
       WHERE entry_id = :entryId AND state = 'accepted'`,
    );
    this.#notePassedOver = database.prepare(
      "UPDATE waitlist_entry SET passed_over = :passedOver WHERE id = :id",
    );
    this.#list = database.prepare<
      EntryRow,
      FilterParameters & {
        priority: number;
        createdAt: number;
        id: string | null;
        limit: number;
      }
    >(ENTRIES);
    this.#count = database.prepare<{ count: number }, FilterParameters>(COUNT_ENTRIES);
    this.#waitingOfPhone = database.prepare<EntryRow, { phone: string }>(WAITING_OF_PHONE);
    this.#places = database.prepare<
      { id: string; place: number },
      { brand: string; dates: string }
    >(PLACES);
    this.#samePhone = database.prepare<
      EntryRow,
      { brand: string; phone: string; fromDate: string; toDate: string; limit: number }
    >(ENTRIES_OF_PHONE);
    this.#waitingBefore = database.prepare<
      { count: number },
      Pick<WaitlistEntry, "brand" | "kind" | "date" | "priority" | "createdAt" | "id">
    >(WAITING_BEFORE);
    this.#offerOf = database.prepare<WaitlistOffer, { entryId: string }>(LIVE_OFFER);
    this.#liveOffers = database.prepare<
      WaitlistOffer,
      { brand: string; from: number; to: number; now: number }
    >(LIVE_OFFERS);
  }

  entry(id: string): WaitlistEntry | null {
    const row = this.#entry.get({ id });
    return row === null ? null : toEntry(row);
  }

  insert(entry: WaitlistEntry): void {
    const smsOff = Number(this.#takesNoTexts(entry.phone));
    this.#insert.run({ ...entry, passedOver: JSON.stringify(entry.passedOver), smsOff });
  }

  /** Replaces what may change of an entry. Throws NOT_FOUND. */
  update(entry: WaitlistEntry): void {
    const { brand: _brand, kind: _kind, source: _source, createdAt: _createdAt, ...rest } = entry;
    const smsOff = Number(this.#takesNoTexts(entry.phone));
    const parameters = { ...rest, passedOver: JSON.stringify(entry.passedOver), smsOff };
    if (this.#update.run(parameters).changes === 1) return;
    throw refusal("NOT_FOUND.entry", { id: entry.id, say: { brand: null } });
  }

  /** Takes back that an offer became a reservation: it was another change that is undone. */
  withdrawAccepted(entryId: string): void {
    this.#withdrawAccepted.run({ entryId });
  }

  /**
   * Notes why an entry was not offered a start; touches nothing that a list is ordered or found by.
   */
  notePassedOver(id: string, passedOver: WaitlistEntry["passedOver"]): void {
    this.#notePassedOver.run({ id, passedOver: JSON.stringify(passedOver) });
  }

  /**
   * Up to `limit` entries, first come first: priority, then age, then id; those behind `after`
   * where that is given.
   */
  list(
    filter: EntryFilter & { readonly after: EntryPlace | null; readonly limit: number },
  ): WaitlistEntry[] {
    const { after, limit } = filter;
    const rows = this.#list.all({
      ...parametersOf(filter),
      priority: after?.priority ?? 0,
      createdAt: after?.createdAt ?? 0,
      id: after?.id ?? null,
      limit,
    });
    return rows.map(toEntry);
  }

  /** How many entries match. */
  count(filter: EntryFilter): number {
    return this.#count.get(parametersOf(filter))?.count ?? 0;
  }

  /** Everything that a phone waits for, whatever the brands. */
  waitingOfPhone(phone: string): WaitlistEntry[] {
    return this.#waitingOfPhone.all({ phone }).map(toEntry);
  }

  /**
   * Entries of one phone for calendar dates, both included, but those that were left or lapsed: by
   * date, then in matching order.
   */
  samePhone(
    brand: string,
    phone: string,
    [fromDate, toDate]: readonly [string, string],
    limit = 300,
  ): WaitlistEntry[] {
    return this.#samePhone.all({ brand, phone, fromDate, toDate, limit }).map(toEntry);
  }

  /** How many guests who wait for the same date are asked before this one. */
  waitingBefore({ brand, kind, date, priority, createdAt, id }: WaitlistEntry): number {
    return this.#waitingBefore.get({ brand, kind, date, priority, createdAt, id })?.count ?? 0;
  }

  /**
   * The places in the queue, from 1, of all who wait for some dates (YYYY-MM-DD), by the ids of the
   * entries.
   */
  places(brand: string, dates: readonly string[]): ReadonlyMap<string, number> {
    const rows = this.#places.all({ brand, dates: JSON.stringify(dates) });
    return new Map(rows.map(({ id, place }) => [id, place]));
  }

  /** The offer of this entry that is queued or sent; its hold may have passed. */
  offerOf(entryId: string): WaitlistOffer | null {
    return this.#offerOf.get({ entryId });
  }

  /** Tables held at `now` whose stay touches [from, to), by start. */
  liveOffers(brand: string, from: number, to: number, now: number): WaitlistOffer[] {
    return this.#liveOffers.all({ brand, from, to, now });
  }
}

type FilterParameters = { brand: string; statuses: string; date: string | null; fromAt: number };

const parametersOf = ({ brand, statuses, day }: EntryFilter): FilterParameters => ({
  brand,
  statuses: JSON.stringify(statuses),
  date: day?.date ?? null,
  fromAt: day?.startsAt ?? Number.MIN_SAFE_INTEGER,
});

/** An entry out of its columns. */
export const toEntry = (row: EntryRow): WaitlistEntry => ({
  ...row,
  passedOver: JSON.parse(row.passedOver),
});
