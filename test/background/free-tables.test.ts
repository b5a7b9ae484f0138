// Goal: if a party has no table and has arrived or starts soon, it gets the first free table. No other
// party moves for it, and the history says why it got the table. Method: the real background step and
// calls, with a controlled clock.
import { expect, test } from "bun:test";
import { freeTables } from "../../src/background/reservation-steps.ts";
import type { TableSearch } from "../../src/domain/seating/search.ts";
import { reservationCard } from "../../src/operations/desk/reservation-card.ts";
import { moveCause } from "../../src/words/en/host/floor.ts";
import { HOST, overrule } from "../operations/desk/people.ts";
import { EVENING, FRIDAY, HOUR, type House, MINUTE, PLAIN } from "../operations/house.ts";
import type { ShortFloor } from "../support/floor.ts";
import { booked, openFloor, wish } from "../support/floor-house.ts";
import { silentLog } from "./machine.ts";

const ONE: ShortFloor = { areas: { Room: "1:2" } };

function stepOf(house: House, onSearched: (search: TableSearch) => void = () => {}) {
  const { stores, writer } = house;
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  return freeTables({ stores, writer, random, log: silentLog, clock: () => house.at, onSearched });
}

/** A party of two at 7:00 PM and another at 7:15 PM; the second has no table. */
async function openFull(floor = ONE) {
  const house = openFloor(floor, "suggest");
  const first = await booked(house, 2);
  const second = await booked(house, 2, "7:15 PM");
  house.at = EVENING - HOUR / 2;
  return {
    house,
    step: stepOf(house),
    first: first.id,
    second: second.id,
    given: () => house.stored(second.id).tables,
    [Symbol.dispose]: () => house[Symbol.dispose](),
  };
}

test("a party without a table gets one freed by a cancellation, and its history says why", async () => {
  using opened = await openFull();
  const { house, step, first, second, given } = opened;
  expect(await step.run(house.at)).toBe(0);
  await house.ok("cancel_booking", { id: first });
  const { revision } = house.stored(second);
  expect(await step.run(house.at)).toBe(1);
  expect(given()).toEqual(["table-1"]);
  expect(house.stored(second)).toMatchObject({ revision, tablePinned: false });
  const { structured } = await house.invoke(reservationCard, { id: second }, HOST, {});
  const [change] = structured["history"] as { cause: never; actor: object; operation: string }[];
  expect(change).toMatchObject({ operation: "move_table", actor: { kind: "system" } });
  expect(moveCause(change?.cause as never)).toBe("A table came free.");
  expect(await step.run(house.at)).toBe(0);
});

test("a party that has arrived gets a freed table as soon as the table is no longer blocked", async () => {
  using opened = await openFull({ areas: { Room: "1:2" } });
  const { house, step, first, second, given } = opened;
  await house.ok("mark_seated", { id: first });
  house.at = EVENING + HOUR / 4;
  await house.ok("mark_arrived", { id: second });
  expect(await step.run(house.at)).toBe(0);
  const block = { tables: ["1"], date: "2026-11-20", from: "7:20 PM", to: "11:00 PM" };
  await house.ok("block_tables", { ...block, reason: "leak" });
  house.at += HOUR;
  await house.ok("mark_completed", { id: first });
  expect(await step.run(house.at)).toBe(0);
  await house.ok("block_tables", { ...block, reason: "leak", remove: true });
  expect(given()).toEqual(["table-1"]);
  expect(await step.run(house.at)).toBe(0);
});

test("a party gets a freed table one hour before its start, but not earlier", async () => {
  using opened = await openFull();
  const { house, step, first, given } = opened;
  await house.ok("cancel_booking", { id: first });
  const due = EVENING + 15 * MINUTE - HOUR;
  expect(await step.run(due - 1)).toBe(0);
  expect(step.nextDueAt(due - MINUTE, due + MINUTE)).toBe(due);
  expect(await step.run(due)).toBe(1);
  expect(given()).toEqual(["table-1"]);
});

test("the step reports how many parties it gave a table", async () => {
  using opened = await openFull();
  const { house, first } = opened;
  const searches: TableSearch[] = [];
  const step = stepOf(house, (search) => void searches.push(search));
  await house.ok("cancel_booking", { id: first });
  expect(await step.run(house.at)).toBe(1);
  expect(searches).toMatchObject([{ moved: 1, ended: 0 }]);
});

test("the step moves no other party for a party without a table; plan_tables does", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" }, "suggest");
  await booked(house, 2, "8:30 PM");
  house.at = EVENING + 35 * MINUTE;
  const four = await booked(house, 4, "7:45 PM");
  house.set({ ...PLAIN, seats: null, tables: { mode: "suggest", freezeMinutes: 10 } });
  expect(await stepOf(house).run(house.at)).toBe(0);
  expect(house.stored(four.id).tables).toEqual([]);
  await house.ok("plan_tables", { serviceDate: "2026-11-20" });
  expect(house.stored(four.id).tables).toHaveLength(2);
});

test.each([
  ["a freed table is offered to a waiting guest if every party has one", false],
  ["a party without a table comes before waiting guests", true],
])("%s", async (_, lacks) => {
  using house = openFloor(ONE, "required");
  const first = await booked(house, 2, "7:00 PM");
  house.at = EVENING - HOUR;
  const walkIn = { ...wish(2), email: "ada@example.com" };
  const second = lacks ? await overrule(house, "create_booking", walkIn) : null;
  const guest = { name: "Wim", phone: "+12127365001", numberOfPeople: 2 };
  await house.ok("add_to_waitlist", { ...guest, date: FRIDAY, time: "7:00 PM" });
  await house.ok("cancel_booking", { id: first.id });
  expect(house.stores.offers.liveOfPhone(guest.phone) === null).toBe(lacks);
  if (second !== null) {
    expect(house.stored(second.reservation.id as string).tables).toEqual(["table-1"]);
  }
});
