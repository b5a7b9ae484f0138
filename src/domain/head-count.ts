import { MINUTE } from "./time.ts";

// Checks the results of admission independently, by counting people minute by minute.

/** [from, to) in epoch milliseconds. */
export interface Taken {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  /** Null if this start does not count for the pace. */
  readonly startsAt: number | null;
  /** Limits of the service. Infinity means no limit. */
  readonly seats: number;
  readonly parties: number;
  /** True if the party may exceed a limit, as walk-ins may. */
  readonly excused: boolean;
}

export interface HeadCount {
  readonly from: number;
  readonly covers: Int32Array;
  readonly parties: Int32Array;
}

export interface OverFull {
  readonly of: "seats" | "parties" | "pace";
  readonly from: number;
  readonly to: number;
  /** For pace: covers or parties that start in the slot. Otherwise: the most present at one time. */
  readonly count: number;
  readonly limit: number;
  readonly excused: boolean;
}

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

function* minutesOf({ from: comes, to }: Taken, from: number, minutes: number): Generator<number> {
  const first = Math.max(0, Math.ceil((comes - from) / MINUTE));
  for (let minute = first; minute < minutes && from + minute * MINUTE < to; minute += 1) {
    yield minute;
  }
}

/** Where two services overlap, the larger limit applies, because either service may have admitted a party. */
export function overFull(taken: readonly Taken[], from: number, until: number): OverFull[] {
  const count = countHeads(taken, from, until);
  const minutes = count.covers.length;
  const limits = { seats: new Float64Array(minutes), parties: new Float64Array(minutes) };
  const excused = new Set<number>();
  for (const one of taken) {
    for (const minute of minutesOf(one, from, minutes)) {
      limits.seats[minute] = Math.max(limits.seats[minute] ?? 0, one.seats);
      limits.parties[minute] = Math.max(limits.parties[minute] ?? 0, one.parties);
      if (one.excused) excused.add(minute);
    }
  }
  return [
    ...windows("seats", count.covers, limits.seats, excused, from),
    ...windows("parties", count.parties, limits.parties, excused, from),
  ];
}

function windows(
  of: "seats" | "parties",
  counts: Int32Array,
  limits: Float64Array,
  excusedMinutes: ReadonlySet<number>,
  from: number,
): OverFull[] {
  const found: OverFull[] = [];
  for (const [minute, count] of counts.entries()) {
    const limit = limits[minute] ?? 0;
    if (count <= limit) continue;
    const at = from + minute * MINUTE;
    const excused = excusedMinutes.has(minute);
    const last = found.at(-1);
    if (last?.to === at && last.limit === limit && last.excused === excused)
      found[found.length - 1] = { ...last, to: at + MINUTE, count: Math.max(last.count, count) };
    else found.push({ of, from: at, to: at + MINUTE, count, limit, excused });
  }
  return found;
}

export interface PacedService {
  readonly opens: number;
  readonly ends: number;
  readonly slotMinutes: number;
  readonly paceCovers: number;
  readonly paceParties: number;
}

/** A party that starts alone in its slot does not exceed the pace, however large it is. */
export function overPaced(taken: readonly Taken[], service: PacedService): OverFull[] {
  const { opens, ends, slotMinutes, paceCovers, paceParties } = service;
  const inService = taken.filter(
    ({ startsAt }) => startsAt !== null && startsAt >= opens && startsAt < ends,
  );
  const found: OverFull[] = [];
  const length = slotMinutes * MINUTE;
  for (let from = opens; from < ends; from += length) {
    const to = from + length;
    const starting = inService.filter(
      (one) => (one.startsAt ?? 0) >= from && (one.startsAt ?? 0) < to,
    );
    const covers = starting.reduce((sum, one) => sum + one.covers, 0);
    const excused = starting.some((one) => one.excused);
    const there = { of: "pace", from, to, excused } as const;
    if (starting.length > 1 && covers > paceCovers) {
      found.push({ ...there, count: covers, limit: paceCovers });
    }
    if (starting.length > paceParties) {
      found.push({ ...there, count: starting.length, limit: paceParties });
    }
  }
  return found;
}
