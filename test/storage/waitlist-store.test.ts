// Goal: waiting guests come back in the order in which they are to be asked, and a held table is
// seen by whoever asks for its time.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { ENTRY_STATUSES, OFFER_STATES, type WaitlistOffer } from "../../src/domain/waitlist.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  addBrands,
  BISTRO,
  EVENING,
  entry,
  HOUR,
  MINUTE,
  NOW,
  nextId,
  offer,
  reservation,
  TRATTORIA,
} from "./samples.ts";

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  const { waitlist } = made.stores;
  const add = (change: Parameters<typeof entry>[0] = {}) => {
    const row = entry(change);
    waitlist.insert(row);
    return row;
  };
  const insertOffer = made.database.prepare(
    `INSERT INTO waitlist_offer VALUES (:id, :entryId, :brand, :phone, :partySize, :startAt, :endAt,
       :state, :createdAt, :sentAt, :holdUntil, :cause)`,
  );
  const hold = (row: WaitlistOffer): WaitlistOffer => {
    insertOffer.run({ ...row });
    return row;
  };
  return { ...made, waitlist, add, hold };
}

const everyone = { brand: BISTRO, statuses: ENTRY_STATUSES, fromAt: null, toAt: null };

describe("a waitlist entry", () => {
  test("comes back as it was written", () => {
    using made = prepared();
    const booking = reservation();
    made.stores.reservations.insert(booking);
    const row = made.add({
      replaces: booking.id,
      bookingId: booking.id,
      notes: "by the window",
      passedOver: [{ timestamp: EVENING, code: "CAPACITY_FULL", message: "full" }],
    });
    expect(made.waitlist.entry(row.id)).toEqual(row);
    expect(made.waitlist.entry("f".repeat(24))).toBeNull();
  });

  test("is replaced as a whole, but for where it came from", () => {
    using made = prepared();
    const row = made.add();
    const next = entry({ ...row, status: "left", priority: 9, partySize: 6, silentOffers: 2 });
    made.waitlist.update({ ...next, brand: TRATTORIA, source: "dashboard", createdAt: 1 });
    expect(made.waitlist.entry(row.id)).toEqual(next);
    expect(() => made.waitlist.update(entry())).toThrow(
      expect.objectContaining({ code: "NOT_FOUND" }),
    );
  });

  test("is listed in matching order: priority, then age, then id", () => {
    using made = prepared();
    const any = fc.record({
      priority: fc.integer({ min: 0, max: 9 }),
      createdAt: fc.integer({ min: 0, max: 3 }),
      status: fc.constantFrom(...ENTRY_STATUSES),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (rows) => {
        made.database.run("DELETE FROM waitlist_entry");
        const added = rows.map((row) => made.add(row));
        const expected = added
          .filter((row) => row.status === "waiting" || row.status === "paused")
          .toSorted(
            (a, b) =>
              b.priority - a.priority || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
          );
        const statuses = ["paused", "waiting"] as const;
        expect(made.waitlist.list({ ...everyone, statuses })).toEqual(expected);
      }),
    );
  });

  test("is listed where its window touches the asked time, of its brand, no more than asked for", () => {
    using made = prepared();
    const row = made.add();
    made.add({ brand: TRATTORIA });
    const found = (fromAt: number | null, toAt: number | null): number =>
      made.waitlist.list({ ...everyone, fromAt, toAt }).length;
    expect(found(null, null)).toBe(1);
    expect(found(row.latestAt, null)).toBe(1);
    expect(found(row.latestAt + 1, null)).toBe(0);
    expect(found(null, row.earliestAt)).toBe(0);
    expect(found(null, row.earliestAt + 1)).toBe(1);
    made.add();
    expect(made.waitlist.list({ ...everyone, limit: 1 })).toEqual([row]);
  });

  test("is found again by phone and date, whatever became of it", () => {
    using made = prepared();
    const first = made.add({ status: "left" });
    const second = made.add({ priority: 1 });
    made.add({ phone: "+12125550100" });
    made.add({ date: "2026-11-21" });
    const found = made.waitlist.samePhone(BISTRO, first.phone, first.date);
    expect(found).toEqual([second, first]);
    expect(made.waitlist.samePhone(TRATTORIA, first.phone, first.date)).toEqual([]);
  });
});

describe("the place in the queue", () => {
  test("counts those who wait for the same date and are asked first", () => {
    using made = prepared();
    const row = made.add({ priority: 2, createdAt: NOW });
    const place = (): number => made.waitlist.waitingBefore(row);
    made.add({ priority: 2, createdAt: NOW + 1 });
    made.add({ priority: 1, createdAt: NOW - 1 });
    made.add({ priority: 9, createdAt: NOW, date: "2026-11-21" });
    made.add({ priority: 9, createdAt: NOW, status: "left" });
    made.add({ priority: 9, createdAt: NOW, brand: TRATTORIA });
    expect(place()).toBe(0);
    made.add({ priority: 3, createdAt: NOW + 1 });
    made.add({ priority: 2, createdAt: NOW - 1 });
    made.add({ id: "0".repeat(24), priority: 2, createdAt: NOW });
    expect(place()).toBe(3);
  });
});

describe("a held table", () => {
  test.each([...OFFER_STATES])("of an offer that is %s is live or not by its state", (state) => {
    using made = prepared();
    const live = state === "queued" || state === "sent";
    const row = made.hold(offer({ entryId: made.add().id, state }));
    expect(made.waitlist.offerOf(row.entryId)).toEqual(live ? row : null);
    const held = made.waitlist.liveOffers(BISTRO, EVENING, EVENING + HOUR, NOW);
    expect(held).toEqual(live ? [row] : []);
  });

  test("holds for the stay alone, and not a moment longer than promised", () => {
    using made = prepared();
    const row = made.hold(offer({ entryId: made.add().id }));
    const held = (from: number, to: number, now = NOW): number =>
      made.waitlist.liveOffers(BISTRO, from, to, now).length;
    expect(held(row.startAt - HOUR, row.startAt)).toBe(0);
    expect(held(row.startAt - HOUR, row.startAt + 1)).toBe(1);
    expect(held(row.endAt - 1, row.endAt)).toBe(1);
    expect(held(row.endAt, row.endAt + HOUR)).toBe(0);
    expect(held(row.startAt, row.endAt, row.holdUntil - 1)).toBe(1);
    expect(held(row.startAt, row.endAt, row.holdUntil)).toBe(0);
    expect(made.waitlist.liveOffers(TRATTORIA, row.startAt, row.endAt, NOW)).toEqual([]);
  });

  test("is offered to a guest once at a time", () => {
    using made = prepared();
    const { id: entryId } = made.add();
    made.hold(offer({ entryId }));
    expect(() => made.hold(offer({ entryId, state: "queued" }))).toThrow("UNIQUE");
    made.hold(offer({ entryId, state: "declined" }));
  });
});

describe("freed seats", () => {
  test("are on record for the waitlist to fill", () => {
    using made = prepared();
    const row = {
      id: nextId(),
      brand: BISTRO,
      from: EVENING,
      to: EVENING + 90 * MINUTE,
      cause: "cancel_booking",
      offerId: null,
      createdAt: NOW,
      doneAt: null,
    };
    made.stores.slotFreed.insert(row);
    expect(made.stores.slotFreed.undone(NOW, 10)).toEqual([row]);
    expect(() => made.stores.slotFreed.insert({ ...row, id: nextId(), to: row.from })).toThrow();
  });
});
