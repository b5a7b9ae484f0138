// Goal: if a move took its guest off the waitlist, the undo puts the guest back, but never twice.
// Method: moves and undos over a real database.
import { describe, expect, test } from "bun:test";
import type { WireEntry } from "../../src/operations/waitlist/wire-entry.ts";
import { offer } from "../storage/samples.ts";
import { ADA, BISTRO, EVENING, FRIDAY, HOUR, type House, MINUTE, openHouse } from "./house.ts";

const WISH = { name: "Ada", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "8:00 PM" };

const wait = async (house: House, change: object = {}): Promise<string> => {
  const { entry } = await house.ok<{ entry: WireEntry }>("add_to_waitlist", { ...WISH, ...change });
  return entry.id ?? "";
};
const entryOf = (house: House, id: string) => {
  const found = house.stores.waitlist.entry(id);
  if (found === null) throw new Error(`There is no entry ${id}`);
  return found;
};

/**
 * Books a guest at 5:00 PM, puts the guest on the waitlist for 8:00 PM, and moves the reservation
 * to 8:15 PM.
 */
async function moved(house: House) {
  const id = await house.book({ phone: ADA, time: "5:00 PM" });
  const entryId = await wait(house);
  house.at += MINUTE;
  await house.ok("update_booking", { id, time: "8:15 PM" });
  expect(entryOf(house, entryId)).toMatchObject({ status: "booked", bookingId: id });
  house.at += MINUTE;
  return { id, entryId };
}
const undo = (house: House, id: string) => house.ok("undo_last_change", { id });

describe("the undo of a move that took its guest off the waitlist", () => {
  test("puts the guest back on the waitlist; list_waitlist and the audit log show it", async () => {
    using house = openHouse({ waitlist: { enabled: false } });
    const { id, entryId } = await moved(house);
    await undo(house, id);
    expect(entryOf(house, entryId)).toMatchObject({ status: "waiting", bookingId: null });
    const { entries } = await house.ok<{ entries: WireEntry[] }>("list_waitlist", {});
    expect(entries).toMatchObject([{ id: entryId, status: "waiting", bookingId: null }]);
    const operations = house.database
      .query("SELECT operation FROM audit WHERE entry_id = ? ORDER BY sequence DESC LIMIT 1")
      .all(entryId);
    expect(operations).toEqual([{ operation: "undo_last_change" }]);
  });

  test("withdraws the offer that the move had used", async () => {
    using house = openHouse({ waitlist: { enabled: false } });
    const id = await house.book({ phone: ADA, time: "5:00 PM" });
    const entryId = await wait(house);
    const held = offer({
      entryId,
      brand: BISTRO,
      phone: ADA,
      partySize: 4,
      startAt: EVENING + HOUR,
      endAt: EVENING + HOUR + 105 * MINUTE,
      holdUntil: house.at + HOUR,
    });
    house.stores.offers.insert(held);
    house.stores.waitlist.update({ ...entryOf(house, entryId), status: "offered" });
    await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(house.stores.offers.get(held.id)?.state).toBe("accepted");
    await undo(house, id);
    expect(house.stores.offers.get(held.id)?.state).toBe("withdrawn");
    expect(entryOf(house, entryId)).toMatchObject({ status: "waiting", bookingId: null });
  });

  test("adds no second entry if the guest has joined again meanwhile", async () => {
    using house = openHouse({ waitlist: { enabled: false } });
    const { id, entryId } = await moved(house);
    const again = await wait(house, { time: "8:30 PM" });
    expect(again).not.toBe(entryId);
    await undo(house, id);
    expect([entryId, again].map((one) => entryOf(house, one).status)).toEqual([
      "booked",
      "waiting",
    ]);
  });

  test("in a dry run changes nothing", async () => {
    using house = openHouse({ waitlist: { enabled: false } });
    const { id, entryId } = await moved(house);
    await house.ok("undo_last_change", { id, dryRun: true });
    expect(entryOf(house, entryId).status).toBe("booked");
  });
});

test("the undo of a later change leaves the guest off the waitlist", async () => {
  using house = openHouse({ waitlist: { enabled: false } });
  const { id, entryId } = await moved(house);
  await house.ok("update_booking", { id, time: "8:30 PM" });
  await undo(house, id);
  expect(house.stored(id).startAt).toBe(EVENING + 75 * MINUTE);
  expect(entryOf(house, entryId)).toMatchObject({ status: "booked", bookingId: id });
});
