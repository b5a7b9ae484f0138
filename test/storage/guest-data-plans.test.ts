// Goal: the search for guests whose data must be cleared reads no rows if there are no such guests,
// however many reservations exist. Method: the query plans. Other queries are in query-plans.test.ts.
import { expect, test } from "bun:test";
import {
  CHANGES_OF_ENTRY,
  CHANGES_OF_RESERVATION,
  PAST_GUESTS,
  PAST_INBOUND,
  PAST_TEXTS,
  PAST_WAITERS,
} from "../../src/storage/guest-data-store.ts";
import {
  RESERVATIONS_OF_PHONE,
  TEXTS_FROM_PHONE,
  TEXTS_TO_PHONE,
  WAITERS_OF_PHONE,
} from "../../src/storage/guest-trace-store.ts";
import { NO_SHOWS } from "../../src/storage/no-show-store.ts";
import { openTestDatabase } from "../support/database.ts";

test.each([
  [
    "reservations that are over",
    PAST_GUESTS,
    [
      "MERGE (UNION ALL)",
      "LEFT",
      "SEARCH reservation USING INDEX reservation_with_guest (brand=? AND end_at<?)",
      "RIGHT",
      "SEARCH reservation USING INDEX reservation_by_question (next_question_at<?)",
      // Sorts only reservations whose question is overdue.
      "USE TEMP B-TREE FOR ORDER BY",
    ],
  ],
  [
    "waitlist entries that are over",
    PAST_WAITERS,
    "SEARCH waitlist_entry USING INDEX waitlist_entry_with_guest (brand=? AND latest_at<?)",
  ],
  [
    "texts about no reservation or waitlist entry",
    PAST_TEXTS,
    "SEARCH message USING INDEX message_alone (brand=? AND created_at<?)",
  ],
  [
    "texts that guests sent",
    PAST_INBOUND,
    "SEARCH inbound_text USING INDEX inbound_text_with_guest (received_at<?)",
  ],
  [
    "the history of a reservation",
    CHANGES_OF_RESERVATION,
    "SEARCH audit USING INDEX audit_by_reservation (reservation_id=?)",
  ],
  [
    "the history of a waitlist entry",
    CHANGES_OF_ENTRY,
    "SEARCH audit USING INDEX audit_by_entry (entry_id=?)",
  ],
  [
    "reservations of a phone",
    RESERVATIONS_OF_PHONE,
    "SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=?)",
  ],
  [
    "waitlist entries of a phone",
    WAITERS_OF_PHONE,
    "SEARCH waitlist_entry USING INDEX waitlist_entry_by_phone (brand=? AND phone=?)",
  ],
  ["texts to a phone", TEXTS_TO_PHONE, "SEARCH message USING INDEX message_by_phone (recipient=?)"],
  [
    "texts from a phone",
    TEXTS_FROM_PHONE,
    "SEARCH inbound_text USING INDEX inbound_text_by_sender (sender=?)",
  ],
  [
    "no-shows of a phone",
    NO_SHOWS,
    "SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=?)",
  ],
])("%s: the search uses an index", (_, sql, steps) => {
  using made = openTestDatabase();
  const plan = made.database.prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all();
  expect(plan.map(({ detail }) => detail)).toEqual([steps].flat());
});
