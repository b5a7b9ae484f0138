// Goal: no question that is asked while somebody waits reads more than it answers, with a million
// reservations as with ten: the planner's own words, before and after it has statistics.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AUDIT_OF_RESERVATION } from "../../src/storage/audit-store.ts";
import { CHANGES_SINCE } from "../../src/storage/budget-store.ts";
import {
  BY_PROVIDER_ID,
  DUE,
  NEXT_DUE,
  OLDEST_ATTEMPT,
  SENT_FOR,
  SENT_TO,
  STALE,
} from "../../src/storage/delivery-store.ts";
import { FIND_LINK, LINKS_OF_MESSAGE } from "../../src/storage/guest-link-store.ts";
import { QUESTIONS_TO, UPCOMING_OF_PHONE } from "../../src/storage/guest-store.ts";
import { FIND_ANSWER } from "../../src/storage/idempotency-store.ts";
import { INBOUND_KNOWN } from "../../src/storage/inbound-text-store.ts";
import { EVER_TEXTED, OF_RESERVATION, QUEUED_SINCE } from "../../src/storage/message-store.ts";
import {
  HOLDS_OVER,
  LAST_OFFER_OF_PHONE,
  LIVE_MADE_AT,
  LIVE_OFFER_OF_PHONE,
  NEXT_HOLD_OVER,
  OFFERS_OF_ENTRY,
  OFFERS_SINCE,
  QUEUED_OFFERS,
} from "../../src/storage/offer-store.ts";
import { COUNT, LIST_DAY, LIST_SPAN } from "../../src/storage/reservation-list.ts";
import {
  OCCUPYING,
  PENDING,
  SAME_PHONE,
  SEATED_ENDED,
  TWIN,
  UNANSWERED,
} from "../../src/storage/reservation-store.ts";
import { LIVE_SESSIONS } from "../../src/storage/session-store.ts";
import { NEXT_CHECK, UNDONE } from "../../src/storage/slot-freed-store.ts";
import { MEMBERS_OF, TEAMS_OF } from "../../src/storage/user-store.ts";
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
  ENTRIES,
  ENTRIES_OF_PHONE,
  LIVE_OFFER,
  LIVE_OFFERS,
  WAITING_BEFORE,
} from "../../src/storage/waitlist-store.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import {
  addBrands,
  auditRow,
  BISTRO,
  DAY,
  EVENING,
  message,
  reservation,
  TRATTORIA,
} from "./samples.ts";

/** Each question, the steps of its plan, and whether it may sort the few rows that it found. */
const QUESTIONS: readonly (readonly [string, string, readonly string[], "sorts"?])[] = [
  [
    "stays around an interval, from the index alone",
    OCCUPYING,
    [
      "SEARCH reservation USING COVERING INDEX reservation_occupying (brand=? AND start_at>? AND start_at<?)",
      "SEARCH reservation USING COVERING INDEX reservation_seated (brand=?)",
    ],
  ],
  [
    "a day's list",
    LIST_DAY,
    [
      "SEARCH reservation USING INDEX reservation_by_day (brand=? AND service_date=? AND (start_at,id)>(?,?))",
    ],
  ],
  [
    "a list over days",
    LIST_SPAN,
    [
      "SEARCH reservation USING INDEX reservation_by_start (brand=? AND (start_at,id)>(?,?) AND start_at<?)",
    ],
  ],
  [
    "how many and how many people",
    COUNT,
    [
      "SEARCH reservation USING INDEX reservation_by_day (brand=? AND service_date>? AND service_date<?)",
    ],
  ],
  [
    "another stay of the phone",
    SAME_PHONE,
    [
      "SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=? AND start_at>? AND start_at<?)",
    ],
    "sorts",
  ],
  [
    "a twin call",
    TWIN,
    ["SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=? AND start_at=?)"],
    "sorts",
  ],
  [
    "parties that overstay",
    SEATED_ENDED,
    ["SCAN reservation USING INDEX reservation_seated"],
    "sorts",
  ],
  ["requests", PENDING, ["SCAN reservation USING INDEX reservation_pending"]],
  [
    "unanswered questions",
    UNANSWERED,
    ["SEARCH reservation USING INDEX reservation_unanswered (start_at<?)"],
  ],
  [
    "a reservation's changes, newest first",
    AUDIT_OF_RESERVATION,
    ["SEARCH audit USING INDEX audit_by_reservation (reservation_id=?)"],
  ],
  [
    "changes of a principal",
    CHANGES_SINCE,
    ["SEARCH audit USING COVERING INDEX audit_by_principal (principal=? AND at>?)"],
  ],
  [
    "a stored answer",
    FIND_ANSWER,
    [
      "SEARCH idempotency USING INDEX sqlite_autoindex_idempotency_1 (principal=? AND brand=? AND tool=? AND key=?)",
    ],
  ],
  ["texts that are due", DUE, ["SEARCH message USING INDEX message_due (due_at<?)"]],
  ["when the next text is due", NEXT_DUE, ["SEARCH message USING COVERING INDEX message_due"]],
  [
    "attempts without an outcome",
    STALE,
    ["SEARCH message USING INDEX message_sending (attempted_at<?)"],
  ],
  [
    "the oldest attempt without an outcome",
    OLDEST_ATTEMPT,
    ["SEARCH message USING COVERING INDEX message_sending"],
  ],
  [
    "the text that a gateway means",
    BY_PROVIDER_ID,
    ["SEARCH message USING INDEX message_by_provider_id (provider_id=?)"],
  ],
  [
    "texts to a phone in a day",
    SENT_TO,
    ["SEARCH message USING INDEX message_sent_to (recipient=? AND attempted_at>?)"],
  ],
  [
    "texts for a brand in a day",
    SENT_FOR,
    ["SEARCH message USING INDEX message_sent_for (brand=? AND attempted_at>?)"],
  ],
  [
    "a text that is brought again",
    INBOUND_KNOWN,
    [
      "SEARCH inbound_text USING COVERING INDEX sqlite_autoindex_inbound_text_2 (provider=? AND provider_event_id=?)",
    ],
  ],
  [
    "texts about a reservation",
    OF_RESERVATION,
    ["SEARCH message USING INDEX message_by_reservation (reservation_id=?)"],
  ],
  [
    "texts that a principal caused",
    QUEUED_SINCE,
    ["SEARCH message USING INDEX message_by_principal (created_by=? AND created_at>?)"],
  ],
  [
    "whether a phone was ever texted",
    EVER_TEXTED,
    ["SEARCH message USING COVERING INDEX message_by_phone (recipient=?)"],
  ],
  ["what a link opens", FIND_LINK, ["SEARCH guest_link USING PRIMARY KEY (token_hash=?)"]],
  [
    "the links of a text",
    LINKS_OF_MESSAGE,
    ["SEARCH message_link USING PRIMARY KEY (message_id=?)"],
  ],
  [
    "questions that went to a phone",
    QUESTIONS_TO,
    ["SEARCH message USING INDEX message_by_phone (recipient=? AND state=?)"],
    "sorts",
  ],
  [
    "what a phone has booked",
    UPCOMING_OF_PHONE,
    ["SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=? AND start_at>?)"],
  ],
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
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_by_phone (brand=? AND phone=? AND date=?)"],
    "sorts",
  ],
  [
    "who is asked before a guest",
    WAITING_BEFORE,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_by_status (brand=? AND status=?)"],
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
    "who is asked next",
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
    "whether a start is wished",
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
    "windows that pass",
    LAPSING,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_open (latest_at<?)"],
  ],
  [
    "the next window that passes",
    NEXT_LAPSING,
    ["SEARCH waitlist_entry USING INDEX waitlist_entry_open"],
  ],
  [
    "holds that are over",
    HOLDS_OVER,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_hold (hold_until<?)"],
  ],
  [
    "the next hold that ends",
    NEXT_HOLD_OVER,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_hold"],
  ],
  [
    "the table held for a phone",
    LIVE_OFFER_OF_PHONE,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_live_phone (phone=?)"],
  ],
  [
    "what was offered to a phone last",
    LAST_OFFER_OF_PHONE,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_by_phone (phone=?)"],
  ],
  [
    "offers to a phone in a day",
    OFFERS_SINCE,
    [
      "SEARCH waitlist_offer USING COVERING INDEX waitlist_offer_by_phone (phone=? AND created_at>?)",
    ],
  ],
  [
    "offers to a guest",
    OFFERS_OF_ENTRY,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_by_entry (entry_id=?)"],
  ],
  [
    "tables held by one write",
    LIVE_MADE_AT,
    ["SEARCH waitlist_offer USING INDEX waitlist_offer_live (brand=?)"],
    "sorts",
  ],
  [
    "offers on their way, with their texts",
    QUEUED_OFFERS,
    [
      "SCAN waitlist_offer USING INDEX waitlist_offer_queued",
      "SEARCH message USING INDEX sqlite_autoindex_message_2 (unique_key=?)",
    ],
  ],
  ["freed seats", UNDONE, ["SCAN slot_freed USING INDEX slot_freed_undone"], "sorts"],
  [
    "when freed seats are looked at",
    NEXT_CHECK,
    ["SEARCH slot_freed USING INDEX slot_freed_undone"],
  ],
  ["the brands of a user", TEAMS_OF, ["SEARCH team_member USING PRIMARY KEY (user_id=?)"]],
  [
    "the team of a brand",
    MEMBERS_OF,
    ["SEARCH team_member USING INDEX team_member_by_brand (brand=?)"],
  ],
  [
    "where a user is signed in",
    LIVE_SESSIONS,
    ["SEARCH session USING INDEX session_by_user (user_id=?)"],
    "sorts",
  ],
];

const planOf = (made: TestDatabase, sql: string): string[] =>
  made.database
    .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => row.detail);

/** Many days, two brands, every state that a partial index is about. */
function fillAndAnalyse(made: TestDatabase): void {
  addBrands(made.stores);
  made.database.run("BEGIN");
  for (let n = 0; n < 4000; n++) {
    const startAt = EVENING + (n % 400) * DAY;
    const row = reservation({
      brand: n % 3 === 0 ? TRATTORIA : BISTRO,
      startAt,
      serviceDate: new Date(startAt - DAY / 2).toISOString().slice(0, 10),
      phone: `+1212555${String(n % 1000).padStart(4, "0")}`,
      ...(n % 50 === 0 ? { status: "seated", seatedAt: startAt } : {}),
    });
    made.stores.reservations.insert(row);
    made.stores.audit.insert(auditRow({ reservationId: row.id, principal: `key-${n % 5}` }));
    made.stores.messages.enqueue(
      message({ reservationId: row.id, state: n % 9 ? "delivered" : "due" }),
    );
  }
  made.database.run("COMMIT");
  made.database.run("ANALYZE");
}

describe.each([
  ["without statistics", (_made: TestDatabase): void => {}],
  ["with statistics", fillAndAnalyse],
])("%s", (_name, prepare) => {
  let made: TestDatabase;
  beforeAll(() => {
    made = openTestDatabase();
    prepare(made);
  });
  afterAll(() => made[Symbol.dispose]());

  const rows = QUESTIONS.map(([question, sql, steps, sorts]) => ({ question, sql, steps, sorts }));
  test.each(rows)("$question is found through its index", ({ sql, steps, sorts }) => {
    const plan = planOf(made, sql);
    const reads = plan.filter((step) => /^(SEARCH|SCAN) (?!json_each)/.test(step));
    expect(reads).toEqual([...steps]);
    expect(plan.some((step) => step.includes("TEMP B-TREE"))).toBe(sorts === "sorts");
  });
});
