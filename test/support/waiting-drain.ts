// Checks whether freed seats went to the right guests, in the order of the waitlist (rules W7, W9
// and W19 of docs/rules/waitlist.md). Uses only admission from the product.
import { isQuiet } from "../../src/domain/quiet-hours.ts";
import { displayTime } from "../../src/domain/time.ts";
import type { WaitlistEntry, WaitlistOffer } from "../../src/domain/waitlist.ts";
import { eligibleStarts, hindrance, onTheList, openStarts, stayOf } from "./waiting-eligible.ts";
import { asWritten, type Engine, ZONE } from "./waiting-engine.ts";

interface Drained {
  readonly brand: string;
  readonly from: number;
  readonly to: number;
}

/** Freed seats and offers before a step. */
export interface Before {
  /** Ids of freed seats that are settled: the product offers them to nobody else. */
  readonly settled: string;
  readonly offers: number;
  /** Phones with a live offer. */
  readonly phones: ReadonlySet<string>;
}

export function beforeStep({ database }: Engine): Before {
  const settled = database
    .query<{ id: string }, []>("SELECT id FROM slot_freed WHERE done_at IS NOT NULL")
    .all();
  const last = database
    .query<{ row: number | null }, []>("SELECT max(rowid) AS row FROM waitlist_offer")
    .get();
  const live = database
    .query<{ phone: string }, []>(
      "SELECT phone FROM waitlist_offer WHERE state IN ('queued', 'sent')",
    )
    .all();
  return {
    settled: JSON.stringify(settled.map(({ id }) => id)),
    offers: last?.row ?? 0,
    phones: new Set(live.map(({ phone }) => phone)),
  };
}

/** Freed seats, and a guest who was on the waitlist when these seats were settled. */
interface Owed extends Drained {
  /** The guest's entry at that time. */
  readonly entry: WaitlistEntry;
  /** The obstacle that kept the guest from an offer; empty if none is known. */
  readonly why: string;
}

/** Freed seats of an evening that are still to be checked. */
export interface Ledger {
  owed: Owed[];
  /** Obstacles that have ended, so that the seats must be offered again. */
  readonly ended: string[];
}

export const newLedger = (): Ledger => ({ owed: [], ended: [] });

/**
 * Rules W7 and W9: when all freed seats are settled, none of them would fit a waiting guest. A guest
 * who could not be reached gets an offer as soon as the obstacle has ended.
 */
export async function drainFaults(
  engine: Engine,
  before: Before,
  ledger: Ledger,
): Promise<string[]> {
  const settled = engine.database
    .query<Drained, [string]>(
      `SELECT brand, from_at AS "from", to_at AS "to" FROM slot_freed
       WHERE done_at IS NOT NULL AND id NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(before.settled);
  for (const drained of settled) {
    for (const entry of onTheList(engine, drained.brand, [...ON_THE_LIST])) {
      ledger.owed.push({ ...drained, entry, why: "" });
    }
  }
  const { slotFreed, offers } = engine.stores;
  // Seats whose hold has just ended go to the waitlist at the next run of the loop.
  if (slotFreed.undone(engine.at, 1).length > 0 || offers.holdsOver(engine.at, 1).length > 0) {
    return [];
  }
  const judged = ledger.owed;
  ledger.owed = [];
  const faults = await putOffFaults(engine);
  const untaken = engine.database
    .query<Drained, []>(
      `SELECT brand, from_at AS "from", to_at AS "to" FROM slot_freed
       WHERE done_at IS NULL AND ${NOT_TAKEN}`,
    )
    .all();
  for (const one of judged) {
    // If the gateway refused an offer's text or may have lost it, the seats of the offer are checked
    // only after they are settled.
    if (untaken.some((row) => touches(row, one))) {
      ledger.owed.push(one);
      continue;
    }
    const verdict = await judge(engine, one);
    if (verdict.owed !== null) ledger.owed.push({ ...one, why: verdict.owed });
    else if (one.why !== "") ledger.ended.push(one.why);
    faults.push(...verdict.faults);
  }
  return faults;
}

/**
 * SQL: true if the gateway refused the text of the offer that freed the seats. Also true if the
 * gateway may have lost that text and the seats will be offered again within ten minutes of the
 * offer.
 */
const NOT_TAKEN = `EXISTS (
  SELECT 1 FROM waitlist_offer JOIN message ON message.offer_id = waitlist_offer.id
  WHERE waitlist_offer.id = slot_freed.offer_id
    AND (message.state = 'void' AND fault IS NOT NULL
      OR message.state = 'unknown' AND check_at <= waitlist_offer.created_at + 600000))`;

const touches = (one: Drained, other: Drained): boolean =>
  one.brand === other.brand && one.from < other.to && other.from < one.to;

/**
 * Freed seats may wait only if no guest can get a text about them now, or for ten minutes after an
 * offer whose text the gateway refused or may have lost.
 */
async function putOffFaults(engine: Engine): Promise<string[]> {
  const rows = engine.database
    .query<Drained & { createdAt: number }, [number]>(
      `SELECT brand, from_at AS "from", to_at AS "to", created_at AS createdAt FROM slot_freed
       WHERE done_at IS NULL AND check_at > ? AND NOT ${NOT_TAKEN}`,
    )
    .all(engine.at);
  const faults: string[] = [];
  for (const row of rows) {
    for (const entry of onTheList(engine, row.brand, ["waiting"])) {
      // The call that added or changed this guest came later, and its answer named the free starts.
      if (entry.updatedAt >= row.createdAt) continue;
      const judged = await judge(engine, { ...row, entry, why: "put off" });
      faults.push(...judged.faults);
    }
  }
  return faults;
}

interface Judged {
  readonly faults: readonly string[];
  /** The obstacle that still exists; null if there is none, or the guest no longer waits. */
  readonly owed: string | null;
}

const ON_THE_LIST: ReadonlySet<string> = new Set(["waiting", "offered", "paused"]);

/** True if a host has ended the guest's pause or changed the wish, and so has seen what is free. */
const isAnew = (entry: WaitlistEntry, { entry: known, why }: Owed): boolean =>
  (why === "paused" && entry.status !== "paused") ||
  entry.partySize !== known.partySize ||
  entry.earliestAt !== known.earliestAt ||
  entry.latestAt !== known.latestAt;

async function judge(engine: Engine, owed: Owed): Promise<Judged> {
  const { from, to, why } = owed;
  const entry = engine.stores.waitlist.entry(owed.entry.id);
  if (entry === null || !ON_THE_LIST.has(entry.status) || isAnew(entry, owed)) {
    return { faults: [], owed: null };
  }
  const hindered = hindrance(engine, entry);
  if (hindered !== null) return { faults: [], owed: hindered };
  const touching = (at: number): boolean => at < to && at + stayOf(entry) > from;
  const { now, tomorrow } = openStarts(engine, entry);
  const faults: string[] = [];
  for (const start of now.filter(touching)) {
    if (!(await isFree(engine, entry, start))) continue;
    const after = why === "" ? "the freed seats were settled" : `it was ${why}`;
    faults.push(`${entry.id} could have ${displayTime(start, ZONE)} after ${after}`);
  }
  const settings = engine.stores.brands.get(entry.brand)?.settings;
  const quiet = settings !== undefined && isQuiet(settings.quietHours, engine.at, ZONE);
  const later = tomorrow.some(touching) ? "asked today" : quiet && why !== "" ? why : null;
  return { faults, owed: later };
}

async function isFree(engine: Engine, entry: WaitlistEntry, start: number): Promise<boolean> {
  const answer = await engine.call("create_booking", {
    brand: entry.brand,
    name: entry.name,
    phone: entry.phone,
    numberOfPeople: entry.partySize,
    ...asWritten(start),
    dryRun: true,
  });
  if (typeof answer === "string") return false;
  const warnings = answer["warnings"] as readonly { readonly code: string }[];
  return warnings.every(({ code }) => code !== "OVER_LIMIT");
}

/**
 * Rule W19: no guest is offered a start that an earlier guest with the same wish would have
 * taken. Guests who were offered some of the same seats before and did not take them come last.
 */
export function orderFaults(engine: Engine, before: Before): string[] {
  const made = engine.database
    .query<{ id: string }, [number]>("SELECT id FROM waitlist_offer WHERE rowid > ?")
    .all(before.offers)
    .flatMap(({ id }) => engine.stores.offers.get(id) ?? []);
  const busy = new Set([...before.phones, ...made.map(({ phone }) => phone)]);
  return made.flatMap((offer) => passedOverFor(engine, offer, busy));
}

/** Entries that were offered some of the same seats earlier and did not take them. */
function letPass({ database, stores }: Engine, made: WaitlistOffer): ReadonlySet<string> {
  const entries = new Set<string>();
  const slotOf = database.query<{ from: number; to: number; offerId: string | null }, [string]>(
    `SELECT from_at AS "from", to_at AS "to", offer_id AS offerId FROM slot_freed WHERE id = ?`,
  );
  const offersOf = database.query<{ id: string }, [string, number]>(
    "SELECT id FROM waitlist_offer WHERE cause = ? AND rowid < ?",
  );
  const rowOf = database.query<{ row: number }, [string]>(
    "SELECT rowid AS row FROM waitlist_offer WHERE id = ?",
  );
  const window = slotOf.get(made.cause ?? "");
  if (window === null) return entries;
  for (let { cause } = made; cause !== null; ) {
    for (const { id } of offersOf.all(cause, rowOf.get(made.id)?.row ?? 0)) {
      const offer = stores.offers.get(id);
      if (offer === null || !["declined", "expired", "failed"].includes(offer.state)) continue;
      if (offer.startAt < window.to && offer.endAt > window.from) entries.add(offer.entryId);
    }
    const ended = slotOf.get(cause)?.offerId ?? null;
    cause = ended === null ? null : (stores.offers.get(ended)?.cause ?? null);
  }
  return entries;
}

function passedOverFor(engine: Engine, offer: WaitlistOffer, busy: ReadonlySet<string>): string[] {
  const asked = engine.stores.waitlist.entry(offer.entryId);
  // A guest who would give up their current seats may fit where others do not.
  if (asked === null || asked.replaces !== null) return [];
  const passed = letPass(engine, offer);
  const again = passed.has(asked.id);
  const others = onTheList(engine, offer.brand, ["waiting"]).filter(
    (one) =>
      one.partySize === offer.partySize &&
      one.updatedAt < offer.createdAt &&
      !busy.has(one.phone) &&
      eligibleStarts(engine, one).includes(offer.startAt),
  );
  const sameWish = ({ earliestAt, latestAt }: WaitlistEntry): boolean =>
    earliestAt === asked.earliestAt && latestAt === asked.latestAt;
  return others
    .filter((one) =>
      passed.has(one.id) === again
        ? sameWish(one) && isBefore(one, asked)
        : again && !passed.has(one.id),
    )
    .map((one) => `${asked.id} was offered what ${one.id} would have taken`);
}

const isBefore = (one: WaitlistEntry, other: WaitlistEntry): boolean =>
  one.priority > other.priority ||
  (one.priority === other.priority &&
    (one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)));
