// A small restaurant on a full evening, with its door list.
import { type WaitingGuest, waitingGuests } from "../../../src/operations/desk/waiting-guests.ts";
import { addToDoor } from "../../../src/operations/door/add-to-door.ts";
import type { DoorResult } from "../../../src/operations/door/door-result.ts";
import { HOST } from "../desk/people.ts";
import { EVENING, FRIDAY, type House, MINUTE, openHouse, PLAIN } from "../house.ts";

export const MAX = "+12127365001";

/**
 * All ten seats are taken by a party that was seated at seven and leaves at 8:45 at the earliest.
 */
export async function fullHouse(overrides: object = {}): Promise<House & { first: string }> {
  const house = openHouse({ ...PLAIN, seats: 10, ...overrides });
  const first = await house.book({ numberOfPeople: 10, date: FRIDAY, time: "7:00 PM" });
  house.at = EVENING;
  await house.ok("mark_seated", { id: first }, HOST);
  house.at = EVENING + 30 * MINUTE;
  return Object.assign(house, { first });
}

/** Adds Max to the door list: a party of two, unless `input` says otherwise. */
export const add = async (house: House, input: object = {}): Promise<DoorResult> =>
  (await house.invoke(addToDoor, { name: "Max", numberOfPeople: 2, ...input }, HOST))
    .structured as unknown as DoorResult;

export const added = async (house: House, input: object = {}): Promise<string> =>
  (await add(house, input)).entry.id ?? "";

/** All entries of the waitlist and the door list. */
export const line = async (house: House): Promise<WaitingGuest[]> =>
  ((await house.invoke(waitingGuests, {}, HOST)).structured as { guests: WaitingGuest[] }).guests;

export const entryOf = (house: House, id: string) => house.stores.waitlist.entry(id);
