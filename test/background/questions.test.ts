// Goal: a question enters the outbox once, when it is due. It follows the settings and the
// reservation as they are then, not as they were when it was planned. Method: run the background
// loop's step for questions on a real database; also with a clock in doubt, a second server,
// changed settings, and a killed process.

import { describe, expect, spyOn, test } from "bun:test";
import { attendanceDeadline, questions } from "../../src/background/reservation-steps.ts";
import { stepsOf } from "../../src/background/steps.ts";
import { type ClockWatch, TRUSTED_CLOCK } from "../../src/domain/clock-watch.ts";
import { changeContact } from "../../src/operations/desk/change-contact.ts";
import { confirmAttendance } from "../../src/operations/reservation/attendance-answers.ts";
import { createLogSms } from "../../src/sms/log.ts";
import { HOST } from "../operations/desk/people.ts";
import {
  ADA,
  DAY,
  EVENING,
  HOUR,
  type House,
  MINUTE,
  openHouse,
  PLAIN,
} from "../operations/house.ts";
import { silentLog } from "./machine.ts";

const ASKING = { ...PLAIN, attendance: {}, reminderHoursBefore: 2 };
const ASK = EVENING - DAY;
const FOLLOW_UP = EVENING - 5 * HOUR;
const REMINDER = EVENING - 2 * HOUR;

const machineOf = (house: House) => ({
  stores: house.stores,
  writer: house.writer,
  clock: () => house.at,
  random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  log: silentLog,
});

/** Runs the step for questions at the instant `at`, as the background loop does. */
async function runAt(house: House, at: number): Promise<number> {
  house.at = at;
  return await questions(machineOf(house)).run(at);
}

/** The texts in the outbox, without the confirmation and planned questions. */
const written = (house: House, id: string): string[] =>
  house.stores.messages
    .ofReservation(id)
    .filter(({ kind }) => kind !== "confirmation")
    .map(({ kind, state }) => `${kind} ${state}`);

const nextAt = (house: House, id: string) => house.stored(id).nextQuestionAt;

describe("a question", () => {
  test("enters the outbox when it is due, and then the next one is planned", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    const [{ body: planned } = { body: "" }] = house
      .messages(id)
      .filter(({ kind }) => kind === "attendance_ask");
    expect(nextAt(house, id)).toBe(ASK);
    expect(await runAt(house, ASK - 1)).toBe(0);
    expect(written(house, id)).toEqual([]);
    expect(await runAt(house, ASK)).toBe(1);
    expect(house.stores.messages.ofReservation(id).at(-1)).toMatchObject({
      kind: "attendance_ask",
      state: "due",
      dueAt: ASK,
      body: planned,
      createdAt: ASK,
    });
    expect(nextAt(house, id)).toBe(FOLLOW_UP);
    await runAt(house, FOLLOW_UP);
    await runAt(house, REMINDER);
    expect(written(house, id)).toEqual(["attendance_ask due", "follow_up due", "reminder due"]);
    expect(nextAt(house, id)).toBeNull();
    const { revision } = house.stored(id);
    expect([revision, house.stores.audit.ofReservation(id, 9).length]).toEqual([1, 1]);
  });

  test("that was due while no server ran is written once, together with later questions that are due", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    expect(await runAt(house, FOLLOW_UP + MINUTE)).toBe(1);
    expect(written(house, id)).toEqual(["attendance_ask due", "follow_up due"]);
    expect(await runAt(house, FOLLOW_UP + MINUTE)).toBe(0);
    expect(nextAt(house, id)).toBe(REMINDER);
  });

  test("that is too late to ask is stored as expired", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = EVENING - HOUR;
    const lease = {
      owner: "one",
      held: () => true,
      renew: async () => true,
      release: async () => {},
    };
    const steps = stepsOf(machineOf(house), {
      lease,
      gateway: createLogSms(silentLog, "test"),
      wake: () => {},
    });
    for (const step of steps) await step.run(house.at);
    expect(written(house, id)).toEqual(
      expect.arrayContaining(["attendance_ask expired", "follow_up expired"]),
    );
    expect(house.stored(id).attendance).toBe("no_reply");
  });

  test("is written once by two servers on one file", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = ASK;
    const [one, other] = [questions(machineOf(house)), questions(machineOf(house))];
    const [first, second] = await Promise.all([one.run(ASK), other.run(ASK)]);
    expect(first + second).toBe(1);
    expect(written(house, id)).toEqual(["attendance_ask due"]);
  });

  test("is written once if a process was killed before it planned the next question", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    const { reservations } = house.stores;
    const killed = spyOn(reservations, "setNextQuestion").mockImplementation(() => {
      throw new Error("killed");
    });
    expect(await runAt(house, ASK)).toBe(0);
    killed.mockRestore();
    // One transaction writes the text and plans the next question, so neither was done.
    expect([written(house, id), nextAt(house, id)]).toEqual([[], ASK]);
    expect(await runAt(house, ASK)).toBe(1);
    // If the text was written but no next question was planned, the text is not written again.
    reservations.setNextQuestion(id, ASK);
    await runAt(house, ASK + MINUTE);
    expect(written(house, id)).toEqual(["attendance_ask due"]);
    expect(nextAt(house, id)).toBe(FOLLOW_UP);
  });

  test("is not written while the clock is in doubt", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.at = ASK;
    const doubt = { cause: "jumped", shown: ASK, expected: ASK - DAY } as const;
    const run = async (clock: ClockWatch) => {
      const machine = machineOf(house);
      const stores = { ...machine.stores, clock };
      const lease = {
        owner: "one",
        held: () => true,
        renew: async () => true,
        release: async () => {},
      };
      const [first] = stepsOf(
        { ...machine, stores },
        { lease, gateway: createLogSms(silentLog, "test"), wake: () => {} },
      );
      return await first?.run(ASK);
    };
    expect(await run({ ...TRUSTED_CLOCK, doubt: () => doubt })).toBe(0);
    expect(written(house, id)).toEqual([]);
    expect(await run(TRUSTED_CLOCK)).toBe(1);
  });

  test("determines when the step is due next", async () => {
    using house = openHouse(ASKING);
    await house.book({ phone: ADA });
    const step = questions(machineOf(house));
    expect(step.nextDueAt(house.at, EVENING)).toBe(ASK);
    expect(step.nextDueAt(ASK, EVENING)).toBeNull();
    await runAt(house, ASK);
    expect(step.nextDueAt(ASK, EVENING)).toBe(FOLLOW_UP);
  });
});

describe("a question follows later changes:", () => {
  test("asking was switched off", async () => {
    using house = openHouse({ ...ASKING, reminderHoursBefore: null });
    const id = await house.book({ phone: ADA });
    house.set({ ...PLAIN });
    await runAt(house, ASK);
    expect(written(house, id)).toEqual([]);
    expect(nextAt(house, id)).toBeNull();
  });

  test("asking was switched off, and a guest who did not answer needs no call", async () => {
    using house = openHouse({ ...ASKING, attendance: { onNoReply: "release" } });
    const id = await house.book({ phone: ADA });
    await runAt(house, ASK);
    house.deliver();
    house.set({ ...PLAIN });
    house.at = EVENING - 2 * HOUR;
    await attendanceDeadline(machineOf(house)).run(house.at);
    expect(house.stored(id)).toMatchObject({
      status: "booked",
      attendance: "not_required",
      flags: [],
    });
    // The step does not look at this reservation again.
    expect(await attendanceDeadline(machineOf(house)).run(house.at)).toBe(0);
  });

  test("a reminder was switched on, with its own time and template", async () => {
    using house = openHouse({ ...ASKING, reminderHoursBefore: null });
    const id = await house.book({ phone: ADA });
    const reminder = "{brand}, {day} {time}: see you.";
    house.set({ ...ASKING, reminderHoursBefore: 4, templates: { reminder } });
    await runAt(house, ASK);
    await runAt(house, FOLLOW_UP);
    expect(nextAt(house, id)).toBe(EVENING - 4 * HOUR);
    await runAt(house, EVENING - 4 * HOUR);
    expect(house.stores.messages.ofReservation(id).at(-1)?.body).toBe(
      "The bistro, Fri Nov 20 7:00 PM: see you.",
    );
  });

  test("the question was postponed", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.set({ ...ASKING, attendance: { askHoursBefore: 22 } });
    await runAt(house, ASK);
    expect([written(house, id), nextAt(house, id)]).toEqual([[], EVENING - 22 * HOUR]);
  });

  test("the reservation was moved to the next day", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    await house.ok("update_booking", { id, date: "Saturday, November 21, 2026" });
    await runAt(house, ASK);
    expect([written(house, id), nextAt(house, id)]).toEqual([[], ASK + DAY]);
    await runAt(house, ASK + DAY);
    expect(written(house, id)).toEqual(["attendance_ask due"]);
  });

  test("the guest opted out, and in again before the next question", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    house.stores.optOuts.add(ADA, house.at);
    expect(house.texts(id)).not.toContain("attendance_ask due");
    await runAt(house, ASK);
    expect([written(house, id), nextAt(house, id)]).toEqual([[], FOLLOW_UP]);
    house.stores.optOuts.remove(ADA);
    await runAt(house, FOLLOW_UP);
    expect(written(house, id)).toEqual(["attendance_ask due"]);
  });

  test("the guest has another phone", async () => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    const phone = "+12127365009";
    await house.invoke(changeContact, { id, name: "Ada", phone, email: "" }, HOST);
    await runAt(house, ASK);
    const [asked] = house.stores.messages
      .ofReservation(id)
      .filter(({ kind }) => kind === "attendance_ask");
    expect(asked?.to).toBe(phone);
  });
});

test.each<[string, (house: House, id: string) => Promise<unknown>, number | null]>([
  ["a cancellation", (house, id) => house.ok("cancel_booking", { id }), null],
  [
    "the arrival",
    (house, id) => {
      house.at = EVENING - HOUR;
      return house.ok("mark_arrived", { id });
    },
    null,
  ],
  ["a note", (house, id) => house.ok("add_note", { id, note: "x" }), ASK],
  [
    "an undone cancellation",
    async (house, id) => {
      await house.ok("cancel_booking", { id });
      await house.ok("undo_last_change", { id });
    },
    ASK,
  ],
])(
  "after %s the next question is planned only if it is still needed",
  async (_, change, expected) => {
    using house = openHouse(ASKING);
    const id = await house.book({ phone: ADA });
    await change(house, id);
    expect(nextAt(house, id)).toBe(expected);
  },
);

test("a guest who confirms before the question gets only the reminder", async () => {
  using house = openHouse(ASKING);
  const id = await house.book({ phone: ADA });
  await house.byMachine(id, (stored, context) => void confirmAttendance(stored, context));
  expect(nextAt(house, id)).toBe(REMINDER);
  expect(house.texts(id)).toEqual(["confirmation due", "reminder due"]);
});
