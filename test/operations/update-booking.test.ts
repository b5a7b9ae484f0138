// Goal: an update changes only the fields that the call names, and the guest gets each text once,
// with the new facts. Method: updates over a real database, with checks of the outbox, the log and
// the freed seats after each.
import { describe, expect, test } from "bun:test";
import { published, said } from "../support/said.ts";
import { ADA, DAY, EVENING, FRIDAY, HOUR, MINUTE, NOW, openHouse, PLAIN } from "./house.ts";

const ASKING = { ...PLAIN, attendance: {} };

describe("the questions to a guest who is asked to confirm", () => {
  const due = (house: ReturnType<typeof openHouse>, id: string) =>
    house
      .messages(id)
      .filter(({ state }) => state === "due")
      .map(({ kind, dueAt, body }) => [kind, dueAt, /table for (\d)/.exec(body)?.[1]]);

  test("are planned again for a new time", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    const { reservation } = await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(reservation.attendance).toBe("pending");
    expect(due(house, id)).toEqual([
      ["attendance_ask", EVENING + HOUR - DAY, "4"],
      ["follow_up", EVENING - 4 * HOUR, "4"],
    ]);
    expect(house.texts(id)).toEqual([
      "confirmation delivered",
      "attendance_ask due",
      "follow_up due",
    ]);
  });
  test("keep their times, with the new size, if only the size changes", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    const before = due(house, id);
    await house.ok("update_booking", { id, numberOfPeople: 3 });
    expect(due(house, id)).toEqual(before.map(([kind, at]) => [kind, at, "3"]));
  });
  test("are still sent if the size changes so late that a new booking would get no question", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = EVENING - DAY + MINUTE;
    house.deliver();
    await house.ok("update_booking", { id, numberOfPeople: 3 });
    expect(house.texts(id)).toEqual([
      "confirmation delivered",
      "attendance_ask delivered",
      "follow_up due",
    ]);
    expect(due(house, id)).toEqual([["follow_up", EVENING - 5 * HOUR, "3"]]);
  });
  test("are not sent to a phone that opted out meanwhile", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.deliver();
    house.stores.optOuts.add(ADA, house.at);
    await house.ok("update_booking", { id, numberOfPeople: 3 });
    expect(due(house, id)).toEqual([]);
  });
  test("are unchanged by notes, and a change of size keeps the guest's answer", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    const texts = house.texts(id);
    await house.ok("update_booking", { id, notes: "Window", seatingNotes: "12" });
    expect(house.texts(id)).toEqual(texts);
    const present = house.stores.reservations.get(id);
    if (present === null) throw new Error("gone");
    await house.writer.write(() =>
      house.stores.reservations.update({
        ...present,
        attendance: "confirmed",
        revision: present.revision + 1,
      }),
    );
    const { reservation } = await house.ok("update_booking", { id, numberOfPeople: 3 });
    expect(reservation.attendance).toBe("confirmed");
    expect(due(house, id).map(([kind]) => kind)).toEqual(["confirmation"]);
  });
});

describe("the text about a change", () => {
  test("is not sent by default", async () => {
    using house = openHouse();
    const id = await house.book({ phone: ADA });
    house.deliver();
    expect(await house.ok("update_booking", { id, time: "8:00 PM" })).toMatchObject({
      notifications: [],
      warnings: [],
    });
  });
  test("is sent for each change of time or size if the setting updateNotification is on", async () => {
    using house = openHouse({ ...PLAIN, updateNotification: true });
    const id = await house.book({ phone: ADA });
    house.deliver();
    for (const change of [{ time: "8:00 PM" }, { numberOfPeople: 3 }, { numberOfPeople: 4 }]) {
      const { notifications } = await house.ok("update_booking", { id, ...change });
      expect(notifications).toMatchObject([{ kind: "update", state: "queued" }]);
      house.deliver();
    }
    const noted = await house.ok("update_booking", { id, notes: "x" });
    expect(noted.notifications).toEqual([]);
    expect(house.texts(id).filter((text) => text === "update delivered")).toHaveLength(3);
  });
  test("is not sent for a silent reservation", async () => {
    using house = openHouse({ ...PLAIN, updateNotification: true });
    const id = await house.book({ phone: ADA, notifyCustomer: false });
    const { notifications, warnings } = await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(notifications).toMatchObject([{ kind: "update", state: "not_sent", why: "silent" }]);
    expect(warnings).toMatchObject([{ code: "NO_SMS", why: "silent" }]);
  });
  test("is a confirmation with the new time if the first confirmation was not sent yet", async () => {
    using house = openHouse({ ...PLAIN, updateNotification: true });
    const id = await house.book({ phone: ADA });
    const { notifications } = await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(notifications).toMatchObject([{ kind: "confirmation", state: "queued" }]);
    expect(notifications[0]?.body).toContain("8:00 PM");
    expect(house.texts(id)).toEqual(["confirmation void", "confirmation due"]);
    await house.ok("update_booking", { id, numberOfPeople: 2 });
    expect(house.texts(id)).toEqual(["confirmation void", "confirmation due"]);
  });
});

describe("an update records", () => {
  test("one entry in the log, with only the changed fields", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "old" });
    await house.ok("update_booking", { id, time: "7:30 PM", notes: "new", idempotencyKey: "k" });
    const [row] = house.stores.audit.ofReservation(id, 10);
    expect(row).toMatchObject({
      operation: "update_booking",
      principal: "key-1",
      idempotencyKey: "k",
      before: { startAt: EVENING, notes: "old" },
      after: { startAt: EVENING + 30 * MINUTE, notes: "new" },
    });
    expect(Object.keys(row?.after ?? {}).sort()).toEqual(["endAt", "notes", "startAt"]);
  });
  test("nothing if every field is already as requested", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "old", phone: ADA });
    const rows = house.rows();
    const same = { numberOfPeople: 4, date: FRIDAY, time: "7:00 PM", notes: "old" };
    expect(await house.ok("update_booking", { id, ...same, timestamp: EVENING })).toMatchObject({
      changed: false,
      reservation: { revision: 1 },
      notifications: [],
      waitlist: null,
    });
    expect(house.rows()).toEqual(rows);
  });
  test("freed seats after a move and after a smaller size, but not after a larger size or new notes", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("update_booking", { id, time: "8:00 PM" });
    await house.ok("update_booking", { id, numberOfPeople: 2 });
    await house.ok("update_booking", { id, numberOfPeople: 4 });
    await house.ok("update_booking", { id, notes: "x" });
    expect(house.freed()).toEqual([
      "update_booking 7:00 PM-8:45 PM",
      "update_booking 8:00 PM-9:45 PM",
    ]);
  });
  test("nothing in a dry run, whose answer is that of the real update", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    const rows = house.rows();
    const change = { id, time: "8:00 PM", numberOfPeople: 5, notes: "x" };
    const dry = await house.ok("update_booking", { ...change, dryRun: true });
    expect(house.rows()).toEqual(rows);
    expect(house.stores.reservations.get(id)?.revision).toBe(1);
    const real = await house.ok("update_booking", change);
    expect({ ...dry, dryRun: false }).toEqual(real);
  });
});

describe("an update by status:", () => {
  const changes = {
    start: { time: "8:00 PM" },
    size: { numberOfPeople: 3 },
    notes: { notes: "x" },
  };
  const states: [string, string[], string][] = [
    ["booked", [], "start size notes"],
    ["arrived", ["mark_arrived"], "start size notes"],
    ["seated", ["mark_seated"], "size notes"],
    ["completed", ["mark_seated", "mark_completed"], "notes"],
    ["no_show", ["mark_no_show"], "notes"],
    ["cancelled", ["cancel_booking"], "notes"],
  ];
  test.each(states)(
    "in status %s, the allowed changes are made and the others refused",
    async (_status, moves, allowed) => {
      for (const [name, change] of Object.entries(changes)) {
        using house = openHouse();
        const id = await house.book();
        house.at = EVENING + 20 * MINUTE;
        for (const move of moves) await house.ok(move, { id });
        const call = { id, ...change };
        if (allowed.split(" ").includes(name)) {
          expect(await house.ok("update_booking", call)).toMatchObject({ changed: true });
        } else {
          const refusal = await house.refused("update_booking", call);
          expect(refusal.code).toBe("INVALID_TRANSITION");
          expect(published(refusal.reasons[0])["possible"]).toContain("add_note");
        }
      }
    },
  );
  test("the refusal for a no-show names mark_arrived and mark_seated as long as the party may still come", async () => {
    using house = openHouse();
    const id = await house.book();
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id });
    const refusal = await house.refused("update_booking", { id, time: "8:00 PM" });
    expect(said(refusal)).toContain(`mark_arrived { id: "${id}" }, mark_seated { id: "${id}" }`);
    house.at = EVENING + 6 * HOUR;
    const late = await house.refused("update_booking", { id, time: "8:00 PM" });
    expect(said(late)).not.toContain("mark_");
  });
  test("after a move, a guest who has arrived is not asked to confirm", async () => {
    using house = openHouse({ ...PLAIN, attendance: { minLeadHours: 0 } });
    house.at = EVENING - 2 * HOUR;
    const id = await house.book({ phone: ADA });
    await house.ok("mark_arrived", { id });
    await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(house.texts(id).filter((text) => /ask|follow/.test(text))).toEqual([]);
  });
  test("after a move, a guest who has arrived is not flagged as one to call", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = EVENING - 2 * HOUR;
    await house.ok("mark_arrived", { id });
    const { reservation, warnings } = await house.ok("update_booking", { id, time: "8:00 PM" });
    expect(warnings).toEqual([]);
    expect(reservation).toMatchObject({ attendance: "pending", flags: [] });
  });
  test.each(["mark_arrived", "mark_seated"])(
    "after %s, a party that came early can become a large party without giving a phone number",
    async (mark) => {
      using house = openHouse({ ...ASKING, largeParty: { from: 8, mode: "allow" } });
      const id = await house.book({ email: "ada@example.com", numberOfPeople: 6 });
      house.at = EVENING - 5 * MINUTE;
      await house.ok(mark, { id });
      const { reservation } = await house.ok("update_booking", { id, numberOfPeople: 8 });
      expect(reservation.numberOfPeople).toBe(8);
    },
  );
});

describe("the timestamp of an update", () => {
  // The clocks go back at 2:00 AM on Sunday, November 1, 2026: 1:30 AM comes twice.
  const FIRST = 1_793_511_000_000;
  const SECOND = 1_793_514_600_000;
  const night = {
    ...PLAIN,
    services: [
      { name: "Night", days: ["sat"], opens: "22:00", lastSeating: "03:00", closes: "04:00" },
    ],
  };
  const wish = { date: "Sunday, November 1, 2026", time: "1:30 AM" };
  test("can move a reservation between the two instants of one wall time, and back", async () => {
    using house = openHouse(night);
    house.at = NOW - 25 * DAY;
    const made = await house.ok("create_booking", { name: "Ada", numberOfPeople: 2, ...wish });
    const id = made.reservation.id as string;
    expect(made.warnings[0]).toMatchObject({ code: "AMBIGUOUS_TIME", otherTimestamp: SECOND });
    for (const timestamp of [SECOND, FIRST]) {
      const { reservation, changed } = await house.ok("update_booking", { id, timestamp });
      expect(reservation).toMatchObject({ ...wish, timestamp });
      expect(changed).toBe(true);
    }
  });
  test("stays the second instant if date and time are sent unchanged", async () => {
    using house = openHouse(night);
    house.at = NOW - 25 * DAY;
    const call = { name: "Ada", numberOfPeople: 2, ...wish, timestamp: SECOND };
    const { reservation } = await house.ok("create_booking", call);
    const again = await house.ok("update_booking", { id: reservation.id, ...wish });
    expect(again).toMatchObject({ changed: false, reservation: { timestamp: SECOND } });
  });
  test("is refused if it disagrees with date and time", async () => {
    using house = openHouse();
    const id = await house.book();
    const refusal = await house.refused("update_booking", { id, timestamp: EVENING + HOUR });
    expect(refusal.code).toBe("TIMESTAMP_MISMATCH");
  });
  test("is refused if it is sent alone for a move, and the refusal says what to send instead", async () => {
    using house = openHouse();
    const id = await house.book();
    const timestamp = EVENING + DAY + HOUR;
    const meant = { date: "Saturday, November 21, 2026", time: "8:00 PM" };
    const message = said(await house.refused("update_booking", { id, timestamp }));
    expect(message).toContain(`pass date "${meant.date}" and time "${meant.time}"`);
    expect(message).not.toContain("Leave timestamp out");
    const { reservation } = await house.ok("update_booking", { id, timestamp, ...meant });
    expect(reservation).toMatchObject({ timestamp });
    const seconds = await house.refused("update_booking", { id, timestamp: timestamp / 1000 });
    expect(said(seconds)).toContain("milliseconds are expected");
  });
  test("is refused if it is the reservation's wall time read as UTC, and the refusal says so", async () => {
    using house = openHouse();
    const id = await house.book();
    const timestamp = Date.UTC(2026, 10, 20, 19, 0);
    const { reservation } = await house.ok("get_booking", { id });
    expect(reservation).toMatchObject({ date: FRIDAY, time: "7:00 PM" });
    const message = said(await house.refused("update_booking", { id, timestamp }));
    expect(message).toContain("read as UTC");
    expect(message).not.toContain("To move it");
  });
});

test("a waitlist entry ends when the guest's reservation is moved to a time that the guest waits for", async () => {
  using house = openHouse();
  const wish = { name: "Ada", phone: ADA, numberOfPeople: 4, date: FRIDAY };
  const id = await house.book({ phone: ADA, time: "5:00 PM" });
  const { entry } = await house.ok<{ entry: { id: string } }>("add_to_waitlist", {
    ...wish,
    time: "8:00 PM",
    replaces: id,
  });
  const { warnings } = await house.ok("update_booking", { id, time: "8:15 PM" });
  expect(warnings).toMatchObject([{ code: "WAITING_ENTRY_BOOKED", entryId: entry.id }]);
  expect(house.stores.waitlist.entry(entry.id)).toMatchObject({ status: "booked", bookingId: id });
});

test("the refusal of a move names the whole interval without seats, not only its first minutes", async () => {
  using house = openHouse();
  const id = await house.book({ numberOfPeople: 4, time: "6:00 PM" });
  await house.book({ numberOfPeople: 20, time: "7:45 PM" });
  await house.book({ numberOfPeople: 8, time: "7:45 PM" });
  const refusal = await house.refused("update_booking", { id, time: "6:10 PM" });
  expect(refusal.reasons).toMatchObject([
    { code: "CAPACITY_FULL", present: 28, needed: 4, limit: 30 },
  ]);
  expect(said(refusal)).toContain("28 of 30 seats are taken between 7:45 PM and 10:15 PM");
});
