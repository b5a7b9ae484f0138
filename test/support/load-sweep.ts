// Counts the parties present in every half minute, from the rows of the database. The counting
// follows docs/rules/capacity.md and uses none of the product's calculations.
import type { Database } from "bun:sqlite";

const HALF_MINUTE = 30_000;
const MINUTE = 60_000;

interface Row {
  readonly status: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly covers: number;
  readonly seatedAt: number | null;
  readonly completedAt: number | null;
}

interface Taken {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
}

/** All stays and holds that take seats of a brand, as known at `now`. */
export function takenSeats(database: Database, brand: string, now: number): Taken[] {
  const rows = database
    .query<Row, [string]>(
      `SELECT status, start_at AS startAt, end_at AS endAt, party_size AS covers,
         seated_at AS seatedAt, completed_at AS completedAt FROM reservation WHERE brand = ?`,
    )
    .all(brand);
  const holds = database
    .query<Taken, [string, number]>(
      `SELECT start_at AS "from", end_at AS "to", party_size AS covers FROM waitlist_offer
       WHERE brand = ? AND state IN ('queued', 'sent') AND hold_until > ?`,
    )
    .all(brand, now);
  const stays = rows.flatMap((row) => {
    const [from, to] = interval(row, now);
    return from < to ? [{ from, to, covers: row.covers }] : [];
  });
  return [...stays, ...holds];
}

function interval(row: Row, now: number): [from: number, to: number] {
  const { status, startAt, endAt, completedAt } = row;
  // A seated party has its table from the full minute in which the host tapped.
  const seatedAt = row.seatedAt === null ? null : Math.floor(row.seatedAt / MINUTE) * MINUTE;
  if (status === "cancelled" || status === "no_show") return [0, 0];
  if (status === "seated" && seatedAt !== null) {
    const leaves = seatedAt + (endAt - startAt);
    return [Math.min(startAt, seatedAt), Math.max(leaves, now + MINUTE)];
  }
  if (status === "completed" && completedAt !== null) {
    return [Math.min(startAt, seatedAt ?? startAt), Math.min(endAt, completedAt)];
  }
  return [startAt, endAt];
}

/** Covers and parties present in each half minute from `now` on. */
export interface Presence {
  readonly covers: Int32Array;
  readonly parties: Int32Array;
}

/** All changes in the tests are at full or half minutes, so nothing changes between two samples. */
export function presence(taken: readonly Taken[], now: number, until: number): Presence {
  const samples = (until - now) / HALF_MINUTE;
  const covers = new Int32Array(samples);
  const parties = new Int32Array(samples);
  for (const one of taken) {
    const first = Math.max(0, Math.ceil((one.from - now) / HALF_MINUTE));
    for (let sample = first; sample < samples; sample += 1) {
      if (now + sample * HALF_MINUTE >= one.to) break;
      covers[sample] = (covers[sample] ?? 0) + one.covers;
      parties[sample] = (parties[sample] ?? 0) + 1;
    }
  }
  return { covers, parties };
}

/** A service at its hours on one date. */
export interface Sitting {
  readonly opens: number;
  readonly closes: number;
  readonly slotMinutes: number;
  readonly paceCovers: number | null;
  readonly paceParties: number | null;
}

/** The parties that start in a slot of a service. */
export interface SlotStarts {
  readonly from: number;
  readonly covers: number;
  readonly parties: number;
}

/** The slots of a service with the parties that start in them. */
export function slotStarts(taken: readonly Taken[], sitting: Sitting): SlotStarts[] {
  const slots: SlotStarts[] = [];
  const length = sitting.slotMinutes * MINUTE;
  for (let from = sitting.opens; from < sitting.closes; from += length) {
    const to = Math.min(from + length, sitting.closes);
    const starting = taken.filter((one) => one.from >= from && one.from < to);
    const covers = starting.reduce((sum, one) => sum + one.covers, 0);
    slots.push({ from, covers, parties: starting.length });
  }
  return slots;
}

/**
 * Every row of every table as one text. Two texts are equal only if no row was changed in the time
 * between them.
 */
export function everyRow(database: Database): string {
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    )
    .all();
  return tables
    .map(
      ({ name }) => `${name} ${JSON.stringify(database.query(`SELECT * FROM "${name}"`).values())}`,
    )
    .join("\n");
}
