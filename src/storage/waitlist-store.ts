import type { Database } from "bun:sqlite";
import { ENTRY_FIELDS } from "../domain/entry-fields.ts";
import { refusal } from "../domain/errors.ts";
import { DAY } from "../domain/time.ts";
import type { EntryStatus, WaitlistEntry, WaitlistOffer } from "../domain/waitlist.ts";
import { assigned, inserted, type Row, selected } from "./columns.ts";
import { OFFER_COLUMNS } from "./offer-store.ts";

export type EntryRow = Row<WaitlistEntry>;

export const ENTRY_COLUMNS = selected(ENTRY_FIELDS);

/** `smsOff` copies the phone's opt-out, so that an index can leave out entries of opted-out phones. */
const WRITTEN = {
  ...ENTRY_FIELDS,
  smsOff: { ...ENTRY_FIELDS.priority, column: "sms_off" },
};

const OF_STATES = `waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status IN (SELECT value FROM json_each(:statuses))
    AND latest_at >= :fromAt AND (:date IS NULL OR date = :date)`;

export const ENTRIES = `
  SELECT ${ENTRY_COLUMNS} FROM ${OF_STATES}
    AND (:id IS NULL OR priority < :priority
      OR (priority = :priority AND (created_at, id) > (:createdAt, :id)))
  ORDER BY priority DESC, created_at, id LIMIT :limit`;

export const COUNT_ENTRIES = `SELECT count(*) AS count FROM ${OF_STATES}`;

/** Leaves out `left` and `lapsed` entries, because they could fill the limit. */
export const ENTRIES_OF_PHONE = `
  SELECT ${ENTRY_COLUMNS} FROM waitlist_entry INDEXED BY waitlist_entry_by_phone
  WHERE brand = :brand AND phone = :phone AND date BETWEEN :fromDate AND :toDate
    AND status IN ('waiting', 'offered', 'paused', 'booked')
  ORDER BY date, priority DESC, created_at, id LIMIT :limit`;

export const WAITING_OF_PHONE = `
  SELECT ${ENTRY_COLUMNS} FROM waitlist_entry INDEXED BY waitlist_entry_of_phone
  WHERE phone = :phone AND status = 'waiting' ORDER BY id`;

export const LIVE_OFFER = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live_entry
  WHERE entry_id = :entryId AND state IN ('queued', 'sent')`;

export const LIVE_OFFERS = `
  SELECT ${OFFER_COLUMNS} FROM waitlist_offer INDEXED BY waitlist_offer_live
  WHERE brand = :brand AND state IN ('queued', 'sent')
    AND start_at >= :from - ${DAY} AND start_at < :to AND end_at > :from AND hold_until > :now
  ORDER BY start_at, id`;

export const QUEUED = `
  SELECT id, kind, wished_at AS wishedAt FROM waitlist_entry INDEXED BY waitlist_entry_by_status
  WHERE brand = :brand AND status IN ('waiting', 'offered')
    AND date IN (SELECT value FROM json_each(:dates))
  ORDER BY priority DESC, created_at, id`;

type QueuedEntry = Pick<WaitlistEntry, "id" | "kind" | "wishedAt">;

export type EntryPlace = Pick<WaitlistEntry, "priority" | "createdAt" | "id">;

export interface EntryFilter {
  readonly brand: string;
  readonly statuses: readonly EntryStatus[];
  /** Entries of `date` (null: any date) whose window ends at or after `startsAt`. */
  readonly day: { readonly date: string | null; readonly startsAt: number } | null;
}

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
    queued: database.prepare<QueuedEntry, { brand: string; dates: string }>(QUEUED),
    samePhone: database.prepare<
      EntryRow,
      { brand: string; phone: string; fromDate: string; toDate: string; limit: number }
    >(ENTRIES_OF_PHONE),
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

    /** Throws NOT_FOUND. */
    update(entry: WaitlistEntry): void {
      const { brand: _brand, kind: _kind, source: _source, createdAt: _createdAt, ...rest } = entry;
      const smsOff = Number(takesNoTexts(entry.phone));
      const parameters = { ...rest, passedOver: JSON.stringify(entry.passedOver), smsOff };
      if (sql.update.run(parameters).changes === 1) return;
      throw refusal("NOT_FOUND.entry", { id: entry.id, say: { brand: null } });
    },

    /** Call this when the booking of an accepted offer is undone. */
    withdrawAccepted(entryId: string): void {
      sql.withdrawAccepted.run({ entryId });
    },

    notePassedOver(id: string, passedOver: WaitlistEntry["passedOver"]): void {
      sql.notePassedOver.run({ id, passedOver: JSON.stringify(passedOver) });
    },

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

    count: (filter: EntryFilter): number => sql.count.get(parametersOf(filter))?.count ?? 0,
    waitingOfPhone: (phone: string): WaitlistEntry[] =>
      sql.waitingOfPhone.all({ phone }).map(toEntry),
    samePhone: (
      brand: string,
      phone: string,
      [fromDate, toDate]: readonly [string, string],
      limit = 300,
    ): WaitlistEntry[] => sql.samePhone.all({ brand, phone, fromDate, toDate, limit }).map(toEntry),
    queued: (brand: string, dates: readonly string[]): QueuedEntry[] =>
      sql.queued.all({ brand, dates: JSON.stringify(dates) }),

    /** Includes an offer whose hold has ended. */
    offerOf: (entryId: string): WaitlistOffer | null => sql.offerOf.get({ entryId }),
    /** Offers whose hold is valid at `now`, for stays that overlap [from, to). */
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

export const toEntry = (row: EntryRow): WaitlistEntry => ({
  ...row,
  passedOver: JSON.parse(row.passedOver),
});
