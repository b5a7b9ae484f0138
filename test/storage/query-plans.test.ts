// Goal: every query that a person or a client waits for uses its index, with a million reservations
// as with ten. Method: the query plans, with and without statistics.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  AUDIT_PAGE_OF_BRAND,
  AUDIT_PAGE_OF_PRINCIPAL,
  AUDIT_PAGE_OF_RESERVATION,
} from "../../src/storage/audit-list.ts";
import {
  AUDIT_AFTER,
  AUDIT_OF_PRINCIPAL,
  AUDIT_OF_RESERVATION,
  COUNT_OF_PRINCIPAL,
} from "../../src/storage/audit-store.ts";
import { CHANGES_BETWEEN } from "../../src/storage/budget-store.ts";
import { PASSKEYS_OF } from "../../src/storage/factor-store.ts";
import { OPEN_OF_PHONE, UPCOMING_OF_PHONE } from "../../src/storage/guest-store.ts";
import { FIND_ANSWER, PURGE_ANSWERS } from "../../src/storage/idempotency-store.ts";
import { COUNT, LIST, LOOK, STAYS } from "../../src/storage/reservation-list.ts";
import {
  PENDING,
  PENDING_OF_BRAND,
  SAME_NAME,
  SAME_PHONE,
  SEATED_ENDED,
  TWIN,
  UNANSWERED,
} from "../../src/storage/reservation-store.ts";
import { LIVE_SESSIONS } from "../../src/storage/session-store.ts";
import { SEATED, STARTING } from "../../src/storage/stay-cache.ts";
import { TEAM_OF_BRAND } from "../../src/storage/team-store.ts";
import { TEAMS_OF } from "../../src/storage/user-store.ts";
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
import { TEXT_QUESTIONS } from "./text-questions.ts";
import { type Question, WAITING_QUESTIONS } from "./waiting-questions.ts";

const QUESTIONS: readonly Question[] = [
  [
    "stays that start in an interval, from the index alone",
    STARTING,
    [
      "SEARCH reservation USING COVERING INDEX reservation_by_start (brand=? AND start_at>? AND start_at<?)",
    ],
  ],
  [
    "seated parties, from the index alone",
    SEATED,
    ["SEARCH reservation USING COVERING INDEX reservation_seated (brand=?)"],
  ],
  [
    "a list over days",
    LIST,
    [
      "SEARCH reservation USING INDEX reservation_by_start (brand=? AND (start_at,id)>(?,?) AND start_at<?)",
    ],
  ],
  [
    "the stays of a month, from the index alone",
    STAYS,
    [
      "SEARCH reservation USING COVERING INDEX reservation_by_start (brand=? AND start_at>? AND start_at<?)",
    ],
    "sorts",
  ],
  [
    "the counts of parties and covers, from the index alone",
    COUNT,
    [
      "SEARCH reservation USING COVERING INDEX reservation_by_start (brand=? AND start_at>? AND start_at<?)",
    ],
  ],
  [
    "a search by name, phone or notes",
    LOOK,
    ["SEARCH reservation USING INDEX reservation_by_start (brand=? AND start_at>? AND start_at<?)"],
  ],
  [
    "another stay of the same phone",
    SAME_PHONE,
    [
      "SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=? AND start_at>? AND start_at<?)",
    ],
    "sorts",
  ],
  [
    "another stay under the same name",
    SAME_NAME,
    ["SEARCH reservation USING INDEX reservation_by_start (brand=? AND start_at>? AND start_at<?)"],
  ],
  [
    "the reservation of an equal earlier call",
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
  ["requests of a brand", PENDING_OF_BRAND, ["SCAN reservation USING INDEX reservation_pending"]],
  [
    "unanswered questions",
    UNANSWERED,
    [
      "SEARCH reservation USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH reservation USING INDEX reservation_unanswered (start_at<?)",
      "SEARCH reservation USING COVERING INDEX reservation_by_question (next_question_at<?)",
      "SCAN (subquery-2)",
    ],
    "sorts",
  ],
  [
    "the latest changes of a principal",
    AUDIT_OF_PRINCIPAL,
    ["SEARCH audit USING INDEX audit_by_brand (brand=?)"],
  ],
  [
    "how many changes a principal made",
    COUNT_OF_PRINCIPAL,
    ["SEARCH audit USING COVERING INDEX audit_by_brand (brand=?)", "SCAN (subquery-1)"],
  ],
  [
    "a reservation's changes, newest first",
    AUDIT_OF_RESERVATION,
    ["SEARCH audit USING INDEX audit_by_reservation (reservation_id=?)"],
  ],
  [
    "changes of some reservations after a given change",
    AUDIT_AFTER,
    [
      "SEARCH audit USING INDEX audit_by_reservation (reservation_id=? AND rowid>?)",
      "SEARCH audit USING INDEX audit_by_reservation (reservation_id=?)",
    ],
    "sorts",
  ],
  [
    "changes of a principal",
    CHANGES_BETWEEN,
    ["SEARCH audit USING COVERING INDEX audit_by_brand (brand=? AND at>? AND at<?)"],
  ],
  [
    "a page of the log",
    AUDIT_PAGE_OF_BRAND,
    ["SEARCH audit USING INDEX audit_by_brand (brand=? AND at>? AND at<?)"],
  ],
  [
    "a page of the log by one actor",
    AUDIT_PAGE_OF_PRINCIPAL,
    ["SEARCH audit USING INDEX audit_by_brand (brand=? AND at>? AND at<?)"],
  ],
  [
    "a page of the log about a reservation",
    AUDIT_PAGE_OF_RESERVATION,
    ["SEARCH audit USING INDEX audit_by_reservation (reservation_id=?)"],
    "sorts",
  ],
  [
    "a team as its page shows it",
    TEAM_OF_BRAND,
    [
      "SEARCH member USING INDEX team_member_by_brand (brand=?)",
      "SEARCH user USING INDEX sqlite_autoindex_user_1 (id=?)",
    ],
  ],
  [
    "a stored answer",
    FIND_ANSWER,
    ["SEARCH idempotency USING INDEX sqlite_autoindex_idempotency_1 (key_hash=?)"],
  ],
  // The query reads from the oldest row, up to its limit.
  [
    "old answers",
    PURGE_ANSWERS,
    [
      "SEARCH idempotency USING INTEGER PRIMARY KEY (rowid=?)",
      "SCAN idempotency",
      "SCAN (subquery-1)",
    ],
  ],
  ...TEXT_QUESTIONS,
  [
    "reservations of a phone",
    UPCOMING_OF_PHONE,
    ["SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=? AND start_at>?)"],
  ],
  [
    "current and future reservations of a phone",
    OPEN_OF_PHONE,
    ["SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=? AND start_at>?)"],
  ],
  ...WAITING_QUESTIONS,
  ["the brands of a user", TEAMS_OF, ["SEARCH team_member USING PRIMARY KEY (user_id=?)"]],
  [
    "the sessions of a user",
    LIVE_SESSIONS,
    ["SEARCH session USING INDEX session_by_user (user_id=?)"],
    "sorts",
  ],
  [
    "the passkeys of a user",
    PASSKEYS_OF,
    ["SEARCH passkey USING INDEX passkey_by_user (user_id=?)"],
    "sorts",
  ],
];

const planOf = (made: TestDatabase, sql: string): string[] =>
  made.database
    .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => row.detail);

/** Adds reservations of two brands on many days, with changes and texts; collects statistics. */
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
  test.each(rows)("the plan uses the index: $question", ({ sql, steps, sorts }) => {
    const plan = planOf(made, sql);
    const reads = plan.filter((step) => /^(SEARCH|SCAN) (?!json_each)/.test(step));
    expect(reads).toEqual([...steps]);
    expect(plan.some((step) => step.includes("TEMP B-TREE"))).toBe(sorts === "sorts");
  });
});
