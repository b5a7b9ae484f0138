// A restaurant with tables, for tests of which party gets which table.
import { BISTRO, FRIDAY, type House, openHouse, PLAIN } from "../operations/house.ts";
import { putFloor, type ShortFloor } from "./floor.ts";

export type Mode = "off" | "suggest" | "required";

/** Three tables and a combination in the room, and one table on the terrace. */
export const SMALL: ShortFloor = {
  areas: { Room: "1:2 2:2 3:4", Terrace: "T1:4" },
  joins: "1+2:3-5",
};

/** Opens a restaurant with tables. Use with `using`. */
export function openFloor(
  floor: ShortFloor = SMALL,
  mode: Mode = "required",
  more: object = {},
): House {
  const house = openHouse({ ...PLAIN, seats: null, maxPartySize: 20, tables: { mode }, ...more });
  putFloor(house.stores, BISTRO, floor);
  return house;
}

export const wish = (numberOfPeople: number, time = "7:00 PM", change: object = {}) => ({
  name: `Party of ${numberOfPeople}`,
  numberOfPeople,
  date: FRIDAY,
  time,
  ...change,
});

/** Books a party. The answer has the names of its tables. */
export async function booked(house: House, size: number, time?: string, change?: object) {
  const { reservation } = await house.ok("create_booking", wish(size, time, change));
  return { ...reservation, id: reservation.id as string };
}
