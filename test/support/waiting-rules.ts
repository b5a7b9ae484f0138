// The invariants of the waitlist, judged from the rows and the wording of the rules; what they rest
// on of the product is the ordinary admission alone.
import type { Database } from "bun:sqlite";
import { isQuiet } from "../../src/domain/quiet-hours.ts";
import type { Brand } from "../../src/domain/settings.ts";
import { DAY, displayTime, MINUTE } from "../../src/domain/time.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../src/domain/waitlist.ts";
import { BRANDS, type Engine, FRIDAY, GRID, HOUR, OPENING, SLOT, ZONE } from "./waiting-engine.ts";

interface Taken {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  readonly parties: number;
  /** False: takes seats, but starts nowhere. */
  readonly isStart?: boolean;
}

/**
 * Who takes seats; a guest who holds a table for another one takes the larger of the two, never
 * both.
 */
function takenSeats(database: Database, brand: string, now: number): Taken[] {
  const stays = database
    .query<Taken & { id: string }, [string]>(
      `SELECT id, start_at AS "from", end_at AS "to", party_size AS covers, 1 AS parties
       FROM reservation WHERE brand = ? AND status IN ('booked', 'pending')`,
    )
    .all(brand);
  const holds = database
    .query<Taken & { replaces: string | null }, [string, number]>(
      `SELECT start_at AS "from", end_at AS "to", offer.party_size AS covers, 1 AS parties, replaces
       FROM waitlist_offer AS offer JOIN waitlist_entry AS entry ON entry.id = entry_id
       WHERE offer.brand = ? AND state IN ('queued', 'sent') AND hold_until > ?`,
    )
    .all(brand, now);
  const both = holds.flatMap((hold) => {
    const own = stays.find(({ id }) => id === hold.replaces);
    if (own === undefined) return [];
    const from = Math.max(own.from, hold.from);
    const to = Math.min(own.to, hold.to);
    const once = { from, to, covers: -Math.min(own.covers, hold.covers), parties: -1 };
    return from < to ? [{ ...once, isStart: own.from === hold.from }] : [];
  });
  return [...stays, ...holds, ...both];
}

/**
 * Invariant 1: no moment and no slot is fuller than its limit, holds included, expired ones not.
 */
export function loadFaults(engine: Engine): string[] {
  return BRANDS.flatMap((slug) => {
    const brand = engine.stores.brands.get(slug);
    return brand === null ? [] : brandLoadFaults(engine, brand);
  });
}

function brandLoadFaults({ database, at }: Engine, { slug, settings }: Brand): string[] {
  const taken = takenSeats(database, slug, at);
  const faults: string[] = [];
  const exceeds = (value: number, limit: number | null): boolean => limit !== null && value > limit;
  for (let instant = GRID[0] ?? 0; instant < (GRID.at(-1) ?? 0) + 2 * HOUR; instant += SLOT) {
    const here = taken.filter(({ from, to }) => from <= instant && instant < to);
    const covers = here.reduce((sum, one) => sum + one.covers, 0);
    const parties = here.reduce((sum, one) => sum + one.parties, 0);
    const time = displayTime(instant, ZONE);
    if (exceeds(covers, settings.seats)) faults.push(`${covers} covers at ${time}`);
    if (exceeds(parties, settings.maxPartiesPresent)) faults.push(`${parties} parties at ${time}`);
    const starts = taken.filter(({ from, isStart = true }) => from === instant && isStart);
    const pace = starts.reduce((sum, one) => sum + one.covers, 0);
    const count = starts.reduce((sum, one) => sum + one.parties, 0);
    if (count > 1 && exceeds(pace, settings.paceCovers)) faults.push(`${pace} start at ${time}`);
    if (exceeds(count, settings.paceParties)) faults.push(`${count} start at ${time}`);
  }
  return faults;
}

/** Invariants 2, 3, 4: rows that say so, each query finding what must not be. */
const NEVER: readonly (readonly [what: string, sql: string])[] = [
  [
    "an entry is offered without exactly one live offer, or has one without being offered",
    `SELECT id FROM waitlist_entry AS entry WHERE (status = 'offered') <> (SELECT count(*) = 1
       FROM waitlist_offer WHERE entry_id = entry.id AND state IN ('queued', 'sent'))`,
  ],
  [
    "two live offers to one phone",
    `SELECT phone AS id FROM waitlist_offer WHERE state IN ('queued', 'sent')
     GROUP BY phone HAVING count(*) > 1`,
  ],
  [
    "two accepted offers of one entry",
    `SELECT entry_id AS id FROM waitlist_offer WHERE state = 'accepted'
     GROUP BY entry_id HAVING count(*) > 1`,
  ],
  [
    "an accepted offer without its reservation",
    `SELECT offer.id FROM waitlist_offer AS offer JOIN waitlist_entry AS entry ON entry.id = entry_id
     LEFT JOIN reservation ON reservation.id = booking_id
     WHERE state = 'accepted' AND (entry.status <> 'booked' OR reservation.id IS NULL)`,
  ],
  [
    "a booked entry without a reservation",
    "SELECT id FROM waitlist_entry WHERE (status = 'booked') <> (booking_id IS NOT NULL)",
  ],
  [
    "a confirmation queued twice",
    `SELECT reservation_id AS id FROM message WHERE kind = 'confirmation' AND state <> 'void'
     GROUP BY reservation_id HAVING count(*) > 1`,
  ],
];

/** What the rows of the waitlist say that they must not. */
export const rowFaults = ({ database }: Engine): string[] =>
  NEVER.flatMap(([what, sql]) =>
    database
      .query<{ id: string }, []>(sql)
      .all()
      .map(({ id }) => `${what}: ${id}`),
  );

/**
 * Invariants 5 and 8: what takes seats besides reservations is a live offer to somebody who may be
 * texted.
 */
export const holdFaults = ({ stores, at }: Engine): string[] =>
  BRANDS.flatMap((slug) => stores.waitlist.liveOffers(slug, 0, at * 2, at)).flatMap((offer) => {
    const { id, state, holdUntil, phone } = offer;
    const over = (state !== "queued" && state !== "sent") || holdUntil <= at;
    const faults = over ? [`offer ${id} holds seats although it is over`] : [];
    return stores.optOuts.has(phone) ? [...faults, `offer ${id} to whom opted out`] : faults;
  });

const DIRECT = new Set([
  "confirmation",
  "update",
  "cancellation",
  "request_received",
  "offer_gone",
  "reply",
]);

/**
 * Invariant 8: no text to a phone that opted out, and in quiet hours only direct answers and near
 * offers.
 */
export function textFaults(engine: Engine, since: number): string[] {
  return engine.sent.slice(since).flatMap(({ id, kind, to, at }) => {
    const faults = engine.stores.optOuts.has(to) ? [`${kind} to a phone that opted out`] : [];
    const brand = engine.stores.brands.get(BRANDS[0]);
    const quiet = brand !== null && isQuiet(brand.settings.quietHours, at, ZONE);
    if (!quiet || DIRECT.has(kind)) return faults;
    const near = engine.database
      .query<{ near: number }, [string]>(
        `SELECT start_at - offer.created_at < ${3 * HOUR} AS near FROM waitlist_offer AS offer
         JOIN message ON unique_key = offer.entry_id || ':offer:' || offer.id WHERE message.id = ?`,
      )
      .get(id);
    return near?.near === 1 ? faults : [...faults, `${kind} in quiet hours`];
  });
}

/** The first instant of the evening's date. */
const MIDNIGHT = OPENING - 18 * HOUR;

/** Guests who could be offered a start now, and those starts, room not considered. */
function eligibleStarts(engine: Engine, entry: WaitlistEntry): number[] {
  const { stores, at } = engine;
  const brand = stores.brands.get(entry.brand);
  if (brand === null || entry.status !== "waiting" || stores.optOuts.has(entry.phone)) return [];
  if (stores.offers.liveOfPhone(entry.phone) !== null) return [];
  const { from, mode } = brand.settings.largeParty;
  if (entry.partySize >= from && mode !== "allow") return [];
  if (stores.offers.countSince(entry.phone, at < MIDNIGHT ? MIDNIGHT - DAY : MIDNIGHT) >= 3)
    return [];
  const quiet = isQuiet(brand.settings.quietHours, at, ZONE);
  const over = new Set(
    stores.offers
      .ofEntry(entry.id)
      .filter(({ state }) => state === "declined" || state === "expired" || state === "failed")
      .map(({ startAt }) => startAt),
  );
  const own = entry.replaces === null ? null : stores.reservations.get(entry.replaces);
  const stands = own !== null && own.status === "booked" && own.partySize >= entry.partySize;
  return GRID.filter(
    (start) =>
      !(stands && own.startAt === start) &&
      start >= at + 15 * MINUTE &&
      start >= entry.earliestAt &&
      start <= entry.latestAt &&
      !over.has(start) &&
      (!quiet || start - at < 3 * HOUR),
  );
}

const waiting = ({ stores }: Engine, brand: string): WaitlistEntry[] =>
  stores.waitlist.list({ brand, statuses: ["waiting"], fromAt: null, toAt: null });

interface Drained {
  readonly brand: string;
  readonly from: number;
  readonly to: number;
  readonly entryId: string | null;
  readonly state: string | null;
}

/** How far the freed seats and the offers had come before a step. */
export interface Before {
  /** Ids of freed seats that were settled. */
  readonly settled: string;
  readonly offers: number;
}

export function beforeStep({ database }: Engine): Before {
  const settled = database
    .query<{ id: string }, []>("SELECT id FROM slot_freed WHERE done_at IS NOT NULL")
    .all();
  const last = database
    .query<{ row: number | null }, []>("SELECT max(rowid) AS row FROM waitlist_offer")
    .get();
  return { settled: JSON.stringify(settled.map(({ id }) => id)), offers: last?.row ?? 0 };
}

/**
 * Invariant 6: of the seats whose row the step settled, nothing is left that an eligible guest
 * could have.
 */
export async function drainFaults(engine: Engine, before: Before): Promise<string[]> {
  const drained = engine.database
    .query<Drained, [string]>(
      `SELECT slot.brand, from_at AS "from", to_at AS "to", entry_id AS entryId, state
       FROM slot_freed AS slot LEFT JOIN waitlist_offer AS offer ON offer.id = offer_id
       WHERE done_at IS NOT NULL AND slot.id NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(before.settled);
  const open = engine.stores.slotFreed.undone(engine.at, 1);
  if (open.length > 0) return [];
  const faults: string[] = [];
  for (const { brand, from, to, entryId, state } of drained) {
    for (const entry of waiting(engine, brand)) {
      // The seats of an offer without an answer are for the next guest.
      if (entry.id === entryId && state !== "declined") continue;
      const length = entry.partySize <= 2 ? HOUR : HOUR + 30 * MINUTE;
      const starts = eligibleStarts(engine, entry).filter((at) => at < to && at + length > from);
      for (const start of starts) {
        if (await isFree(engine, entry, start)) {
          faults.push(`${entry.id} could have ${displayTime(start, ZONE)} after a drain`);
        }
      }
    }
  }
  return faults;
}

async function isFree(engine: Engine, entry: WaitlistEntry, start: number): Promise<boolean> {
  const answer = await engine.call("create_booking", {
    brand: entry.brand,
    name: entry.name,
    phone: entry.phone,
    numberOfPeople: entry.partySize,
    date: FRIDAY,
    time: displayTime(start, ZONE),
    dryRun: true,
  });
  if (typeof answer === "string") return false;
  const warnings = answer["warnings"] as readonly { readonly code: string }[];
  return warnings.every(({ code }) => code !== "OVER_LIMIT");
}

/**
 * Invariant 7: nobody is offered a start that a guest before them with the same wish would have
 * taken.
 */
export function orderFaults(engine: Engine, before: Before): string[] {
  const made = engine.database
    .query<{ id: string }, [number]>("SELECT id FROM waitlist_offer WHERE rowid > ?")
    .all(before.offers);
  return made.flatMap(({ id }) => {
    const offer = engine.stores.offers.get(id);
    return offer === null ? [] : passedOverFor(engine, offer);
  });
}

function passedOverFor(engine: Engine, offer: WaitlistOffer): string[] {
  const asked = engine.stores.waitlist.entry(offer.entryId);
  // Who gives up seats of their own fits where others do not.
  if (asked === null || asked.replaces !== null) return [];
  const cause = engine.database
    .query<{ entryId: string }, [string]>(
      `SELECT entry_id AS entryId FROM slot_freed JOIN waitlist_offer ON waitlist_offer.id = offer_id
       WHERE slot_freed.id = ?`,
    )
    .get(offer.cause ?? "");
  return waiting(engine, offer.brand)
    .filter(
      (one) =>
        one.id !== cause?.entryId &&
        one.partySize === offer.partySize &&
        one.earliestAt === asked.earliestAt &&
        one.latestAt === asked.latestAt &&
        one.updatedAt < offer.createdAt &&
        isBefore(one, asked) &&
        eligibleStarts(engine, one).includes(offer.startAt),
    )
    .map((one) => `${asked.id} was offered what ${one.id} would have taken`);
}

const isBefore = (one: WaitlistEntry, other: WaitlistEntry): boolean =>
  one.priority > other.priority ||
  (one.priority === other.priority &&
    (one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)));
