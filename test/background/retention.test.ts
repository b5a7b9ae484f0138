// Goal: after the retention period no record identifies the guest, but counts and times stay. No
// guest is cleared before the period ends.
import { describe, expect, test } from "bun:test";
import { retention } from "../../src/background/retention.ts";
import { FORMER_GUEST } from "../../src/domain/fields.ts";
import type { Reservation } from "../../src/domain/reservation.ts";
import {
  auditRow,
  BISTRO,
  DAY,
  EVENING,
  entry,
  message,
  NOW,
  nextId,
  offer,
  reservation,
  TRATTORIA,
} from "../storage/samples.ts";
import { everyRow } from "../support/load-sweep.ts";
import { openMachine, type TestMachine } from "./machine.ts";

/** Midnight in New York after the last of the 180 days for which guests of EVENING are kept. */
const FORGOTTEN_AT = Date.parse("2027-05-20T04:00:00Z");

const GUEST = {
  name: "Ada Lovelace",
  phone: "+12125550123",
  email: "ada@example.com",
  notes: "by the window",
  foodDrinkNotes: "nut allergy",
  seatingNotes: "wheelchair",
};
const SECRETS = [...Object.values(GUEST), "Lovelace", "lovelace", "2125550123", "ill, says Ada"];

/** Adds a reservation of the guest, with a text and an entry in the audit log. */
function haveGuest({ stores }: TestMachine, change: Partial<Reservation> = {}): Reservation {
  const made = reservation({ ...GUEST, status: "completed", completedAt: EVENING, ...change });
  stores.reservations.insert(made);
  stores.messages.enqueue(
    message({ reservationId: made.id, body: "Ada Lovelace, your table", state: "delivered" }),
  );
  stores.audit.insert(
    auditRow({
      reservationId: made.id,
      before: { notes: "" },
      after: { ...GUEST, partySize: 4 },
      reason: "ill, says Ada",
      idempotencyKey: "+12125550123-1",
      actor: { kind: "guest", id: made.id, name: "Ada Lovelace" },
    }),
  );
  return made;
}

const found = (machine: TestMachine): string[] => {
  const rows = everyRow(machine.house.database);
  return SECRETS.filter((secret) => rows.includes(secret));
};

describe("after the retention period", () => {
  test("a reservation, its texts and its history identify nobody", async () => {
    using machine = openMachine();
    const made = haveGuest(machine);
    await retention(machine).run(FORGOTTEN_AT);
    expect(found(machine)).toEqual([]);
    expect(machine.stores.reservations.get(made.id)).toEqual({
      ...made,
      name: FORMER_GUEST,
      phone: null,
      email: null,
      notes: "",
      foodDrinkNotes: "",
      seatingNotes: "",
      updatedAt: FORGOTTEN_AT,
      revision: 2,
    });
    const [row] = machine.stores.audit.ofReservation(made.id, 5);
    expect(row).toMatchObject({
      actor: { kind: "guest", id: made.id, name: FORMER_GUEST },
      before: { notes: "" },
      after: { name: FORMER_GUEST, phone: null, partySize: 4 },
      reason: null,
    });
  });

  test("a waitlist entry and its offers identify nobody", async () => {
    using machine = openMachine();
    const waiting = entry({ ...GUEST, status: "lapsed", replaces: null });
    machine.stores.waitlist.insert(waiting);
    machine.stores.offers.insert(
      offer({ entryId: waiting.id, phone: GUEST.phone, state: "expired" }),
    );
    machine.stores.messages.enqueue(message({ entryId: waiting.id, state: "delivered" }));
    machine.stores.audit.insert(auditRow({ entryId: waiting.id, after: { name: GUEST.name } }));
    await retention(machine).run(FORGOTTEN_AT);
    expect(found(machine)).toEqual([]);
    expect(machine.stores.waitlist.entry(waiting.id)).toMatchObject({
      status: "lapsed",
      partySize: 2,
    });
  });

  test("texts without a reservation or entry are cleared by their own age", async () => {
    using machine = openMachine();
    machine.stores.messages.enqueue(message({ kind: "reply", state: "delivered" }));
    const inbound = { provider: "test", providerEventId: "1", recipient: null, id: nextId() };
    machine.stores.inboundTexts.insert({
      ...inbound,
      sender: GUEST.phone,
      body: "It is Ada Lovelace, ill, says Ada",
      receivedAt: NOW,
      handledAs: "unread",
    });
    await retention(machine).run(FORGOTTEN_AT);
    expect(found(machine)).toEqual([]);
  });

  test("a no-show still counts for its phone, and for no other", async () => {
    using machine = openMachine();
    const { stores } = machine;
    haveGuest(machine, { status: "no_show" });
    haveGuest(machine, { status: "no_show", startAt: EVENING + DAY });
    const late = FORGOTTEN_AT + 400 * DAY;
    haveGuest(machine, { status: "no_show", startAt: late });
    expect(stores.noShows.count(BISTRO, GUEST.phone)).toBe(3);
    await retention(machine).run(late);
    expect(stores.noShows.count(BISTRO, GUEST.phone)).toBe(3);
    expect(stores.noShows.countCleared(BISTRO, GUEST.phone)).toBe(2);
    expect(stores.noShows.count(BISTRO, "+12125550124")).toBe(0);
    expect(stores.noShows.count(TRATTORIA, GUEST.phone)).toBe(0);
  });

  test("a note that is added to a cleared reservation is cleared too", async () => {
    using machine = openMachine();
    const { stores } = machine;
    const { id } = haveGuest(machine);
    const step = retention(machine);
    await step.run(FORGOTTEN_AT);
    const cleared = stores.reservations.get(id) as Reservation;
    stores.reservations.update({ ...cleared, notes: "ill, says Ada", revision: 3 });
    expect(await step.run(FORGOTTEN_AT)).toBe(1);
    expect(found(machine)).toEqual([]);
  });

  test("the reservation that ended first is cleared first, even if its planned question was never sent", async () => {
    using machine = openMachine();
    const { stores } = machine;
    const nextQuestionAt = EVENING - DAY;
    for (const startAt of [EVENING, EVENING - DAY]) {
      haveGuest(machine, { status: "booked", completedAt: null, startAt, nextQuestionAt });
      haveGuest(machine, { startAt: startAt + 60_000 });
    }
    const starts = stores.guestData
      .pastReservations(BISTRO, FORGOTTEN_AT, 3)
      .map((id) => stores.reservations.get(id)?.startAt);
    expect(starts).toEqual([EVENING - DAY, EVENING - DAY + 60_000, EVENING]);
    expect(await retention(machine).run(FORGOTTEN_AT)).toBe(4);
    expect(found(machine)).toEqual([]);
  });

  test("the audit log says how much was cleared, and not whose", async () => {
    using machine = openMachine();
    haveGuest(machine);
    const step = retention(machine);
    expect(await step.run(FORGOTTEN_AT)).toBe(1);
    expect(await step.run(FORGOTTEN_AT)).toBe(0);
    const rows = machine.house.database
      .query("SELECT brand, actor_id, after FROM audit WHERE operation = 'anonymise'")
      .all();
    const after = '{"reservations":1,"entries":0,"offers":0,"texts":1,"changes":1}';
    expect(rows).toEqual([{ brand: BISTRO, actor_id: "system", after }]);
  });
});

describe("the end of the retention period:", () => {
  test("no guest is cleared before it", async () => {
    using machine = openMachine();
    haveGuest(machine);
    const before = everyRow(machine.house.database);
    expect(await retention(machine).run(FORGOTTEN_AT - 1)).toBe(0);
    expect(everyRow(machine.house.database)).toBe(before);
  });

  test.each([
    ["without a period, guests are kept for ever", null, FORGOTTEN_AT + 4000 * DAY, 0],
    ["with a shorter period, guests are cleared earlier", 7, EVENING + 9 * DAY, 1],
    ["with a longer period, guests are kept longer", 365, FORGOTTEN_AT, 0],
  ])("%s", async (_, retentionDays, at, settled) => {
    using machine = openMachine();
    const overrides = { timeZone: "America/New_York", defaultCountry: "US", retentionDays };
    machine.stores.brands.update(BISTRO, { overrides, now: NOW });
    haveGuest(machine);
    expect(await retention(machine).run(at)).toBe(settled);
  });

  test("each brand has its own period; texts from guests are kept for the longest of these", async () => {
    using machine = openMachine();
    const { stores } = machine;
    const overrides = { timeZone: "Europe/Rome", defaultCountry: "IT", retentionDays: null };
    stores.brands.update(TRATTORIA, { overrides, now: NOW });
    haveGuest(machine);
    const kept = haveGuest(machine, { brand: TRATTORIA });
    const inbound = { provider: "test", providerEventId: "1", recipient: null, id: nextId() };
    const received = { ...inbound, sender: GUEST.phone, body: "hi", handledAs: "unread" };
    stores.inboundTexts.insert({ ...received, receivedAt: NOW });
    expect(await retention(machine).run(FORGOTTEN_AT)).toBe(1);
    expect(stores.reservations.get(kept.id)).toEqual(kept);
    expect(stores.inboundTexts.latest()).toMatchObject([{ sender: GUEST.phone, body: "hi" }]);
  });
});

test("many guests are cleared in small transactions, until all are done", async () => {
  using machine = openMachine();
  for (let n = 0; n < 130; n += 1) {
    machine.stores.reservations.insert(reservation({ startAt: EVENING + n * 60_000 }));
  }
  const step = retention(machine);
  const batches: number[] = [];
  for (let settled = -1; settled !== 0; ) {
    settled = await step.run(FORGOTTEN_AT + DAY);
    batches.push(settled);
  }
  expect(batches).toEqual([20, 20, 20, 20, 20, 20, 10, 0]);
});
