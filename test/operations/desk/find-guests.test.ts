// Goal: a host who types a name or a phone sees what the restaurant knows of the guest: earlier
// visits, no-shows, current reservations and the latest notes.
import { describe, expect, test } from "bun:test";
import { findGuests, type KnownGuest } from "../../../src/operations/desk/find-guests.ts";
import { ADA, caller, EVENING, HOUR, type House, openHouse, TRATTORIA } from "../house.ts";
import { HOST } from "./people.ts";

const guests = async (house: House, typed: object): Promise<readonly KnownGuest[]> =>
  (await house.invoke(findGuests, typed, HOST)).structured["guests"] as KnownGuest[];

const DAY_BEFORE = "Thursday, November 19, 2026";

/** Ada came on Thursday (with a note), was a no-show once, and is booked for Friday. */
async function knownHouse(): Promise<House> {
  const house = openHouse();
  const came = await house.book({
    name: "Ada Lovelace",
    phone: ADA,
    date: DAY_BEFORE,
    email: "ada@example.com",
  });
  await house.ok("update_booking", { id: came, foodDrinkNotes: "Nut allergy" });
  const missed = await house.book({
    name: "Ada L.",
    phone: ADA,
    date: DAY_BEFORE,
    time: "9:15 PM",
  });
  await house.book({ name: "Ada", phone: ADA, numberOfPeople: 4 });
  await house.book({ name: "Adam", phone: undefined });
  house.at = EVENING - 24 * HOUR;
  await house.ok("mark_seated", { id: came });
  await house.ok("mark_completed", { id: came });
  house.at = EVENING - 20 * HOUR;
  await house.ok("mark_no_show", { id: missed });
  return house;
}

describe("looking up a guest", () => {
  test.each([
    ["a part of the name, without case and accents", { name: "ádA l" }],
    ["the last digits of the phone", { phone: "5000" }],
    ["the phone as it is written, whatever the name", { phone: "(212) 736-5000", name: "Nobody" }],
  ])("finds them by %s", async (_, typed) => {
    using house = await knownHouse();
    const [ada, ...others] = await guests(house, typed);
    expect(others).toEqual([]);
    expect(ada).toMatchObject({
      phone: ADA,
      email: "ada@example.com",
      visits: 1,
      lastVisit: EVENING - 24 * HOUR,
      noShows: 1,
      coming: [{ timestamp: EVENING, numberOfPeople: 4 }],
      notes: [{ field: "foodDrinkNotes", text: "Nut allergy" }],
    });
  });
  test("treats reservations with the same phone as one guest, and those without a phone as another", async () => {
    using house = await knownHouse();
    const found = await guests(house, { name: "ada" });
    expect(found.map(({ name, phone }) => [name.slice(0, 3), phone])).toEqual([
      ["Ada", ADA],
      ["Ada", null],
    ]);
  });
  test.each([[{}], [{ name: "a" }], [{ phone: "500" }], [{ name: "zz" }], [{ name: "da" }]])(
    "finds nobody for %j",
    async (typed) => {
      using house = await knownHouse();
      expect(await guests(house, typed)).toEqual([]);
    },
  );
  test("finds no guests of another restaurant", async () => {
    using house = await knownHouse();
    await house.book({ name: "Adele", brand: TRATTORIA }, caller({ brands: [TRATTORIA] }));
    expect((await guests(house, { name: "adele" })).map(({ name }) => name)).toEqual([]);
  });
});
