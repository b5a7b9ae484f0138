import { endOf } from "../../domain/admission.ts";
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
  leftUnanswered,
  MAX_OFFERS_A_DAY,
  mayOffer,
  nearestFirst,
  needsPerson,
  offerDay,
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

/** The head of the list, to whom it is noted why they were passed over. */
const HEAD = 100;
/** Read at once behind the head. */
const PAGE = 500;
/** Kept of the starts that an entry was passed over for. */
const KEPT_REASONS = 5;

/** What was decided about freed seats. */
export interface OffersDecision {
  readonly offers: readonly WaitlistOffer[];
  /** The texts, as the answer of a write lists them. */
  readonly notifications: readonly WireNotification[];
  /**
   * When to look again: after quiet hours, on the next date for whom may not be asked on this one,
   * or when texts may be sent again, or the gateway be back; null: nothing is left to do.
   */
  readonly checkAt: number | null;
}

/**
 * Fills freed seats from the waitlist: in order of the list, the first guest for whom the ordinary
 * admission finds a start is offered it, with the seats held from now on, and so on until nobody
 * fits. Runs inside the write transaction and settles the row of freed seats, or leaves it for
 * later where time alone ends what stands in the way. For any other end the row is not kept: who
 * ends it asks again (ask-again.ts).
 */
export function decideOffers(freed: SlotFreed, context: MachineContext): OffersDecision {
  const system = asSystem(context);
  const { brand, now, stores } = system;
  // Which seats lie ahead is not known: the loop decides about them when the clock is believed.
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

/**
 * One pass is enough: a table that is held makes room for nobody who was passed over before. Who
 * let some of these seats pass comes after everybody who was not asked about them.
 */
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
  // A party that is booked and has no table comes before anybody who waits.
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
    // Whoever comes behind could not be told of a table either.
    againAt = Math.min(againAt, spentUntil);
    break;
  }
  for (const entry of last) ask(entry, true);
  const checkAt = Math.min(againAt, room.moreAt(sizes) ?? againAt);
  return { made, checkAt: Number.isFinite(checkAt) ? checkAt : null };
}

/** What every guest is judged by. */
interface Search {
  readonly room: RoomSearch;
  readonly texts: SmsBudget;
  /** False: no single table came free, so that every guest's own wish says which start is best. */
  readonly hasFreedStart: boolean;
  readonly freed: SlotFreed;
  /** The date in which offers to one phone are counted. */
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
      /** Null: the guest wishes none of the starts there are. */
      readonly passedOver: PassedOver | null;
      /** They fit, and may be asked at this instant. */
      readonly againAt?: number;
    };

/** Starts that a guest wishes, the best first, room and the hour not considered. */
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

/** The start to offer to a guest, or why none is. */
function judge(entry: WaitlistEntry, search: Search, system: OperationContext): Verdict {
  const { stores, now } = system;
  const { settings } = system.brand;
  const { room } = search;
  const all = startsFor(entry, search, system);
  const wished = all.filter((at) => mayOffer(at, settings, now));
  const [nearest] = wished;
  if (nearest === undefined)
    return { passedOver: all[0] === undefined ? null : asleep(all[0], system) };
  const over = (why: PassedOver["why"], timestamp = nearest): Verdict => ({
    passedOver: { timestamp, why },
  });
  if (needsPerson(entry.partySize, settings)) return over({ kind: "LARGE_PARTY_REVIEW.waiting" });
  const fitting = wished.filter((at) => room.whyNot(entry, at) === null);
  const [first] = fitting;
  if (first === undefined) {
    const against = room.whyNot(entry, nearest);
    if (against === null) throw new Error("A start without room has no reason against it");
    return over(against);
  }
  // Phones that are known to take no texts are not even read; this is what decides.
  const off = smsOff(entry.phone, system);
  if (off !== null) return over(off, first);
  if (stores.offers.liveOfPhone(entry.phone) !== null) return over({ kind: "OFFER_OPEN" }, first);
  return chooseStart(entry, fitting, search, system);
}

/** Nobody is texted about that start at this hour. */
function asleep(timestamp: number, { brand, now }: OperationContext): PassedOver {
  const { quietHours, timeZone } = brand.settings;
  const until = nextSendTime(quietHours, now, timeZone);
  return { timestamp, why: { kind: "QUIET_HOURS", until, zone: timeZone } };
}

/** The first of the starts that fit which this guest was not asked about already. */
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
  // By the offer whose end freed the seats, out of them, or while they were free already.
  const asked = offers.filter(
    ({ id, cause, createdAt }) =>
      id === freed.offerId || cause === freed.id || createdAt > freed.createdAt,
  );
  const justAsked = (startAt: number): boolean => {
    const stay = { startAt, endAt: endOf(startAt, entry.partySize, brand.settings) };
    return asked.some((offer) => leftUnanswered(offer, stay, day.from));
  };
  const startAt = open.find((at) => !unsent.has(at) && !justAsked(at));
  if (startAt !== undefined) {
    const againAt = texts.spentUntil(entry.phone);
    if (againAt === null) return { startAt };
    return { passedOver: textsSpent(startAt, againAt, system), againAt };
  }
  return notToday({ kind: unsent.has(best) ? "NOT_SENT" : "NO_ANSWER", date });
}

/** True where the reservation that the guest would give up is as good as that start. */
function hasAlready(
  { replaces, partySize }: WaitlistEntry,
  startAt: number,
  { stores }: OperationContext,
): boolean {
  const own = replaces === null ? null : stores.reservations.get(replaces);
  if (own === null || !isExpected(own)) return false;
  return own.startAt === startAt && own.partySize >= partySize;
}

/** Notes on an entry why it was not offered a start, for whoever reads the list. */
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
