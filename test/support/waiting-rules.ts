// Checks that the rows of the database obey the rules that must always hold for the waitlist
// (docs/rules/waitlist.md).
import type { Database } from "bun:sqlite";
import { isQuiet } from "../../src/domain/quiet-hours.ts";
import type { Brand } from "../../src/domain/settings.ts";
import { displayTime } from "../../src/domain/time.ts";
import { BRANDS, type Engine, HOUR, SLOT, STARTS, ZONE } from "./waiting-engine.ts";

interface Taken {
  readonly from: number;
  readonly to: number;
  readonly covers: number;
  readonly parties: number;
  /** False: the party takes seats, but counts as a start in no slot. */
  readonly isStart?: boolean;
}

/**
 * The parties that take seats. If a hold would replace the guest's own reservation, only the larger
 * of the two counts.
 */
function takenSeats(database: Database, brand: string, now: number): Taken[] {
  const stays = database
    .query<Taken & { id: string }, [string]>(
      `SELECT id, start_at AS "from", end_at AS "to", party_size AS covers, 1 AS parties
       FROM reservation WHERE brand = ? AND status IN ('booked', 'pending', 'arrived')`,
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

/** The covers and the parties at each instant and in each slot before a step. */
export type Loads = Map<string, number>;

/**
 * The instants and slots with more covers or parties than their limit; live holds count. After a
 * limit was lowered, a number above it is a fault only if the number grows. `known`: the numbers
 * before the step; this call updates it.
 */
export function loadFaults(engine: Engine, known: Loads = new Map()): string[] {
  return BRANDS.flatMap((slug) => {
    const brand = engine.stores.brands.get(slug);
    return brand === null ? [] : brandLoadFaults(engine, brand, known);
  });
}

function brandLoadFaults(
  { database, at }: Engine,
  { slug, settings }: Brand,
  known: Loads,
): string[] {
  const taken = takenSeats(database, slug, at);
  const faults: string[] = [];
  const check = (what: string, when: number, value: number, limit: number | null): void => {
    const key = `${slug} ${what} ${when}`;
    const before = known.get(key) ?? 0;
    known.set(key, value);
    if (limit === null || value <= Math.max(limit, before)) return;
    faults.push(`${value} ${what} at ${displayTime(when, ZONE)} in ${slug}`);
  };
  // Parties that start within the evening stay for two hours at most.
  const instants = new Set(
    STARTS.flatMap((start) => [0, 1, 2, 4, 6, 8].map((n) => start + n * SLOT)),
  );
  for (const instant of instants) {
    const here = taken.filter(({ from, to }) => from <= instant && instant < to);
    const covers = here.reduce((sum, one) => sum + one.covers, 0);
    const parties = here.reduce((sum, one) => sum + one.parties, 0);
    check("covers", instant, covers, settings.seats);
    check("parties", instant, parties, settings.maxPartiesPresent);
    const starts = taken.filter(({ from, isStart = true }) => from === instant && isStart);
    const pace = starts.reduce((sum, one) => sum + one.covers, 0);
    const count = starts.reduce((sum, one) => sum + one.parties, 0);
    check("covers that start", instant, pace, count > 1 ? settings.paceCovers : null);
    check("parties that start", instant, count, settings.paceParties);
  }
  return faults;
}

/** Queries for rows that must not exist. */
const NEVER: readonly (readonly [what: string, sql: string])[] = [
  [
    "an entry is offered without exactly one live offer, or has a live offer without being offered",
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
     GROUP BY reservation_id HAVING count(*) > 1 + (SELECT count(*) FROM audit
       WHERE audit.reservation_id = message.reservation_id
         AND operation IN ('undo_last_change', 'change_contact'))`,
  ],
];

/** The end of a hold: rounded up to a full minute, and at the latest ten minutes before the start. */
const HELD_UNTIL = `min(start_at - 600000, (created_at + 59999 + CASE
  WHEN start_at - created_at >= 86400000 THEN 3600000
  WHEN start_at - created_at >= 10800000 THEN 1200000
  WHEN start_at - created_at >= 3600000 THEN 600000 ELSE 300000 END) / 60000 * 60000)`;

/** Rules of holds. A guest's text that a person has to read makes a hold ten minutes longer. */
const ANSWERED: typeof NEVER = [
  [
    "a table is not held as long as the rules say",
    `SELECT id FROM waitlist_offer WHERE hold_until <> ${HELD_UNTIL} AND (answered_at IS NULL
       OR hold_until <> max(${HELD_UNTIL}, min(start_at - 600000, ${HELD_UNTIL} + 600000)))`,
  ],
  [
    "a hold that was over became longer",
    `SELECT id FROM waitlist_offer
     WHERE hold_until > ${HELD_UNTIL} AND answered_at >= ${HELD_UNTIL}`,
  ],
  [
    "an offer that was answered counts as silent",
    `SELECT id FROM waitlist_entry WHERE silent_offers > (SELECT count(*) FROM waitlist_offer
       WHERE entry_id = waitlist_entry.id AND state = 'expired' AND answered_at IS NULL)`,
  ],
];

/** Faults in the rows of the waitlist. */
export const rowFaults = ({ database }: { readonly database: Database }): string[] =>
  [...NEVER, ...ANSWERED].flatMap(([what, sql]) =>
    database
      .query<{ id: string }, []>(sql)
      .all()
      .map(({ id }) => `${what}: ${id}`),
  );

/**
 * Besides reservations, only live offers take seats, and only offers to guests who may be texted.
 */
export const holdFaults = ({ stores, at }: Engine): string[] =>
  BRANDS.flatMap((slug) => stores.waitlist.liveOffers(slug, 0, at * 2, at)).flatMap((offer) => {
    const { id, state, holdUntil, phone } = offer;
    const over = (state !== "queued" && state !== "sent") || holdUntil <= at;
    const faults = over ? [`offer ${id} holds seats although it is over`] : [];
    return stores.optOuts.has(phone)
      ? [...faults, `offer ${id} to a phone that opted out`]
      : faults;
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
 * No text goes to a phone that opted out. In quiet hours only direct answers are sent, and offers of
 * a start within three hours.
 */
export function textFaults(engine: Engine, since: number): string[] {
  return engine.sent.slice(since).flatMap(({ id, kind, to, at }) => {
    const faults = engine.stores.optOuts.has(to) ? [`${kind} to a phone that opted out`] : [];
    const brand = engine.stores.brands.get(engine.stores.messages.get(id)?.brand ?? "");
    const quiet = brand !== null && isQuiet(brand.settings.quietHours, at, ZONE);
    if (!quiet || DIRECT.has(kind)) return faults;
    const near = engine.database
      .query<{ near: number }, [string]>(
        `SELECT start_at - offer.created_at < ${3 * HOUR} AS near FROM waitlist_offer AS offer
         JOIN message ON offer_id = offer.id WHERE message.id = ?`,
      )
      .get(id);
    return near?.near === 1 ? faults : [...faults, `${kind} in quiet hours`];
  });
}
