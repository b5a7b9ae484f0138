// Goal: brands with different owners cannot read each other's texts: a guest's text is shown to the
// brands that had texted the phone before. Brands with the same owners share texts. Method: the
// inbox and retention over a real database with two brands.
import { describe, expect, test } from "bun:test";
import { createInbox, type InboundText } from "../../src/background/inbound-texts.ts";
import { retention } from "../../src/background/retention.ts";
import { eraseGuest } from "../../src/operations/guest/erase-guest.ts";
import {
  BISTRO,
  DAY,
  EVENING,
  entry,
  HOUR,
  MINUTE,
  message,
  NOW,
  nextId,
  reservation,
  TRATTORIA,
} from "../storage/samples.ts";
import { from, holdTable } from "./guest-texts.ts";
import { openMachine, type TestMachine } from "./machine.ts";

/** Makes one user for each list of brands: the owner of these brands. */
function owners(machine: TestMachine, teams: readonly (readonly string[])[]): void {
  for (const [index, brands] of teams.entries()) {
    const id = nextId();
    machine.stores.users.insert({
      id,
      email: `owner-${index}@example.com`,
      name: "Olga",
      passwordHash: null,
      ownsInstance: false,
      passwordChangedAt: null,
      createdAt: NOW,
      disabledAt: null,
    });
    for (const brand of brands) machine.stores.users.join(id, brand, "owner", NOW);
  }
}
const apart = () => {
  const machine = openMachine();
  owners(machine, [[BISTRO], [TRATTORIA]]);
  return machine;
};

/** Stores a reservation and a brand's text to the phone about it. Returns the reservation's id. */
function texted(machine: TestMachine, brand: string, at: number): string {
  const booked = reservation({ brand, startAt: EVENING });
  machine.stores.reservations.insert(booked);
  const text = message({ brand, reservationId: booked.id, state: "delivered", dueAt: at });
  machine.stores.messages.enqueue(text);
  return booked.id;
}
/** A guest's text to the number that all brands share. */
const says = (machine: TestMachine, body: string, change: Partial<InboundText> = {}) =>
  createInbox(machine)({ from, body, ...change });
const readIn = ({ stores, at }: TestMachine, brand: string): string[] =>
  stores.messageList.unread(brand, at - 30 * DAY, 100).map(({ body }) => body);
const unclaimed = ({ stores, at }: TestMachine): string[] =>
  stores.messageList.unclaimed(at - 30 * DAY, 100).map(({ body }) => body);

describe("a text, if brands have different owners,", () => {
  test("is shown to the brand that had texted the phone before, and to no other", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW - HOUR);
    machine.stores.reservations.insert(reservation({ brand: TRATTORIA }));
    await says(machine, "Is there parking?");
    expect(readIn(machine, BISTRO)).toEqual(["Is there parking?"]);
    expect(readIn(machine, TRATTORIA)).toEqual([]);
    const [text] = machine.stores.inboundTexts.latest();
    expect(machine.stores.messageList.inbound(TRATTORIA, text?.id ?? "")).toBeNull();
    expect(machine.stores.messageList.sentBy(TRATTORIA, from, 10)).toEqual([]);
    expect(unclaimed(machine)).toEqual([]);
  });

  test("is not shown to another brand that texts the phone later", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW - HOUR);
    await says(machine, "Is there parking?");
    machine.stores.waitlist.insert(entry({ brand: TRATTORIA, phone: from }));
    machine.at += MINUTE;
    texted(machine, TRATTORIA, machine.at);
    expect(readIn(machine, TRATTORIA)).toEqual([]);
    // A text that comes later may answer either brand.
    await says(machine, "And a high chair?");
    expect(readIn(machine, TRATTORIA)).toEqual(["And a high chair?"]);
    expect(readIn(machine, BISTRO)).toEqual(["Is there parking?", "And a high chair?"]);
  });

  test("that is delivered late is shown only to brands that had texted the phone before the guest wrote", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW - 2 * HOUR);
    texted(machine, TRATTORIA, NOW - 10 * MINUTE);
    await says(machine, "Is there parking?", { writtenAt: NOW - HOUR });
    expect(readIn(machine, BISTRO)).toEqual(["Is there parking?"]);
    expect(readIn(machine, TRATTORIA)).toEqual([]);
  });

  test("is shown to a brand that texted a minute after the guest wrote, because the guest's clock may be slow", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW);
    await says(machine, "Is there parking?", { writtenAt: NOW - MINUTE });
    expect(readIn(machine, BISTRO)).toEqual(["Is there parking?"]);
  });

  test("to one brand's own number is not shown to another brand", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW - HOUR);
    texted(machine, TRATTORIA, NOW - HOUR);
    await says(machine, "Is there parking?", { brand: TRATTORIA });
    expect([readIn(machine, BISTRO), readIn(machine, TRATTORIA)]).toEqual([
      [],
      ["Is there parking?"],
    ]);
  });

  test("from a phone that no brand has texted is shown to the owner of the instance until it is marked as read", async () => {
    using machine = apart();
    machine.stores.reservations.insert(reservation({ brand: TRATTORIA }));
    await says(machine, "Have you a table?");
    expect([readIn(machine, BISTRO), readIn(machine, TRATTORIA)]).toEqual([[], []]);
    expect(unclaimed(machine)).toEqual(["Have you a table?"]);
    const [text] = machine.stores.inboundTexts.latest();
    machine.stores.messageList.markRead(BISTRO, text?.id ?? "", "user-1", NOW);
    expect(unclaimed(machine)).toEqual([]);
  });

  test("is shown to a brand whose own texts were cleared, but not to a brand that erased the guest", async () => {
    using machine = apart();
    const { stores } = machine;
    const id = texted(machine, BISTRO, NOW);
    machine.at = EVENING + 200 * DAY;
    await retention(machine).run(machine.at);
    expect(stores.reservations.get(id)?.phone).toBeNull();
    await says(machine, "Is there parking?");
    expect(readIn(machine, BISTRO)).toEqual(["Is there parking?"]);

    const brands = [stores.brands.get(BISTRO)].filter((brand) => brand !== null);
    const { random } = machine;
    await machine.writer.write(() =>
      eraseGuest(from, new Map(), { stores, random, now: machine.at, brands }),
    );
    await says(machine, "Hello?");
    expect(readIn(machine, BISTRO)).not.toContain("Hello?");
    expect(unclaimed(machine)).toEqual(["Hello?"]);
  });

  test("leaves no phone number in the record of who texted whom, once the guest's data is cleared", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW);
    machine.at = EVENING + 200 * DAY;
    await retention(machine).run(machine.at);
    const kept = machine.house.database.query("SELECT * FROM texted_phone").all();
    expect(kept).toMatchObject([{ brand: BISTRO, first_at: NOW }]);
    expect(JSON.stringify(kept)).not.toContain("2125550123");
  });

  test("that says STOP applies to every brand, whichever brand had texted the phone", async () => {
    using machine = apart();
    texted(machine, BISTRO, NOW - HOUR);
    const held = holdTable(machine, {}, { brand: TRATTORIA });
    expect(await says(machine, "STOP")).toBe("opted_out");
    expect(machine.stores.optOuts.has(from)).toBe(true);
    expect(machine.stores.offers.get(held.id)?.state).toBe("withdrawn");
  });

  test("that says CANCEL flags only reservations of brands that had texted the phone", async () => {
    using machine = apart();
    const here = texted(machine, BISTRO, NOW - HOUR);
    const there = reservation({ brand: TRATTORIA });
    machine.stores.reservations.insert(there);
    await says(machine, "CANCEL");
    const flags = [here, there.id].map((id) => machine.stores.reservations.get(id)?.flags);
    expect(flags).toEqual([["call_to_confirm"], []]);
  });
});

describe("a text, if the owners are the same,", () => {
  test.each([
    ["neither brand has an owner", []],
    ["one user owns both", [[BISTRO, TRATTORIA]]],
    [
      "two users own both",
      [
        [BISTRO, TRATTORIA],
        [TRATTORIA, BISTRO],
      ],
    ],
  ])("is shown to every brand that knows the phone (%s)", async (_, teams) => {
    using machine = openMachine();
    owners(machine, teams);
    texted(machine, BISTRO, NOW - HOUR);
    await says(machine, "Is there parking?");
    expect(readIn(machine, TRATTORIA)).toEqual([]);
    machine.stores.waitlist.insert(entry({ brand: TRATTORIA, phone: from }));
    expect([readIn(machine, BISTRO), readIn(machine, TRATTORIA)]).toEqual([
      ["Is there parking?"],
      ["Is there parking?"],
    ]);
  });

  test("is no longer shown to the other brand once the brands have different owners", async () => {
    using machine = openMachine();
    owners(machine, [[BISTRO, TRATTORIA]]);
    texted(machine, BISTRO, NOW - HOUR);
    machine.stores.waitlist.insert(entry({ brand: TRATTORIA, phone: from }));
    await says(machine, "Is there parking?");
    expect(readIn(machine, TRATTORIA)).toEqual(["Is there parking?"]);
    const id = machine.stores.users.list()[0]?.id ?? "";
    machine.stores.users.setRole(id, TRATTORIA, "manager");
    expect([readIn(machine, BISTRO), readIn(machine, TRATTORIA)]).toEqual([
      ["Is there parking?"],
      [],
    ]);
  });
});
