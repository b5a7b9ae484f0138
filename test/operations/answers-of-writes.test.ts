// Goal: the answer to a write is short and true, and has everything that an assistant must tell its
// user. Method: one test for each sentence that an assistant might otherwise get wrong.
import { describe, expect, test } from "bun:test";
import { errorText } from "../../src/operations/call/refusals.ts";
import { said } from "../support/said.ts";
import {
  ADA,
  caller,
  EVENING,
  FRIDAY,
  HOUR,
  type House,
  MINUTE,
  openHouse,
  PLAIN,
} from "./house.ts";

const TEXTED = { ...PLAIN, cancelNotification: true };
const ASKED = { ...PLAIN, attendance: {} };
const WISH = { name: "Ana Lopez", phone: ADA, numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };

const call = async (house: House, tool: string, input: object) => await house.invoke(tool, input);
const linesOf = async (house: House, tool: string, input: object) =>
  (await call(house, tool, input)).text.split("\n");

describe("the texts named in an answer", () => {
  test("take one line, after the line of the reservation; their bodies are in the data only", async () => {
    using house = openHouse(ASKED);
    const { text, structured } = await call(house, "create_booking", WISH);
    const id = (structured as { reservation: { id: string } }).reservation.id;
    expect(text.split("\n")).toEqual([
      `Done. ${id}: Ana Lopez, party of 4, ${FRIDAY} at 7:00 PM, booked (attendance pending).`,
      "A text goes now to Ana Lopez, phone ending 5000: confirmation. Attendance question Thu Nov 19 7:00 PM. Follow-up question Fri Nov 20 2:00 PM.",
    ]);
    const { notifications } = structured as { notifications: { body: string }[] };
    for (const { body } of notifications) expect(text).not.toContain(body);
  });
  test("have times that say tonight or tomorrow", async () => {
    using house = openHouse(ASKED);
    house.at = EVENING - 26 * HOUR;
    const [, texts] = await linesOf(house, "create_booking", WISH);
    expect(texts).toContain(
      "Attendance question tonight 7:00 PM. Follow-up question tomorrow 2:00 PM.",
    );
  });
  test("are, in a dry run, those that would be sent", async () => {
    using house = openHouse(TEXTED);
    const before = house.rows();
    const lines = await linesOf(house, "create_booking", { ...WISH, dryRun: true });
    expect(lines[0]).toStartWith(
      "Dry run, nothing was changed. The result would be: (no id yet): Ana",
    );
    expect(lines[1]).toStartWith("A text would go now to Ana Lopez");
    expect(house.rows()).toEqual(before);
    const id = await house.book(WISH);
    house.deliver();
    const cancelled = (await linesOf(house, "cancel_booking", { id, dryRun: true })).join("\n");
    expect(cancelled).toContain(
      "A text would go now to Ana Lopez, phone ending 5000: cancellation.",
    );
    expect(cancelled).toContain("Seats would come free. Nobody is waiting for that time.");
  });
  test("include the offer of freed seats, with the guest's name, also in a dry run", async () => {
    using house = openHouse({ ...PLAIN, seats: 4, maxPartySize: 4 });
    const id = await house.book({ numberOfPeople: 4 });
    const wish = { name: "Nora Abbott", phone: "+12127360190", numberOfPeople: 4, date: FRIDAY };
    await house.ok("add_to_waitlist", { ...wish, time: "7:00 PM" });
    const dry = (await call(house, "cancel_booking", { id, dryRun: true })).text;
    expect(dry).toContain(
      "Seats would come free: they would be offered to Nora Abbott, phone ending 0190",
    );
    const moved = await call(house, "update_booking", { id, date: "Saturday, November 21, 2026" });
    expect(moved.text).toContain(
      "Seats freed: offered to Nora Abbott, phone ending 0190, held until",
    );
    expect(moved.structured).toMatchObject({
      notifications: [{ recipient: "waiting_guest", name: "Nora Abbott", phone: "0190" }],
    });
  });
});

describe("the answer of update_booking", () => {
  test("has old and new value of each change, and says that the guest was not texted", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA, notes: "Window" });
    house.deliver();
    const change = { id, time: "8:15 PM", numberOfPeople: 6, notes: "Door" };
    const { text, structured } = await call(house, "update_booking", change);
    expect(text).toContain(
      'Changed: time from 7:00 PM to 8:15 PM; numberOfPeople from 4 to 6; notes (typed by people): "Door", replacing "Window".',
    );
    const why = "The guest gets no text about this change: this restaurant sends no change texts.";
    expect(text).toContain(why);
    expect(structured).toMatchObject({
      notTold: why,
      changes: [
        { field: "time", from: "7:00 PM", to: "8:15 PM" },
        { field: "numberOfPeople", from: 4, to: 6 },
        { field: "notes", from: "Window", to: "Door" },
      ],
    });
    const dry = (await call(house, "update_booking", { id, time: "8:30 PM", dryRun: true })).text;
    expect(dry).toContain("Would change: time from 8:15 PM to 8:30 PM.");
    expect(dry).toContain("The guest gets no text");
  });
  test("with notifyCustomer false names no text for this call, but the planned questions", async () => {
    using house = openHouse({ ...ASKED, updateNotification: true });
    const id = await house.book(WISH);
    house.deliver();
    const quiet = await call(house, "update_booking", {
      id,
      time: "8:00 PM",
      notifyCustomer: false,
    });
    expect(quiet.text).toContain(
      "The guest gets no text about this change: notifyCustomer is false.",
    );
    expect(quiet.structured).toMatchObject({
      reservation: { notifyCustomer: true },
      notifications: [{ kind: "attendance_ask" }, { kind: "follow_up" }],
    });
    const told = await call(house, "update_booking", { id, time: "8:15 PM" });
    expect(told.structured).toMatchObject({
      notTold: null,
      notifications: [{ kind: "update" }, {}, {}],
    });
  });
  test("with notifyCustomer true names no text if the brand sends none or the reservation is silent; notifyCustomer alone is refused as NOTHING_TO_UPDATE", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    house.deliver();
    const { notifications } = await house.ok("update_booking", {
      id,
      time: "8:00 PM",
      notifyCustomer: true,
    });
    expect(notifications).toEqual([]);
    house.set({ ...PLAIN, updateNotification: true });
    const silent = await house.book({
      phone: ADA,
      date: "Saturday, November 21, 2026",
      notifyCustomer: false,
    });
    const still = await house.ok("update_booking", {
      id: silent,
      time: "8:00 PM",
      notifyCustomer: true,
    });
    expect(still.notifications.filter(({ state }) => state === "queued")).toEqual([]);
    expect((await house.refused("update_booking", { id, notifyCustomer: false })).code).toBe(
      "NOTHING_TO_UPDATE",
    );
  });
  test("is followed by a new confirmation if the first was not sent yet, even with notifyCustomer false", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    await house.ok("update_booking", { id, time: "8:00 PM", notifyCustomer: false });
    expect(house.texts(id)).toEqual(["confirmation void", "confirmation due"]);
  });
});

describe("the text that cancel_booking sends", () => {
  const bodies = (house: House, id: string) => house.messages(id).map(({ body }) => body);
  const booked = async (house: House, change: object = {}) => {
    const id = await house.book({ phone: ADA, ...change });
    house.deliver();
    return id;
  };
  test("does not ask a guest who cancelled to call", async () => {
    using house = openHouse(TEXTED);
    const id = await booked(house);
    await house.ok("cancel_booking", { id, cancelledBy: "guest" });
    expect(bodies(house, id).at(-1)).toContain(
      "you have cancelled your table for 4 on Fri Nov 20 at 7:00 PM.",
    );
    expect(bodies(house, id).at(-1)).not.toContain("wrong");
  });
  test("asks the guest to call if the cancellation is wrong, unless a key for guests has cancelled", async () => {
    using house = openHouse(TEXTED);
    const id = await booked(house);
    await house.ok("cancel_booking", { id });
    expect(bodies(house, id).at(-1)).toContain(
      "has been cancelled. If that is wrong, please call us",
    );
    const other = await booked(house, { date: "Saturday, November 21, 2026" });
    await house.ok("cancel_booking", { id: other }, caller({ forGuests: true }));
    expect(bodies(house, other).at(-1)).toContain("you have cancelled");
  });
  test("is left out, and the answer says so, with notifyCustomer false or if the brand sends none", async () => {
    using house = openHouse(TEXTED);
    const id = await booked(house);
    const { text } = await call(house, "cancel_booking", { id, notifyCustomer: false });
    expect(text).toContain("The guest gets no text about this change: notifyCustomer is false.");
    expect(house.texts(id)).toEqual(["confirmation delivered"]);
    house.set({ ...PLAIN, cancelNotification: false });
    const other = await booked(house, { date: "Saturday, November 21, 2026" });
    const off = await call(house, "cancel_booking", { id: other });
    expect(off.text).toContain(
      "The guest gets no text about this change: this restaurant sends no cancellation texts.",
    );
  });
  test("uses the brand's template, also if the guest cancelled", async () => {
    const cancellation = "{brand}: cancelled, {day} {time}";
    using house = openHouse({ ...TEXTED, templates: { cancellation } });
    const id = await booked(house);
    await house.ok("cancel_booking", { id, cancelledBy: "guest" });
    expect(bodies(house, id).at(-1)).toBe("The bistro: cancelled, Fri Nov 20 7:00 PM");
  });
});

describe("the answer of a status mark", () => {
  test("says for mark_arrived that the stay has not moved, and for mark_seated when it now starts and ends", async () => {
    using house = openHouse();
    const id = await house.book();
    house.at = EVENING - 10 * MINUTE;
    const arrived = await call(house, "mark_arrived", { id });
    expect(arrived.text).toContain(
      "The stay has not moved: the table is kept from 7:00 PM to 8:45 PM.",
    );
    house.at = EVENING + 15 * MINUTE;
    const seated = await call(house, "mark_seated", { id });
    expect(seated.text).toContain(
      "Seated since 7:15 PM, the table is theirs until 9:00 PM: the stay has moved.",
    );
    const stay = { timestamp: house.at, endTimestamp: EVENING + 120 * MINUTE };
    expect(seated.structured).toMatchObject({ stay });
  });
});

describe("the warning about a possible duplicate", () => {
  const isDouble = ({ code }: { readonly code: string }): boolean => code === "POSSIBLE_DUPLICATE";
  test("appears for the same name and size at nearly the same time, but not for another size", async () => {
    using house = openHouse();
    const first = await house.book({ name: "Ivan Petrov", numberOfPeople: 8 });
    const again = { name: "ivan petrov", numberOfPeople: 8, time: "7:30 PM" };
    const { warnings } = await house.ok("create_booking", { date: FRIDAY, ...again });
    expect(warnings.filter(isDouble)).toMatchObject([{ id: first }]);
    const other = await house.ok("create_booking", { date: FRIDAY, ...again, numberOfPeople: 3 });
    expect(other.warnings.filter(isDouble)).toEqual([]);
  });
  test("appears even in a refusal, because the first call may have succeeded", async () => {
    using house = openHouse({ ...PLAIN, paceCovers: 10, maxPartySize: 10 });
    const wish = { name: "Ivan Petrov", numberOfPeople: 8, date: FRIDAY, time: "7:00 PM" };
    const first = await house.book(wish);
    const refusal = await house.refused("create_booking", wish);
    expect(refusal.code).toBe("PACE_FULL");
    expect(refusal.warnings).toMatchObject([{ code: "POSSIBLE_DUPLICATE", id: first }]);
    expect(errorText(refusal)).toContain(
      `POSSIBLE_DUPLICATE: A party of this name and size is already booked at that time: Ivan Petrov, 7:00 PM, party of 8 (${first}).`,
    );
  });
  test("does not appear for walk-ins, who may share a name", async () => {
    using house = openHouse();
    house.at = EVENING;
    await house.book({ name: "Walk-in", numberOfPeople: 2 });
    const walkIn = { name: "Walk-in", numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
    const { warnings } = await house.ok("create_booking", walkIn);
    expect(warnings.filter(isDouble)).toEqual([]);
  });
});

test("the answer for a walk-in without a phone says to tell the guest in person", async () => {
  using house = openHouse();
  house.at = EVENING;
  const walkIn = { name: "Walk-in", numberOfPeople: 2, date: FRIDAY, time: "7:00 PM" };
  const { text } = await call(house, "create_booking", walkIn);
  expect(text).toContain(
    "NO_SMS: No text was sent: this walk-in gave no phone. Tell the guest in person.",
  );
  house.at -= HOUR;
  expect((await call(house, "create_booking", walkIn)).text).toContain(
    "Tell the guest another way.",
  );
});

describe("the answer of add_to_waitlist", () => {
  const GUEST = { name: "Nora Abbott", phone: "+12127360190", numberOfPeople: 4, date: FRIDAY };
  test("to a call with a window and no time has the window and the guest's number on the list, and says that there is no room", async () => {
    using house = openHouse({ ...PLAIN, seats: 4, maxPartySize: 4 });
    await house.book({ time: "6:30 PM", numberOfPeople: 4 });
    const window = { earliestTime: "6:30 PM", latestTime: "7:30 PM" };
    const { text } = await call(house, "add_to_waitlist", { ...GUEST, ...window });
    expect(text).toContain(
      `Nora Abbott, phone ending 0190, party of 4, ${FRIDAY} between 6:30 PM and 7:30 PM, waiting, number 1 in the queue`,
    );
    expect(text).toContain(
      "A table that comes free between 6:30 PM and 7:30 PM is offered by text",
    );
    expect(text).toContain("There is no room at that time now.");
  });
  test("says that a second call with the same phone changed the first entry", async () => {
    using house = openHouse();
    const already = "This phone was on the waitlist already for an overlapping time: the entry";
    const wish = { ...GUEST, time: "7:00 PM" };
    expect((await call(house, "add_to_waitlist", wish)).text).not.toContain(already);
    house.at += 1000;
    const more = { ...wish, numberOfPeople: 5 };
    const dry = await call(house, "add_to_waitlist", { ...more, dryRun: true });
    expect(dry.text).toContain(`${already} would be changed, and no second entry made.`);
    const { text } = await call(house, "add_to_waitlist", more);
    expect(text).toContain(`${already} was changed, and no second entry was made.`);
    expect((await call(house, "add_to_waitlist", more)).text).not.toContain(already);
  });
  test("to a call with half a window and no time is a refusal that says what is missing", async () => {
    using house = openHouse();
    const refusal = await house.refused("add_to_waitlist", { ...GUEST, latestTime: "8:00 PM" });
    expect(said(refusal)).toContain("time must be given, or both earliestTime and latestTime");
  });
});

describe("the answer of list_waitlist", () => {
  test("numbers all guests, also those with an offer, and has phone, note and reasons in each row", async () => {
    using house = openHouse({ ...PLAIN, seats: 4, maxPartySize: 4 });
    const id = await house.book({ numberOfPeople: 4 });
    const guest = (name: string, phone: string) =>
      house.ok("add_to_waitlist", {
        name,
        phone,
        numberOfPeople: 4,
        date: FRIDAY,
        time: "7:00 PM",
        notes: "High chair",
      });
    await guest("Nora", "+12127360190");
    house.at += 1000;
    await guest("Omar", "+12127360191");
    await house.ok("cancel_booking", { id });
    const { text } = await call(house, "list_waitlist", { date: FRIDAY });
    expect(text).toMatch(
      /: Nora, phone ending 0190, .*, offered, number 1 in the queue, offered 7:00 PM/,
    );
    expect(text).toMatch(
      /: Omar, phone ending 0191, .*, waiting, number 2 in the queue; passed over for/,
    );
    expect(text).toContain('notes (typed by people): "High chair"');
    expect(text).toEndWith(`2 guests on the waitlist for ${FRIDAY}.`);
  });
});

test("the answer of add_note has the call that restores a replaced note, and that call works", async () => {
  using house = openHouse();
  const id = await house.book({ notes: "Birthday" });
  const { text } = await call(house, "add_note", { id, note: "Window" });
  expect(text).toContain(
    `It was: "Birthday". undo_last_change { id: "${id}" } can restore it within 15 minutes.`,
  );
  await house.ok("undo_last_change", { id });
  expect(house.stored(id).notes).toBe("Birthday");
  const appended = await call(house, "add_note", { id, note: "Window", append: true });
  expect(appended.text).toContain('notes (typed by people): "Birthday\\nWindow"');
  expect(appended.text).not.toContain("can restore it");
});
