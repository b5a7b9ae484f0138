// Goal: after a service, the dashboard asks about exactly the parties without a mark, and each
// answer settles one. Method: an evening with marked and unmarked parties.
import { describe, expect, test } from "bun:test";
import { daySheet } from "../../../src/operations/desk/day-sheet.ts";
import { markCame } from "../../../src/operations/desk/mark-came.ts";
import { unmarkedParties } from "../../../src/operations/desk/unmarked-parties.ts";
import { EVENING, FRIDAY, HOUR, type House, MINUTE, openHouse } from "../house.ts";
import { HOST } from "./people.ts";

/** Instants after dinner, which closes at 11:30 PM. */
const NIGHT = EVENING + 5 * HOUR;
const NEXT_MORNING = EVENING + 16 * HOUR;

const listed = async (house: House, input: object = {}): Promise<string[]> => {
  const { structured } = await house.invoke(unmarkedParties, input, HOST);
  return (structured as { parties: { name: string }[] }).parties.map(({ name }) => name);
};

/** Four parties of Friday evening: one came, one was a no-show, two are unmarked. */
async function evening(house: House) {
  const book = (name: string, time = "7:00 PM") =>
    house.book({ name, date: FRIDAY, time, numberOfPeople: 2 });
  const [ada, ben, cleo, dora] = [
    await book("Ada"),
    await book("Ben"),
    await book("Cleo"),
    await book("Dora", "7:30 PM"),
  ];
  house.at = EVENING + 20 * MINUTE;
  await house.ok("mark_seated", { id: ada }, HOST);
  await house.ok("mark_no_show", { id: ben }, HOST);
  return { ada, ben, cleo, dora };
}

describe("the list of unmarked parties", () => {
  test("shows them from closing until the next morning", async () => {
    using house = openHouse();
    const { dora } = await evening(house);
    expect(await listed(house)).toEqual([]);
    await house.ok("mark_arrived", { id: dora }, HOST);
    house.at = NIGHT;
    expect(await listed(house)).toEqual(["Cleo", "Dora"]);
    house.at = NEXT_MORNING;
    expect(await listed(house)).toEqual(["Cleo", "Dora"]);
    expect(await listed(house, { date: FRIDAY })).toEqual(["Cleo", "Dora"]);
    house.at = NEXT_MORNING + 24 * HOUR;
    expect(await listed(house)).toEqual([]);
  });

  test("takes one of two answers for each party, and an answer is one logged change that can be undone", async () => {
    using house = openHouse();
    const { cleo, dora } = await evening(house);
    house.at = NIGHT;
    await house.invoke(markCame, { id: cleo }, HOST);
    await house.ok("mark_no_show", { id: dora }, HOST);
    expect(await listed(house)).toEqual([]);
    expect(house.stored(cleo)).toMatchObject({ status: "completed", completedAt: NIGHT });
    expect(house.stores.audit.ofReservation(cleo, 1)[0]?.operation).toBe("mark_came");
    const again = await house.invoke(markCame, { id: cleo }, HOST);
    expect(again.structured).toMatchObject({ changed: false });
    await house.ok("undo_last_change", { id: cleo }, HOST);
    expect(await listed(house)).toEqual(["Cleo"]);
  });

  test("is empty for a day without any mark", async () => {
    using house = openHouse();
    await house.book({ name: "Ada", date: FRIDAY, time: "7:00 PM" });
    house.at = NIGHT;
    expect(await listed(house)).toEqual([]);
  });

  test("takes no answer before closing", async () => {
    using house = openHouse();
    const { cleo } = await evening(house);
    const refused = await house.refused(markCame, { id: cleo }, HOST);
    expect(refused).toMatchObject({ code: "TOO_EARLY", retryable: true });
  });
});

test("the covers of a slot on the day sheet include late parties, and lateCovers counts these alone", async () => {
  using house = openHouse();
  await evening(house);
  house.at = EVENING + 40 * MINUTE;
  const { structured } = await house.invoke(daySheet, { date: FRIDAY }, HOST);
  const slots = (
    structured as { services: { slots: { from: number; covers: number; lateCovers: number }[] }[] }
  ).services.flatMap((one) => one.slots);
  const at = (minutes: number) =>
    slots.find(({ from }) => from === EVENING + minutes * MINUTE) ?? null;
  expect(at(0)).toMatchObject({ covers: 4, lateCovers: 2 });
  expect(at(30)).toMatchObject({ covers: 6, lateCovers: 4 });
  expect(at(45)).toMatchObject({ lateCovers: 0 });
});
