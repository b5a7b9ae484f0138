import type { Database } from "bun:sqlite";
import type { AuditRow } from "../domain/audit.ts";
import type { ActorKind } from "../domain/caller.ts";
import { AUDIT_COLUMNS, type FlatAuditRow, toAuditRow } from "./audit-store.ts";

export interface AuditPlace {
  readonly at: number;
  readonly sequence: number;
}

export interface AuditFilter {
  readonly brand: string;
  readonly from: number | null;
  /** Exclusive. */
  readonly until: number | null;
  readonly actorKind: ActorKind | null;
  readonly principal: string | null;
  readonly operation: string | null;
  readonly reservationId: string | null;
}

export interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly next: AuditPlace | null;
}

const FIRST = -8.64e15;
const LAST = 8.64e15;
const ABOVE_NEWEST: AuditPlace = { at: LAST, sequence: Number.MAX_SAFE_INTEGER };

const MAX_ROWS_READ = 5000;

const pageBy = (index: string, found: string): string => `
  SELECT ${AUDIT_COLUMNS}, sequence,
    (:actorKind IS NULL OR actor_kind = :actorKind)
      AND (:operation IS NULL OR operation = :operation)
      AND (:principal IS NULL OR principal = :principal)
      AND (:reservationId IS NULL OR reservation_id = :reservationId) AS wanted
  FROM audit INDEXED BY ${index}
  WHERE ${found} AND brand = :brand AND at >= :from AND at < :until
    AND (at, sequence) < (:at, :sequence)
  ORDER BY at DESC, sequence DESC LIMIT :limit`;

export const AUDIT_PAGE_OF_BRAND = pageBy("audit_by_brand", "TRUE");
export const AUDIT_PAGE_OF_PRINCIPAL = pageBy("audit_by_brand", "+principal = :principal");
/** SQLite sorts the rows, which is cheap, because a reservation has few changes. */
export const AUDIT_PAGE_OF_RESERVATION = pageBy(
  "audit_by_reservation",
  "reservation_id = :reservationId",
);

type Row = FlatAuditRow & { readonly sequence: number; readonly wanted: number };
type Bound = Record<string, string | number | null>;

export function auditListStore(database: Database) {
  const sql = {
    ofBrand: database.prepare<Row, Bound>(AUDIT_PAGE_OF_BRAND),
    ofPrincipal: database.prepare<Row, Bound>(AUDIT_PAGE_OF_PRINCIPAL),
    ofReservation: database.prepare<Row, Bound>(AUDIT_PAGE_OF_RESERVATION),
  };
  return {
    /** A page with a `next` may have few rows or none, because MAX_ROWS_READ limits the search. */
    page(filter: AuditFilter, after: AuditPlace | null, limit: number): AuditPage {
      const { from, until, ...rest } = filter;
      const statement =
        filter.reservationId !== null
          ? sql.ofReservation
          : filter.principal !== null
            ? sql.ofPrincipal
            : sql.ofBrand;
      const bound: Bound = {
        ...rest,
        ...(after ?? ABOVE_NEWEST),
        from: from ?? FIRST,
        until: until ?? LAST,
        limit: MAX_ROWS_READ,
      };
      const rows: AuditRow[] = [];
      let last = after ?? ABOVE_NEWEST;
      let seen = 0;
      for (const { wanted, sequence, ...flat } of statement.iterate(bound)) {
        if (wanted === 1 && rows.length === limit) return { rows, next: last };
        seen += 1;
        last = { at: flat.at, sequence };
        if (wanted === 1) rows.push(toAuditRow(flat));
        if (seen === MAX_ROWS_READ) return { rows, next: last };
      }
      return { rows, next: null };
    },
  };
}
