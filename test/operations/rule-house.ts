// What rule-play.ts knows without asking the tools: the restaurant's settings, the reservations in
// the form of rule-book.ts, and the expected results of status marks and undos.
import { DomainError } from "../../src/domain/errors.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import type { WireReservation } from "../../src/operations/reservation/wire.ts";
import { offer, entry as waitingGuest } from "../storage/samples.ts";
import {
  comesBack,
  type RuleHouse,
  type RuleSettings,
  type RuleStay,
  sittingsOn,
  type Taken,
} from "../support/rule-book.ts";
import type { HouseDraft } from "../support/rule-drafts.ts";
import { staysOpen } from "../support/rule-return.ts";
import { BISTRO, type House, MINUTE } from "./house.ts";

/** The newest change of a reservation, for an undo. */
export interface NewestChange {
  readonly before: WireReservation;
  readonly at: number;
  readonly undone: boolean;
  readonly operation: string;
  /** The other parties and holds at that time. */
  readonly was: { stays: readonly RuleStay[]; readonly holds: readonly Taken[] };
}

const MARKS = ["mark_arrived", "mark_completed", "mark_no_show"];

/** Records that a party had its table all the time, because its no-show mark was wrong. */
export function hadTheirTable(id: string, changes: Iterable<NewestChange>): void {
  for (const { was } of changes) {
    was.stays = was.stays.map((stay) =>
      stay.id === id && stay.status === "no_show" ? { ...stay, status: "booked" } : stay,
    );
  }
}

/**
 * The rule book has one code for both limits of the pace, and one for both ways of being closed.
 */
const SAME_CODES: Readonly<Record<string, string>> = {
  PARTY_EXCEEDS_PACE: "PACE_FULL",
  CLOSED: "OUTSIDE_SERVICE",
};
export const codesOf = (codes: readonly string[]): string[] =>
  [...new Set(codes.map((code) => SAME_CODES[code] ?? code))].sort();

/** The record without the fields that every write changes; the order of flags does not matter. */
export const restorable = ({ updatedAt: _at, revision: _revision, ...rest }: WireReservation) => ({
  ...rest,
  flags: rest.flags.toSorted(),
});

export const stayOf = (record: WireReservation): RuleStay => ({
  id: record.id as string,
  size: record.numberOfPeople,
  start: record.timestamp,
  end: record.endTimestamp,
  status: record.status,
  seatedAt: record.seatedAt,
  completedAt: record.completedAt,
});

export const STATES = {
  mark_arrived: "arrived",
  mark_seated: "seated",
  mark_completed: "completed",
  mark_no_show: "no_show",
  cancel_booking: "cancelled",
} as const;
export type Marked = keyof typeof STATES;
export const FROM: Readonly<Record<Marked, readonly string[]>> = {
  mark_arrived: ["booked"],
  mark_seated: ["booked", "arrived"],
  mark_completed: ["seated", "arrived"],
  mark_no_show: ["booked"],
  cancel_booking: ["booked", "pending", "arrived"],
};

/** The expected result of a status mark: moved, repeated, or the code of a refusal. */
export function markVerdict(tool: Marked, record: WireReservation, rules: RuleHouse): string {
  const { status, timestamp: start } = record;
  const { now } = rules;
  if (status === STATES[tool]) return "repeated";
  const comes = tool === "mark_arrived" || tool === "mark_seated";
  const late = comes && status === "no_show" && now < closingOf(record, rules.settings);
  if (!late && !FROM[tool].includes(status)) return "INVALID_TRANSITION";
  if (comes && now < start - 180 * MINUTE) return "TOO_EARLY";
  const grace = rules.settings.noShowGraceMinutes * MINUTE;
  if (tool === "mark_no_show" && now < start + grace) return "TOO_EARLY";
  if (!late) return "moved";
  const stay = rules.stays.find(({ id }) => id === record.id) as RuleStay;
  const seatedAt = tool === "mark_seated" ? now : null;
  const back = { ...stay, status: STATES[tool], seatedAt };
  return comesBack(rules, stay, back, true) ? "moved" : "SLOT_REUSED";
}

/** The instant until which a no-show may still come. */
function closingOf(
  { serviceDate, service, timestamp, endTimestamp }: WireReservation,
  settings: RuleSettings,
): number {
  const named = sittingsOn(settings, serviceDate).filter(({ name }) => name === service);
  const own = named.find(({ opens, closes }) => opens <= timestamp && timestamp < closes);
  return (own ?? named[0])?.closes ?? endTimestamp;
}

const NO_ROOM: readonly string[] = ["CAPACITY_FULL", "PARTIES_FULL", "PACE_FULL"];

/** The state of a start that is refused for these reasons. */
export function stateOf(codes: readonly string[]): string {
  if (codes.some((code) => NO_ROOM.includes(code))) return "full";
  if (codes[0] === "HELD_FOR_WAITLIST") return "held";
  return codes.every((code) => code === "LARGE_PARTY_REVIEW") ? "review" : "refused";
}

/** The expected result of an undo: undone, or the code of a refusal. */
export function undoVerdict(
  record: WireReservation,
  change: NewestChange | undefined,
  rules: RuleHouse,
): string {
  if (change === undefined || change.undone) return "NOTHING_TO_UNDO";
  if (rules.now > change.at + 15 * MINUTE) return "UNDO_EXPIRED";
  const stay = rules.stays.find(({ id }) => id === record.id) as RuleStay;
  const back = stayOf(change.before);
  const fits = MARKS.includes(change.operation)
    ? staysOpen(rules, back, change.was)
    : comesBack(rules, stay, back, false);
  return fits ? "undone" : "SLOT_REUSED";
}

/** Adds a hold of the waitlist. */
export function holdTable(
  house: House,
  serial: number,
  hold: Taken & { readonly until: number },
): void {
  const entry = serial.toString(16).padStart(24, "0");
  // Each hold has another phone, because a phone has at most one hold.
  const phone = `+1${2_200_000_000 + serial}`;
  const { from, to, size, until } = hold;
  const wish = { wishedAt: from, earliestAt: from, latestAt: from };
  house.stores.waitlist.insert(
    waitingGuest({ id: entry, brand: BISTRO, phone, partySize: size, status: "offered", ...wish }),
  );
  house.hold(
    offer({
      id: `offer-${entry}`,
      entryId: entry,
      brand: BISTRO,
      phone,
      partySize: size,
      startAt: from,
      endAt: to,
      holdUntil: until,
      // An undo depends on whether the offer was made before or after the change.
      createdAt: house.at,
    }),
  );
}

/** A drafted restaurant's settings, as an owner writes them. */
export const overridesOf = ({ place, overrides }: HouseDraft) => ({
  ...overrides,
  timeZone: place[0],
  defaultCountry: "US",
});

/** The complete settings of a draft; null if they contradict each other. */
export function settle(draft: HouseDraft): RuleSettings | null {
  try {
    return resolveSettings(overridesOf(draft));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
