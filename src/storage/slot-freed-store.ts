import type { Database } from "bun:sqlite";
import type { SlotFreed } from "../domain/waitlist.ts";

/** Freed seats that nobody has looked at, or that are to be looked at again by now. */
export const UNDONE = `
  SELECT id, brand, from_at AS "from", to_at AS "to", cause,
    offer_id AS offerId, created_at AS createdAt, done_at AS doneAt
  FROM slot_freed INDEXED BY slot_freed_undone
  WHERE done_at IS NULL AND check_at <= :now ORDER BY created_at, id LIMIT :limit`;

/** When freed seats are to be looked at. */
export const NEXT_CHECK = `
  SELECT min(check_at) AS checkAt FROM slot_freed INDEXED BY slot_freed_undone
  WHERE done_at IS NULL`;

/** Seats that came free, for the waitlist to fill. */
export class SlotFreedStore {
  readonly #insert;
  readonly #undone;
  readonly #nextCheck;
  readonly #settle;
  readonly #postpone;

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
}
