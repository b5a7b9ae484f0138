// Goal: while the clock is in doubt, what people do still has its usual effect: freed seats reach
// the waitlist, guests get their texts, replies are understood. Method: tools and inbox over a real
// database, with a wall clock that is years wrong.
import { describe, expect, test } from "bun:test";
import { watchClock } from "../../src/domain/clock-watch.ts";
import type { Brand } from "../../src/domain/settings.ts";
import type { Operation } from "../../src/operations/define.ts";
import { DESK_OPERATIONS } from "../../src/operations/desk/index.ts";
import { OPERATIONS } from "../../src/operations/index.ts";
import { createInvoke } from "../../src/operations/invoke.ts";
import { feedWidened } from "../../src/operations/waitlist/settings-widened.ts";
import { caller } from "../operations/house.ts";
import { BISTRO, DAY, EVENING, entry, HOUR, MINUTE, NOW, reservation } from "../storage/samples.ts";
import { ask, from, holdTable, send } from "./guest-texts.ts";
import { openMachine } from "./machine.ts";

const YEARS = 2 * 365 * DAY;

/** A restaurant whose clock is right until `jump`, and wrong by `by` from then on. */
function open() {
  const wall = { now: () => NOW };
  const watch = watchClock(
    { wall: () => wall.now(), elapsed: () => 0 },
    { newestAt: null, builtAt: null },
  );
  const machine = openMachine(watch);
  wall.now = () => machine.at;
  const invoke = createInvoke(machine);
  const manager = caller({ kind: "session", brands: [BISTRO], roles: { [BISTRO]: "manager" } });
  const operations = new Map([...OPERATIONS, ...DESK_OPERATIONS].map((one) => [one.name, one]));
  return {
    machine,
    stores: machine.stores,
    invoke: (tool: string, input: object) =>
      invoke(operations.get(tool) as Operation, input, manager),
    jump: (by: number) => {
      machine.at = NOW + by;
    },
    freed: () => machine.stores.slotFreed.undone(Number.MAX_SAFE_INTEGER, 100),
    [Symbol.dispose]: () => machine[Symbol.dispose](),
  };
}

describe("while the clock is two years ahead", () => {
  test("the seats of a cancelled reservation reach the waitlist, and its guest gets a text", async () => {
    using house = open();
    const id = ask(house.machine);
    house.jump(YEARS);
    await house.invoke("cancel_booking", { id });
    expect(house.freed()).toMatchObject([{ cause: "cancel_booking", from: EVENING }]);
    const [, told] = house.stores.messages.ofReservation(id);
    expect(told).toMatchObject({ kind: "cancellation", state: "due" });
  });

  test.each([
    ["a change of the party size", "booked", "update_booking", { numberOfPeople: 3 }],
    ["the approval of a request", "pending", "approve_request", {}],
    [
      "a correction of the contact",
      "booked",
      "change_contact",
      { name: "Ada King", phone: "+12125550123", email: "" },
    ],
  ] as const)(
    "after %s, the guest is asked at the usual time whether they come",
    async (...row) => {
      using house = open();
      const [, status, tool, change] = row;
      const startAt = EVENING + DAY;
      const booked = reservation({ attendance: "pending", startAt, status });
      house.stores.reservations.insert(booked);
      house.jump(YEARS);
      await house.invoke(tool, { id: booked.id, ...change });
      expect(house.stores.reservations.get(booked.id)?.nextQuestionAt).toBe(startAt - DAY);
    },
  );

  test("after a cancellation and its undo, the guest is asked at the usual time whether they come", async () => {
    using house = open();
    const startAt = EVENING + DAY;
    const { id } = reservation({ attendance: "pending", startAt });
    house.stores.reservations.insert(reservation({ id, attendance: "pending", startAt }));
    house.jump(YEARS);
    for (const tool of ["cancel_booking", "undo_last_change"]) await house.invoke(tool, { id });
    expect(house.stores.reservations.get(id)?.nextQuestionAt).toBe(startAt - DAY);
  });

  test("the seats of a declined offer reach the waitlist", async () => {
    using house = open();
    holdTable(house.machine);
    house.jump(YEARS);
    expect(await send(house.machine, "NO")).toBe("offer_declined");
    expect(house.freed()).toMatchObject([{ cause: "offer_declined", from: EVENING }]);
  });

  test("when a guest can get offers again, the seats that were freed in the meantime reach the waitlist again", async () => {
    using house = open();
    const held = holdTable(house.machine);
    const other = { phone: from, wishedAt: EVENING + HOUR, earliestAt: EVENING + HOUR };
    house.stores.waitlist.insert(entry({ ...other, latestAt: EVENING + 2 * HOUR, createdAt: NOW }));
    const row = { id: "f".repeat(24), brand: BISTRO, cause: "cancel_booking", offerId: null };
    const seats = { from: EVENING + HOUR, to: EVENING + 3 * HOUR };
    house.stores.slotFreed.insert({ ...row, ...seats, createdAt: NOW, doneAt: NOW });
    house.jump(YEARS);
    await send(house.machine, "YES");
    expect(house.stores.offers.get(held.id)?.state).toBe("accepted");
    expect(house.freed()).toMatchObject([{ cause: "guest_asked_again", from: EVENING + HOUR }]);
  });

  test("seats added by a setting reach the waitlist", async () => {
    using house = open();
    house.stores.waitlist.insert(entry());
    house.jump(YEARS);
    const brand = house.stores.brands.get(BISTRO) as Brand;
    const { machine } = house;
    const narrow = { ...brand.settings, seats: 8 };
    await machine.writer.write(() => feedWidened(narrow, { ...machine, brand, now: machine.at }));
    expect(house.freed()).toMatchObject([{ cause: "settings_widened" }]);
  });

  test("the reservation of a guest who texts CANCEL is flagged for a call", async () => {
    using house = open();
    const id = ask(house.machine);
    house.jump(YEARS);
    expect(await send(house.machine, "CANCEL")).toBe("opted_out");
    expect(house.stores.reservations.get(id)?.flags).toContain("call_to_confirm");
  });

  test("a hold is extended once for a guest whose text a person has to read", async () => {
    using house = open();
    const { id, holdUntil } = holdTable(house.machine);
    house.jump(YEARS);
    for (const body of ["Maybe, which table?", "Hello?"]) await send(house.machine, body);
    expect(house.stores.offers.get(id)).toMatchObject({
      state: "sent",
      holdUntil: holdUntil + 10 * MINUTE,
    });
  });
});

describe("while the clock is two years back", () => {
  const writtenAt = NOW + MINUTE;
  test.each([
    ["YES", "attendance_confirmed"],
    ["running late", "unread"],
  ] as const)(
    "a reply with the gateway's date is read as sent after the question: %s",
    async (body, handledAs) => {
      using house = open();
      const id = ask(house.machine);
      house.jump(-YEARS);
      expect(await send(house.machine, body, { writtenAt: NOW })).toBe(handledAs);
      const answered = house.stores.messages.answered(id).length;
      expect(answered).toBe(handledAs === "unread" ? 1 : 0);
    },
  );
  test("a YES takes the held table", async () => {
    using house = open();
    holdTable(house.machine);
    house.jump(-YEARS);
    expect(await send(house.machine, "YES please", { writtenAt })).toBe("offer_accepted");
  });
});
