import type { TableMove } from "../../domain/admission/tables.ts";
import { serviceDateOf } from "../../domain/calendar.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Tries } from "../../domain/seating/chain.ts";
import { misplaced } from "../../domain/seating/facts.ts";
import { plan } from "../../domain/seating/plan.ts";
import { DAY, startOfDay } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { tableMoves, writeMoves } from "./move-tables.ts";
import { isSitting } from "./resettle.ts";
import { roomBetween } from "./room-between.ts";

const MOST_PARTIES = 10_000;

interface PlannedDate {
  readonly moves: readonly TableMove[];
  /** Includes seated parties without a table. */
  readonly unplaced: readonly Reservation[];
}

/** Parties that must not move (rule F7) keep their tables, even if the tables do not suit them. */
export function planDate(
  date: string,
  cause: string,
  tries: Tries,
  context: OperationContext,
): PlannedDate {
  const { now } = context;
  const all = partiesOn(date, context).filter(
    ({ endAt, status }) => status === "seated" || endAt > now,
  );
  const byId = new Map(all.map((one) => [one.id, one]));
  const belongs = (id: string): boolean => byId.has(id) || isOfferOn(date, id, context);
  const { room, parties } = roomBetween(spanOf(date, all, context), context, {}, belongs);
  const sits = isSitting(context);
  const without = parties.filter(({ id, tables }) => belongs(id) && tables.length === 0);
  const unfit = misplaced(room, sits).filter(({ id, movable }) => belongs(id) && movable);
  const wanting = [...without.filter((one) => !sits(one)), ...unfit].map((party) => ({
    ...party,
    from: Math.max(party.from, now),
  }));
  const planned = plan(room, wanting, tries);
  const lost = planned.unplaced.filter(({ tables }) => tables.length > 0);
  const moves = tableMoves(planned.moves);
  const gone = lost.map(({ id, tables: from }) => ({ id, from, to: [] }));
  writeMoves([...moves, ...gone], { cause }, context);
  const unplaced = [...planned.unplaced, ...without.filter(sits)];
  return { moves, unplaced: unplaced.flatMap(({ id }) => byId.get(id) ?? []) };
}

export function dateOfParty(id: string, { brand, stores }: OperationContext): string | null {
  const offer = stores.offers.get(id);
  if (offer === null) return stores.reservations.get(id)?.serviceDate ?? null;
  return serviceDateOf(brand.settings, offer.startAt);
}

const isOfferOn = (date: string, id: string, context: OperationContext): boolean =>
  context.stores.offers.get(id) !== null && dateOfParty(id, context) === date;

const partiesOn = (date: string, { brand, stores }: OperationContext): Reservation[] =>
  stores.reservations.list({
    brand: brand.slug,
    fromDate: date,
    toDate: date,
    statuses: ["booked", "pending", "arrived", "seated"],
    limit: MOST_PARTIES,
    after: null,
  });

function spanOf(date: string, parties: readonly Reservation[], { brand, now }: OperationContext) {
  const day = startOfDay(date, brand.settings.timeZone);
  const sitting = parties.some(({ status }) => status === "seated") ? [now] : [];
  return {
    from: Math.min(day, ...parties.map(({ startAt }) => startAt)) - DAY,
    to: Math.max(day + DAY, ...sitting, ...parties.map(({ endAt }) => endAt)) + DAY,
  };
}
