import type { Actor } from "./caller.ts";

/** Values of the changed fields only, by their name on the record. */
export type FieldValues = Readonly<Record<string, unknown>>;

/**
 * One change, recorded in the transaction that made it: for the timeline, for undo, and to answer
 * "who did this?".
 */
export interface AuditRow {
  readonly id: string;
  readonly at: number;
  readonly brand: string;
  /** Null for changes that concern no reservation (a waitlist entry, the brand). */
  readonly reservationId: string | null;
  readonly entryId: string | null;
  readonly principal: string;
  readonly actor: Actor;
  /** Operation name; an undo is `undo_last_change`. */
  readonly operation: string;
  readonly before: FieldValues;
  readonly after: FieldValues;
  readonly idempotencyKey: string | null;
  readonly reason: string | null;
}
