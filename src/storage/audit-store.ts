import type { Database } from "bun:sqlite";
import type { AuditRow } from "../domain/audit.ts";
import type { ActorKind } from "../domain/caller.ts";

export type FlatAuditRow = Omit<AuditRow, "actor" | "before" | "after"> & {
  readonly actorKind: ActorKind;
  readonly actorId: string;
  readonly actorName: string;
  readonly before: string;
  readonly after: string;
};

export const AUDIT_COLUMNS = `id, at, brand, reservation_id AS reservationId, entry_id AS entryId, principal,
  actor_kind AS actorKind, actor_id AS actorId, actor_name AS actorName, operation, before, after,
  idempotency_key AS idempotencyKey, reason`;

export const INSERT_CHANGE = `
  INSERT INTO audit (id, at, brand, reservation_id, entry_id, principal, actor_kind, actor_id,
    actor_name, operation, before, after, idempotency_key, reason)
  VALUES (:id, :at, :brand, :reservationId, :entryId, :principal, :actorKind, :actorId, :actorName,
    :operation, :before, :after, :idempotencyKey, :reason)`;

export const AUDIT_OF_RESERVATION = `
  SELECT ${AUDIT_COLUMNS} FROM audit INDEXED BY audit_by_reservation
  WHERE reservation_id = :reservationId ORDER BY sequence DESC LIMIT :limit`;

export const AUDIT_AFTER = `
  SELECT ${AUDIT_COLUMNS} FROM audit INDEXED BY audit_by_reservation
  WHERE reservation_id IN (SELECT value FROM json_each(:reservationIds))
    AND sequence > (
      SELECT sequence FROM audit INDEXED BY audit_by_reservation
      WHERE reservation_id = :changedId AND id = :changeId
    )
  ORDER BY sequence`;

/**
 * With the plus in `+principal`, SQLite reads the index in one pass. Without the plus, it would
 * search the index again for each value of `at`.
 */
export const AUDIT_OF_PRINCIPAL = `
  SELECT at, brand, operation FROM audit INDEXED BY audit_by_brand
  WHERE brand = :brand AND +principal = :principal
  ORDER BY at DESC, sequence DESC LIMIT :limit`;

export const COUNT_OF_PRINCIPAL = `
  SELECT count(*) AS count FROM (
    SELECT 1 FROM audit INDEXED BY audit_by_brand
    WHERE brand = :brand AND +principal = :principal LIMIT :limit
  )`;

export const AUDIT_OF_PRINCIPAL_SINCE = `
  SELECT ${AUDIT_COLUMNS} FROM audit INDEXED BY audit_by_brand
  WHERE brand = :brand AND at >= :since AND +principal = :principal AND reservation_id IS NOT NULL
  ORDER BY at DESC, sequence DESC LIMIT :limit`;

export type AuditGlimpse = Pick<AuditRow, "at" | "brand" | "operation">;

/** Rows are never changed, except to clear a guest's data. */
export function auditStore(database: Database) {
  const sql = {
    insert: database.prepare(INSERT_CHANGE),
    ofReservation: database.prepare<FlatAuditRow, { reservationId: string; limit: number }>(
      AUDIT_OF_RESERVATION,
    ),
    after: database.prepare<
      FlatAuditRow,
      { reservationIds: string; changedId: string | null; changeId: string }
    >(AUDIT_AFTER),
    ofPrincipal: database.prepare<
      AuditGlimpse,
      { principal: string; brand: string; limit: number }
    >(AUDIT_OF_PRINCIPAL),
    countOfPrincipal: database.prepare<
      { count: number },
      { principal: string; brand: string; limit: number }
    >(COUNT_OF_PRINCIPAL),
    since: database.prepare<
      FlatAuditRow,
      { principal: string; brand: string; since: number; limit: number }
    >(AUDIT_OF_PRINCIPAL_SINCE),
  };
  return {
    insert(row: AuditRow): void {
      const { actor, before, after, ...rest } = row;
      sql.insert.run({
        ...rest,
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      });
    },

    ofReservation: (reservationId: string, limit: number): AuditRow[] =>
      sql.ofReservation.all({ reservationId, limit }).map(toAuditRow),

    after(
      { id, reservationId }: Pick<AuditRow, "id" | "reservationId">,
      reservationIds: readonly string[],
    ): AuditRow[] {
      const parameters = {
        changeId: id,
        changedId: reservationId,
        reservationIds: JSON.stringify(reservationIds),
      };
      return sql.after.all(parameters).map(toAuditRow);
    },

    ofPrincipal: (principal: string, brands: readonly string[], limit: number): AuditGlimpse[] =>
      brands
        .flatMap((brand) => sql.ofPrincipal.all({ principal, brand, limit }))
        .sort((one, other) => other.at - one.at)
        .slice(0, limit),

    /** Leaves out changes that concern no reservation. */
    ofPrincipalSince: (
      principal: string,
      brand: string,
      since: number,
      limit: number,
    ): AuditRow[] => sql.since.all({ principal, brand, since, limit }).map(toAuditRow),

    countOfPrincipal(principal: string, brands: readonly string[], limit: number): number {
      let count = 0;
      for (const brand of brands) {
        if (count >= limit) break;
        const filter = { principal, brand, limit: limit - count };
        count += sql.countOfPrincipal.get(filter)?.count ?? 0;
      }
      return count;
    },
  };
}

export function toAuditRow(row: FlatAuditRow): AuditRow {
  const { actorKind, actorId, actorName, before, after, ...rest } = row;
  return {
    ...rest,
    actor: { kind: actorKind, id: actorId, name: actorName },
    before: JSON.parse(before),
    after: JSON.parse(after),
  };
}
