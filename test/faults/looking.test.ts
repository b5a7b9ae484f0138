// Goal: the checks that run whenever a fault test has interrupted the server find every kind of
// fault. Method: each test puts a fault into the database or into the records of what callers
// know.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR, MINUTE, message, NOW, reservation } from "../storage/samples.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { Diary, type KnownStay } from "./load/diary.ts";
import { openRows, type Rows, rowsFaults, textFaults } from "./load/rows.ts";
import { BRAND, LIMITS } from "./load/served-house.ts";

let house: TestDatabase;
let rows: Rows;
let diary: Diary;
beforeEach(() => {
  house = openTestDatabase();
  const overrides = { timeZone: "America/New_York", defaultCountry: "US" };
  house.stores.brands.insert({ slug: BRAND, name: "Bistro", overrides, now: NOW });
  rows = openRows(house.path);
  diary = new Diary();
});
afterEach(() => {
  rows[Symbol.dispose]();
  house[Symbol.dispose]();
});

/** Stores a reservation and records it as known to its caller. */
function booked(change: Parameters<typeof reservation>[0] = {}): KnownStay {
  const row = reservation({ brand: BRAND, ...change });
  house.stores.reservations.insert(row);
  const told = rows.stay(row.id);
  if (told === null) throw new Error("The reservation was not written.");
  diary.stays.set(told.id, told);
  return told;
}

const found = (): string => rowsFaults(rows, diary, LIMITS).join("\n");

describe("the check of the database file", () => {
  test("accepts a file that agrees with the callers' records", () => {
    booked();
    booked({ startAt: NOW, partySize: 2 });
    expect(found()).toBe("");
  });

  test("finds a missing acknowledged reservation", () => {
    const { id } = booked();
    house.database.run("DELETE FROM reservation");
    expect(found()).toBe(`reservation ${id} was acknowledged and is gone`);
  });

  test.each([
    ["party_size = 3", "numberOfPeople"],
    ["status = 'no_show'", "status"],
    ["notes = 'other'", "notes"],
    ["revision = 2", "revision"],
    ["start_at = start_at + 60000", "timestamp"],
  ])("finds a change that no caller knows of: %s", (change, field) => {
    booked();
    house.database.run(`UPDATE reservation SET ${change}`);
    expect(found()).toContain(`${field} was told as`);
  });

  test("finds more covers than seats, even if only in the middle of a stay", () => {
    const startAt = NOW + HOUR;
    for (let slot = 0; slot < 3; slot += 1) {
      booked({ partySize: 10, startAt: startAt + slot * 15 * MINUTE });
    }
    expect(found()).toBe("");
    booked({ partySize: 1, startAt: startAt + 60 * MINUTE });
    expect(found()).toContain("31 of 30 seats");
  });

  test("finds more starts in a slot than the pace allows", () => {
    booked({ partySize: 6 });
    booked({ partySize: 5, startAt: reservation().startAt + 14 * MINUTE });
    expect(found()).toContain("11 covers start in slot");
  });

  test("finds an accepted reply that is not stored", () => {
    diary.taken.push({ id: "a", from: "+12125550100", body: "YES" });
    expect(found()).toBe("1 answers of +12125550100 were taken, 0 are on file");
  });

  test("finds dangling references", () => {
    booked();
    house.database.run("PRAGMA foreign_keys = OFF");
    house.database.run("DELETE FROM brand");
    expect(found()).toContain("foreign_key_check");
  });
});

describe("the check of the gateway's texts", () => {
  const text = (change: object = {}) => {
    const { id, to, body } = message(change);
    return { id, to, body };
  };
  const faultsOf = (taken: readonly ReturnType<typeof text>[]): string =>
    textFaults(rows, { taken: [...taken] }).join("\n");

  test("accepts a stored text that was sent once; finds a text that was sent twice or is not stored", () => {
    const one = message({ brand: BRAND, kind: "reply" });
    house.stores.messages.enqueue(one);
    expect(faultsOf([one])).toBe("");
    expect(faultsOf([one, one])).toContain("went out twice");
    expect(faultsOf([text()])).toContain("is not on file");
  });

  test("finds the same words sent to one guest under two ids", () => {
    const twins = [
      message({ brand: BRAND, kind: "reply" }),
      message({ brand: BRAND, kind: "reply" }),
    ];
    for (const one of twins) house.stores.messages.enqueue(one);
    expect(faultsOf(twins)).toContain("two texts to");
  });
});
