// Goal: while a waiting guest's phone takes no texts, the waitlist shows it.
import { expect, test } from "bun:test";
import { ADA, FRIDAY, NOW, openHouse } from "./house.ts";

test("a phone that opted out is shown as SMS off until it opts in again", async () => {
  using house = openHouse();
  const wish = { name: "Ada", phone: ADA, numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
  await house.ok("add_to_waitlist", wish);
  const codes = async () => {
    const { entries } = await house.ok<{
      entries: { passedOver: { code: string }[] }[];
    }>("list_waitlist", {});
    return entries.flatMap(({ passedOver }) => passedOver.map(({ code }) => code));
  };
  expect(await codes()).toEqual([]);
  house.stores.optOuts.add(ADA, NOW);
  expect(await codes()).toEqual(["SMS_OFF"]);
  house.stores.optOuts.remove(ADA);
  expect(await codes()).toEqual([]);
});
