import type { Database } from "bun:sqlite";
import type { Status } from "../domain/reservation-states.ts";
import { DAY } from "../domain/time.ts";
import type { WaitlistEntry } from "../domain/waitlist.ts";

export interface StayRow {
  readonly id: string;
  readonly status: Status;
  readonly startAt: number;
  readonly endAt: number;
  readonly covers: number;
  readonly seatedAt: number | null;
  readonly completedAt: number | null;
  readonly serviceDate: string;
  readonly service: string | null;
  readonly flags: string;
  readonly source: string;
  readonly createdAt: number;
}

export interface HoldRow {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** Id of the reservation that the guest gives up by accepting the offer. */
  readonly replaces: string | null;
  readonly kind: WaitlistEntry["kind"];
}

const STAY = `SELECT id, status, start_at AS startAt, end_at AS endAt, party_size AS covers,
    seated_at AS seatedAt, completed_at AS completedAt, service_date AS serviceDate, service,
    flags, source, created_at AS createdAt FROM reservation`;

/** Shares no query with admission, so that the head count reveals mistakes of admission. */
export function headCountStore(database: Database) {
  const sql = {
    stays: database.prepare<StayRow, { brand: string; since: number }>(
      `${STAY} WHERE brand = :brand AND start_at > :since
       UNION ALL ${STAY} WHERE brand = :brand AND start_at <= :since AND status = 'seated'`,
    ),
    holds: database.prepare<HoldRow, { brand: string; now: number }>(
      `SELECT offer.id, start_at AS "from", end_at AS "to", offer.party_size AS covers, replaces, kind
       FROM waitlist_offer AS offer JOIN waitlist_entry AS entry ON entry.id = entry_id
       WHERE offer.brand = :brand AND state IN ('queued', 'sent') AND hold_until > :now`,
    ),
    settingsChanged: database.prepare<{ at: number | null }, { brand: string }>(
      "SELECT max(at) AS at FROM audit WHERE brand = :brand AND operation = 'set_settings'",
    ),
    onceOver: database.prepare<{ id: string }, { brand: string }>(
      `SELECT DISTINCT reservation_id AS id FROM audit
       WHERE brand = :brand AND reservation_id IS NOT NULL AND instr(before, '"over_limit"') > 0`,
    ),
  };
  return {
    stays: (brand: string, now: number): StayRow[] =>
      sql.stays.all({ brand, since: now - 2 * DAY }),
    holds: (brand: string, now: number): HoldRow[] => sql.holds.all({ brand, now }),
    /** A reservation that lost the flag `over_limit` may still exceed a limit. */
    onceOverLimit: (brand: string): ReadonlySet<string> =>
      new Set(sql.onceOver.all({ brand }).map(({ id }) => id)),
    settingsChangedAt: (brand: string): number | null =>
      sql.settingsChanged.get({ brand })?.at ?? null,
  };
}
