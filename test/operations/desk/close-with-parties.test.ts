// Goal: a manager closes a day or a service and, in the same step, moves, cancels or keeps each
// party as chosen. Reopening restores no reservation. Method: the operation over a real database.
import { describe, expect, test } from "bun:test";
import { type Closing, closeWithParties } from "../../../src/operations/desk/close-with-parties.ts";
import { ADA, FRIDAY, HOUR, type House, openHouse, PLAIN } from "../house.ts";
import { HOST, MANAGER } from "./people.ts";

const DATE = "2026-11-20";
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const at = (name: string, opens: string, closes: string) => ({
  name,
  days: DAYS,
  opens,
  lastSeating: opens,
  closes,
});
const LUNCH = { ...at("Lunch", "12:00", "15:00"), lastSeating: "14:00" };
const DINNER = { ...at("Dinner", "17:00", "23:30"), lastSeating: "21:30" };
const TWO = { ...PLAIN, services: [LUNCH, DINNER] };
/** The brand sends no texts about cancellations, unless a manager chooses it. */
const QUIET = { ...TWO, cancelNotification: false };

const close = async (house: House, input: object = {}): Promise<Closing> =>
  (await house.invoke(closeWithParties, { date: FRIDAY, ...input }, MANAGER))
    .structured as unknown as Closing;

const special = (house: House) => house.stores.brands.get("bistro")?.settings.specialDays[DATE];
const outcomes = ({ concerned }: Closing) =>
  concerned.map(({ name, phone, outcome, text }) => [name, phone, outcome, text]);

/** Lea has lunch and no phone; Ada and Bob have dinner and got texts about it. */
async function threeParties(house: House) {
  const lea = await house.book({ name: "Lea", phone: undefined, time: "12:30 PM" });
  const ada = await house.book({ name: "Ada", phone: ADA });
  const bob = await house.book({ name: "Bob", phone: "+12127365001", time: "8:00 PM" });
  house.deliver();
  return { lea, ada, bob };
}

describe("closing a day with its parties", () => {
  test("as a dry run lists the parties with their phones' last digits and changes nothing", async () => {
    using house = openHouse(TWO);
    await threeParties(house);
    const before = house.rows();
    const answer = await close(house, { dryRun: true });
    expect(outcomes(answer)).toEqual([
      ["Lea", null, "kept", "none"],
      ["Ada", "5000", "kept", "none"],
      ["Bob", "5001", "kept", "none"],
    ]);
    expect(answer).toMatchObject({ date: DATE, closed: true, changed: true, dryRun: true });
    expect(house.rows()).toEqual(before);
    expect(special(house)).toBeUndefined();
  });

  test("does what was chosen for each party, even if the restaurant sends no texts about cancellations", async () => {
    using house = openHouse(QUIET);
    const { lea, ada, bob } = await threeParties(house);
    const answer = await close(house, {
      note: "Wedding",
      parties: [
        { id: lea, choice: "text and cancel" },
        { id: ada, choice: "text and cancel" },
        { id: bob, choice: "cancel" },
      ],
    });
    expect(outcomes(answer)).toEqual([
      ["Lea", null, "cancelled", "not_sent"],
      ["Ada", "5000", "cancelled", "planned"],
      ["Bob", "5001", "cancelled", "none"],
    ]);
    expect(answer.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Lea: .*phone/),
    ]);
    expect(special(house)).toEqual({ closed: true, note: "Wedding" });
    expect(house.texts(ada)).toEqual(["confirmation delivered", "cancellation due"]);
    expect(house.texts(bob)).toEqual(["confirmation delivered"]);
    expect(house.stored(bob).status).toBe("cancelled");
  });

  test("moves a party to a time that the dry run showed as free", async () => {
    using house = openHouse(TWO);
    const { lea } = await threeParties(house);
    const listed = await close(house, { service: "Lunch", dryRun: true });
    const [party] = listed.concerned;
    expect(party?.freeTimes.map(({ time }) => time)).toEqual([
      "5:00 PM",
      "5:15 PM",
      "5:30 PM",
      "12:30 PM",
      "12:30 PM",
    ]);
    const moveTo = party?.freeTimes[0]?.timestamp;
    const answer = await close(house, {
      service: "Lunch",
      parties: [{ id: lea, revision: party?.revision, choice: { moveTo } }],
    });
    expect(answer.concerned).toMatchObject([{ outcome: "moved", time: "5:00 PM", freeTimes: [] }]);
    expect(house.stored(lea)).toMatchObject({ startAt: moveTo, service: "Dinner" });
  });

  test.each([
    ["planned", { updateNotification: true }, false],
    ["not_sent", { updateNotification: true }, true],
    ["none", { updateNotification: false, attendance: {} }, false],
  ] as const)("says what happens to a moved party's text: %s", async (text, settings, optedOut) => {
    using house = openHouse({ ...TWO, ...settings });
    const { ada } = await threeParties(house);
    if (optedOut) house.stores.optOuts.add(ADA, house.at);
    const listed = await close(house, { service: "Dinner", dryRun: true });
    const party = listed.concerned.find(({ id }) => id === ada);
    const moveTo = party?.freeTimes[0]?.timestamp;
    const parties = [{ id: ada, revision: party?.revision, choice: { moveTo } }];
    const answer = await close(house, { service: "Dinner", parties });
    expect(answer.concerned.find(({ id }) => id === ada)).toMatchObject({ outcome: "moved", text });
  });

  test("keeps a party whose new time was taken meanwhile, and says why", async () => {
    using house = openHouse({ ...TWO, seats: 4 });
    const lea = await house.book({ name: "Lea", time: "12:30 PM", numberOfPeople: 4 });
    const listed = await close(house, { service: "Lunch", dryRun: true });
    const moveTo = listed.concerned[0]?.freeTimes[0]?.timestamp;
    await house.book({ name: "Ada", time: "5:00 PM", numberOfPeople: 4 });
    const answer = await close(house, {
      service: "Lunch",
      parties: [{ id: lea, choice: { moveTo } }],
    });
    expect(outcomes(answer)).toEqual([["Lea", null, "kept", "none"]]);
    expect(answer.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Lea was not moved\. .*seats/),
    ]);
    expect(special(house)?.services?.map(({ name }) => name)).toEqual(["Dinner"]);
  });

  test("keeps every party for which nothing was chosen", async () => {
    using house = openHouse(TWO);
    const { ada } = await threeParties(house);
    const answer = await close(house);
    expect(answer.concerned.map(({ outcome }) => outcome)).toEqual(["kept", "kept", "kept"]);
    expect(house.stored(ada).status).toBe("booked");
    expect(special(house)).toEqual({ closed: true });
  });

  test("can close one service and leave the other unchanged", async () => {
    using house = openHouse(TWO);
    const { lea } = await threeParties(house);
    const answer = await close(house, { service: "dinner", parties: "cancel" });
    expect(outcomes(answer).map(([name, , outcome]) => [name, outcome])).toEqual([
      ["Ada", "cancelled"],
      ["Bob", "cancelled"],
    ]);
    expect(answer.closed).toBe(false);
    expect(house.stored(lea).status).toBe("booked");
    expect(special(house)?.services?.map(({ name }) => name)).toEqual(["Lunch"]);
    expect((await close(house, { service: "Lunch" })).closed).toBe(true);
  });

  test("refuses an unknown service, and names the existing ones", async () => {
    using house = openHouse(TWO);
    const error = await house.refused(
      closeWithParties,
      { date: FRIDAY, service: "Brunch" },
      MANAGER,
    );
    expect(error.reasons[0]).toMatchObject({ parameter: "service", services: ["Lunch", "Dinner"] });
  });

  test("withdraws the questions to cancelled parties, and keeps those to kept parties", async () => {
    using house = openHouse({ ...TWO, attendance: {} });
    const { ada, bob } = await threeParties(house);
    const planned = (id: string) => house.texts(id).filter((text) => /ask|follow/.test(text));
    expect(planned(ada)).not.toEqual([]);
    const kept = planned(bob);
    await close(house, { parties: [{ id: ada, choice: "cancel" }] });
    expect(planned(ada)).toEqual([]);
    expect(planned(bob)).toEqual(kept);
  });

  test("in quiet hours delays its texts by more than an hour", async () => {
    using house = openHouse(TWO);
    const { ada } = await threeParties(house);
    house.at += 13 * HOUR;
    await close(house, { parties: "text and cancel" });
    const text = house.messages(ada).find(({ kind }) => kind === "cancellation");
    expect((text?.dueAt ?? 0) - house.at).toBeGreaterThan(HOUR);
  });

  test("sends no text to guests who opted out", async () => {
    using house = openHouse(TWO);
    await threeParties(house);
    house.stores.optOuts.add(ADA, house.at);
    const answer = await close(house, { parties: "text and cancel" });
    expect(answer.concerned.find(({ name }) => name === "Ada")?.text).toBe("not_sent");
  });

  test("does not touch a party that was changed meanwhile, and names it", async () => {
    using house = openHouse(TWO);
    const { ada, bob } = await threeParties(house);
    const listed = (await close(house, { dryRun: true })).concerned;
    await house.ok("update_booking", { id: ada, numberOfPeople: 3 });
    await house.ok("cancel_booking", { id: bob });
    const answer = await close(house, {
      parties: listed.map(({ id, revision }) => ({ id, revision, choice: "text and cancel" })),
    });
    expect(outcomes(answer).map(([name, , outcome]) => [name, outcome])).toEqual([
      ["Lea", "cancelled"],
      ["Ada", "changed_meanwhile"],
      ["Bob", "changed_meanwhile"],
    ]);
    expect(answer.warnings.map(({ message }) => message)).toContain(
      "The reservation of Ada was changed in the meantime and was left as it is.",
    );
    expect(house.stored(ada)).toMatchObject({ status: "booked", partySize: 3 });
  });

  test("a second time changes nothing more", async () => {
    using house = openHouse(TWO);
    const { ada } = await threeParties(house);
    const parties = [{ id: ada, revision: house.stored(ada).revision, choice: "cancel" }];
    await close(house, { parties });
    const again = await close(house, { parties });
    expect(again).toMatchObject({ changed: false, warnings: [] });
    expect(again.cancelled.map(({ name }) => name)).toEqual(["Ada"]);
  });

  test("does not offer the cancelled parties' seats to waiting guests", async () => {
    using house = openHouse({ ...TWO, seats: 4 });
    const ada = await house.book({ name: "Ada", phone: ADA, numberOfPeople: 4 });
    const wish = { name: "Wim", phone: "+12127365009", numberOfPeople: 4 };
    await house.ok("add_to_waitlist", { ...wish, date: FRIDAY, time: "7:00 PM" });
    await close(house, { parties: "cancel" });
    expect(house.stored(ada).status).toBe("cancelled");
    expect(house.stores.offers.liveOfPhone("+12127365009")).toBeNull();
  });

  test("needs a manager", async () => {
    using house = openHouse(TWO);
    const error = await house.refused(closeWithParties, { date: FRIDAY }, HOST);
    expect(error.reasons[0]?.code).toBe("FORBIDDEN_TOOL");
  });
});

test("parties outside shortened hours can be cancelled without closing anything", async () => {
  using house = openHouse(TWO);
  const { lea, bob } = await threeParties(house);
  const early = { ...at("Dinner", "17:00", "19:30"), lastSeating: "19:00" };
  house.set({
    ...TWO,
    timeZone: "America/New_York",
    defaultCountry: "US",
    services: [LUNCH, early],
  });
  const answer = await close(house, { keepHours: true, parties: "cancel" });
  expect(answer.concerned.map(({ name }) => name)).toEqual(["Bob"]);
  expect(house.stored(bob).status).toBe("cancelled");
  expect(house.stored(lea).status).toBe("booked");
  expect(special(house)).toBeUndefined();
});

describe("reopening a day", () => {
  test("restores the usual hours but no cancelled party, and names the cancelled parties", async () => {
    using house = openHouse(TWO);
    const { ada } = await threeParties(house);
    await close(house, { parties: "cancel" });
    const answer = await close(house, { reopen: true });
    expect(answer).toMatchObject({ closed: false, changed: true, concerned: [] });
    expect(answer.cancelled.map(({ name }) => name)).toEqual(["Lea", "Ada", "Bob"]);
    expect(special(house)).toBeUndefined();
    expect(house.stored(ada).status).toBe("cancelled");
    expect((await close(house, { reopen: true })).changed).toBe(false);
  });

  test("takes back only the latest closing, and restores the special hours from before it", async () => {
    const brunch = { services: [{ ...LUNCH, name: "Brunch" }, DINNER] };
    using house = openHouse({ ...TWO, specialDays: { [DATE]: brunch } });
    await close(house, { service: "Brunch" });
    await close(house);
    await close(house, { reopen: true });
    expect(special(house)?.services?.map(({ name }) => name)).toEqual(["Dinner"]);
    await close(house, { reopen: true });
    expect(special(house)?.services?.map(({ name }) => name)).toEqual(["Brunch", "Dinner"]);
  });

  test("removes a special day that was closed in the settings", async () => {
    using house = openHouse({ ...TWO, specialDays: { [DATE]: { closed: true } } });
    await close(house, { reopen: true });
    expect(special(house)).toBeUndefined();
  });

  test("does not name a party whose cancellation was undone", async () => {
    using house = openHouse(TWO);
    const { ada } = await threeParties(house);
    await close(house, { parties: "cancel" });
    await close(house, { reopen: true });
    house.at += HOUR;
    await house.ok("undo_last_change", { id: ada }, MANAGER);
    const { cancelled } = await close(house, { dryRun: true, keepHours: true });
    expect(cancelled.map(({ name }) => name)).toEqual(["Lea", "Bob"]);
  });
});
