// Goal: a link opens what it was made for and nothing else, the outbox and the table of links open
// nothing, and a text goes out with each of its links in its place.
import { expect, test } from "bun:test";
import { offerLink, reservationLink, withLinks } from "../../src/domain/guest-link.ts";
import { openTestDatabase } from "../support/database.ts";
import { addBrands, message, NOW, nextId, reservation } from "./samples.ts";

const ORIGIN = "https://book.example";
const open = () => {
  const house = openTestDatabase();
  addBrands(house.stores);
  const booked = reservation();
  house.stores.reservations.insert(booked);
  const text = message({ reservationId: booked.id, body: "See {link} soon" });
  house.stores.messages.enqueue(text, [reservationLink(booked)]);
  house.stores.guestLinks.reachedAt(ORIGIN);
  return { ...house, booked, text };
};

test("a token opens what it was issued for, and only once it was issued", () => {
  using house = open();
  const { guestLinks } = house.stores;
  const link = reservationLink(house.booked);
  const token = guestLinks.tokenOf(link);
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(guestLinks.find(token)).toBeNull();
  guestLinks.issue(link, NOW);
  guestLinks.issue(link, NOW);
  expect(guestLinks.find(token)).toEqual({ kind: "reservation", subjectId: house.booked.id });
});

test("another kind, id or revision is another token", () => {
  using house = open();
  const { guestLinks } = house.stores;
  const { id } = house.booked;
  const tokens = [
    reservationLink({ id, timeRevision: 1 }),
    reservationLink({ id, timeRevision: 2 }),
    reservationLink({ id: nextId(), timeRevision: 1 }),
    offerLink({ id }),
  ].map((link) => guestLinks.tokenOf(link));
  expect(new Set(tokens).size).toBe(4);
});

test.each(["", "x", "A".repeat(22), "A".repeat(5000), "' OR 1=1 --", "../../etc/passwd"])(
  "%j opens nothing",
  (token) => {
    using house = open();
    expect(house.stores.guestLinks.find(token)).toBeNull();
  },
);

test("nothing that is stored opens anything", () => {
  using house = open();
  const { guestLinks } = house.stores;
  guestLinks.issue(reservationLink(house.booked), NOW);
  const token = guestLinks.tokenOf(reservationLink(house.booked));
  for (const table of ["guest_link", "message"]) {
    const rows = JSON.stringify(house.database.query(`SELECT * FROM ${table}`).all());
    expect(rows).not.toContain(token);
  }
});

test("a text is completed with its links in their order; the stored one keeps its marks", () => {
  using house = open();
  const { guestLinks, messages } = house.stores;
  const links = [offerLink({ id: "offer-1" }), reservationLink(house.booked)];
  const two = message({
    reservationId: house.booked.id,
    body: "{link} or {link}",
    uniqueKey: "two",
  });
  messages.enqueue(two, links);
  const [offer, booked] = links.map((link) => guestLinks.tokenOf(link));
  expect(guestLinks.complete(two)).toBe(`${ORIGIN}/o/${offer} or ${ORIGIN}/r/${booked}`);
  expect(messages.ofReservation(house.booked.id).at(-1)?.body).toBe("{link} or {link}");
});

test("the sample is as long as the links are", () => {
  using house = open();
  const { guestLinks } = house.stores;
  const link = guestLinks.complete({ ...house.text, body: "{link}" });
  expect(guestLinks.sample).toHaveLength(link.length);
  guestLinks.reachedAt("https://elsewhere.example.org");
  expect(guestLinks.sample).toStartWith("https://elsewhere.example.org/");
});

test("a text that was withdrawn and is written again has the link that it is written with", () => {
  using house = open();
  const { guestLinks, messages } = house.stores;
  messages.voidUnsent(house.booked.id);
  const again = { ...house.text, id: nextId() };
  const moved = reservationLink({ ...house.booked, timeRevision: 2 });
  expect(messages.enqueue(again, [moved])).toBe(true);
  expect(guestLinks.complete(again)).toContain(`/r/${guestLinks.tokenOf(moved)}`);
});

test("a mark without a link never goes out as a mark", () => {
  expect(withLinks("a {link} b {link}", ["X"], ORIGIN)).toBe(`a X b ${ORIGIN}`);
  expect(withLinks("no mark", ["X"], ORIGIN)).toBe("no mark");
});
