import type { Overlapping } from "../../../domain/reasons/settings.ts";
import { formatDate } from "../../../domain/time.ts";
import type { ReasonSentences } from "../../catalogue.ts";
import { counted } from "../phrases.ts";

export const settings = {
  "SETTINGS_CONFLICT.party_above_seats": ({ say }) =>
    `maxPartySize ${say.maxPartySize} is more than seats ${say.seats} plus overbookCovers ` +
    `${say.overbookCovers}: a party of ${say.maxPartySize} could never be seated.`,
  "SETTINGS_CONFLICT.pace_too_low": ({ keys: [pace, other], say }) =>
    `${other} ${say.other} allows a party of ${say.largest} to book without approval, but ${pace} ${say.pace} allows fewer covers to ` +
    `start in a slot, so that party needs a slot in which no other party starts. Raise ${pace} to ${say.largest} or lower ${other}.`,
  "SETTINGS_CONFLICT.last_turn": ({ keys: [key], say }) =>
    `${key} is ${say.upTo}, so turnMinutes says nothing about larger parties: set upTo to null in the last row.`,
  "SETTINGS_CONFLICT.turn_order": ({ keys: [key, next], say }) =>
    `${next} ${say.next} must be above ${key} ${say.upTo}: the rows go from small ` +
    "parties to large ones, and only the last row has null.",
  "SETTINGS_CONFLICT.attendance_order": ({ keys: [sooner, later], say }) =>
    `${sooner} ${say.sooner} must be more than ${later} ${say.later}: guests are asked, then ` +
    "reminded, then the deadline passes.",
  "SETTINGS_CONFLICT.closed_with_services": ({ keys: [closed, services] }) =>
    `${closed} is true, yet ${services} lists services: remove ${closed} or ${services}.`,
  "SETTINGS_CONFLICT.last_seating": ({ keys: [lastSeating, closes], say }) =>
    `${lastSeating} ${say.lastSeating} is not between opens ${say.opens} and ${closes} ${say.closes} ("${say.service}").`,
  "SETTINGS_CONFLICT.overlap": ({ say }) => {
    const hour = say.twice ? " in the hour that comes twice when clocks go back that night" : "";
    return `The services ${say.services.map(service).join(" and ")} overlap${hour}: the first must close before the second opens.`;
  },
  "SETTINGS_CONFLICT.stored": ({ brand, say: { reasons } }, sentenceOf) =>
    `The stored settings of brand "${brand}" are no longer valid, so every call for this brand fails. ` +
    `${reasons.map(sentenceOf).join(" ")} Fix them on the machine that runs maitred: maitred brand set ${brand} ` +
    "--set KEY=VALUE, or --unset KEY.",
  "INVALID_INPUT.set_and_unset": ({ path }) => `${path} is both set and unset: choose one.`,
  "INVALID_INPUT.settings_no_object": "Settings must be one object of keys and values.",
  "INVALID_INPUT.no_key": ({ say }) =>
    `"${say.key}" is not a key. A key is names joined by dots, such as largeParty.from.`,
  "INVALID_INPUT.unreachable_key": ({ path, say }) =>
    `There is no key ${path}: ${say.place} is ${say.isList ? "a list, which is set as a whole" : "a single value"}.`,
} satisfies Partial<ReasonSentences>;

const MOST_NAMED = 3;

export function shutOut(dates: readonly string[]): string {
  const days = [...new Set(dates)];
  const named = days
    .slice(0, MOST_NAMED)
    .map((day) => formatDate(day))
    .join("; ");
  const others = days.length - MOST_NAMED;
  const more = others <= 0 ? "" : others === 1 ? "; 1 more day" : `; ${others} more days`;
  const have = counted(dates.length, "party has", "parties have");
  return `${have} a booking or a request for times that are closed now (${named}${more}). The guests get no text about this: call them, then move or cancel their reservations.`;
}

const service = (one: Overlapping): string =>
  "date" in one
    ? `"${one.name}" on ${formatDate(one.date)}`
    : `"${one.name}" (${one.weekday}, ${one.opens} to ${one.closes})`;
