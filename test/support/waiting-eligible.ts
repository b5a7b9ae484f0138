// Works out from the database and the written rules which starts could be offered to a waiting
// guest, and what prevents an offer. Whether there is room is not checked here.
import { isQuiet } from "../../src/domain/quiet-hours.ts";
import { MINUTE } from "../../src/domain/time.ts";
import type { WaitlistEntry } from "../../src/domain/waitlist.ts";
import { type Engine, HOUR, midnightBefore, STARTS, ZONE } from "./waiting-engine.ts";

/** How long a party stays. */
export const stayOf = ({ partySize }: Pick<WaitlistEntry, "partySize">): number =>
  partySize <= 2 ? HOUR : HOUR + 30 * MINUTE;

/** Why nothing may be offered to a waiting guest, whatever is free; null if an offer is allowed. */
export function hindrance(engine: Engine, entry: WaitlistEntry): string | null {
  const { stores, at } = engine;
  if (entry.status === "paused") return "paused";
  if (stores.brands.get(entry.brand)?.settings.waitlist.enabled !== true) return "switched off";
  if (stores.optOuts.has(entry.phone)) return "opted out";
  if (stores.offers.liveOfPhone(entry.phone) !== null) return "on offer";
  const today = stores.offers.countSince(entry.phone, midnightBefore(at));
  if (today >= 3) return "three today";
  return textedWithinADay(engine, entry.phone) >= 6 ? "texted enough" : null;
}

const textedWithinADay = ({ database, at }: Engine, phone: string): number =>
  database
    .query<{ count: number }, [string, number]>(
      `SELECT count(*) AS count FROM message WHERE recipient = ? AND attempted_at > ?
         AND state IN ('sending', 'accepted', 'delivered', 'unknown')`,
    )
    .get(phone, at - 24 * HOUR)?.count ?? 0;

/** Starts that match a guest's wish. */
export interface Open {
  readonly now: readonly number[];
  /**
   * Starts that must not be offered before tomorrow: an offer for an overlapping stay was made
   * today, and it failed, expired or was withdrawn.
   */
  readonly tomorrow: readonly number[];
}

/** Does not check whether there is room, and does not call `hindrance`. */
export function openStarts(engine: Engine, entry: WaitlistEntry): Open {
  const { stores, at } = engine;
  const settings = stores.brands.get(entry.brand)?.settings;
  if (settings === undefined) return { now: [], tomorrow: [] };
  const { from, mode } = settings.largeParty;
  if (entry.partySize >= from && mode !== "allow") return { now: [], tomorrow: [] };
  const quiet = isQuiet(settings.quietHours, at, ZONE);
  const offers = stores.offers.ofEntry(entry.id);
  const refused = (start: number): boolean =>
    offers.some(
      ({ state, startAt }) => (state === "declined" || state === "expired") && startAt === start,
    );
  const unanswered = offers.filter(
    ({ state, createdAt }) =>
      ["expired", "failed", "withdrawn"].includes(state) && createdAt >= midnightBefore(at),
  );
  const own = entry.replaces === null ? null : stores.reservations.get(entry.replaces);
  const stands = own !== null && own.status === "booked" && own.partySize >= entry.partySize;
  const open = STARTS.filter(
    (start) =>
      !(stands && own.startAt === start) &&
      start >= at + 15 * MINUTE &&
      start >= entry.earliestAt &&
      start <= entry.latestAt &&
      !refused(start) &&
      (!quiet || start - at < 3 * HOUR),
  );
  const justAsked = (start: number): boolean =>
    unanswered.some(({ startAt, endAt }) => start < endAt && start + stayOf(entry) > startAt);
  return {
    now: open.filter((start) => !justAsked(start)),
    tomorrow: open.filter((start) => justAsked(start)),
  };
}

/** Starts that could be offered to a guest now, ignoring room. */
export const eligibleStarts = (engine: Engine, entry: WaitlistEntry): readonly number[] =>
  hindrance(engine, entry) === null ? openStarts(engine, entry).now : [];

export const onTheList = (
  { database, stores }: Engine,
  brand: string,
  statuses: readonly string[],
): WaitlistEntry[] =>
  database
    .query<{ id: string }, [string, string]>(
      `SELECT id FROM waitlist_entry WHERE brand = ? AND status IN (SELECT value FROM json_each(?))
       ORDER BY id`,
    )
    .all(brand, JSON.stringify(statuses))
    .flatMap(({ id }) => stores.waitlist.entry(id) ?? []);
