// Goal: waiting guests are read in the order in which they get offers, a hold is found at every time
// that it covers, and freed seats are recorded until they are filled.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  ENTRY_STATUSES,
  OFFER_STATES,
  type SlotFreed,
  type WaitlistEntry,
  type WaitlistOffer,
} from "../../src/domain/waitlist.ts";
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
  const hold = (row: WaitlistOffer): WaitlistOffer => {
    made.stores.offers.insert(row);
    return row;
  };
  return { ...made, waitlist, add, hold };
}

const all = { brand: BISTRO, statuses: ENTRY_STATUSES, day: null };
const everyone = { ...all, after: null, limit: 100 };

describe("a waitlist entry", () => {
  test("is read back as written", () => {
    using made = prepared();
    const booking = reservation();
    made.stores.reservations.insert(booking);
    const row = made.add({
      replaces: booking.id,
      bookingId: booking.id,
      notes: "by the window",
      passedOver: [{ timestamp: EVENING, why: { kind: "OFFER_OPEN" } }],
    });
    expect(made.waitlist.entry(row.id)).toEqual(row);
    expect(made.waitlist.entry("f".repeat(24))).toBeNull();
  });

  test("is updated in all fields except its brand, its source and the time when it was made", () => {
    using made = prepared();
    const row = made.add();
    const next = entry({ ...row, status: "left", priority: 9, partySize: 6, silentOffers: 2 });
    made.waitlist.update({ ...next, brand: TRATTORIA, source: "dashboard", createdAt: 1 });
    expect(made.waitlist.entry(row.id)).toEqual(next);
    expect(() => made.waitlist.update(entry())).toThrow(
      expect.objectContaining({ code: "NOT_FOUND" }),
    );
  });

  test("is listed in order: priority, then age, then id", () => {
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

  test("is listed and counted by date, for its brand", () => {
    using made = prepared();
    const row = made.add();
    made.add({ brand: TRATTORIA });
    const startsAt = row.earliestAt - HOUR;
    const found = (date: string): readonly number[] => {
      const day = { date, startsAt };
      return [
        made.waitlist.list({ ...everyone, day }).length,
        made.waitlist.count({ ...all, day }),
      ];
    };
    expect(found(row.date)).toEqual([1, 1]);
    expect(found("2026-11-19")).toEqual([0, 0]);
    expect(made.waitlist.count(all)).toBe(1);
  });

  test("is on exactly one page of the list, whatever the page size", () => {
    using made = prepared();
    const any = fc.record({
      priority: fc.integer({ min: 0, max: 2 }),
      createdAt: fc.integer({ min: 0, max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, limit) => {
          made.database.run("DELETE FROM waitlist_entry");
          for (const row of rows) made.add(row);
          const paged: string[] = [];
          for (let after: WaitlistEntry | null = null; ; ) {
            const page = made.waitlist.list({ ...everyone, after, limit });
            paged.push(...page.map(({ id }) => id));
            after = page.at(-1) ?? null;
            if (page.length < limit) break;
          }
          expect(paged).toEqual(made.waitlist.list(everyone).map(({ id }) => id));
        },
      ),
    );
  });

  test("is found by phone and date, also if it is booked, but not if it has left or lapsed", () => {
    using made = prepared();
    const first = made.add({ status: "booked" });
    for (let times = 0; times < 310; times += 1) {
      made.add({ status: times % 2 === 0 ? "left" : "lapsed", priority: 9 });
    }
    const second = made.add({ priority: 1 });
    made.add({ phone: "+12125550100" });
    const next = made.add({ date: "2026-11-21", priority: 2 });
    const day = [first.date, first.date] as const;
    const { waitlist } = made;
    expect(waitlist.samePhone(BISTRO, first.phone, day)).toEqual([second, first]);
    const both = [first.date, next.date] as const;
    expect(waitlist.samePhone(BISTRO, first.phone, both)).toEqual([second, first, next]);
    expect(waitlist.samePhone(TRATTORIA, first.phone, both)).toEqual([]);
  });
});

test("the queue of a date has the guests who wait or have an offer, in the order of offers", () => {
  using made = prepared();
  const row = made.add({ priority: 2, createdAt: NOW });
  const after = made.add({ priority: 2, createdAt: NOW + 1 });
  const last = made.add({ priority: 1, createdAt: NOW - 1 });
  made.add({ priority: 9, createdAt: NOW, date: "2026-11-22" });
  made.add({ priority: 9, createdAt: NOW, status: "left" });
  made.add({ priority: 9, createdAt: NOW, brand: TRATTORIA });
  const next = made.add({ priority: 3, createdAt: NOW + 1, status: "offered", date: "2026-11-21" });
  const before = made.add({ priority: 2, createdAt: NOW - 1 });
  const twin = made.add({ id: "0".repeat(24), priority: 2, createdAt: NOW });
  const queue = made.waitlist.queued(BISTRO, [row.date, "2026-11-21"]);
  expect(queue.map(({ id }) => id)).toEqual(
    [next, before, twin, row, after, last].map(({ id }) => id),
  );
});

describe("a hold", () => {
  test.each([...OFFER_STATES])(
    "counts if its offer is queued or sent, and in no other state: %s",
    (state) => {
      using made = prepared();
      const live = state === "queued" || state === "sent";
      const row = made.hold(offer({ entryId: made.add().id, state }));
      expect(made.waitlist.offerOf(row.entryId)).toEqual(live ? row : null);
      const held = made.waitlist.liveOffers(BISTRO, EVENING, EVENING + HOUR, NOW);
      expect(held).toEqual(live ? [row] : []);
    },
  );

  test("covers the stay only, and ends at the offer's holdUntil", () => {
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

  test("is the only one of its waitlist entry", () => {
    using made = prepared();
    const { id: entryId } = made.add();
    made.hold(offer({ entryId }));
    expect(() => made.hold(offer({ entryId, state: "queued" }))).toThrow("UNIQUE");
    made.hold(offer({ entryId, state: "declined" }));
  });
});

describe("the entry of an opted-out phone", () => {
  const queue = (made: ReturnType<typeof prepared>): readonly string[] =>
    made.stores.waitlistQueue
      .page({
        brand: BISTRO,
        fromAt: 0,
        toAt: EVENING * 2,
        sizes: null,
        after: null,
        limit: 10,
      })
      .map(({ id }) => id);

  test("gets no offer until the phone opts in again", () => {
    using made = prepared();
    const phone = "+12125550177";
    const early = made.add({ phone });
    made.stores.optOuts.add(phone, NOW);
    const late = made.add({ phone, createdAt: NOW + 1 });
    made.waitlist.update({ ...early, notes: "again" });
    const other = made.add({ createdAt: NOW + 2 });
    expect(queue(made)).toEqual([other.id]);
    expect(made.stores.optOuts.since(phone)).toBe(NOW);
    made.stores.optOuts.remove(phone);
    expect(queue(made)).toEqual([early.id, late.id, other.id]);
    expect(made.waitlist.waitingOfPhone(phone).map(({ id }) => id)).toEqual([early.id, late.id]);
  });
});

// "Settled": the waitlist has finished with the seats. "The interval" begins 30 minutes before EVENING
// and ends an hour after it.
describe("freed seats", () => {
  const freed = (change: Partial<SlotFreed> = {}): SlotFreed => ({
    id: nextId(),
    brand: BISTRO,
    from: EVENING,
    to: EVENING + 90 * MINUTE,
    cause: "cancel_booking",
    offerId: null,
    createdAt: NOW,
    doneAt: null,
    ...change,
  });

  test("are recorded for the waitlist to fill", () => {
    using made = prepared();
    const row = freed();
    made.stores.slotFreed.insert(row);
    expect(made.stores.slotFreed.undone(NOW, 10)).toEqual([row]);
    expect(() => made.stores.slotFreed.insert({ ...row, id: nextId(), to: row.from })).toThrow();
  });

  test("of the same instant are filled in the order in which they were recorded", () => {
    using made = prepared();
    const rows = ["c", "a", "b"].map((letter) => freed({ id: letter.repeat(24) }));
    for (const row of rows) made.stores.slotFreed.insert(row);
    expect(made.stores.slotFreed.undone(NOW, 10)).toEqual(rows);
  });

  test.each([
    ["settled before NOW", { done: NOW - 1 }, null],
    ["settled at NOW", { done: NOW }, [0, 90]],
    ["not settled", {}, null],
    ["before the interval", { done: NOW, from: -60, to: -30 }, null],
    ["after the interval", { done: NOW, from: 60, to: 90 }, null],
    ["around the interval", { done: NOW, from: -45, to: 75 }, [-45, 75]],
    ["of another brand", { done: NOW, brand: TRATTORIA }, null],
  ] as const)(
    "count as missed only if they were settled at NOW or later and overlap the interval: %s",
    (_, {
      done,
      from = 0,
      to = 90,
      brand = BISTRO,
    }: { done?: number; from?: number; to?: number; brand?: string }, expected) => {
      using made = prepared();
      const { slotFreed } = made.stores;
      const row = freed({ brand, from: EVENING + from * MINUTE, to: EVENING + to * MINUTE });
      slotFreed.insert(row);
      if (done !== undefined) slotFreed.settle(row.id, done);
      const missed = { brand: BISTRO, since: NOW, from: EVENING - 30 * MINUTE, to: EVENING + HOUR };
      const [first, last] = expected ?? [];
      expect(slotFreed.settledSince(missed)).toEqual(
        first === undefined || last === undefined
          ? null
          : { from: EVENING + first * MINUTE, to: EVENING + last * MINUTE },
      );
    },
  );

  test.each([
    ["postponed", {}, true],
    ["postponed, before the interval", { from: -60, to: -30 }, false],
    ["postponed, after the interval", { from: 60, to: 90 }, false],
    ["postponed, and freed before NOW", { createdAt: NOW - 1 }, false],
    ["postponed, of another brand", { brand: TRATTORIA }, false],
    ["settled", { done: NOW }, false],
  ] as const)(
    "become due at once on request only if they are postponed, were freed at NOW or later and overlap the interval: %s",
    (_, {
      done,
      from = 0,
      to = 90,
      brand = BISTRO,
      createdAt = NOW,
    }: {
      done?: number;
      from?: number;
      to?: number;
      brand?: string;
      createdAt?: number;
    }, expected) => {
      using made = prepared();
      const { slotFreed } = made.stores;
      const seats = { from: EVENING + from * MINUTE, to: EVENING + to * MINUTE };
      const row = freed({ brand, createdAt, ...seats });
      slotFreed.insert(row);
      slotFreed.postpone(row.id, NOW + HOUR);
      if (done !== undefined) slotFreed.settle(row.id, done);
      const reach = { from: EVENING - 30 * MINUTE, to: EVENING + HOUR };
      slotFreed.lookNow({ brand: BISTRO, since: NOW, ...reach, now: NOW });
      expect(slotFreed.undone(NOW, 10)).toEqual(expected ? [row] : []);
    },
  );

  test("have a list of the guests who did not take them, over several offers one after the other", () => {
    using made = prepared();
    const { slotFreed } = made.stores;
    const first = freed();
    slotFreed.insert(first);
    const asked = (state: WaitlistOffer["state"], cause: string, startAt = EVENING) => {
      const { id } = made.add();
      const stay = { startAt, endAt: startAt + HOUR };
      return made.hold(
        offer({ entryId: id, phone: `+1212${nextId().slice(-7)}`, state, cause, ...stay }),
      );
    };
    const declined = asked("declined", first.id);
    const second = freed({ offerId: declined.id });
    slotFreed.insert(second);
    const expired = asked("expired", second.id);
    asked("withdrawn", second.id);
    asked("accepted", second.id);
    // This guest declined other seats, which the same cancellation freed.
    asked("declined", first.id, EVENING + 3 * HOUR);
    const third = freed({ offerId: expired.id });
    slotFreed.insert(third);
    const failed = asked("failed", third.id);
    const ids = (rows: readonly WaitlistOffer[]) => new Set(rows.map(({ entryId }) => entryId));
    expect(slotFreed.letPass(first)).toEqual(ids([declined]));
    expect(slotFreed.letPass(second)).toEqual(ids([declined, expired]));
    expect(slotFreed.letPass(third)).toEqual(ids([declined, expired, failed]));
    expect(slotFreed.letPass(freed())).toEqual(new Set());
  });
});
