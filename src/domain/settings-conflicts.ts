import type { Reason } from "./errors.ts";
import { minutesOf } from "./local-date.ts";
import { limitsOf, maxPartySizeOf } from "./settings-model.ts";
import { serviceOverlaps } from "./settings-overlaps.ts";
import type { BrandSettings, Limits, Service } from "./settings-schema.ts";

const DAY_MINUTES = 24 * 60;

/**
 * Settings that are well-formed one by one but contradict each other: SETTINGS_CONFLICT, each
 * naming two.
 */
export const settingsConflicts = (settings: BrandSettings): Reason[] => [
  ...partyConflicts(settings),
  ...turnConflicts(settings),
  ...attendanceConflicts(settings),
  ...specialDayConflicts(settings),
  ...seatingConflicts(settings),
  ...serviceOverlaps(settings),
];

const conflict = (keys: readonly [string, string], message: string): Reason => ({
  code: "SETTINGS_CONFLICT",
  message,
  keys,
});

function partyConflicts(settings: BrandSettings): Reason[] {
  const reasons: Reason[] = [];
  const { maxPartySize, seats, overbookCovers } = settings;
  if (maxPartySize !== null && seats !== null && maxPartySize > seats + overbookCovers) {
    reasons.push(
      conflict(
        ["maxPartySize", "seats"],
        `maxPartySize ${maxPartySize} is more than seats ${seats} with overbookCovers ` +
          `${overbookCovers}: such a party can never be seated.`,
      ),
    );
  }
  reasons.push(...paceConflicts(settings, limitsOf(settings), ""));
  for (const { path, service } of everyService(settings)) {
    // A service without a pace of its own can only ask for less than the brand does.
    if (service.limits.paceCovers === undefined) continue;
    const limits = { ...limitsOf(settings), ...service.limits };
    reasons.push(...paceConflicts(settings, limits, `${path}.limits.`));
  }
  return reasons;
}

/** A party that needs no review must fit into one slot, else no time is ever free for it. */
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
  const key = `${prefix}paceCovers`;
  return [
    conflict(
      [key, other],
      `${key} ${paceCovers} is too low beside ${other} ${value}: a party of ${largest} needs no ` +
        `review, yet no slot ever takes it. Raise the pace to ${largest} or lower ${other}.`,
    ),
  ];
}

function turnConflicts({ turnMinutes }: BrandSettings): Reason[] {
  const reasons: Reason[] = [];
  turnMinutes.forEach(({ upTo }, row) => {
    const key = `turnMinutes[${row}].upTo`;
    const next = turnMinutes[row + 1];
    if (next === undefined) {
      if (upTo === null) return;
      reasons.push(
        conflict(
          [key, "turnMinutes"],
          `${key} is ${upTo}, so turnMinutes says nothing about larger parties: the last row ` +
            "must have null there.",
        ),
      );
    } else if (upTo === null || (next.upTo !== null && next.upTo <= upTo)) {
      const nextKey = `turnMinutes[${row + 1}].upTo`;
      reasons.push(
        conflict(
          [key, nextKey],
          `${nextKey} ${next.upTo} must be above ${key} ${upTo}: the rows go from small ` +
            "parties to large ones, with null in the last.",
        ),
      );
    }
  });
  return reasons;
}

function attendanceConflicts({ attendance }: BrandSettings): Reason[] {
  const order = ["askHoursBefore", "remindHoursBefore", "deadlineHoursBefore"] as const;
  return order.slice(1).flatMap((later, index) => {
    const sooner = order[index] as (typeof order)[number];
    if (attendance[sooner] > attendance[later]) return [];
    return conflict(
      [`attendance.${sooner}`, `attendance.${later}`],
      `attendance.${sooner} ${attendance[sooner]} must be more than attendance.${later} ` +
        `${attendance[later]}: guests are asked, then reminded, then the deadline passes.`,
    );
  });
}

function specialDayConflicts({ specialDays }: BrandSettings): Reason[] {
  return Object.entries(specialDays).flatMap(([date, { closed, services }]) => {
    if (closed !== true || services === undefined || services.length === 0) return [];
    const keys = [`specialDays.${date}.closed`, `specialDays.${date}.services`] as const;
    return conflict(keys, `${keys[0]} is true, yet ${keys[1]} lists services: drop one of them.`);
  });
}

function seatingConflicts(settings: BrandSettings): Reason[] {
  return everyService(settings).flatMap(({ path, service }) => {
    const { opens, lastSeating, closes } = service;
    const open = minutesOf(opens);
    // Minutes after the opening; a closing at the same time of day is a day later.
    const seating = (minutesOf(lastSeating) - open + DAY_MINUTES) % DAY_MINUTES;
    const closing = (minutesOf(closes) - open + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
    if (seating < closing) return [];
    return conflict(
      [`${path}.lastSeating`, `${path}.closes`],
      `${path}.lastSeating ${lastSeating} does not lie between opens ${opens} and ` +
        `${path}.closes ${closes} ("${service.name}").`,
    );
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
