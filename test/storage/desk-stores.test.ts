// Goal: the dashboard's queries return the right rows and use an index. Method: a real database
// with known rows, and the query plans.
import { describe, expect, test } from "bun:test";
import { AUDIT_OF_PRINCIPAL_SINCE } from "../../src/storage/audit-store.ts";
import { STATE_OF_BRAND } from "../../src/storage/change-store.ts";
import { NO_SHOWS_OF_PHONES, VISITS_OF_PHONE } from "../../src/storage/guest-store.ts";
import { openTestDatabase } from "../support/database.ts";
import { addBrands, auditRow, BISTRO, NOW, reservation, TRATTORIA } from "./samples.ts";

describe("the dashboard's queries", () => {
  test.each([
    [
      "a user's latest changes",
      AUDIT_OF_PRINCIPAL_SINCE,
      ["SEARCH audit USING INDEX audit_by_brand (brand=? AND at>?)"],
    ],
    [
      "a phone's no-shows",
      NO_SHOWS_OF_PHONES,
      ["SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=?)"],
    ],
    [
      "a guest's other reservations",
      VISITS_OF_PHONE,
      ["SEARCH reservation USING INDEX reservation_by_phone (brand=? AND phone=?)"],
    ],
    [
      "the state of a brand",
      STATE_OF_BRAND,
      [
        "SEARCH audit",
        "SEARCH brand USING INDEX sqlite_autoindex_brand_1 (slug=?)",
        "SEARCH waitlist_offer USING INDEX waitlist_offer_live (brand=?)",
        "SEARCH inbound_text",
        "SEARCH inbound_text_read USING PRIMARY KEY (brand=?)",
        "SCAN instance",
      ],
    ],
  ])("the query for %s uses its indexes", (_, sql, steps) => {
    using made = openTestDatabase();
    const plan = made.database
      .prepare<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .filter((step) => /^(SEARCH|SCAN) (?!json_each|CONSTANT)/.test(step));
    expect(plan).toEqual(steps);
  });
});

describe("no-shows", () => {
  test("are counted by phone and brand", () => {
    using made = openTestDatabase();
    addBrands(made.stores);
    const add = (phone: string, status: "no_show" | "booked", brand = BISTRO): void =>
      made.stores.reservations.insert(reservation({ phone, status, brand }));
    add("+12125550001", "no_show");
    add("+12125550001", "no_show");
    add("+12125550001", "booked");
    add("+12125550002", "booked");
    add("+12125550002", "no_show", TRATTORIA);
    const counts = made.stores.guests.noShows(BISTRO, ["+12125550001", "+12125550002"]);
    expect([...counts]).toEqual([["+12125550001", 2]]);
  });
});

describe("visits", () => {
  test("are the reservations of one phone in one brand, in any status, the latest first", () => {
    using made = openTestDatabase();
    addBrands(made.stores);
    const phone = "+12125550001";
    const add = (startAt: number, change: object = {}): void =>
      made.stores.reservations.insert(
        reservation({ phone, startAt, endAt: startAt + 1, ...change }),
      );
    add(NOW, { status: "no_show" });
    add(NOW + 2);
    add(NOW + 1, { status: "cancelled", cancelledAt: NOW });
    add(NOW, { brand: TRATTORIA });
    add(NOW, { phone: "+12125550002" });
    const found = (limit?: number) =>
      made.stores.guests.visits(BISTRO, phone, limit).map(({ startAt }) => startAt - NOW);
    expect(found()).toEqual([2, 1, 0]);
    expect(found(1)).toEqual([2]);
  });
});

describe("recent changes", () => {
  test("are one principal's changes of reservations in one brand, the latest first", () => {
    using made = openTestDatabase();
    addBrands(made.stores);
    const { id: reservationId } = ((row) => {
      made.stores.reservations.insert(row);
      return row;
    })(reservation({ brand: BISTRO }));
    const add = (principal: string, at: number): string => {
      const row = auditRow({ reservationId, principal, at, brand: BISTRO });
      made.stores.audit.insert(row);
      return row.id;
    };
    add("ann", NOW - 10);
    const first = add("ann", NOW);
    add("bob", NOW + 1);
    const last = add("ann", NOW + 2);
    const found = made.stores.audit.ofPrincipalSince("ann", BISTRO, NOW, 10);
    expect(found.map(({ id }) => id)).toEqual([last, first]);
    expect(made.stores.audit.ofPrincipalSince("ann", TRATTORIA, NOW, 10)).toEqual([]);
  });
});

describe("the version of the data", () => {
  test("changes with each write and stays the same between writes", () => {
    using made = openTestDatabase();
    const { changes, brands } = made.stores;
    const empty = changes.stamp();
    expect(changes.stamp()).toBe(empty);
    addBrands(made.stores);
    const own = changes.stamp();
    expect(own).not.toBe(empty);
    expect(changes.ofBrand(BISTRO)).toBe(changes.ofBrand(BISTRO));
    const before = changes.ofBrand(BISTRO);
    brands.update(BISTRO, { overrides: brands.overrides(BISTRO) ?? {}, now: NOW + 5 });
    expect(changes.ofBrand(BISTRO)).not.toBe(before);
  });
});
