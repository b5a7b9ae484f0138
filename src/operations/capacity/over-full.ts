import { serviceAt, servicesOn } from "../../domain/calendar.ts";
import { type OverFull, overFull, overPaced, type Taken } from "../../domain/head-count.ts";
import { type Brand, type Limits, limitsOf } from "../../domain/settings.ts";
import { addDays, dateOf, MINUTE } from "../../domain/time.ts";
import type { StayRow } from "../../storage/head-count-store.ts";
import type { Stores } from "../../storage/stores.ts";

const minuteOf = (instant: number): number => Math.floor(instant / MINUTE) * MINUTE;

/** The time in which the reservation occupies seats (rule C3). Null if it occupies none. */
function interval(row: StayRow, now: number): { from: number; to: number } | null {
  const { status, startAt, endAt, completedAt } = row;
  const seatedAt = row.seatedAt === null ? null : minuteOf(row.seatedAt);
  if (status === "cancelled" || status === "no_show") return null;
  if (status === "seated" && seatedAt !== null) {
    const leaves = seatedAt + (endAt - startAt);
    return { from: Math.min(startAt, seatedAt), to: Math.max(leaves, now + MINUTE) };
  }
  if (status === "completed" && completedAt !== null) {
    return { from: Math.min(startAt, seatedAt ?? startAt), to: Math.min(endAt, completedAt) };
  }
  return { from: startAt, to: endAt };
}

function isExcused(
  row: StayRow,
  settingsChangedAt: number | null,
  onceOver: ReadonlySet<string>,
): boolean {
  const flags = JSON.parse(row.flags) as string[];
  return (
    flags.includes("over_limit") ||
    onceOver.has(row.id) ||
    flags.includes("walk_in") ||
    row.source === "import" ||
    row.status === "seated" ||
    (settingsChangedAt !== null && row.createdAt <= settingsChangedAt)
  );
}

function limitsFor({ settings }: Brand, { service, serviceDate }: StayRow): Limits {
  const { services } = servicesOn(settings, serviceDate);
  return services.find(({ name }) => name === service)?.limits ?? limitsOf(settings);
}

const seatsOf = ({ seats, overbookCovers }: Limits): number =>
  seats === null ? Number.POSITIVE_INFINITY : seats + overbookCovers;

const orUnlimited = (limit: number | null): number => limit ?? Number.POSITIVE_INFINITY;

const NOBODY: ReadonlySet<string> = new Set();

export function takenFrom(brand: Brand, { stores, now, excuses = true }: Counting): Taken[] {
  const { headCounts } = stores;
  const changedAt = excuses ? headCounts.settingsChangedAt(brand.slug) : null;
  const onceOver = excuses ? headCounts.onceOverLimit(brand.slug) : NOBODY;
  const limits = new Map<string, Limits>();
  const stays = stores.headCounts.stays(brand.slug, now).flatMap((row): Taken[] => {
    const taken = interval(row, now);
    if (taken === null || taken.from >= taken.to) return [];
    const key = `${row.serviceDate} ${row.service}`;
    const limit = limits.get(key) ?? limitsFor(brand, row);
    limits.set(key, limit);
    return [
      {
        id: row.id,
        ...taken,
        covers: row.covers,
        startsAt: taken.from,
        seats: seatsOf(limit),
        parties: orUnlimited(limit.maxPartiesPresent),
        excused: isExcused(row, changedAt, onceOver),
      },
    ];
  });
  const there = new Set(stays.map(({ id }) => id));
  const holds = stores.headCounts
    .holds(brand.slug, stores.clock.endingsAt(now))
    // If a hold would replace a reservation, count only the reservation: the guest uses one of the two.
    .filter(({ replaces }) => replaces === null || !there.has(replaces))
    .map(({ replaces: _replaces, kind, ...hold }): Taken => {
      const limit = serviceAt(brand.settings, hold.from)?.limits ?? limitsOf(brand.settings);
      return {
        ...hold,
        startsAt: hold.from,
        seats: seatsOf(limit),
        parties: orUnlimited(limit.maxPartiesPresent),
        excused: kind === "door",
      };
    });
  return [...stays, ...holds];
}

export interface Counting {
  readonly stores: Stores;
  readonly now: number;
  /** Whether to find stays that are allowed over a limit. Default true. Slow: reads the whole audit log. */
  readonly excuses?: boolean;
}

export function overFullWindows(brand: Brand, counting: Counting): OverFull[] {
  const taken = takenFrom(brand, counting);
  const from = minuteOf(counting.now) + MINUTE;
  const until = taken.reduce((latest, one) => Math.max(latest, one.to), from);
  return [
    ...overFull(taken, from, until),
    ...pacedServices(brand, from, until).flatMap((service) => overPaced(taken, service)),
  ].filter((window) => window.to > from);
}

function pacedServices({ settings }: Brand, from: number, until: number) {
  const zone = settings.timeZone;
  const last = dateOf(until, zone);
  const found = [];
  for (let date = addDays(dateOf(from, zone), -1); date <= last; date = addDays(date, 1)) {
    for (const { opens, lastSeating, closes, limits } of servicesOn(settings, date).services) {
      found.push({
        opens,
        ends: Math.max(closes, lastSeating + 1),
        slotMinutes: limits.slotMinutes,
        paceCovers: orUnlimited(limits.paceCovers),
        paceParties: orUnlimited(limits.paceParties),
      });
    }
  }
  return found;
}
