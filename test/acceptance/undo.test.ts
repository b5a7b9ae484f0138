// Goal: an undo reverses the principal's newest change if it is at most 15 minutes old, and nothing
// else.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PLAIN } from "./houses.ts";
import { dayAfter, instant, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let otherKey: string;
let days = 0;
const freshDay = () => dayAfter(TODAY, ++days);
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  key = await desk.house("house", { ...PLAIN, seats: 10 });
  otherKey = await desk.key(["house"]);
});
afterAll(() => desk?.close());

const guest = { name: "Ada", phone: "+12127365000", numberOfPeople: 4 };
async function book(date: string, wall = "19:00", extra: object = {}): Promise<string> {
  const args = { ...guest, ...when(date, wall), ...extra };
  return (await desk.ok("create_booking", args, key)).reservation.id as string;
}
const look = async (id: string) => (await desk.ok("get_booking", { id }, key)).reservation;
const undo = (id: string) => desk.ok("undo_last_change", { id }, key);

describe("what can be undone", () => {
  const changes: [string, "cancel_booking" | "update_booking" | "add_note", object][] = [
    ["a cancellation", "cancel_booking", {}],
    ["a move", "update_booking", { time: "8:30 PM" }],
    ["a changed party size", "update_booking", { numberOfPeople: 6 }],
    ["changed notes", "update_booking", { notes: "new", seatingNotes: "new" }],
    ["an added note", "add_note", { note: "more", append: true }],
    [
      "everything of one update",
      "update_booking",
      { time: "6:00 PM", numberOfPeople: 2, notes: "n" },
    ],
  ];
  test.each(changes)("%s", async (_name, tool, more) => {
    const id = await book(freshDay(), "19:00", { notes: "old" });
    const before = await look(id);
    const change = await desk.ok(tool, { id, ...more }, key);
    const undone = await undo(id);
    expect(undone).toMatchObject({ changed: true, dryRun: false });
    expect(undone.undone).toEqual({ operation: tool, at: change.reservation.updatedAt });
    const { revision, updatedAt } = undone.reservation;
    expect(undone.reservation).toEqual({ ...before, revision, updatedAt });
    expect(revision).toBe(before.revision + 2);
    expect(await look(id)).toEqual(undone.reservation);
  });
  test("an arrival, a seating or a completion; the previous status returns", async () => {
    await desk.goTo(instant(TODAY, "16:30"));
    const id = await book(TODAY);
    for (const [tool, state] of [
      ["mark_arrived", "booked"],
      ["mark_seated", "booked"],
    ] as const) {
      await desk.ok(tool, { id }, key);
      const { reservation } = await undo(id);
      expect(reservation).toMatchObject({ status: state, arrivedAt: null, seatedAt: null });
    }
    await desk.ok("mark_seated", { id }, key);
    await desk.ok("mark_completed", { id }, key);
    expect((await undo(id)).reservation).toMatchObject({ status: "seated", completedAt: null });
    await desk.ok("mark_completed", { id }, key);
  });
  test("a larger party size and a cancellation; only undoing the larger size frees seats", async () => {
    const id = await book(freshDay());
    await desk.ok("update_booking", { id, numberOfPeople: 6 }, key);
    expect((await undo(id)).waitlist).toEqual({ willRun: true, waiting: 0 });
    await desk.ok("cancel_booking", { id }, key);
    expect((await undo(id)).waitlist).toBeNull();
  });
  test("a cancellation, and a new confirmation is sent if the cancellation was texted", async () => {
    const id = await book(freshDay());
    const cancelled = await desk.ok("cancel_booking", { id }, key);
    expect(cancelled.notifications.map((one) => one.kind)).toEqual(["cancellation"]);
    await desk.advance(MINUTE);
    const undone = await undo(id);
    expect(undone.notifications).toMatchObject([{ kind: "confirmation", state: "queued" }]);
  });
  test("a cancellation of a silent reservation, without a new confirmation", async () => {
    const id = await book(freshDay(), "19:00", { notifyCustomer: false });
    await desk.ok("cancel_booking", { id }, key);
    await desk.advance(MINUTE);
    expect((await undo(id)).notifications.filter((one) => one.state === "queued")).toEqual([]);
  });
});

describe("what cannot be undone", () => {
  test("a booking", async () => {
    const id = await book(freshDay());
    const refused = await desk.refused("undo_last_change", { id }, "NOTHING_TO_UNDO", key);
    expect(refused.message).toMatch(/cancel/i);
    expect((await look(id)).status).toBe("booked");
  });
  test("another principal's change, which that principal can still undo", async () => {
    const id = await book(freshDay());
    await desk.ok("cancel_booking", { id }, key);
    await desk.refused("undo_last_change", { id }, "NOTHING_TO_UNDO", otherKey);
    expect((await look(id)).status).toBe("cancelled");
    await undo(id);
  });
  test("a change more than 15 minutes old", async () => {
    const id = await book(freshDay());
    await desk.ok("add_note", { id, note: "x" }, key);
    await desk.advance(14 * MINUTE + 50_000);
    await undo(id);
    await desk.ok("add_note", { id, note: "y" }, key);
    await desk.advance(15 * MINUTE + 1000);
    await desk.refused("undo_last_change", { id }, "UNDO_EXPIRED", key);
    expect((await look(id)).notes).toBe("y");
  });
  test("a change already undone", async () => {
    const id = await book(freshDay());
    await desk.ok("add_note", { id, note: "x" }, key);
    await desk.ok("cancel_booking", { id }, key);
    await undo(id);
    await desk.refused("undo_last_change", { id }, "NOTHING_TO_UNDO", key);
    expect(await look(id)).toMatchObject({ status: "booked", notes: "x" });
  });
  test("a cancellation whose seats were given away: SLOT_REUSED with the reasons", async () => {
    const day = freshDay();
    const id = await book(day, "19:00", { numberOfPeople: 8 });
    await desk.ok("cancel_booking", { id }, key);
    await book(day, "19:30", { numberOfPeople: 5 });
    const refused = await desk.refused("undo_last_change", { id }, "SLOT_REUSED", key);
    expect(refused.text).toContain("5");
    expect(JSON.stringify(refused.reasons)).toContain("CAPACITY_FULL");
    expect((await look(id)).status).toBe("cancelled");
  });
  test("a smaller party size whose seats were given away", async () => {
    const day = freshDay();
    const id = await book(day, "19:00", { numberOfPeople: 8 });
    await desk.ok("update_booking", { id, numberOfPeople: 4 }, key);
    await book(day, "19:00", { numberOfPeople: 5 });
    await desk.refused("undo_last_change", { id }, "SLOT_REUSED", key);
    expect((await look(id)).numberOfPeople).toBe(4);
  });
  test("a repeated call that changed nothing: the change before it is undone instead", async () => {
    const id = await book(freshDay());
    await desk.ok("update_booking", { id, numberOfPeople: 3 }, key);
    await desk.ok("update_booking", { id, numberOfPeople: 3 }, key);
    expect((await undo(id)).reservation.numberOfPeople).toBe(4);
  });
  test("an unknown id", async () => {
    await desk.refused("undo_last_change", { id: "0".repeat(24) }, "NOT_FOUND", key);
  });
});
