// Goal: an undo reverses the last change of a reservation, with its texts and seats, if the caller
// may undo it and it is still possible; otherwise the answer says why not (rules S7 and S8).
// Method: changes of every kind and by every actor over a real database.
import { describe, expect, test } from "bun:test";
import type { Caller } from "../../src/domain/caller.ts";
import {
  completeAutomatically,
  declinePending,
  recordNoReply,
} from "../../src/operations/reservation/machine-changes.ts";
import { entry, offer } from "../storage/samples.ts";
import { said } from "../support/said.ts";
import {
  ADA,
  BISTRO,
  caller,
  EVENING,
  HOUR,
  type House,
  MINUTE,
  NOW,
  openHouse,
  PLAIN,
  TRATTORIA,
} from "./house.ts";

const HOST = caller({ kind: "session", principal: "user-1", roles: { [BISTRO]: "host" } });
const MANAGER = caller({ kind: "session", principal: "user-2", roles: { [BISTRO]: "manager" } });
const OWNER = caller({ kind: "session", principal: "user-3", roles: { [BISTRO]: "owner" } });
const MANAGER_ELSEWHERE = caller({
  kind: "session",
  principal: "user-4",
  brands: [BISTRO, TRATTORIA],
  headerBrand: BISTRO,
  roles: { [BISTRO]: "host", [TRATTORIA]: "manager" },
});
const OTHER = caller({ principal: "key-2", actor: { kind: "api_key", id: "key-2", name: "Bot" } });
const ASKING = { ...PLAIN, attendance: {} };

const undo = (house: House, id: string, from?: Caller) =>
  house.ok("undo_last_change", { id }, from);
describe("a change can be undone by", () => {
  test("its actor, in any role", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "old" });
    await house.ok("add_note", { id, note: "new" }, HOST);
    expect(await undo(house, id, HOST)).toMatchObject({ reservation: { notes: "old" } });
  });
  test.each([
    ["another key", OTHER],
    ["a host", HOST],
    ["a host here who manages another brand", MANAGER_ELSEWHERE],
  ])(
    "nobody else but managers and owners: %s is refused and learns who made the change",
    async (_name, from) => {
      using house = openHouse();
      const id = await house.book();
      await house.ok("cancel_booking", { id });
      const refusal = await house.refused("undo_last_change", { id }, from);
      expect(refusal.code).toBe("NOTHING_TO_UNDO");
      expect(said(refusal)).toContain("Front desk");
      expect(said(refusal)).toContain("cancel_booking");
      expect(house.stored(id).status).toBe("cancelled");
    },
  );
  test.each([
    ["a manager", MANAGER],
    ["an owner", OWNER],
  ])("%s, whoever made it", async (_name, from) => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    expect(await undo(house, id, from)).toMatchObject({ reservation: { status: "booked" } });
    const [row] = house.stores.audit.ofReservation(id, 1);
    expect(row).toMatchObject({ operation: "undo_last_change", principal: from.principal });
  });
  test("no caller who made only an earlier change", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("add_note", { id, note: "mine" });
    await house.ok("add_note", { id, note: "theirs", field: "seatingNotes" }, OTHER);
    expect((await house.refused("undo_last_change", { id })).code).toBe("NOTHING_TO_UNDO");
    await undo(house, id, OTHER);
    expect((await house.refused("undo_last_change", { id })).code).toBe("NOTHING_TO_UNDO");
    expect(house.stored(id)).toMatchObject({ notes: "mine", seatingNotes: "" });
  });
});

describe("an automatic change:", () => {
  const changes: [string, typeof completeAutomatically, string[], string, string][] = [
    ["a completion", completeAutomatically, ["mark_seated"], "completed", "seated"],
    ["'no reply' to a question", recordNoReply, [], "booked", "booked"],
  ];
  test.each(changes)(
    "%s can be undone by a manager, not by a key",
    async (_name, change, moves, is, was) => {
      using house = openHouse(ASKING);
      const id = await house.book({ phone: ADA });
      house.at = EVENING - HOUR;
      for (const move of moves) await house.ok(move, { id });
      await house.byMachine(id, change);
      expect(house.stored(id).status).toBe(is as "booked");
      expect((await house.refused("undo_last_change", { id })).code).toBe("NOTHING_TO_UNDO");
      const { reservation } = await undo(house, id, MANAGER);
      expect(reservation.status).toBe(was as "booked");
      if (change === recordNoReply) expect(reservation.attendance).toBe("pending");
    },
  );
  test("an undo by a manager makes a declined request pending again", async () => {
    using house = openHouse({ ...PLAIN, largeParty: { from: 5, mode: "pending" } });
    const id = await house.book({ phone: ADA, numberOfPeople: 6 });
    house.deliver();
    await house.byMachine(id, declinePending);
    house.deliver();
    expect(house.stored(id).status).toBe("cancelled");
    const undone = await undo(house, id, MANAGER);
    expect(undone.reservation.status).toBe("pending");
  });
});

describe("a change can be undone", () => {
  test("for 15 minutes, but not a millisecond longer", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    const at = house.at;
    house.at = at + 15 * MINUTE + 1;
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal).toMatchObject({ code: "UNDO_EXPIRED", retryable: false });
    expect(refusal.reasons[0]).toMatchObject({ at, operation: "cancel_booking", undoMinutes: 15 });
    house.at = at + 15 * MINUTE;
    await undo(house, id);
  });
  test("by a manager until the end of the stay if it was a cancellation", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    house.at = house.stored(id).endAt + 1;
    expect((await house.refused("undo_last_change", { id }, MANAGER)).code).toBe("UNDO_EXPIRED");
    house.at = house.stored(id).endAt;
    await undo(house, id, MANAGER);
  });
  test("by a manager until the end of the stay if it was a no-show", async () => {
    using house = openHouse();
    const id = await house.book();
    house.at = EVENING + 20 * MINUTE;
    await house.ok("mark_no_show", { id });
    house.at = EVENING + HOUR;
    expect((await house.refused("undo_last_change", { id })).code).toBe("UNDO_EXPIRED");
    expect(await undo(house, id, MANAGER)).toMatchObject({ reservation: { status: "booked" } });
  });
  test("by a manager for only 15 minutes if it was any other change", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("add_note", { id, note: "x" });
    house.at += 16 * MINUTE;
    expect((await house.refused("undo_last_change", { id }, MANAGER)).code).toBe("UNDO_EXPIRED");
  });
});

describe("an undo reverses", () => {
  test("no booking, and the refusal names cancel_booking", async () => {
    using house = openHouse();
    const id = await house.book();
    const refusal = await house.refused("undo_last_change", { id }, MANAGER);
    expect(refusal.code).toBe("NOTHING_TO_UNDO");
    expect(said(refusal)).toContain("cancel_booking");
  });
  test("a change only once, but a change after the undo can be undone", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "a" });
    await house.ok("add_note", { id, note: "b" });
    await undo(house, id);
    expect((await house.refused("undo_last_change", { id })).code).toBe("NOTHING_TO_UNDO");
    await house.ok("add_note", { id, note: "b" });
    expect(await undo(house, id)).toMatchObject({ reservation: { notes: "a", revision: 5 } });
  });
  test("every field of the change and no other field", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "a" });
    const before = house.stored(id);
    await house.ok("update_booking", { id, time: "8:00 PM", numberOfPeople: 2, notes: "b" });
    await undo(house, id);
    const { revision, timeRevision, updatedAt, ...rest } = house.stored(id);
    expect(before).toMatchObject(rest);
    expect([revision, timeRevision]).toEqual([3, 3]);
    expect(updatedAt).toBe(house.at);
  });
  test("nothing if one of the fields was changed again", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "a" });
    await house.ok("add_note", { id, note: "b" });
    const { revision } = house.stored(id);
    await house.writer.write(() =>
      house.stores.reservations.update({
        ...house.stored(id),
        notes: "c",
        revision: revision + 1,
      }),
    );
    expect((await house.refused("undo_last_change", { id })).code).toBe("NOTHING_TO_UNDO");
  });
  test("the flags that the change set", async () => {
    using house = openHouse({ ...PLAIN, seats: 6 });
    await house.book({ numberOfPeople: 4, time: "8:45 PM" });
    const id = await house.book({ numberOfPeople: 4 });
    house.at = EVENING + HOUR;
    const seated = await house.ok("mark_seated", { id });
    expect(seated.warnings).toMatchObject([{ code: "OVER_LIMIT" }]);
    expect(seated.reservation.flags).toEqual(["over_limit"]);
    expect(await undo(house, id)).toMatchObject({ reservation: { status: "booked", flags: [] } });
  });
  test("a note, and the answer has the restored note", async () => {
    using house = openHouse();
    const id = await house.book({ notes: "Birthday" });
    await house.ok("add_note", { id, note: "Window" });
    const dry = await house.invoke("undo_last_change", { id, dryRun: true });
    expect(dry.text).toContain('Would restore notes (typed by people): "Birthday".');
    const { text } = await house.invoke("undo_last_change", { id });
    expect(text).toContain('Undone: add_note.\nRestored notes (typed by people): "Birthday".');
    await house.ok("add_note", { id, note: "Nuts", field: "foodDrinkNotes" });
    const again = await house.invoke("undo_last_change", { id });
    expect(again.text).toContain("Restored foodDrinkNotes: none.");
  });
  test("what its dry run announced; both answers name the undone operation and its time", async () => {
    using house = openHouse();
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    const rows = house.rows();
    const undone = { operation: "cancel_booking", at: house.at };
    const dry = await house.ok("undo_last_change", { id, dryRun: true });
    expect(dry).toMatchObject({ dryRun: true, undone, reservation: { status: "booked" } });
    expect(house.rows()).toEqual(rows);
    expect(await undo(house, id)).toEqual({ ...dry, dryRun: false });
  });
});

describe("the seats that an undo needs", () => {
  test("must be free; otherwise the refusal gives the limit that is exceeded and a call that lists free times", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 20 });
    await house.ok("cancel_booking", { id });
    await house.book({ numberOfPeople: 15 });
    const refusal = await house.refused("undo_last_change", { id }, MANAGER);
    expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "CAPACITY_FULL"]);
    expect(said(refusal)).toContain("Book the party again");
    expect(said(refusal)).toContain(
      'check_availability { numberOfPeople: 20, date: "Friday, November 20, 2026", time: "7:00 PM" } lists the nearest free times.',
    );
    expect(refusal.reasons[1]).toMatchObject({ present: 15, needed: 20, limit: 30 });
    expect(refusal.retryable).toBe(false);
  });
  test("are those at the old time if the change was a move", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 20 });
    await house.ok("update_booking", { id, time: "9:00 PM" });
    const other = await house.book({ numberOfPeople: 15, time: "6:00 PM" });
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal.code).toBe("SLOT_REUSED");
    // The party still has a table, so another booking would give it two.
    expect(said(refusal)).toContain("The reservation stays as it is: move or resize it");
    expect(said(refusal)).not.toContain("again");
    expect(said(refusal)).toContain(
      'check_availability { numberOfPeople: 20, date: "Friday, November 20, 2026", time: "7:00 PM" } ' +
        `lists the nearest free times for update_booking { id: "${id}" }.`,
    );
    await house.ok("cancel_booking", { id: other });
    await undo(house, id);
  });
  test("must be free even for a seated party, but then the refusal suggests no other time", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 20 });
    house.at = EVENING;
    await house.ok("mark_seated", { id });
    await house.ok("update_booking", { id, numberOfPeople: 10 });
    await house.book({ numberOfPeople: 15 });
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal.code).toBe("SLOT_REUSED");
    expect(said(refusal)).toContain("Leave the party seated as it is now, or ask a manager");
    expect(said(refusal)).not.toContain("move");
    expect(said(refusal)).not.toContain("check_availability");
  });
  test("must also fit the pace if the start is still ahead", async () => {
    using house = openHouse({ ...PLAIN, paceCovers: 8, largeParty: { from: 9, mode: "refuse" } });
    const id = await house.book();
    await house.ok("cancel_booking", { id });
    await house.book({ numberOfPeople: 6 });
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "PACE_FULL"]);
  });
  test("are not taken from a hold for a waiting guest", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 20 });
    await house.ok("cancel_booking", { id });
    const waiting = entry({ brand: BISTRO, status: "offered" });
    await house.writer.write(() => house.stores.waitlist.insert(waiting));
    const held = { startAt: EVENING, endAt: EVENING + 2 * HOUR, holdUntil: house.at + HOUR };
    house.hold(offer({ entryId: waiting.id, brand: BISTRO, partySize: 12, ...held }));
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal.reasons.map(({ code }) => code)).toEqual(["SLOT_REUSED", "HELD_FOR_WAITLIST"]);
    expect(house.stores.waitlist.offerOf(waiting.id)).toMatchObject({ state: "sent" });
  });
  test("are not checked for a note, nor for an undo that frees seats", async () => {
    using house = openHouse();
    const id = await house.book({ numberOfPeople: 20 });
    await house.ok("update_booking", { id, numberOfPeople: 24 });
    house.set({ ...PLAIN, seats: 10, maxPartySize: 10 });
    expect(await undo(house, id)).toMatchObject({ waitlist: { willRun: true } });
    expect(house.freed()).toHaveLength(1);
    await house.ok("add_note", { id, note: "x" });
    await undo(house, id);
  });
});

test("the undo of a move frees the seats at the new time", async () => {
  using house = openHouse();
  const id = await house.book();
  await house.ok("update_booking", { id, time: "9:00 PM" });
  await undo(house, id);
  expect(house.freed()).toEqual([
    "update_booking 7:00 PM-8:45 PM",
    "undo_last_change 9:00 PM-10:45 PM",
  ]);
});

test("an undo of another brand's reservation is refused: as not found, or as BRAND_MISMATCH if the caller has both brands", async () => {
  using house = openHouse();
  const id = await house.book();
  await house.ok("cancel_booking", { id });
  const stranger = caller({ brands: ["trattoria"] });
  expect((await house.refused("undo_last_change", { id }, stranger)).code).toBe("NOT_FOUND");
  const both = caller({ brands: [BISTRO, "trattoria"] });
  const refusal = await house.refused("undo_last_change", { id, brand: "trattoria" }, both);
  expect(refusal.code).toBe("BRAND_MISMATCH");
});

describe("a refused undo names the call that helps", () => {
  /** The last call that a refusal names. */
  const callIn = (message: string): [tool: string, args: object] => {
    const [, tool = "", args = ""] = /([a-z_]+) (\{ [^}]*\})\.?$/.exec(message) ?? [];
    return [tool, JSON.parse(args.replace(/(?<=[{,] )(\w+):/g, '"$1":'))];
  };
  const changes: [tool: string, args: object, at: number][] = [
    ["cancel_booking", {}, NOW],
    ["update_booking", { time: "8:15 PM", numberOfPeople: 3, notes: 'By the "window"' }, NOW],
    ["add_note", { note: "Nuts", field: "foodDrinkNotes" }, NOW],
    ["mark_no_show", {}, EVENING + 20 * MINUTE],
  ];
  test.each(changes)("if %s is too old to undo", async (tool, args, at) => {
    using house = openHouse();
    const id = await house.book();
    const before = house.stored(id);
    house.at = at;
    await house.ok(tool, { id, ...args });
    house.at += 16 * MINUTE;
    const refusal = await house.refused("undo_last_change", { id });
    expect(refusal.code).toBe("UNDO_EXPIRED");
    const [opposite, given] = callIn(said(refusal));
    const { reservation } = await house.ok(opposite, given);
    const { startAt, partySize, notes, foodDrinkNotes } = house.stored(reservation.id as string);
    expect({ startAt, partySize, notes, foodDrinkNotes }).toEqual({
      startAt: before.startAt,
      partySize: before.partySize,
      notes: before.notes,
      foodDrinkNotes: before.foodDrinkNotes,
    });
  });
  test("if there is no change but the booking", async () => {
    using house = openHouse();
    const id = await house.book();
    const message = said(await house.refused("undo_last_change", { id }));
    expect(message).toContain(`cancel_booking { id: "${id}" }`);
  });
});

test("if a seated party is marked as a no-show, or a completed one as seated, the refusal names the possible calls", async () => {
  using house = openHouse();
  const id = await house.book();
  house.at = EVENING;
  await house.ok("mark_seated", { id });
  const seated = await house.refused("mark_no_show", { id });
  expect(said(seated)).toContain(
    `Possible: mark_completed { id: "${id}" }. update_booking can still change its party size and notes,`,
  );
  expect(said(seated)).not.toContain("update_booking {");
  await house.ok("mark_completed", { id });
  const left = await house.refused("mark_seated", { id });
  expect(said(left)).toContain(
    `Only its notes can still be changed, by add_note or update_booking. undo_last_change { id: "${id}" } can undo its last change`,
  );
});
