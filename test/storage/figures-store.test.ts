// Goal: metrics count waiting texts and offers. The texts that were sent in the past do not make
// the counting slower.
import { expect, test } from "bun:test";
import {
  QUEUED_TEXTS,
  TEXTS_HELD,
  TEXTS_UNDER_WAY,
  TRIED_TEXTS,
} from "../../src/storage/figures-store.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  addBrands,
  BISTRO,
  DAY,
  HOUR,
  message,
  NOW,
  nextId,
  reservation,
  TRATTORIA,
} from "./samples.ts";

test("waiting texts are counted as scheduled, due, being sent or held", () => {
  using house = openTestDatabase();
  const { stores } = house;
  addBrands(stores);
  const booking = reservation();
  stores.reservations.insert(booking);
  const queue = (change: object): string => {
    const text = message({ reservationId: booking.id, uniqueKey: nextId(), ...change });
    stores.messages.enqueue(text);
    return text.id;
  };
  expect(stores.figures.outbox(NOW)).toEqual({
    scheduled: 0,
    due: 0,
    sending: 0,
    held: 0,
    oldestDueAt: null,
  });
  queue({ dueAt: NOW + HOUR });
  expect(stores.figures.outbox(NOW).oldestDueAt).toBeNull();
  queue({ dueAt: NOW - HOUR });
  queue({ dueAt: NOW });
  queue({ state: "held" });
  queue({ state: "delivered" });
  stores.deliveries.claim(queue({ dueAt: NOW - 2 * HOUR }), { now: NOW });
  expect(stores.figures.outbox(NOW)).toEqual({
    scheduled: 1,
    due: 2,
    sending: 1,
    held: 1,
    oldestDueAt: NOW - HOUR,
  });
});

test("a text that the gateway refused counts as waiting since its first attempt", () => {
  using house = openTestDatabase();
  const { stores } = house;
  const { deliveries, figures } = stores;
  addBrands(stores);
  const booking = reservation();
  stores.reservations.insert(booking);
  const text = message({
    reservationId: booking.id,
    dueAt: NOW - HOUR,
    expiresAt: NOW + 9 * HOUR,
  });
  stores.messages.enqueue(text);
  const claim = (now: number) => deliveries.claim(text.id, { now });
  const refuse = (attempt: number, dueAt: number) =>
    deliveries.retry({ ...text, attempt }, { dueAt, fault: "http_401", doubtful: false });
  claim(NOW);
  refuse(1, NOW + HOUR);
  const waiting = { scheduled: 0, due: 1, sending: 0, held: 0, oldestDueAt: NOW };
  expect(figures.outbox(NOW + 1)).toEqual(waiting);
  expect(figures.outbox(NOW + 2 * HOUR)).toEqual(waiting);
  claim(NOW + HOUR);
  expect(figures.outbox(NOW + HOUR)).toEqual({ ...waiting, due: 0, sending: 1 });
  refuse(2, NOW + 2 * HOUR);
  expect(figures.outbox(NOW + HOUR)).toEqual(waiting);
  claim(NOW + 2 * HOUR);
  deliveries.settle({ ...text, attempt: 3 }, { to: "failed", providerId: null, fault: "x" });
  const none = { scheduled: 0, due: 0, sending: 0, held: 0, oldestDueAt: null };
  expect(figures.outbox(NOW + 2 * HOUR)).toEqual(none);
  const anew = nextId();
  deliveries.sendAgain(text.id, { anew, now: NOW + 3 * HOUR });
  expect(figures.outbox(NOW + 3 * HOUR)).toEqual({ ...waiting, oldestDueAt: NOW + 3 * HOUR });
});

test.each([
  ["message_due", QUEUED_TEXTS],
  ["message_tried", TRIED_TEXTS],
  ["message_sending", TEXTS_UNDER_WAY],
  ["message_held", TEXTS_HELD],
])("the index %s is all that its query reads", (index, sql) => {
  using house = openTestDatabase();
  const plan = house.database
    .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql.replaceAll(":now", "0")}`)
    .all()
    .map(({ detail }) => detail);
  expect(plan).toHaveLength(1);
  expect(plan[0]).toContain(`USING COVERING INDEX ${index}`);
});

test("every state of an offer has the count 0 if there are no offers", () => {
  using house = openTestDatabase();
  expect(house.stores.figures.offers()).toEqual({
    queued: 0,
    sent: 0,
    accepted: 0,
    declined: 0,
    expired: 0,
    withdrawn: 0,
    failed: 0,
  });
});

test("the last attempts are those of the given brands, without attempts that a wrong clock dated in the future", () => {
  using house = openTestDatabase();
  const { stores } = house;
  const { deliveries, figures } = stores;
  addBrands(stores);
  const booking = reservation();
  const other = reservation({ brand: TRATTORIA });
  for (const one of [booking, other]) stores.reservations.insert(one);
  const refused = (now: number, fault: string, { id, brand } = booking): void => {
    const text = message({ brand, reservationId: id, uniqueKey: nextId() });
    stores.messages.enqueue(text);
    deliveries.claim(text.id, { now });
    deliveries.settle({ ...text, attempt: 1 }, { to: "failed", providerId: null, fault });
  };
  for (const ahead of [1, 2, 3]) refused(NOW + ahead * 30 * DAY, "http_401");
  refused(NOW - 2 * HOUR, "line_cut");
  refused(NOW - HOUR, "http_503", other);
  refused(NOW, "timeout");
  const faults = (brands: readonly string[], limit: number) =>
    figures.lastAsked(brands, NOW - DAY, limit).map(({ fault }) => fault);
  expect(faults([BISTRO], 3)).toEqual(["timeout", "line_cut"]);
  expect(faults([BISTRO, TRATTORIA], 3)).toEqual(["timeout", "http_503", "line_cut"]);
  expect(faults([BISTRO, TRATTORIA], 2)).toEqual(["timeout", "http_503"]);
});
