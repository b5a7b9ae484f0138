import type { Seat } from "../../domain/admission/tables.ts";
import type { PhoneUsable } from "../../domain/attendance.ts";
import { refusal } from "../../domain/errors.ts";
import { nameInLine } from "../../domain/plain-text.ts";
import { quietPeriodAt } from "../../domain/quiet-hours.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { clockTime, inWords } from "../../domain/time.ts";
import type { Warning } from "../../domain/warnings.ts";
import { publishWarning, sayWhyTable } from "../../words/render.ts";
import { type OperationContext, readerOf } from "../define.ts";
import { lacksTable, movesShown, seatShown } from "../seating/names.ts";
import { decideOffers } from "../waitlist/offers.ts";
import type { Change } from "./record-change.ts";
import type { TextsOutcome } from "./texts.ts";
import {
  type WireNotification,
  type WireReservation,
  type WriteResult,
  wireReservation,
} from "./wire.ts";
import { phoneUsable } from "./world.ts";

/**
 * Puts together what a write answers. Seats that came free are offered to waiting guests here, as
 * the last thing of the call: nobody else can have them in between, and the answer says what was
 * done.
 */
export function writeResult(
  { reservation, changed, waitlist, freed = null }: Change,
  context: OperationContext,
  extra: Partial<TextsOutcome> & {
    readonly warnings?: readonly Warning[];
    /** Of the reservation's phone, where that was asked already. */
    readonly phoneUsable?: PhoneUsable;
    /** The tables that were found for it. */
    readonly seat?: Seat | null;
  } = {},
): WriteResult {
  const offered = freed === null ? [] : decideOffers(freed, context).notifications;
  return {
    reservation: asWire(extra.flagged ?? reservation, context, extra.phoneUsable),
    changed,
    dryRun: context.dryRun,
    warnings: (extra.warnings ?? []).map((one) => publishWarning(one, readerOf(context))),
    notifications: [...(extra.notifications ?? []), ...offered],
    waitlist,
    placement: placementOf(extra.seat ?? null, reservation.partySize, context),
  };
}

function placementOf(
  seat: Seat | null,
  covers: number,
  context: OperationContext,
): WriteResult["placement"] {
  if (seat === null) return null;
  const { why, name, moves } = seat;
  return {
    why: sayWhyTable(why, name, covers, moves.length),
    moves: movesShown(moves, context),
  };
}

/** A reservation as this caller sees it. */
export function asWire(
  reservation: Reservation,
  context: OperationContext,
  usable = phoneUsable(reservation.phone, context),
): WireReservation {
  return wireReservation(reservation, context.brand, {
    smsOff: usable === "opted_out",
    seat: seatShown(reservation, context),
    noTable: lacksTable(reservation, context),
  });
}

/**
 * The reservation of this id in the brand of the call. Errors: NOT_FOUND, also for what the caller
 * may not see; BRAND_MISMATCH where it belongs to another brand of the same caller;
 * REVISION_CONFLICT where a form showed an older one.
 */
export function findReservation(id: string, context: OperationContext): Reservation {
  const { stores, brand, caller } = context;
  const found = stores.reservations.get(id);
  if (found !== null && found.brand === brand.slug) return asShown(found, context);
  if (found !== null && caller.brands.includes(found.brand)) {
    const facts = { brand: brand.slug, belongsTo: found.brand, say: { id } };
    throw refusal("BRAND_MISMATCH.reservation", facts);
  }
  throw refusal("NOT_FOUND.reservation", { id, say: { brand: brand.slug } });
}

/** A form is about what it showed: what somebody else did meanwhile is looked at first. */
function asShown(found: Reservation, { desk, stores }: OperationContext): Reservation {
  const shown = desk?.revision ?? found.revision;
  if (shown === found.revision) return found;
  const [last] = stores.audit.ofReservation(found.id, 1);
  const by = last === undefined ? null : { name: last.actor.name, operation: last.operation };
  const { id, revision } = found;
  throw refusal("REVISION_CONFLICT.reservation", { id, shown, revision, say: { by } });
}

/**
 * A write's answer in words: id, start, size, status, every warning, every text, what the waitlist
 * will do.
 */
export function writeText(result: WriteResult, context: OperationContext): string {
  const zone = context.brand.settings.timeZone;
  const lines = [headline(result), describe(result.reservation, zone)];
  for (const warning of result.warnings) lines.push(`${warning.code}: ${warning.message}`);
  if (result.placement !== null) lines.push(...placementLines(result.placement, context));
  for (const text of result.notifications) {
    if (text.state === "queued") lines.push(describeText(text, context));
  }
  if (result.waitlist !== null) lines.push(waitlistLine(result, result.waitlist.waiting, context));
  return lines.join("\n");
}

/** The table, why that one, and who moved for it; who is left without one has a warning. */
const placementLines = (
  { why, moves }: NonNullable<WriteResult["placement"]>,
  context: OperationContext,
): string[] => [`Seated at ${why}.`, ...moveLines(moves, context)];

/** Who was given other tables, with their time. */
export const moveLines = (
  moves: NonNullable<WriteResult["placement"]>["moves"],
  { brand, stores }: OperationContext,
): string[] =>
  moves
    .filter(({ to }) => to.length > 0)
    .map(({ id, name, from, to }) => {
      const startAt = (stores.reservations.get(id) ?? stores.offers.get(id))?.startAt;
      const time = startAt === undefined ? "" : `, ${clockTime(startAt, brand.settings.timeZone)}`;
      const left = from.length === 0 ? "" : ` from ${from.join(" + ")}`;
      return `Moved${left} to ${to.join(" + ")}: ${nameInLine(name)}${time} (${id}).`;
    });

/** What the waitlist did with the seats that came free, or will do. */
function waitlistLine(
  { notifications }: WriteResult,
  waiting: number,
  { brand, stores, now }: OperationContext,
): string {
  const offered = notifications.filter(({ recipient }) => recipient === "waiting_guest").length;
  if (offered > 0) {
    const zone = brand.settings.timeZone;
    const holds = stores.offers.liveMadeAt(brand.slug, now).map(({ holdUntil }) => holdUntil);
    const until = [...new Set(holds)].sort((a, b) => a - b).map((at) => clockTime(at, zone));
    const held = until.length === 0 ? "" : `, held until ${until.join(" and ")}`;
    return `Seats freed: offered to ${guests(offered)}${held}.`;
  }
  if (waiting === 0) return "Seats freed. Nobody is waiting for that time.";
  const { quietHours, timeZone } = brand.settings;
  const quiet = quietPeriodAt(quietHours, now, timeZone);
  const until = quiet === null ? "" : ` (quiet hours until ${inWords(quiet.to, timeZone)})`;
  return `Seats freed: none of ${guests(waiting)} can be offered them now${until}; the waitlist looks again when that changes.`;
}

const guests = (count: number): string => `${count} waiting guest${count === 1 ? "" : "s"}`;

function describeText(text: WireNotification, { brand, now }: OperationContext): string {
  const to = text.phone === null ? "the guest" : `the phone ending in ${text.phone}`;
  const dueAt = text.dueAt ?? now;
  const when = dueAt > now ? `at ${inWords(dueAt, brand.settings.timeZone)}` : "now";
  return `Text (${text.kind}, ${text.segments} SMS) to ${to}, ${when}: ${text.body}`;
}

function headline({ changed, dryRun }: WriteResult): string {
  if (dryRun)
    return changed
      ? "Dry run, nothing was changed. It would become:"
      : "Dry run: nothing would change.";
  return changed ? "Done." : "Nothing to change: it is already so.";
}

/**
 * A field with its value; further lines of a note are set in, so that no note can pass for a line of
 * the answer.
 */
export const fieldLine = (name: string, value: string): string =>
  `${name}: ${value.replaceAll("\n", "\n  ")}`;

/** One line: id first, then what a host reads out. */
export function describe(
  reservation: Pick<
    WireReservation,
    "id" | "name" | "numberOfPeople" | "date" | "timestamp" | "status" | "attendance" | "flags"
  >,
  zone: string,
): string {
  const { id, name, numberOfPeople, date, timestamp, status, attendance, flags } = reservation;
  const time = clockTime(timestamp, zone);
  const extra = [...(attendance === "not_required" ? [] : [`attendance ${attendance}`]), ...flags];
  const tail = extra.length === 0 ? "" : ` (${extra.join(", ")})`;
  return `${id ?? "(no id yet)"}: ${nameInLine(name)}, party of ${numberOfPeople}, ${date} at ${time}, ${status}${tail}`;
}
