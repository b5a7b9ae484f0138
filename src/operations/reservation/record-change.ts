import { isAlertMark } from "../../domain/alerts.ts";
import { freedInterval } from "../../domain/freed.ts";
import { NOTE_FIELDS, type NoteField, type Reservation } from "../../domain/reservation.ts";
import { turnMinutesFor } from "../../domain/settings.ts";
import { DAY, MINUTE } from "../../domain/time.ts";
import type { SlotFreed } from "../../domain/waitlist.ts";
import { audit, difference } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { freeSeats } from "../waitlist/free-seats.ts";
import { withNextQuestion } from "./questions.ts";
import type { WriteResult } from "./wire.ts";

export interface Change {
  readonly reservation: Reservation;
  readonly changed: boolean;
  readonly waitlist: WriteResult["waitlist"];
  readonly freed?: SlotFreed | null;
}

export type Changes = Partial<
  Omit<Reservation, "id" | "brand" | "revision" | "timeRevision" | "updatedAt" | "nextQuestionAt">
>;

const REPLAN_ON = ["status", "attendance", "startAt", "partySize", "name", "phone"] as const;

/** Also writes the audit row and frees seats for the waitlist. Does nothing if no field differs. */
export function recordChange(
  before: Reservation,
  given: Changes,
  operation: string,
  context: OperationContext,
  reason: string | null = null,
): Change {
  const { stores, now } = context;
  const changes = operation === UNDO ? given : withoutOldMark(before, given);
  const differing = difference(before, changes);
  if (differing === null) return unchanged(before);
  const moved = changes.startAt !== undefined && changes.startAt !== before.startAt;
  const readdressed = changes.phone !== undefined && changes.phone !== before.phone;
  const changed: Reservation = {
    ...before,
    ...changes,
    updatedAt: now,
    revision: before.revision + 1,
    timeRevision: before.timeRevision + (moved || readdressed ? 1 : 0),
  };
  const replanned = REPLAN_ON.some((field) => field in differing.after);
  const after = replanned ? withNextQuestion(changed, context) : changed;
  stores.reservations.update(after);
  audit({ reservationId: after.id }, operation, differing, reason, context);
  return {
    reservation: after,
    changed: true,
    ...feedWaitlist(before, after, operation, context),
  };
}

const UNDO = "undo_last_change";

/** When a note changes, an alert mark that a host set by hand no longer applies. */
function withoutOldMark(before: Reservation, changes: Changes): Changes {
  const isOther = (field: NoteField): boolean =>
    changes[field] !== undefined && changes[field] !== before[field];
  const flags = changes.flags ?? before.flags;
  if (!NOTE_FIELDS.some(isOther) || !flags.some(isAlertMark)) return changes;
  return { ...changes, flags: flags.filter((flag) => !isAlertMark(flag)) };
}

export function withOverLimit(before: Pick<Reservation, "flags">, changes: Changes): Changes {
  const flags = changes.flags ?? before.flags;
  return flags.includes("over_limit") ? changes : { ...changes, flags: [...flags, "over_limit"] };
}

export const unchanged = (reservation: Reservation): Change => ({
  reservation,
  changed: false,
  waitlist: null,
});

export function recordCreation(
  made: Reservation,
  operation: string,
  context: OperationContext,
  reason: string | null = null,
): Reservation {
  const reservation = withNextQuestion(made, context);
  context.stores.reservations.insert(reservation);
  const { name, phone, email, partySize, startAt, endAt, status, attendance, notes } = reservation;
  const after = { name, phone, email, partySize, startAt, endAt, status, attendance, notes };
  audit({ reservationId: reservation.id }, operation, { before: {}, after }, reason, context);
  return reservation;
}

function feedWaitlist(
  before: Reservation,
  after: Reservation,
  operation: string,
  context: OperationContext,
): Freed {
  const { brand, now, stores } = context;
  const endingsAt = stores.clock.endingsAt(now);
  const { onEarlyCompletion } = brand.settings.waitlist;
  const interval = freedInterval(before, after, endingsAt, onEarlyCompletion);
  return interval === null ? NOTHING_FREED : leaveToWaitlist(interval, operation, context);
}

type Freed = Required<Pick<Change, "waitlist" | "freed">>;

const NOTHING_FREED: Freed = { waitlist: null, freed: null };

export function leaveToWaitlist(
  { from, to }: { readonly from: number; readonly to: number },
  cause: string,
  context: OperationContext,
): Freed {
  const { brand } = context;
  if (!brand.settings.waitlist.enabled) return NOTHING_FREED;
  const row = freeSeats({ brand: brand.slug, from, to, cause }, context);
  return { waitlist: { willRun: true, waiting: waitingFor(from, to, context) }, freed: row };
}

/** How many guests wait for a stay that would overlap [from, to). */
export function waitingFor(from: number, to: number, { brand, stores }: OperationContext): number {
  const { settings } = brand;
  const queue = stores.waitlistQueue;
  const stay = (size: number): number =>
    (turnMinutesFor(settings, size) + settings.bufferMinutes) * MINUTE;
  return queue.sizes(brand.slug, from - DAY, to).reduce((sum, { partySize }) => {
    const touching = { brand: brand.slug, partySize, after: from - stay(partySize), before: to };
    return sum + queue.count(touching);
  }, 0);
}
