import type { Actor } from "./caller.ts";

/** The changed fields only, by their names on the record. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** One change, recorded in the same transaction. */
export interface AuditRow {
  readonly id: string;
  readonly at: number;
  readonly brand: string;
  /** Null if the change concerns no reservation. */
  readonly reservationId: string | null;
  readonly entryId: string | null;
  readonly principal: string;
  readonly actor: Actor;
  /** Operation name; for an undo `undo_last_change`. */
  readonly operation: string;
  readonly before: FieldValues;
  readonly after: FieldValues;
  readonly idempotencyKey: string | null;
  readonly reason: string | null;
}
