import type { Seat } from "../../domain/admission/tables.ts";
import type { PhoneUsable } from "../../domain/attendance.ts";
import { refusal } from "../../domain/errors.ts";
import { quietPeriodAt } from "../../domain/quiet-hours.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Warning } from "../../domain/warnings.ts";
import {
  coded,
  HAS_NO_TABLE,
  movedLine,
  outcomeLine,
  reservationLine,
  tableGiven,
} from "../../words/en/agent/answers.ts";
import { type SeatsFreed, seatsFreed, textLines } from "../../words/en/agent/texts.ts";
import { sayWhyTable } from "../../words/render.ts";
import { type OperationContext, readerOf } from "../define.ts";
import { lacksTable, movesShown, seatShown } from "../seating/names.ts";
import { decideOffers } from "../waitlist/offers.ts";
import { noGatewayWarning } from "./no-gateway.ts";
import type { Change } from "./record-change.ts";
import type { TextsOutcome } from "./texts.ts";
import {
  publishWarnings,
  type WireReservation,
  type WriteResult,
  wireReservation,
} from "./wire.ts";
import { phoneUsable } from "./world.ts";

/** Also offers freed seats to waiting guests, so that the answer lists the offers. */
export function writeResult(
  { reservation, changed, waitlist, freed = null }: Change,
  context: OperationContext,
  extra: Partial<TextsOutcome> & {
    readonly warnings?: readonly Warning[];
    readonly phoneUsable?: PhoneUsable;
    readonly seat?: Seat | null;
  } = {},
): WriteResult {
  const offered = freed === null ? [] : decideOffers(freed, context).notifications;
  const notifications = [...(extra.notifications ?? []), ...offered];
  const isTexted =
    notifications.some(({ state }) => state === "queued") || (waitlist?.waiting ?? 0) > 0;
  const warnings = [...(extra.warnings ?? []), ...(isTexted ? noGatewayWarning(context) : [])];
  return {
    reservation: asWire(extra.flagged ?? reservation, context, extra.phoneUsable),
    changed,
    dryRun: context.dryRun,
    warnings: publishWarnings(warnings, context),
    notifications,
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
  return {
    why: sayWhyTable(seat, covers, readerOf(context)),
    moves: movesShown(seat.moves, context),
  };
}

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

/** Errors: NOT_FOUND, BRAND_MISMATCH; REVISION_CONFLICT if the page showed an older revision. */
export function findReservation(id: string, context: OperationContext): Reservation {
  const { stores, brand, caller } = context;
  const found = stores.reservations.get(id);
  if (found !== null && found.brand === brand.slug) return requireLatestShown(found, context);
  if (found !== null && caller.brands.includes(found.brand)) {
    const facts = { brand: brand.slug, belongsTo: found.brand, say: { id } };
    throw refusal("BRAND_MISMATCH.reservation", facts);
  }
  throw refusal("NOT_FOUND.reservation", { id, say: { brand: brand.slug } });
}

function requireLatestShown(found: Reservation, { desk, stores }: OperationContext): Reservation {
  const shown = desk?.revision ?? found.revision;
  if (shown === found.revision) return found;
  const [last] = stores.audit.ofReservation(found.id, 1);
  const by = last === undefined ? null : { name: last.actor.name, operation: last.operation };
  const { id, revision } = found;
  throw refusal("REVISION_CONFLICT.reservation", { id, shown, revision, say: { by } });
}

export const writeText = (result: WriteResult, context: OperationContext): string =>
  writeTextWith([], result, context);

export function writeTextWith(
  more: readonly string[],
  result: WriteResult,
  context: OperationContext,
): string {
  const { now, brand, dryRun, withoutGateway } = context;
  const zone = brand.settings.timeZone;
  const { reservation, warnings, placement, notifications, waitlist } = result;
  const moment = { now, zone, dryRun };
  const texts = notifications.filter(({ state, kind }) => state === "queued" && kind !== "offer");
  return [
    outcomeLine(result, `${reservationLine(reservation, zone)}.`),
    ...more,
    ...(reservation.flags.includes("no_table") ? [HAS_NO_TABLE] : []),
    ...warnings.map(coded),
    ...(placement === null
      ? []
      : [tableGiven(placement.why), ...moveLines(placement.moves, context)]),
    ...(withoutGateway === true ? [] : textLines(texts, moment)),
    ...(waitlist === null
      ? []
      : [seatsFreed(freedSeats(result, waitlist.waiting, context), moment)]),
  ].join("\n");
}

export const moveLines = (
  moves: NonNullable<WriteResult["placement"]>["moves"],
  { brand, stores, dryRun }: OperationContext,
): string[] =>
  moves
    .filter(({ to }) => to.length > 0)
    .map((move) => {
      const of = stores.reservations.get(move.id) ?? stores.offers.get(move.id);
      return movedLine(move, of?.startAt ?? null, { zone: brand.settings.timeZone, dryRun });
    });

function freedSeats(
  { notifications }: WriteResult,
  waiting: number,
  { brand, stores, now }: OperationContext,
): SeatsFreed {
  const guests = notifications.filter(({ kind }) => kind === "offer");
  if (guests.length > 0) {
    const live = stores.offers.liveMadeAt(brand.slug, now);
    return { is: "offered", guests, holds: live.map(({ holdUntil }) => holdUntil) };
  }
  if (waiting === 0) return { is: "nobody" };
  const { quietHours, timeZone } = brand.settings;
  const quiet = quietPeriodAt(quietHours, now, timeZone);
  return { is: "later", guests: waiting, quietUntil: quiet?.to ?? null };
}
