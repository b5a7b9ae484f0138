import type { Database } from "bun:sqlite";
import type { AuditRow } from "../domain/audit.ts";
import type { ActorKind } from "../domain/caller.ts";

type FlatRow = Omit<AuditRow, "actor" | "before" | "after"> & {
  readonly actorKind: ActorKind;
  readonly actorId: string;
  readonly actorName: string;
  readonly before: string;
  readonly after: string;
};

const COLUMNS = `id, at, brand, reservation_id AS reservationId, entry_id AS entryId, principal,
  actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName, operation, before, after,
  idempotency_key AS idempotencyKey, reason`;

/** The changes of a reservation, the last one written first. */
export const AUDIT_OF_RESERVATION = `
  SELECT ${COLUMNS} FROM audit INDEXED BY audit_by_reservation
  WHERE reservation_id = :reservationId ORDER BY sequence DESC LIMIT :limit`;

/** The changes, one row each; never altered by an operation. */
export class AuditStore {
  readonly #insert;
  readonly #ofReservation;

  constructor(database: Database) {
    this.#insert = database.prepare(
      `INSERT INTO audit (id, at, brand, reservation_id, entry_id, principal, actor_kind, actor_id,
         actor_name, operation, before, after, idempotency_key, reason)
       VALUES (:id, :at, :brand, :reservationId, :entryId, :principal, :actorKind, :actorId,
         :actorName, :operation, :before, :after, :idempotencyKey, :reason)`,
    );
    this.#ofReservation = database.prepare<FlatRow, { reservationId: string; limit: number }>(
      AUDIT_OF_RESERVATION,
    );
  }

  insert(row: AuditRow): void {
    const { actor, before, after, ...rest } = row;
    this.#insert.run({
      ...rest,
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    });
  }

  /** The changes of a reservation, the last one written first. */
  ofReservation(reservationId: string, limit: number): AuditRow[] {
    return this.#ofReservation.all({ reservationId, limit }).map(toAuditRow);
  }
}

function toAuditRow(row: FlatRow): AuditRow {
  const { actorKind, actorId, actorName, before, after, ...rest } = row;
  return {
    ...rest,
    actor: { kind: actorKind, id: actorId, name: actorName },
    before: JSON.parse(before),
    after: JSON.parse(after),
  };
}
