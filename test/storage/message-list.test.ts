// Goal: the dashboard's lists of texts use their indexes, page by page, and show a guest's text
// only in brands that know the guest. Method: the store over a real database.
import { expect, test } from "bun:test";
import type { InboundTextRow } from "../../src/storage/inbound-text-store.ts";
import {
  INBOUND_OF,
  OUTBOX,
  SENT_BY,
  TEXTS_SINCE,
  THREAD,
  TROUBLED,
  UNREAD,
  UNREAD_UNCLAIMED,
} from "../../src/storage/message-list.ts";
import { openTestDatabase } from "../support/database.ts";
import { addBrands, BISTRO, message, NOW, nextId, reservation, TRATTORIA } from "./samples.ts";

const GUEST = "+12125550123";
const inbound = (change: Partial<InboundTextRow> = {}): InboundTextRow => {
  const id = nextId();
  return {
    id,
    provider: "twilio",
    providerEventId: id,
    sender: GUEST,
    recipient: null,
    body: "A table outside?",
    receivedAt: NOW,
    handledAs: "unread",
    ...change,
  };
};

test.each([
  ["the outbox", OUTBOX, "message_by_brand (brand=? AND created_at<?)"],
  ["texts that did not arrive", TROUBLED, "message_troubled (brand=? AND due_at>?)"],
  ["the texts since an instant", TEXTS_SINCE, "message_by_brand (brand=? AND created_at>?)"],
  ["unread texts", UNREAD, "inbound_text_unread (received_at>?)"],
  [
    "unread texts of guests whom no brand knows",
    UNREAD_UNCLAIMED,
    "inbound_text_unread (received_at>?)",
  ],
  ["one text of a guest", INBOUND_OF, "sqlite_autoindex_inbound_text_1 (id=?)"],
  ["the texts from a phone", SENT_BY, "inbound_text_by_sender (sender=?)"],
  ["a conversation", THREAD, "message_by_phone (recipient=?)"],
])("the query for %s uses its index", (_name, sql, index) => {
  using made = openTestDatabase();
  const steps = made.database
    .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map(({ detail }) => detail);
  expect(steps[0]).toContain(index);
  // Brands and their owners are few, so only their tables may be read whole.
  const scans = steps.filter((step) => step.startsWith("SCAN") && !step.includes("json_each"));
  expect(scans.filter((step) => !/SCAN (?:brand|owning)/.test(step))).toEqual([]);
});

test("the pages of the outbox have each text once, newest first", () => {
  using made = openTestDatabase();
  const { stores } = made;
  addBrands(stores);
  const row = reservation();
  stores.reservations.insert(row);
  for (let n = 0; n < 7; n += 1) {
    const one = message({ reservationId: row.id, createdAt: NOW + n, brand: BISTRO });
    stores.messages.enqueue({ ...one, uniqueKey: `text ${n}` });
  }
  const seen: number[] = [];
  let before = Number.MAX_SAFE_INTEGER;
  for (let page = 0; page < 3; page += 1) {
    const texts = stores.messageList.outbox(BISTRO, { states: null, before, limit: 3 });
    seen.push(...texts.map(({ createdAt }) => createdAt - NOW));
    before = texts.at(-1)?.createdAt ?? 0;
  }
  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test("a text is unread in each brand that knows the guest until a user of that brand has read it", () => {
  using made = openTestDatabase();
  const { stores } = made;
  addBrands(stores);
  const [known, stranger, handled] = [
    inbound(),
    inbound({ sender: "+12125550999" }),
    inbound({ handledAs: "opted_out" }),
  ];
  for (const text of [known, stranger, handled]) stores.inboundTexts.insert(text);
  stores.reservations.insert(reservation({ brand: BISTRO, phone: GUEST }));
  const unread = (brand: string) =>
    stores.messageList.unread(brand, NOW - 1, 10).map(({ id }) => id);
  expect(unread(BISTRO)).toEqual([known.id]);
  expect(unread(TRATTORIA)).toEqual([]);
  expect(stores.messageList.inbound(TRATTORIA, known.id)).toBeNull();
  expect(stores.messageList.markRead(BISTRO, known.id, "user-1", NOW)).toBe(true);
  expect(stores.messageList.markRead(BISTRO, known.id, "user-2", NOW)).toBe(false);
  expect(unread(BISTRO)).toEqual([]);
});
