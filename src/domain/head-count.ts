import { MINUTE } from "./time.ts";

// Counts people minute by minute: slow and simple, and in another way than admission, so that each
// finds the other's mistakes.

/** A party that takes seats in [from, to), or a table held for one. Instants are whole minutes. */
export interface Taken {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** The start that counts for the pace; null: it does not count. */
  readonly startsAt: number | null;
  /** The limits of the service that it belongs to; Infinity: none. */
  readonly seats: number;
  readonly parties: number;
  /** Why it may exceed a limit; null: no reason is known. */
  readonly excuse: string | null;
}

/** How many are there in each minute from `from` on. */
export interface HeadCount {
  readonly from: number;
  readonly covers: Int32Array;
  readonly parties: Int32Array;
}

/** Minutes in a row in which more people or parties are there than a limit allows. */
export interface OverFull {
  readonly of: "seats" | "parties" | "pace";
  readonly from: number;
  readonly to: number;
  /** The most at one instant, or starting in the slot. */
  readonly count: number;
  readonly limit: number;
  /** Null: nothing explains it. */
  readonly excuse: string | null;
}

/** Counts heads in every minute of [from, until). */
export function countHeads(taken: readonly Taken[], from: number, until: number): HeadCount {
  const minutes = Math.max(0, Math.ceil((until - from) / MINUTE));
  const covers = new Int32Array(minutes);
  const parties = new Int32Array(minutes);
  for (const one of taken) {
    for (const minute of minutesOf(one, from, minutes)) {
      covers[minute] = (covers[minute] ?? 0) + one.covers;
      parties[minute] = (parties[minute] ?? 0) + 1;
    }
  }
  return { from, covers, parties };
}

/** The minutes in which a party is there, as positions counted from `from`. */
function* minutesOf({ from: comes, to }: Taken, from: number, minutes: number): Generator<number> {
  const first = Math.max(0, Math.ceil((comes - from) / MINUTE));
  for (let minute = first; minute < minutes && from + minute * MINUTE < to; minute += 1) {
    yield minute;
  }
}

/**
 * The windows of [from, until) that are too full. Where services overlap, the larger limit counts,
 * because the last party was admitted by it.
 */
export function overFull(taken: readonly Taken[], from: number, until: number): OverFull[] {
  const count = countHeads(taken, from, until);
  const minutes = count.covers.length;
  const limits = { seats: new Float64Array(minutes), parties: new Float64Array(minutes) };
  const excuses = new Map<number, string>();
  for (const one of taken) {
    for (const minute of minutesOf(one, from, minutes)) {
      limits.seats[minute] = Math.max(limits.seats[minute] ?? 0, one.seats);
      limits.parties[minute] = Math.max(limits.parties[minute] ?? 0, one.parties);
      if (one.excuse !== null) excuses.set(minute, one.excuse);
    }
  }
  return [
    ...windows("seats", count.covers, limits.seats, excuses, from),
    ...windows("parties", count.parties, limits.parties, excuses, from),
  ];
}

function windows(
  of: "seats" | "parties",
  counts: Int32Array,
  limits: Float64Array,
  excuses: ReadonlyMap<number, string>,
  from: number,
): OverFull[] {
  const found: OverFull[] = [];
  for (const [minute, count] of counts.entries()) {
    const limit = limits[minute] ?? 0;
    if (count <= limit) continue;
    const at = from + minute * MINUTE;
    const excuse = excuses.get(minute) ?? null;
    const last = found.at(-1);
    const goesOn =
      last?.to === at && last.limit === limit && (last.excuse === null) === (excuse === null);
    if (goesOn)
      found[found.length - 1] = { ...last, to: at + MINUTE, count: Math.max(last.count, count) };
    else found.push({ of, from: at, to: at + MINUTE, count, limit, excuse });
  }
  return found;
}

/** One service on one date, with the facts that pace depends on. */
export interface Sitting {
  readonly opens: number;
  /** Starts from this instant on do not belong to it. */
  readonly ends: number;
  readonly slotMinutes: number;
  readonly paceCovers: number;
  readonly paceParties: number;
}

/**
 * Slots in which more people or parties start than the pace allows; a single party is always
 * allowed.
 */
export function overPaced(taken: readonly Taken[], sitting: Sitting): OverFull[] {
  const { opens, ends, slotMinutes, paceCovers, paceParties } = sitting;
  const inSitting = taken.filter(
    ({ startsAt }) => startsAt !== null && startsAt >= opens && startsAt < ends,
  );
  const found: OverFull[] = [];
  const length = slotMinutes * MINUTE;
  for (let from = opens; from < ends; from += length) {
    const to = from + length;
    const starting = inSitting.filter(
      (one) => (one.startsAt ?? 0) >= from && (one.startsAt ?? 0) < to,
    );
    const covers = starting.reduce((sum, one) => sum + one.covers, 0);
    const excuse = starting.find((one) => one.excuse !== null)?.excuse ?? null;
    const there = { of: "pace", from, to, excuse } as const;
    if (starting.length > 1 && covers > paceCovers) {
      found.push({ ...there, count: covers, limit: paceCovers });
    }
    if (starting.length > paceParties) {
      found.push({ ...there, count: starting.length, limit: paceParties });
    }
  }
  return found;
}
