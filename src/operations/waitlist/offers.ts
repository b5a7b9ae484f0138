import { DAY } from "../../domain/time.ts";
import type { PassedOver, SlotFreed, WaitlistEntry, WaitlistOffer } from "../../domain/waitlist.ts";
import {
  LEAD_MS,
  MAX_OFFERS_A_DAY,
  mayOffer,
  needsPerson,
  offerDayStart,
  startsNotAgain,
  wishes,
} from "../../domain/waitlist-matching.ts";
import type { OperationContext } from "../define.ts";
import { asHouse, type MachineContext } from "../reservation/machine-changes.ts";
import type { WireNotification } from "../reservation/wire.ts";
import { type MadeOffer, makeOffer } from "./make-offer.ts";
import { type RoomSearch, searchRoom } from "./room-search.ts";
import { SMS_OFF } from "./wire-entry.ts";

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
  /** When to look again, as after quiet hours; null: nothing is left to do. */
  readonly checkAt: number | null;
}

/**
 * Fills freed seats from the waitlist: in order of the list, the first guest for whom the ordinary
 * admission finds a start is offered it, with the seats held from now on, and so on until nobody
 * fits. Runs inside the write transaction and settles the row of freed seats, or leaves it for
 * later in quiet hours.
 */
export function decideOffers(freed: SlotFreed, context: MachineContext): OffersDecision {
  const house = asHouse(context);
  const { brand, now, stores } = house;
  const open = brand.settings.waitlist.enabled && freed.to > now + LEAD_MS;
  const { made, checkAt } = open ? fill(freed, house) : { made: [], checkAt: null };
  if (checkAt === null) stores.slotFreed.settle(freed.id, now);
  else stores.slotFreed.postpone(freed.id, checkAt);
  return {
    offers: made.map(({ offer }) => offer),
    notifications: made.map(({ notification }) => notification),
    checkAt,
  };
}

/** One pass is enough: a table that is held makes room for nobody who was passed over before. */
function fill(
  freed: SlotFreed,
  house: OperationContext,
): { readonly made: readonly MadeOffer[]; readonly checkAt: number | null } {
  const { brand, stores } = house;
  const interval = { brand: brand.slug, fromAt: freed.from - DAY, toAt: freed.to };
  const sizes = stores.waitlistQueue
    .sizes(brand.slug, interval.fromAt, interval.toAt)
    .map(({ partySize }) => partySize);
  if (sizes.length === 0) return { made: [], checkAt: null };
  const room = searchRoom(freed, house);
  const made: MadeOffer[] = [];
  const ask = (entry: WaitlistEntry, isHead: boolean): void => {
    const verdict = judge(entry, room, house);
    if ("startAt" in verdict) {
      made.push(makeOffer(entry, verdict.startAt, freed, house));
      room.taken();
    } else if (isHead && verdict.passedOver !== null) {
      notePassedOver(entry, verdict.passedOver, house);
    }
  };
  const letGo = whoLetGo(freed, house);
  let after: WaitlistEntry | null = null;
  for (let limit = HEAD; ; limit = PAGE) {
    const wanted: readonly number[] | null = limit === HEAD ? null : room.feasible(sizes);
    const page = stores.waitlistQueue.page({ ...interval, sizes: wanted, after, limit });
    for (const entry of page) if (entry.id !== letGo?.entry.id) ask(entry, limit === HEAD);
    after = page.at(-1) ?? null;
    if (page.length < limit) break;
  }
  // Who said NO to one start may like another one, when nobody else wants it.
  if (letGo?.answered === true) ask(letGo.entry, true);
  return { made, checkAt: room.moreAt(sizes) };
}

/**
 * The guest whose offer has just ended. Its seats are for the next guest: whoever gave no answer,
 * or could not be reached, is not texted again at once.
 */
function whoLetGo(
  { offerId }: SlotFreed,
  { stores }: OperationContext,
): { readonly entry: WaitlistEntry; readonly answered: boolean } | null {
  const offer = offerId === null ? null : stores.offers.get(offerId);
  const entry = offer === null ? null : stores.waitlist.entry(offer.entryId);
  if (offer === null || entry?.status !== "waiting") return null;
  return { entry, answered: offer.state === "declined" };
}

type Verdict =
  | { readonly startAt: number }
  /** Null: the guest wishes none of the starts there are. */
  | { readonly passedOver: PassedOver | null };

/** The start to offer to a guest, or why none is. */
function judge(entry: WaitlistEntry, room: RoomSearch, house: OperationContext): Verdict {
  const { brand, now, stores } = house;
  const { settings } = brand;
  const wished = room
    .starts(entry.partySize)
    .filter((at) => wishes(entry, at) && mayOffer(at, settings, now))
    .filter((at) => !hasAlready(entry, at, house));
  const [nearest] = wished;
  if (nearest === undefined) return { passedOver: null };
  const over = (code: string, message: string, timestamp = nearest): Verdict => ({
    passedOver: { timestamp, code, message },
  });
  if (needsPerson(entry.partySize, settings)) {
    return over("LARGE_PARTY_REVIEW", "A large party: only a person can offer it a table.");
  }
  const fitting = wished.filter((at) => room.whyNot(entry, at) === null);
  if (fitting.length === 0) {
    const reason = room.whyNot(entry, nearest);
    return over(reason?.code ?? "CAPACITY_FULL", reason?.message ?? "No room.");
  }
  if (stores.optOuts.has(entry.phone)) {
    return over(SMS_OFF.code, SMS_OFF.message, fitting[0]);
  }
  if (stores.offers.liveOfPhone(entry.phone) !== null) {
    return over("OFFER_OPEN", "This phone has another table on offer.", fitting[0]);
  }
  const dayStart = offerDayStart(settings, now);
  if (stores.offers.countSince(entry.phone, dayStart) >= MAX_OFFERS_A_DAY) {
    const message = `This phone was offered ${MAX_OFFERS_A_DAY} tables today, the most there are in one day.`;
    return over("OFFERS_TODAY", message, fitting[0]);
  }
  const refused = startsNotAgain(stores.offers.ofEntry(entry.id), dayStart);
  const startAt = fitting.find((at) => !refused.has(at));
  if (startAt !== undefined) return { startAt };
  return over(
    "PASSED_BEFORE",
    "The guest had this start on offer and did not take it.",
    fitting[0],
  );
}

/** True where the reservation that the guest would give up is as good as that start. */
function hasAlready(
  { replaces, partySize }: WaitlistEntry,
  startAt: number,
  { stores }: OperationContext,
): boolean {
  const own = replaces === null ? null : stores.reservations.get(replaces);
  const stands = own?.status === "booked" || own?.status === "pending";
  return stands && own.startAt === startAt && own.partySize >= partySize;
}

/** Notes on an entry why it was not offered a start, for whoever reads the list. */
function notePassedOver(
  entry: WaitlistEntry,
  passedOver: PassedOver,
  { stores }: OperationContext,
): void {
  const others = entry.passedOver.filter(({ timestamp }) => timestamp !== passedOver.timestamp);
  const known = entry.passedOver.at(-1);
  const same = known?.code === passedOver.code && known.message === passedOver.message;
  if (same && known.timestamp === passedOver.timestamp) return;
  stores.waitlist.notePassedOver(entry.id, [...others, passedOver].slice(-KEPT_REASONS));
}
