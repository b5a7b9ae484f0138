import type { Database } from "bun:sqlite";
import type { SlotFreed } from "../domain/waitlist.ts";

export const FREED_COLUMNS = `id, brand, from_at AS "from", to_at AS "to", cause,
  offer_id AS offerId, created_at AS createdAt, done_at AS doneAt`;

export const UNDONE = `
  SELECT ${FREED_COLUMNS} FROM slot_freed INDEXED BY slot_freed_undone
  WHERE done_at IS NULL AND check_at <= :now ORDER BY created_at, rowid LIMIT :limit`;

export const NEXT_CHECK = `
  SELECT min(check_at) AS checkAt FROM slot_freed INDEXED BY slot_freed_undone
  WHERE done_at IS NULL`;

export const SETTLED_SINCE = `
  SELECT min(from_at) AS "from", max(to_at) AS "to"
  FROM slot_freed INDEXED BY slot_freed_settled
  WHERE brand = :brand AND done_at IS NOT NULL AND done_at >= :since
    AND from_at < :to AND to_at > :from`;

export const LOOK_NOW = `
  UPDATE slot_freed INDEXED BY slot_freed_undone SET check_at = 0
  WHERE brand = :brand AND done_at IS NULL AND check_at > :now AND created_at >= :since
    AND from_at < :to AND to_at > :from`;

/**
 * Waitlist entries that were offered the seats of the freed slot `id` and did not take them. When an offer
 * ends, its seats become a new freed slot, so the query follows the chain of offers back.
 */
export const LET_PASS = `
  WITH RECURSIVE cascade (id, offer_id) AS (
    SELECT id, offer_id FROM slot_freed WHERE id = :id
    UNION
    SELECT slot_freed.id, slot_freed.offer_id FROM cascade
    JOIN waitlist_offer ON waitlist_offer.id = cascade.offer_id
    JOIN slot_freed ON slot_freed.id = waitlist_offer.cause
  )
  SELECT DISTINCT entry_id AS entryId
  FROM cascade JOIN waitlist_offer INDEXED BY waitlist_offer_by_cause ON cause = cascade.id
  WHERE state IN ('declined', 'expired', 'failed') AND start_at < :to AND end_at > :from`;

export function slotFreedStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO slot_freed (id, brand, from_at, to_at, cause, offer_id, created_at, done_at)
       VALUES (:id, :brand, :from, :to, :cause, :offerId, :createdAt, :doneAt)`,
    ),
    undone: database.prepare<SlotFreed, { now: number; limit: number }>(UNDONE),
    nextCheck: database.prepare<{ checkAt: number | null }, []>(NEXT_CHECK),
    settle: database.prepare(
      "UPDATE slot_freed SET done_at = :now WHERE id = :id AND done_at IS NULL",
    ),
    postpone: database.prepare(
      "UPDATE slot_freed SET check_at = :checkAt WHERE id = :id AND done_at IS NULL",
    ),
    lookNow: database.prepare(LOOK_NOW),
    settledSince: database.prepare<
      { from: number | null; to: number | null },
      { brand: string; since: number; from: number; to: number }
    >(SETTLED_SINCE),
    letPass: database.prepare<{ entryId: string }, { id: string; from: number; to: number }>(
      LET_PASS,
    ),
  };
  return {
    insert(row: SlotFreed): void {
      sql.insert.run({ ...row });
    },

    undone: (now: number, limit: number): SlotFreed[] => sql.undone.all({ now, limit }),
    /** When to check freed seats next; 0 means now. Null if there is nothing to check. */
    nextCheckAt: (): number | null => sql.nextCheck.get()?.checkAt ?? null,

    settle(id: string, now: number): void {
      sql.settle.run({ id, now });
    },

    postpone(id: string, checkAt: number): void {
      sql.postpone.run({ id, checkAt });
    },

    /** Makes postponed checks due now, for seats in [from, to) that were freed at or after `since`. */
    lookNow(seats: {
      readonly brand: string;
      readonly since: number;
      readonly from: number;
      readonly to: number;
      readonly now: number;
    }): void {
      sql.lookNow.run(seats);
    },

    /**
     * The earliest start and the latest end of freed seats that overlap [from, to) and were settled at
     * or after `since`.
     */
    settledSince(seats: {
      readonly brand: string;
      readonly since: number;
      readonly from: number;
      readonly to: number;
    }): { readonly from: number; readonly to: number } | null {
      const { from, to } = sql.settledSince.get(seats) ?? { from: null, to: null };
      return from === null || to === null ? null : { from, to };
    },

    letPass: ({ id, from, to }: Pick<SlotFreed, "id" | "from" | "to">): ReadonlySet<string> =>
      new Set(sql.letPass.all({ id, from, to }).map(({ entryId }) => entryId)),
  };
}
