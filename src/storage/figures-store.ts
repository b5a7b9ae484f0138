import type { Database } from "bun:sqlite";
import type { MessageState } from "../domain/message.ts";
import { DAY } from "../domain/time.ts";
import { OFFER_STATES, type OfferState } from "../domain/waitlist.ts";

export const QUEUED_TEXTS = `
  SELECT count(*) FILTER (WHERE due_at <= :now) AS due, count(*) AS queued,
    min(due_at) AS oldestAt
  FROM message INDEXED BY message_due WHERE state = 'due'`;

/** Texts that are tried again after a failed attempt. `later` counts those that are not due yet. */
export const TRIED_TEXTS = `
  SELECT count(*) FILTER (WHERE state = 'due' AND due_at > :now) AS later,
    min(tried_since) AS oldestAt
  FROM message INDEXED BY message_tried
  WHERE tried_since IS NOT NULL AND state IN ('due', 'sending')`;

export const TEXTS_UNDER_WAY = `
  SELECT count(*) AS count FROM message INDEXED BY message_sending WHERE state = 'sending'`;

export const TEXTS_HELD = `
  SELECT count(*) AS count FROM message INDEXED BY message_held WHERE state = 'held'`;

/** Newest first. `since` must be 24 hours ago. Leaves out times in the future, left by a wrong clock. */
export const LAST_ASKED = `
  SELECT state, fault, attempted_at AS at, recipient AS phone
  FROM message INDEXED BY message_sent_for
  WHERE brand = :brand AND attempted_at > :since AND attempted_at <= :since + ${DAY}
    AND state <> 'sending'
  ORDER BY attempted_at DESC LIMIT :limit`;

const OFFERS = "SELECT state, count(*) AS count FROM waitlist_offer GROUP BY state";

const NEWEST_CHANGE = "SELECT at FROM audit ORDER BY sequence DESC LIMIT 1";

/** `oldestDueAt`: when the text that has waited longest became due. */
export interface OutboxFigures {
  readonly scheduled: number;
  readonly due: number;
  readonly sending: number;
  readonly held: number;
  readonly oldestDueAt: number | null;
}

export interface Asked {
  readonly state: MessageState;
  readonly fault: string | null;
  readonly at: number;
  readonly phone: string;
}

export function figuresStore(database: Database) {
  const sql = {
    queued: database.prepare<
      { due: number; queued: number; oldestAt: number | null },
      { now: number }
    >(QUEUED_TEXTS),
    tried: database.prepare<{ later: number; oldestAt: number | null }, { now: number }>(
      TRIED_TEXTS,
    ),
    underWay: database.prepare<{ count: number }, []>(TEXTS_UNDER_WAY),
    held: database.prepare<{ count: number }, []>(TEXTS_HELD),
    lastAsked: database.prepare<Asked, { brand: string; since: number; limit: number }>(LAST_ASKED),
    offers: database.prepare<{ state: OfferState; count: number }, []>(OFFERS),
    newestChange: database.prepare<{ at: number }, []>(NEWEST_CHANGE),
  };
  return {
    outbox(now: number): OutboxFigures {
      const { due, queued, oldestAt } = sql.queued.get({ now }) ?? {
        due: 0,
        queued: 0,
        oldestAt: null,
      };
      const tried = sql.tried.get({ now });
      const later = tried?.later ?? 0;
      const since = [due === 0 ? null : oldestAt, tried?.oldestAt ?? null];
      const known = since.filter((at) => at !== null);
      return {
        scheduled: queued - due - later,
        due: due + later,
        sending: sql.underWay.get()?.count ?? 0,
        held: sql.held.get()?.count ?? 0,
        oldestDueAt: known.length === 0 ? null : Math.min(...known),
      };
    },

    lastAsked: (brands: readonly string[], since: number, limit: number): Asked[] =>
      brands
        .flatMap((brand) => sql.lastAsked.all({ brand, since, limit }))
        .toSorted((a, b) => b.at - a.at)
        .slice(0, limit),

    newestChangeAt: (): number | null => sql.newestChange.get()?.at ?? null,

    /** Reads all offers, which takes about 15 ms for 100,000 offers. */
    offers(): Record<OfferState, number> {
      const counts = Object.fromEntries(OFFER_STATES.map((state) => [state, 0]));
      for (const { state, count } of sql.offers.all()) counts[state] = count;
      return counts as Record<OfferState, number>;
    },
  };
}
