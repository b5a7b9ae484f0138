// Goal: a link opens only the reservation or offer that it was made for, nothing in the database
// reveals a link, and a text is sent with each link in its place.

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { join } from "node:path";
import * as fc from "fast-check";
import { withLinks } from "../../src/domain/guest-link.ts";
import { GuestLinks } from "../../src/storage/guest-links.ts";
import { openTestDatabase, TEST_KEYS } from "../support/database.ts";
import { addBrands, entry, message, nextId, offer, reservation } from "./samples.ts";

const ORIGIN = "https://book.example";
const PHONE = "+12125550123";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A reservation and an offer of the same phone, with the same id and the same row number. */
function open() {
  const house = openTestDatabase();
  const { stores } = house;
  addBrands(stores);
  const booked = reservation({ phone: PHONE });
  stores.reservations.insert(booked);
  const waits = entry({ phone: PHONE });
  stores.waitlist.insert(waits);
  const held = offer({ id: booked.id, entryId: waits.id, phone: PHONE });
  stores.offers.insert(held);
  stores.guestLinks.reachedAt(ORIGIN);
  const target = (kind: "offer" | "reservation") => ({ kind, subjectId: booked.id }) as const;
  const tokens = {
    reservation: stores.guestLinks.tokenOf(target("reservation"), PHONE) ?? "",
    offer: stores.guestLinks.tokenOf(target("offer"), PHONE) ?? "",
  };
  return { ...house, links: stores.guestLinks, booked, held, tokens };
}
let house: ReturnType<typeof open>;
beforeEach(() => {
  house = open();
});
afterEach(() => house[Symbol.dispose]());

describe("a link's token", () => {
  test("opens the record that it was made for, and has at most 28 characters", () => {
    const { links, tokens, booked } = house;
    expect(tokens.reservation).toMatch(/^[A-Za-z0-9_-]{1,28}$/);
    expect(links.find("reservation", tokens.reservation)).toBe(booked.id);
    expect(links.find("offer", tokens.offer)).toBe(booked.id);
  });

  test("does not work with any character changed", () => {
    const { links, tokens } = house;
    for (const kind of ["reservation", "offer"] as const) {
      const token = tokens[kind];
      for (const [place, own] of Array.from(token).entries()) {
        for (const other of ALPHABET.replace(own, "")) {
          const altered = token.slice(0, place) + other + token.slice(place + 1);
          expect([altered, links.find(kind, altered)]).toEqual([altered, null]);
        }
      }
    }
  });

  test("does not open the other kind of record, even with the same number, id and phone", () => {
    const { links, tokens, database } = house;
    const numbers = ["reservation", "waitlist_offer"].map((table) =>
      database.query(`SELECT id, number FROM ${table}`).get(),
    );
    expect(numbers[0]).toEqual(numbers[1]);
    expect(links.find("offer", tokens.reservation)).toBeNull();
    expect(links.find("reservation", tokens.offer)).toBeNull();
  });

  test("does not work with another instance's secret or for another phone", () => {
    const { links, tokens, database, booked } = house;
    const mac = (subject: string) =>
      createHmac("sha256", "another").update(subject).digest().subarray(0, 16);
    const theirs = new GuestLinks(database, mac);
    const target = { kind: "reservation", subjectId: booked.id } as const;
    expect(theirs.find("reservation", tokens.reservation)).toBeNull();
    expect(links.find("reservation", theirs.tokenOf(target, PHONE) ?? "")).toBeNull();
    expect(links.find("reservation", links.tokenOf(target, "+12125550199") ?? "")).toBeNull();
    expect(links.find("reservation", links.tokenOf(target, "") ?? "")).toBeNull();
  });

  test("does not reveal the number of its row", () => {
    const { links, stores } = house;
    const bytes = Array.from({ length: 3 }, () => {
      const row = reservation({ phone: PHONE });
      stores.reservations.insert(row);
      const token = links.tokenOf({ kind: "reservation", subjectId: row.id }, PHONE) ?? "";
      expect(links.find("reservation", token)).toBe(row.id);
      return Buffer.from(token, "base64url").subarray(-4).readUInt32BE();
    });
    expect(bytes.every((number) => number > 1000)).toBe(true);
  });

  test("is not made for a row that does not exist", () => {
    expect(house.links.tokenOf({ kind: "offer", subjectId: nextId() }, PHONE)).toBeNull();
  });

  test("opens nothing if it is random text", () => {
    const { links } = house;
    const written = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...Array.from(ALPHABET)), minLength: 20, maxLength: 30 }),
      fc.constantFrom("", "A".repeat(22), "A".repeat(27), "A".repeat(5000), "' OR 1=1 --"),
    );
    fc.assert(
      fc.property(fc.constantFrom("offer", "reservation"), written, (kind, token) => {
        expect(links.find(kind, token)).toBeNull();
      }),
    );
  });

  test("is not stored in the database", () => {
    const { database, stores, tokens, booked } = house;
    stores.messages.enqueue(message({ reservationId: booked.id, to: PHONE, body: "See {link}" }));
    for (const table of ["reservation", "waitlist_offer", "message"]) {
      const rows = JSON.stringify(database.query(`SELECT * FROM ${table}`).all());
      expect(rows).not.toContain(tokens.reservation);
      expect(rows).not.toContain(tokens.offer);
    }
  });

  test("works in a copy of the database, as it must after a restore", () => {
    const { database, folder, stores } = house;
    const later = reservation({ phone: PHONE });
    stores.reservations.insert(later);
    const target = { kind: "reservation", subjectId: later.id } as const;
    const token = stores.guestLinks.tokenOf(target, PHONE) ?? "";
    // Leaves a gap before the row. A number that only counted rows would change in the copy.
    database.run("DELETE FROM reservation WHERE number = 1");
    const path = join(folder, "copy.db");
    database.run("VACUUM INTO ?", [path]);
    const copy = new Database(path, { strict: true });
    expect(new GuestLinks(copy, TEST_KEYS.linkMac).find("reservation", token)).toBe(later.id);
    copy.close();
  });
});

describe("a text", () => {
  test("about one reservation is sent with its link at each placeholder, and stored with the placeholders", () => {
    const { links, stores, tokens, booked, held } = house;
    const twice = message({ reservationId: booked.id, to: PHONE, body: "{link} or {link}" });
    stores.messages.enqueue(twice);
    const address = `${ORIGIN}/r/${tokens.reservation}`;
    expect(links.complete(twice)).toBe(`${address} or ${address}`);
    expect(stores.messages.get(twice.id)?.body).toBe("{link} or {link}");
    const offered = { entryId: held.entryId, offerId: held.id, kind: "offer", to: PHONE } as const;
    const told = message({ ...offered, body: "Free: {link}" });
    expect(links.complete(told)).toBe(`Free: ${ORIGIN}/o/${tokens.offer}`);
  });

  test("about an offer and a reservation has their links in order", () => {
    const { links, stores, tokens, booked } = house;
    const which = message({ kind: "reply", to: PHONE, body: "{link} or {link}, {link}" });
    stores.messages.enqueue(which, [
      { kind: "offer", subjectId: booked.id },
      { kind: "reservation", subjectId: booked.id },
    ]);
    expect(links.complete(which)).toBe(
      `${ORIGIN}/o/${tokens.offer} or ${ORIGIN}/r/${tokens.reservation}, ${ORIGIN}`,
    );
  });

  test("is never sent with a placeholder", () => {
    const { links } = house;
    expect(links.complete(message({ kind: "reply", body: "See {link}" }))).toBe(`See ${ORIGIN}`);
    expect(withLinks("a {link} b {link}", String)).toBe("a 0 b 1");
    expect(withLinks("no mark", String)).toBe("no mark");
  });

  test("is counted in segments with a sample link of the same length", () => {
    const { links, booked } = house;
    const text = message({ reservationId: booked.id, to: PHONE, body: "{link}" });
    expect(links.sample).toHaveLength(links.complete(text).length);
    links.reachedAt("https://elsewhere.example.org");
    expect(links.sample).toStartWith("https://elsewhere.example.org/");
  });
});
