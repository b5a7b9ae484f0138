import type { Database } from "bun:sqlite";
import type { SlotFreed } from "../domain/waitlist.ts";

/** The columns of freed seats. */
export const FREED_COLUMNS = `id, brand, from_at AS "from", to_at AS "to", cause,
  offer_id AS offerId, created_at AS createdAt, done_at AS doneAt`;

/** Freed seats that were not looked at yet, or are due to be looked at again. */
export const UNDONE = `
  SELECT ${FREED_COLUMNS} FROM slot_freed INDEXED BY slot_freed_undone
  WHERE done_at IS NULL AND check_at <= :now ORDER BY created_at, rowid LIMIT :limit`;

/** When freed seats are to be looked at. */
export const NEXT_CHECK = `
  SELECT min(check_at) AS checkAt FROM slot_freed INDEXED BY slot_freed_undone
  WHERE done_at IS NULL`;

/** Freed seats that were looked at since an instant, in order. */
export const SETTLED_SINCE = `
  SELECT min(from_at) AS "from", max(to_at) AS "to"
  FROM slot_freed INDEXED BY slot_freed_settled
  WHERE brand = :brand AND done_at IS NOT NULL AND done_at >= :since
    AND from_at < :to AND to_at > :from`;

/** Makes freed seats that were put off since an instant due now. */
export const LOOK_NOW = `
  UPDATE slot_freed INDEXED BY slot_freed_undone SET check_at = 0
  WHERE brand = :brand AND done_at IS NULL AND check_at > :now AND created_at >= :since
    AND from_at < :to AND to_at > :from`;

/**
 * Guests who let a start within freed seats pass since those became free: all offers of these
 * seats, of the seats whose offer ended before, and so on.
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

/** Seats that came free, for the waitlist to fill. */
export class SlotFreedStore {
  readonly #insert;
  readonly #undone;
  readonly #nextCheck;
  readonly #settle;
  readonly #postpone;
  readonly #lookNow;
  readonly #settledSince;
  readonly #letPass;

  constructor(database: Database) {
    this.#insert = database.prepare(
      `INSERT INTO slot_freed (id, brand, from_at, to_at, cause, offer_id, created_at, done_at)
       VALUES (:id, :brand, :from, :to, :cause, :offerId, :createdAt, :doneAt)`,
    );
    this.#undone = database.prepare<SlotFreed, { now: number; limit: number }>(UNDONE);
    this.#nextCheck = database.prepare<{ checkAt: number | null }, []>(NEXT_CHECK);
    this.#settle = database.prepare(
      "UPDATE slot_freed SET done_at = :now WHERE id = :id AND done_at IS NULL",
    );
    this.#postpone = database.prepare(
      "UPDATE slot_freed SET check_at = :checkAt WHERE id = :id AND done_at IS NULL",
    );
    this.#lookNow = database.prepare(LOOK_NOW);
    this.#settledSince = database.prepare<
      { from: number | null; to: number | null },
      { brand: string; since: number; from: number; to: number }
    >(SETTLED_SINCE);
    this.#letPass = database.prepare<{ entryId: string }, { id: string; from: number; to: number }>(
      LET_PASS,
    );
  }

  insert(row: SlotFreed): void {
    this.#insert.run({ ...row });
  }

  /** Freed seats to be looked at now, oldest first. */
  undone(now: number, limit: number): SlotFreed[] {
    return this.#undone.all({ now, limit });
  }

  /**
   * When the next freed seats are to be looked at; 0: as soon as possible; null: there are none.
   */
  nextCheckAt(): number | null {
    return this.#nextCheck.get()?.checkAt ?? null;
  }

  /** Nothing is left to do for them. */
  settle(id: string, now: number): void {
    this.#settle.run({ id, now });
  }

  /** They are looked at again at `checkAt`. */
  postpone(id: string, checkAt: number): void {
    this.#postpone.run({ id, checkAt });
  }

  /**
   * What touches [from, to), came free at or after `since` and was put off is looked at again now.
   */
  lookNow(seats: {
    readonly brand: string;
    readonly since: number;
    readonly from: number;
    readonly to: number;
    readonly now: number;
  }): void {
    this.#lookNow.run(seats);
  }

  /**
   * The interval around everything that touches [from, to) and was settled at or after `since`;
   * null: nothing was.
   */
  settledSince(seats: {
    readonly brand: string;
    readonly since: number;
    readonly from: number;
    readonly to: number;
  }): { readonly from: number; readonly to: number } | null {
    const { from, to } = this.#settledSince.get(seats) ?? { from: null, to: null };
    return from === null || to === null ? null : { from, to };
  }

  /** Ids of the entries that had some of these freed seats on offer and did not take them. */
  letPass({ id, from, to }: Pick<SlotFreed, "id" | "from" | "to">): ReadonlySet<string> {
    return new Set(this.#letPass.all({ id, from, to }).map(({ entryId }) => entryId));
  }
}
