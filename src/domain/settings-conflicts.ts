import { type Reason, reason } from "./errors.ts";
import { minutesOf } from "./local-date.ts";
import { limitsOf, maxPartySizeOf } from "./settings-model.ts";
import { serviceOverlaps } from "./settings-overlaps.ts";
import type { BrandSettings, Limits, Service } from "./settings-schema.ts";

const DAY_MINUTES = 24 * 60;

export const settingsConflicts = (settings: BrandSettings): Reason[] => [
  ...partyConflicts(settings),
  ...turnConflicts(settings),
  ...attendanceConflicts(settings),
  ...specialDayConflicts(settings),
  ...seatingConflicts(settings),
  ...serviceOverlaps(settings),
];

function partyConflicts(settings: BrandSettings): Reason[] {
  const reasons: Reason[] = [];
  const { maxPartySize, seats, overbookCovers } = settings;
  if (maxPartySize !== null && seats !== null && maxPartySize > seats + overbookCovers) {
    const say = { maxPartySize, seats, overbookCovers };
    const keys = ["maxPartySize", "seats"];
    reasons.push(reason("SETTINGS_CONFLICT.party_above_seats", { keys, say }));
  }
  reasons.push(...paceConflicts(settings, limitsOf(settings), ""));
  for (const { path, service } of everyService(settings)) {
    // A service without its own pace has the pace of the brand, which is checked above.
    if (service.limits.paceCovers === undefined) continue;
    const limits = { ...limitsOf(settings), ...service.limits };
    reasons.push(...paceConflicts(settings, limits, `${path}.limits.`));
  }
  return reasons;
}

/**
 * A party that needs no review must not be larger than the pace. Otherwise, it could only start in a
 * slot in which nobody else starts (rule C8).
 */
function paceConflicts(settings: BrandSettings, limits: Limits, prefix: string): Reason[] {
  const { paceCovers, seats, overbookCovers } = limits;
  const { largeParty, maxPartySize } = settings;
  const bounds = [{ key: "largeParty.from", value: largeParty.from, largest: largeParty.from - 1 }];
  const most = maxPartySizeOf(settings);
  if (most !== null) {
    bounds.push({
      key: maxPartySize === null ? "seats" : "maxPartySize",
      value: most,
      largest: most,
    });
  }
  if (seats !== null) {
    bounds.push({ key: `${prefix}seats`, value: seats, largest: seats + overbookCovers });
  }
  const bound = bounds.reduce((least, next) => (next.largest < least.largest ? next : least));
  const { key: other, value, largest } = bound;
  if (paceCovers === null || paceCovers >= largest) return [];
  return [
    reason("SETTINGS_CONFLICT.pace_too_low", {
      keys: [`${prefix}paceCovers`, other],
      say: { pace: paceCovers, other: value, largest },
    }),
  ];
}

const turnConflicts = ({ turnMinutes }: BrandSettings): Reason[] =>
  turnMinutes.flatMap(({ upTo }, row): Reason[] => {
    const key = `turnMinutes[${row}].upTo`;
    const next = turnMinutes[row + 1];
    if (next === undefined) {
      if (upTo === null) return [];
      const keys = [key, "turnMinutes"];
      return [reason("SETTINGS_CONFLICT.last_turn", { keys, say: { upTo } })];
    }
    if (upTo !== null && (next.upTo === null || next.upTo > upTo)) return [];
    const keys = [key, `turnMinutes[${row + 1}].upTo`];
    return [reason("SETTINGS_CONFLICT.turn_order", { keys, say: { upTo, next: next.upTo } })];
  });

function attendanceConflicts({ attendance }: BrandSettings): Reason[] {
  const order = ["askHoursBefore", "remindHoursBefore", "deadlineHoursBefore"] as const;
  return order.slice(1).flatMap((later, index) => {
    const sooner = order[index] as (typeof order)[number];
    if (attendance[sooner] > attendance[later]) return [];
    const keys = [`attendance.${sooner}`, `attendance.${later}`];
    const say = { sooner: attendance[sooner], later: attendance[later] };
    return [reason("SETTINGS_CONFLICT.attendance_order", { keys, say })];
  });
}

function specialDayConflicts({ specialDays }: BrandSettings): Reason[] {
  return Object.entries(specialDays).flatMap(([date, { closed, services }]) => {
    if (closed !== true || services === undefined || services.length === 0) return [];
    const keys = [`specialDays.${date}.closed`, `specialDays.${date}.services`];
    return [reason("SETTINGS_CONFLICT.closed_with_services", { keys })];
  });
}

function seatingConflicts(settings: BrandSettings): Reason[] {
  return everyService(settings).flatMap(({ path, service }) => {
    const { opens, lastSeating, closes } = service;
    const open = minutesOf(opens);
    // Minutes after opening. A service that closes at its opening time closes a day later.
    const seating = (minutesOf(lastSeating) - open + DAY_MINUTES) % DAY_MINUTES;
    const closing = (minutesOf(closes) - open + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    if (seating < closing) return [];
    const keys = [`${path}.lastSeating`, `${path}.closes`];
    const say = { service: service.name, opens, lastSeating, closes };
    return [reason("SETTINGS_CONFLICT.last_seating", { keys, say })];
  });
}

function everyService(settings: BrandSettings): { path: string; service: Omit<Service, "days"> }[] {
  const week = settings.services.map((service, index) => ({ path: `services[${index}]`, service }));
  const special = Object.entries(settings.specialDays).flatMap(([date, day]) =>
    (day.services ?? []).map((service, index) => ({
      path: `specialDays.${date}.services[${index}]`,
      service,
    })),
  );
  return [...week, ...special];
}
