// Goal: changes in the audit log and stored answers to calls are read back exactly. A stored
// answer is found only until it expires.
import { describe, expect, test } from "bun:test";
import { openTestDatabase } from "../support/database.ts";
import { addBrands, auditRow, BISTRO, entry, NOW, reservation } from "./samples.ts";

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  return made;
}

describe("the audit log", () => {
  test("returns each change of a reservation, a waitlist entry or the brand as written", () => {
    using made = prepared();
    const { audit, reservations, waitlist } = made.stores;
    const booking = reservation();
    const waiting = entry();
    reservations.insert(booking);
    waitlist.insert(waiting);
    const row = auditRow({
      reservationId: booking.id,
      before: { notes: "", phone: null, flags: ["large"] },
      after: { notes: "by the window\n", phone: "+12125550123", flags: [] },
      idempotencyKey: "key",
      reason: "asked by phone",
    });
    audit.insert(row);
    audit.insert(auditRow({ entryId: waiting.id }));
    audit.insert(auditRow());
    expect(audit.ofReservation(booking.id, 10)).toEqual([row]);
    const kept = made.database.prepare("SELECT reservation_id, entry_id FROM audit").values();
    expect(kept).toEqual([
      [booking.id, null],
      [null, waiting.id],
      [null, null],
    ]);
  });

  test("lists the last written change first, even if the clock stood still or was set back", () => {
    using made = prepared();
    const booking = reservation();
    made.stores.reservations.insert(booking);
    for (const [id, at] of [
      ["a", NOW],
      ["z", NOW],
      ["m", NOW - 5000],
    ] as const) {
      made.stores.audit.insert(auditRow({ id, at, reservationId: booking.id }));
    }
    const order = (limit: number) =>
      made.stores.audit.ofReservation(booking.id, limit).map((row) => row.id);
    expect(order(10)).toEqual(["m", "z", "a"]);
    expect(order(1)).toEqual(["m"]);
  });

  test("counts a principal's changes in a time range, and returns the time of the first", () => {
    using made = prepared();
    const { audit, budgetUse } = made.stores;
    for (const at of [NOW, NOW + 1, NOW + 2]) audit.insert(auditRow({ at }));
    audit.insert(auditRow({ at: NOW + 2, principal: "key-2" }));
    const inside = (since: number, until: number) =>
      budgetUse.changes({ principal: "key-1", brands: [BISTRO] }, { since, until });
    expect(inside(NOW, NOW + 2)).toEqual({ count: 2, oldestAt: NOW + 1 });
    expect(inside(NOW, NOW + 1)).toEqual({ count: 1, oldestAt: NOW + 1 });
    expect(inside(NOW + 2, NOW + 9)).toEqual({ count: 0, oldestAt: null });
  });
});

describe("a stored answer to a repeated call", () => {
  const answer = {
    principal: "key-1",
    brand: BISTRO,
    tool: "create_booking",
    key: "4b1f",
    argumentsHash: "00112233445566778899aabbccddeeff",
    structured: '{"b":1,"a":[1.0,"é"]}',
    text: "Booked.",
    createdAt: NOW,
  };
  const { argumentsHash, structured, text } = answer;

  test("is read back byte for byte, for the same principal, brand, tool and key", () => {
    using made = prepared();
    const { idempotency } = made.stores;
    idempotency.store(answer);
    const find = (change: Partial<typeof answer> = {}) => {
      return idempotency.find({ ...answer, ...change }, NOW - 1);
    };
    expect(find()).toEqual({ argumentsHash, structured, text });
    const others = [{ principal: "k" }, { brand: "b" }, { tool: "t" }, { key: "4B1F" }];
    expect(others.map(find)).toEqual([null, null, null, null]);
  });

  test("is not found once it has expired, and can then be replaced", () => {
    using made = prepared();
    const { idempotency } = made.stores;
    idempotency.store(answer);
    const find = (since: number) => idempotency.find(answer, since);
    expect(find(NOW - 1)).not.toBeNull();
    expect(find(NOW)).toBeNull();
    idempotency.store({ ...answer, text: "Booked again.", createdAt: NOW + 1 });
    expect(find(NOW)?.text).toBe("Booked again.");
  });

  test("is removed by age, a limited number at a time", () => {
    using made = prepared();
    const { idempotency } = made.stores;
    for (let n = 0; n < 5; n++) idempotency.store({ ...answer, key: `${n}`, createdAt: NOW + n });
    expect(idempotency.purge(NOW + 3, 3)).toBe(3);
    expect(idempotency.purge(NOW + 3)).toBe(1);
    expect(idempotency.purge(NOW + 3)).toBe(0);
    expect(idempotency.find({ ...answer, key: "4" }, 0)).not.toBeNull();
  });
});
