import type { AuditRow } from "../../domain/audit.ts";
import { sayWhy } from "../../words/render.ts";
import type { Cell } from "../export/csv.ts";

type Change = Omit<AuditRow, "principal">;

/** Published columns: add new ones at the end, rename none. */
export const AUDIT_TABLE: Readonly<Record<string, (change: Change) => Cell>> = {
  id: ({ id }) => id,
  at: ({ at }) => new Date(at).toISOString(),
  brand: ({ brand }) => brand,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  operation: ({ operation }) => operation,
  reservation_id: ({ reservationId }) => reservationId,
  entry_id: ({ entryId }) => entryId,
  before: ({ before }) => JSON.stringify(before),
  after: ({ after }) => JSON.stringify(after),
  reason: sayWhy,
  idempotency_key: ({ idempotencyKey }) => idempotencyKey,
};
