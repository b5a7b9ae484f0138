import type { Database } from "bun:sqlite";

export interface Fault {
  readonly what: string;
  readonly ids: readonly string[];
}

const MOST_IDS = 10;

const LIVE = "state IN ('queued', 'sent')";

const NEVER: readonly (readonly [what: string, sql: string])[] = [
  [
    "an `offered` entry has no live offer or several, or an entry that is not `offered` has one",
    `SELECT id FROM waitlist_entry AS entry WHERE (status = 'offered') <> (SELECT count(*) = 1
       FROM waitlist_offer WHERE entry_id = entry.id AND ${LIVE})`,
  ],
  [
    "one phone has two live offers",
    `SELECT min(id) AS id FROM waitlist_offer WHERE ${LIVE} AND phone <> ''
     GROUP BY phone HAVING count(*) > 1`,
  ],
  [
    "an entry has two accepted offers",
    `SELECT entry_id AS id FROM waitlist_offer WHERE state = 'accepted'
     GROUP BY entry_id HAVING count(*) > 1`,
  ],
  [
    "an accepted offer has no reservation",
    `SELECT offer.id FROM waitlist_offer AS offer JOIN waitlist_entry AS entry ON entry.id = entry_id
     LEFT JOIN reservation ON reservation.id = booking_id
     WHERE state = 'accepted' AND (entry.status <> 'booked' OR reservation.id IS NULL)`,
  ],
  [
    "a booked entry has no reservation, or an entry that is not booked has one",
    "SELECT id FROM waitlist_entry WHERE (status = 'booked') <> (booking_id IS NOT NULL)",
  ],
  [
    "a text is due for an offer that has ended",
    `SELECT offer.id FROM waitlist_offer AS offer
     JOIN message ON offer_id = offer.id
     WHERE offer.state NOT IN ('queued', 'sent', 'accepted') AND message.state = 'due'`,
  ],
  [
    "a question or reminder is planned for a reservation that is no longer booked",
    `SELECT message.id FROM message JOIN reservation ON reservation.id = reservation_id
     WHERE kind IN ('attendance_ask', 'follow_up', 'reminder') AND state = 'due'
       AND reservation.status IN ('cancelled', 'no_show')
     UNION ALL SELECT id FROM reservation
     WHERE next_question_at IS NOT NULL AND status <> 'booked'`,
  ],
  [
    "an entry belongs to another brand than its reservation",
    `SELECT entry.id FROM waitlist_entry AS entry
     JOIN reservation ON reservation.id = booking_id OR reservation.id = replaces
     WHERE reservation.brand <> entry.brand`,
  ],
  [
    "an offer belongs to another brand than its entry",
    `SELECT offer.id FROM waitlist_offer AS offer JOIN waitlist_entry AS entry ON entry.id = entry_id
     WHERE offer.brand <> entry.brand`,
  ],
  [
    "a text belongs to another brand than its reservation or entry",
    `SELECT message.id FROM message
     LEFT JOIN reservation ON reservation.id = reservation_id
     LEFT JOIN waitlist_entry AS entry ON entry.id = entry_id
     WHERE coalesce(reservation.brand, entry.brand, message.brand) <> message.brand`,
  ],
  [
    "an audit row belongs to another brand than its reservation or entry",
    `SELECT audit.id FROM audit
     LEFT JOIN reservation ON reservation.id = reservation_id
     LEFT JOIN waitlist_entry AS entry ON entry.id = entry_id
     WHERE coalesce(reservation.brand, entry.brand, audit.brand) <> audit.brand`,
  ],
  [
    "a stored answer cannot be read",
    `SELECT cast(rowid AS TEXT) AS id FROM idempotency
     WHERE NOT json_valid(structured) OR text = ''`,
  ],
  [
    "a stored answer refers to a reservation that does not exist",
    `SELECT cast(rowid AS TEXT) AS id FROM idempotency
     WHERE json_valid(structured) AND json_extract(structured, '$.reservation.id') IS NOT NULL
       AND json_extract(structured, '$.reservation.id') NOT IN (SELECT id FROM reservation)`,
  ],
  [
    "a stored answer belongs to a brand that does not exist",
    `SELECT cast(rowid AS TEXT) AS id FROM idempotency
     WHERE brand NOT IN (SELECT slug FROM brand)`,
  ],
];

export const CHECKS = NEVER.length;

/** Reads the whole database, so run it on a copy. */
export function selfCheckStore(database: Database) {
  const sql = {
    changes: database.prepare<{ total: number }, []>("SELECT total_changes() AS total"),
    liveOffers: database.prepare<{ id: string; phone: string }, []>(
      `SELECT id, phone FROM waitlist_offer WHERE ${LIVE}`,
    ),
  };
  return {
    faults(): Fault[] {
      return NEVER.flatMap(([what, query]) => {
        const rows = database.prepare<{ id: string }, []>(`${query} LIMIT ${MOST_IDS}`).all();
        return rows.length === 0 ? [] : [{ what, ids: rows.map(({ id }) => id) }];
      });
    },

    changes: (): number => sql.changes.get()?.total ?? 0,
    liveOffers: (): { id: string; phone: string }[] => sql.liveOffers.all(),
  };
}

export type SelfCheckStore = ReturnType<typeof selfCheckStore>;
