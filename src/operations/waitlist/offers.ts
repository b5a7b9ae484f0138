import { endOf } from "../../domain/admission.ts";
import { nearestFirst } from "../../domain/alternatives.ts";
import { nextSendTime } from "../../domain/quiet-hours.ts";
import { isExpected } from "../../domain/reservation-states.ts";
import { DAY, dateOf } from "../../domain/time.ts";
import {
  ASKED_AGAIN,
  type PassedOver,
  type SlotFreed,
  type WaitlistEntry,
  type WaitlistOffer,
  WIDENED,
} from "../../domain/waitlist.ts";
import {
  type FreedWindow,
  LEAD_MS,
  MAX_OFFERS_A_DAY,
  mayOffer,
  needsPerson,
  offerDay,
  overlapsEarlierOffer,
  startsNotAgain,
  startsNotToday,
  wishes,
} from "../../domain/waitlist-matching.ts";
import { asSystem, type MachineContext } from "../call/acting-as.ts";
import type { OperationContext } from "../define.ts";
import type { WireNotification } from "../reservation/wire.ts";
import { giveFreeTables } from "../seating/free-tables.ts";
import { awayUntil, countedOffers } from "./gateway-away.ts";
import { type MadeOffer, makeOffer } from "./make-offer.ts";
import { type RoomSearch, searchRoom } from "./room-search.ts";
import { type SmsBudget, smsBudgetOf, textsSpent } from "./sms-budget.ts";
import { smsOff } from "./wire-entry.ts";

/**
 * The reason for passing over a guest is stored only for this many entries from the top of the waitlist, and
 * for guests who were offered the freed seats before.
 */
const HEAD = 100;
const PAGE = 500;
const KEPT_REASONS = 5;

export interface OffersDecision {
  readonly offers: readonly WaitlistOffer[];
  readonly notifications: readonly WireNotification[];
  /** When to decide again. Null if nothing is left to do or the system clock may be wrong. */
  readonly checkAt: number | null;
}

/** Guests who cannot be asked now may be asked later: see ask-again.ts. */
export function decideOffers(freed: SlotFreed, context: MachineContext): OffersDecision {
  const system = asSystem(context);
  const { brand, now, stores } = system;
  // If the system clock may be wrong, make no offers: the loop decides later.
  if (stores.clock.doubt() !== null) return { offers: [], notifications: [], checkAt: null };
  const open = brand.settings.waitlist.enabled && freed.to > now + LEAD_MS;
  const away = open ? awayUntil(freed, system) : null;
  const { made, checkAt } =
    open && away === null ? fill(freed, system) : { made: [], checkAt: away };
  if (checkAt === null) stores.slotFreed.settle(freed.id, now);
  else stores.slotFreed.postpone(freed.id, checkAt);
  return {
    offers: made.map(({ offer }) => offer),
    notifications: made.map(({ notification }) => notification),
    checkAt,
  };
}

/** One pass over the waitlist is enough, because an offer takes seats and frees none. */
function fill(
  freed: SlotFreed,
  system: OperationContext,
): { readonly made: readonly MadeOffer[]; readonly checkAt: number | null } {
  const { brand, stores } = system;
  const interval = { brand: brand.slug, fromAt: freed.from - DAY, toAt: freed.to };
  const sizes = stores.waitlistQueue
    .sizes(brand.slug, interval.fromAt, interval.toAt)
    .map(({ partySize }) => partySize);
  if (sizes.length === 0) return { made: [], checkAt: null };
  // A booked party without a table comes before the waitlist.
  giveFreeTables(system);
  const search = searchOf(freed, system);
  const { room, texts } = search;
  const made: MadeOffer[] = [];
  let againAt = Number.POSITIVE_INFINITY;
  const ask = (entry: WaitlistEntry, isHead: boolean): void => {
    const verdict = judge(entry, search, system);
    if ("startAt" in verdict) {
      made.push(makeOffer(entry, verdict.startAt, freed, system));
      room.taken();
      texts.queued();
      return;
    }
    againAt = Math.min(againAt, verdict.againAt ?? againAt);
    if (isHead && verdict.passedOver !== null) notePassedOver(entry, verdict.passedOver, system);
  };
  const letPass = stores.slotFreed.letPass(freed);
  const last: WaitlistEntry[] = [];
  let after: WaitlistEntry | null = null;
  for (let limit = HEAD; ; limit = PAGE) {
    const wanted: readonly number[] | null = limit === HEAD ? null : room.feasible(sizes);
    const page = stores.waitlistQueue.page({ ...interval, sizes: wanted, after, limit });
    for (const entry of page) {
      if (letPass.has(entry.id)) last.push(entry);
      else ask(entry, limit === HEAD);
    }
    after = page.at(-1) ?? null;
    if (page.length < limit) break;
    const spentUntil = texts.brandSpentUntil();
    if (spentUntil === null) continue;
    againAt = Math.min(againAt, spentUntil);
    break;
  }
  for (const entry of last) ask(entry, true);
  const checkAt = Math.min(againAt, room.moreAt(sizes) ?? againAt);
  return { made, checkAt: Number.isFinite(checkAt) ? checkAt : null };
}

interface Search {
  readonly room: RoomSearch;
  readonly texts: SmsBudget;
  /** True: offer the start nearest to the freed start. False: the start nearest to the guest's wish. */
  readonly hasFreedStart: boolean;
  readonly freed: SlotFreed;
  readonly day: FreedWindow;
}

const searchOf = (freed: SlotFreed, system: OperationContext): Search => ({
  room: searchRoom(freed, system),
  texts: smsBudgetOf(system),
  hasFreedStart: freed.cause !== WIDENED && freed.cause !== ASKED_AGAIN,
  freed,
  day: offerDay(system.brand.settings, system.now),
});

type Verdict =
  | { readonly startAt: number }
  | {
      /** Null if the guest wants none of the possible starts. */
      readonly passedOver: PassedOver | null;
      /** When to ask a guest who fits but cannot be asked yet. */
      readonly againAt?: number;
    };

/** The starts that suit the guest, best first. Quiet hours may forbid offering some of them now. */
function startsFor(
  entry: WaitlistEntry,
  { room, hasFreedStart }: Search,
  system: OperationContext,
): readonly number[] {
  const wished = room
    .starts(entry.partySize)
    .filter((at) => wishes(entry, at))
    .filter((at) => !hasAlready(entry, at, system));
  return hasFreedStart ? wished : nearestFirst(wished, entry.wishedAt);
}

function judge(entry: WaitlistEntry, search: Search, system: OperationContext): Verdict {
  const { stores, now } = system;
  const { settings } = system.brand;
  const { room } = search;
  const all = startsFor(entry, search, system);
  const wished = all.filter((at) => mayOffer(at, settings, now));
  const [nearest] = wished;
  if (nearest === undefined)
    return { passedOver: all[0] === undefined ? null : heldByQuietHours(all[0], system) };
  const over = (why: PassedOver["why"], timestamp = nearest): Verdict => ({
    passedOver: { timestamp, why },
  });
  if (needsPerson(entry.partySize, settings)) return over({ kind: "LARGE_PARTY_REVIEW.waiting" });
  const fitting = wished.filter((at) => room.whyNot(entry, at) === null);
  const [first] = fitting;
  if (first === undefined) {
    const against = room.whyNot(entry, nearest);
    if (against === null) throw new Error("No reason was found for a start without room");
    return over(against);
  }
  // The query for the waitlist may include phones that take no texts, so check again.
  const off = smsOff(entry.phone, system);
  if (off !== null) return over(off, first);
  if (stores.offers.liveOfPhone(entry.phone) !== null) return over({ kind: "OFFER_OPEN" }, first);
  return chooseStart(entry, fitting, search, system);
}

function heldByQuietHours(timestamp: number, { brand, now }: OperationContext): PassedOver {
  const { quietHours, timeZone } = brand.settings;
  const until = nextSendTime(quietHours, now, timeZone);
  return { timestamp, why: { kind: "QUIET_HOURS", until, zone: timeZone } };
}

function chooseStart(
  entry: WaitlistEntry,
  fitting: readonly number[],
  { day, freed, texts }: Search,
  system: OperationContext,
): Verdict {
  const { brand, stores } = system;
  const offers = countedOffers(entry.id, system);
  const refused = startsNotAgain(offers);
  const open = fitting.filter((at) => !refused.has(at));
  const [best] = open;
  if (best === undefined) {
    return { passedOver: { timestamp: fitting[0] ?? 0, why: { kind: "PASSED_BEFORE" } } };
  }
  const notToday = (why: PassedOver["why"]): Verdict => ({
    passedOver: { timestamp: best, why },
    againAt: day.to,
  });
  const date = dateOf(day.from, brand.settings.timeZone);
  if (stores.offers.countSince(entry.phone, day.from) >= MAX_OFFERS_A_DAY) {
    return notToday({ kind: "OFFERS_TODAY", count: MAX_OFFERS_A_DAY, date });
  }
  const unsent = startsNotToday(offers, day.from);
  // Offers to this guest that may have been for these seats.
  const asked = offers.filter(
    ({ id, cause, createdAt }) =>
      id === freed.offerId || cause === freed.id || createdAt > freed.createdAt,
  );
  const justAsked = (startAt: number): boolean => {
    const stay = { startAt, endAt: endOf(startAt, entry.partySize, brand.settings) };
    return asked.some((offer) => overlapsEarlierOffer(offer, stay, day.from));
  };
  const startAt = open.find((at) => !unsent.has(at) && !justAsked(at));
  if (startAt !== undefined) {
    const againAt = texts.spentUntil(entry.phone);
    if (againAt === null) return { startAt };
    return { passedOver: textsSpent(startAt, againAt, system), againAt };
  }
  return notToday({ kind: unsent.has(best) ? "NOT_SENT" : "NO_ANSWER", date });
}

function hasAlready(
  { replaces, partySize }: WaitlistEntry,
  startAt: number,
  { stores }: OperationContext,
): boolean {
  const own = replaces === null ? null : stores.reservations.get(replaces);
  if (own === null || !isExpected(own)) return false;
  return own.startAt === startAt && own.partySize >= partySize;
}

function notePassedOver(
  entry: WaitlistEntry,
  passedOver: PassedOver,
  { stores }: OperationContext,
): void {
  const others = entry.passedOver.filter(({ timestamp }) => timestamp !== passedOver.timestamp);
  const known = entry.passedOver.at(-1);
  if (Bun.deepEquals(known, passedOver)) return;
  stores.waitlist.notePassedOver(entry.id, [...others, passedOver].slice(-KEPT_REASONS));
}
