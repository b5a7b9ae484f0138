import type { Actor } from "./caller.ts";

export type FieldValues = Readonly<Record<string, unknown>>;

export interface AuditRow {
  readonly id: string;
  readonly at: number;
  readonly brand: string;
  readonly reservationId: string | null;
  readonly entryId: string | null;
  readonly principal: string;
  readonly actor: Actor;
  readonly operation: string;
  readonly before: FieldValues;
  readonly after: FieldValues;
  readonly idempotencyKey: string | null;
  readonly reason: string | null;
}
