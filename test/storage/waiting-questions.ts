// Queries of the waitlist, for query-plans.test.ts.

import {
  HOLDS_OVER,
  LAST_OFFERS_OF_PHONE,
  LIVE_MADE_AT,
  LIVE_OFFER_OF_PHONE,
  NEXT_HOLD_OVER,
  OFFERS_OF_ENTRY,
  OFFERS_SINCE,
  QUEUED_OFFERS,
} from "../../src/storage/offer-store.ts";
import { MARK_SMS_OFF } from "../../src/storage/opt-out-store.ts";
import {
  LET_PASS,
  LOOK_NOW,
  NEXT_CHECK,
  SETTLED_SINCE,
  UNDONE,
} from "../../src/storage/slot-freed-store.ts";
import {
  DATES,
  LAPSING,
  NEXT_LAPSING,
  QUEUE,
  SIZES,
  WAITING,
  WISHED,
} from "../../src/storage/waitlist-queue-store.ts";
import {
  COUNT_ENTRIES,
  ENTRIES,
  ENTRIES_OF_PHONE,
  LIVE_OFFER,
  LIVE_OFFERS,
  QUEUED,
  WAITING_OF_PHONE,
} from "../../src/storage/waitlist-store.ts";

/**
 * What the query finds, its SQL, the expected steps of SQLite's plan, and "sorts" if the query may
 * sort its few rows.
 */
export type Question = readonly [string, string, readonly string[], "sorts"?];

export const WAITING_QUESTIONS: readonly Question[] = [
  [
    "who waits",
    ENTRIES,
    [
      "SEARCH waitlist_entry USING INDEX waitlist_entry_by_status (brand=? AND status=? AND latest_at>?)",
    ],
    "sorts",
  ],
  [
    "who waits with this phone",
    ENTRIES_OF_PHONE,
    [
      "SEARCH waitlist_entry USING INDEX waitlist_entry_by_phone (brand=? AND phone=? AND date>? AND date<?)",
    ],
    "sorts",
  ],
  [
    "the queue of a date",
    QUEUED,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_by_status (brand=? AND status=?)"],
    "sorts",
  ],
  [
    "how many wait",
    COUNT_ENTRIES,
    [
      "SEARCH waitlist_entry USING INDEX waitlist_entry_by_status (brand=? AND status=? AND latest_at>?)",
    ],
  ],
  [
    "waitlist entries of a phone",
    WAITING_OF_PHONE,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_of_phone (phone=? AND status=?)"],
    "sorts",
  ],
  [
    "entries of a phone that opts out",
    MARK_SMS_OFF,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_of_phone (phone=?)"],
  ],
  [
    "a guest's live offer",
    LIVE_OFFER,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_live_entry (entry_id=?)"],
  ],
  [
    "held tables",
    LIVE_OFFERS,
    [
      "SEARCH waitlist_offer USING INDEX waitlist_offer_live (brand=? AND start_at>? AND start_at<?)",
    ],
    "sorts",
  ],
  [
    "who gets the next offer",
    QUEUE,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_queue (brand=?)"],
  ],
  [
    "which sizes wait",
    SIZES,
    ["SEARCH waitlist_entry USING COVERING INDEX waitlist_entry_sizes (brand=?)"],
  ],
  [
    "how many of a size wait",
    WAITING,
    [
      "SEARCH waitlist_entry USING COVERING INDEX waitlist_entry_sizes (brand=? AND party_size=? AND latest_at>?)",
    ],
  ],
  [
    "whether a guest waits for a start",
    WISHED,
    [
      "SEARCH waitlist_entry USING COVERING INDEX waitlist_entry_sizes (brand=? AND party_size=? AND latest_at>?)",
    ],
  ],
  [
    "the dates that somebody waits for",
    DATES,
    ["SEARCH waitlist_entry USING COVERING INDEX waitlist_entry_dates (brand=?)"],
  ],
  [
    "entries whose window has passed",
    LAPSING,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_open (latest_at<?)"],
  ],
  [
    "when the next window passes",
    NEXT_LAPSING,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_open"],
  ],
  [
    "holds that have ended",
    HOLDS_OVER,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_hold (hold_until<?)"],
  ],
  [
    "when the next hold ends",
    NEXT_HOLD_OVER,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_hold"],
  ],
  [
    "the table held for a phone",
    LIVE_OFFER_OF_PHONE,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_live_phone (phone=?)"],
  ],
  [
    "the last offer to a phone",
    LAST_OFFERS_OF_PHONE,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_by_phone (phone=?)"],
  ],
  [
    "offers to a phone in a day",
    OFFERS_SINCE,
    [
      "SEARCH waitlist_offer USING INDEX waitlist_offer_by_phone (phone=? AND created_at>?)",
      "SEARCH message USING INDEX message_by_offer (offer_id=?)",
    ],
  ],
  [
    "offers to a guest",
    OFFERS_OF_ENTRY,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_by_entry (entry_id=?)"],
  ],
  [
    "holds that one write made",
    LIVE_MADE_AT,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_live (brand=?)"],
    "sorts",
  ],
  [
    "queued offers, with their texts",
    QUEUED_OFFERS,
    [
      "SCAN waitlist_offer USING INDEX waitlist_offer_queued",
      "SEARCH message USING INDEX message_by_offer (offer_id=?)",
    ],
  ],
  ["freed seats", UNDONE, ["SCAN slot_freed USING INDEX slot_freed_undone"]],
  [
    "making postponed freed seats due",
    LOOK_NOW,
    ["SEARCH slot_freed USING INDEX slot_freed_undone (created_at>?)"],
  ],
  [
    "freed seats settled since an instant",
    SETTLED_SINCE,
    ["SEARCH slot_freed USING COVERING INDEX slot_freed_settled (brand=? AND done_at>?)"],
  ],
  [
    "guests who did not take freed seats",
    LET_PASS,
    [
      "SEARCH slot_freed USING INDEX sqlite_autoindex_slot_freed_1 (id=?)",
      "SCAN cascade",
      "SEARCH waitlist_offer USING INDEX sqlite_autoindex_waitlist_offer_1 (id=?)",
      "SEARCH slot_freed USING INDEX sqlite_autoindex_slot_freed_1 (id=?)",
      "SCAN cascade",
      "SEARCH waitlist_offer USING INDEX waitlist_offer_by_cause (cause=?)",
    ],
    "sorts",
  ],
  [
    "when freed seats are looked at next",
    NEXT_CHECK,
    ["SEARCH slot_freed USING INDEX slot_freed_undone"],
  ],
];
