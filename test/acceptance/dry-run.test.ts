// Goal: a dry run gives the answer of the real call, success or refusal, and changes nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PLAIN } from "./houses.ts";
import { dayAfter, instant, MINUTE, when } from "./moments.ts";
import { type Answer, type Desk, startDesk } from "./support.ts";
import type { ToolName } from "./wire.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let days = 0;
const freshDay = () => dayAfter(TODAY, ++days);
beforeAll(async () => {
  desk = await startDesk("2026-11-20T16:30:00-05:00");
  key = await desk.house("house", {
    ...PLAIN,
    seats: 10,
    updateNotification: true,
    attendance: { enabled: true },
  });
});
afterAll(() => desk?.close());

const guest = { name: "Ada", phone: "+12127365000", numberOfPeople: 4 };
async function book(date: string, wall = "19:00", extra: object = {}): Promise<string> {
  const args = { ...guest, ...when(date, wall), ...extra };
  return (await desk.ok("create_booking", args, key)).reservation.id as string;
}

/** The answer without what differs on each call: ids of new records and the time of writing. */
function comparable(answer: Answer): unknown {
  const drop = new Set(["dryRun", "createdAt", "updatedAt", "dueAt", "createId"]);
  const stamps = /^(arrived|seated|completed|cancelled)At$/;
  return JSON.parse(
    JSON.stringify(answer.structured, (name, value: unknown) => {
      if (drop.has(name)) return undefined;
      if (stamps.test(name) && typeof value === "number") return "stamped";
      return value;
    }),
  );
}

const CASES: [string, ToolName, () => Promise<Record<string, unknown>>][] = [
  ["a create", "create_booking", async () => ({ ...guest, ...when(freshDay(), "19:00") })],
  [
    "a create without phone",
    "create_booking",
    async () => ({ name: "Bo", numberOfPeople: 2, ...when(freshDay(), "19:00") }),
  ],
  [
    "a silent create",
    "create_booking",
    async () => ({ ...guest, notifyCustomer: false, ...when(freshDay(), "19:00") }),
  ],
  ["a move", "update_booking", async () => ({ id: await book(freshDay()), time: "8:00 PM" })],
  ["a shrink", "update_booking", async () => ({ id: await book(freshDay()), numberOfPeople: 2 })],
  ["no change", "update_booking", async () => ({ id: await book(freshDay()), numberOfPeople: 4 })],
  ["a cancel", "cancel_booking", async () => ({ id: await book(freshDay()), reason: "ill" })],
  ["an arrival", "mark_arrived", async () => ({ id: await book(TODAY, "17:00") })],
  ["a seating", "mark_seated", async () => ({ id: await book(TODAY, "19:00") })],
  [
    "a completion",
    "mark_completed",
    async () => {
      const id = await book(TODAY, "20:45", { numberOfPeople: 1 });
      await desk.ok("mark_arrived", { id }, key).catch(async () => {
        await desk.goTo(instant(TODAY, "17:46"));
        await desk.ok("mark_arrived", { id }, key);
      });
      return { id };
    },
  ],
  [
    "a no-show",
    "mark_no_show",
    async () => {
      const id = await book(TODAY, "18:00", { numberOfPeople: 1 });
      await desk.goTo(instant(TODAY, "18:15"));
      return { id };
    },
  ],
  ["a note", "add_note", async () => ({ id: await book(freshDay()), note: "x", append: true })],
  [
    "an undo",
    "undo_last_change",
    async () => {
      const id = await book(freshDay());
      await desk.ok("cancel_booking", { id }, key);
      await desk.advance(MINUTE);
      return { id };
    },
  ],
  [
    "a waitlist entry",
    "add_to_waitlist",
    async () => ({ ...guest, name: "Cy", phone: "+12127365009", ...when(freshDay(), "19:00") }),
  ],
  [
    "a waitlist removal",
    "remove_from_waitlist",
    async () => {
      const args = { ...guest, phone: "+12127365008", ...when(freshDay(), "19:00") };
      return { id: (await desk.ok("add_to_waitlist", args, key)).entry.id };
    },
  ],
];

describe("a dry run of a call that would succeed gives the real call's answer and changes nothing:", () => {
  test.each(CASES)("%s", async (_name, tool, prepare) => {
    const args = await prepare();
    await settled();
    const before = desk.rows();
    const dry = await desk.call(tool, { ...args, dryRun: true }, key);
    expect(dry.isError, dry.text).toBe(false);
    expect(dry.structured["dryRun"]).toBe(true);
    expect(desk.rows()).toEqual(before);
    const real = await desk.call(tool, args, key);
    expect(real.isError, real.text).toBe(false);
    expect(real.structured["dryRun"]).toBe(false);
    const expected = comparable(real) as { reservation?: { id: unknown }; entry?: { id: unknown } };
    if (tool === "create_booking" && expected.reservation) expected.reservation.id = null;
    if (tool === "add_to_waitlist" && expected.entry) expected.entry.id = null;
    expect(comparable(dry)).toEqual(expected);
    if (real.structured["changed"] === true) expect(desk.rows()).not.toEqual(before);
  });
});

/**
 * Waits until the texts of earlier calls have been sent, so that they change no rows during a dry
 * run.
 */
async function settled(): Promise<void> {
  await desk.goTo(await desk.now());
}

describe("a dry run of a call that would be refused gives the same refusal and changes nothing:", () => {
  const refusals: [string, ToolName, () => Promise<Record<string, unknown>>][] = [
    [
      "no seats",
      "create_booking",
      async () => {
        const day = freshDay();
        await book(day, "19:00", { numberOfPeople: 10 });
        return { ...guest, ...when(day, "19:00") };
      },
    ],
    [
      "too large",
      "create_booking",
      async () => ({ ...guest, numberOfPeople: 11, ...when(freshDay(), "19:00") }),
    ],
    [
      "malformed",
      "create_booking",
      async () => ({ ...guest, numberOfPeople: "4", date: "x", time: 7 }),
    ],
    ["unknown id", "cancel_booking", async () => ({ id: "0".repeat(24) })],
    ["too early", "mark_arrived", async () => ({ id: await book(freshDay()) })],
    ["nothing to update", "update_booking", async () => ({ id: await book(freshDay()) })],
    ["nothing to undo", "undo_last_change", async () => ({ id: await book(freshDay()) })],
    ["not allowed in this status", "mark_completed", async () => ({ id: await book(freshDay()) })],
  ];
  test.each(refusals)("%s", async (_name, tool, prepare) => {
    const args = await prepare();
    await settled();
    const before = desk.rows();
    const dry = await desk.call(tool, { ...args, dryRun: true }, key);
    const real = await desk.call(tool, args, key);
    expect(real.isError).toBe(true);
    expect(dry.structured).toEqual(real.structured);
    expect(dry.text).toBe(real.text);
    expect(desk.rows()).toEqual(before);
  });
});

describe("a dry run", () => {
  test("needs the scope of the real call", async () => {
    const reader = await desk.key(["house"], "--scope", "bookings.read");
    const args = { ...guest, ...when(freshDay(), "19:00"), dryRun: true };
    await desk.refused("create_booking", args, "FORBIDDEN_SCOPE", reader);
  });
  test("uses up no budget", async () => {
    const thrifty = await desk.key(["house"], "--writes-per-minute", "1");
    const args = { ...guest, numberOfPeople: 1, ...when(freshDay(), "19:00") };
    for (const _ of [1, 2, 3]) await desk.ok("create_booking", { ...args, dryRun: true }, thrifty);
    await desk.ok("create_booking", args, thrifty);
    await desk.refused("create_booking", args, "BUDGET_EXCEEDED", thrifty);
  });
  test("shows the texts that would be sent, with their number of segments", async () => {
    // A new phone: the other tests have used up the guest's texts per day.
    const phone = "+12127365999";
    const args = { ...guest, phone, ...when(freshDay(), "19:00"), dryRun: true };
    const { notifications } = await desk.ok("create_booking", args, key);
    expect(notifications[0]).toMatchObject({
      kind: "confirmation",
      recipient: "guest",
      phone: "5999",
      segments: 1,
      state: "queued",
    });
    const texts = await desk.texts({ brand: "house", phone });
    expect(texts.filter((text) => text.reservationId === null)).toEqual([]);
  });
});
