// Goal: until a hold ends, only the guest with the offer can book its seats. Method: the test writes
// the offer into the product's database.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connectV2Legacy, GENERATIONS } from "./clients.ts";
import { PLAIN } from "./houses.ts";
import { dayAfter, instant, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";
import { type Refusal, refusalShape } from "./wire.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let days = 0;
let phones = 6000;
const freshDay = () => dayAfter(TODAY, ++days);
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  key = await desk.house("house", { ...PLAIN, seats: 10, paceCovers: 10, maxPartySize: 10 });
});
afterAll(() => desk?.close());

const guest = (size: number, date: string, wall = "19:00") => ({
  name: "Ada",
  numberOfPeople: size,
  ...when(date, wall),
});

/** Adds a guest to the waitlist and holds a table for 4 at 7:00 PM for them, for half an hour. */
async function hold(date: string): Promise<{ entryId: string; until: number; phone: string }> {
  const phone = `+1212736${++phones}`;
  const args = { ...guest(4, date), name: "Wanda", phone };
  const { entry } = await desk.ok("add_to_waitlist", args, key);
  const now = await desk.now();
  const until = Math.ceil((now + 30 * MINUTE) / MINUTE) * MINUTE;
  const start = instant(date, "19:00");
  const database = new Database(desk.ready.database);
  database.run("PRAGMA busy_timeout = 5000");
  database.transaction(() => {
    database.run(
      `INSERT INTO waitlist_offer (id, entry_id, brand, phone, party_size, start_at, end_at, state,
         created_at, sent_at, hold_until, cause)
       VALUES (?, ?, 'house', ?, 4, ?, ?, 'sent', ?, ?, ?, NULL)`,
      [
        `${entry.id}`.replace(/^./, "f"),
        entry.id,
        phone,
        start,
        start + 105 * MINUTE,
        now,
        now,
        until,
      ],
    );
    database.run("UPDATE waitlist_entry SET status = 'offered' WHERE id = ?", [entry.id]);
  })();
  database.close();
  return { entryId: entry.id as string, until, phone };
}

describe("a current hold", () => {
  test("refuses other guests and says when it ends, in every version of the MCP SDK's client", async () => {
    const day = freshDay();
    await desk.ok("create_booking", guest(4, day), key);
    const { until } = await hold(day);
    for (const [, connect] of [...GENERATIONS, ["v2 legacy", connectV2Legacy] as const]) {
      const agent = await connect(desk.ready.mcp, key);
      const answer = await agent.call("create_booking", guest(4, day));
      await agent.close();
      expect(refusalShape.safeParse(answer.structured).error?.issues ?? []).toEqual([]);
      const error = answer.structured["error"] as Refusal;
      expect(error).toMatchObject({ code: "HELD_FOR_WAITLIST", retryable: true, retryAt: until });
      for (const suggestion of error.suggestions)
        await desk.ok("create_booking", { ...guest(4, day), ...suggestion, dryRun: true }, key);
    }
    await desk.ok("create_booking", guest(2, day), key);
  });
  test("is shown with its covers and its end", async () => {
    const day = freshDay();
    await desk.ok("create_booking", guest(4, day), key);
    const { until } = await hold(day);
    const { slots } = await desk.ok("check_availability", { date: day, numberOfPeople: 4 }, key);
    const seven = slots.find((slot) => slot.timestamp === instant(day, "19:00"));
    expect(seven).toMatchObject({ state: "held" });
    const explained = await desk.ok("explain_capacity", { date: day }, key);
    const row = explained.slots.find((slot) => slot.timestamp === instant(day, "19:00"));
    expect(row).toMatchObject({ heldCovers: 4, heldUntil: until });
    const { entries } = await desk.ok("list_waitlist", { date: day }, key);
    expect(entries).toMatchObject([
      { status: "offered", offer: { state: "sent", ...when(day, "19:00"), holdUntil: until } },
    ]);
  });
  test("is named in the refusal even if the restaurant would be full without it", async () => {
    const day = freshDay();
    await desk.ok("create_booking", guest(6, day), key);
    await hold(day);
    const full = await desk.refused("create_booking", guest(5, day), "CAPACITY_FULL", key);
    expect(full.message).toContain("4");
    expect(full.message).toMatch(/held/i);
  });
  test("keeps no seats once it has ended", async () => {
    const day = freshDay();
    await desk.ok("create_booking", guest(4, day), key);
    const { until } = await hold(day);
    await desk.refused("create_booking", guest(4, day), "HELD_FOR_WAITLIST", key);
    await desk.goTo(until);
    await desk.ok("create_booking", guest(4, day), key);
  });
  test("does not stop the guest with the offer from booking; the offer then ends", async () => {
    const day = freshDay();
    await desk.ok("create_booking", guest(6, day), key);
    const { entryId, phone } = await hold(day);
    await desk.refused("create_booking", guest(4, day), "HELD_FOR_WAITLIST", key);
    const booked = await desk.ok("create_booking", { ...guest(4, day), phone }, key);
    expect(booked.warnings.find((one) => one.code === "WAITING_ENTRY_BOOKED")).toMatchObject({
      entryId,
    });
    const { entries } = await desk.ok("list_waitlist", { date: day }, key);
    expect(entries).toEqual([]);
    await desk.refused("create_booking", guest(1, day), "CAPACITY_FULL", key);
  });
  test("counts towards the pace too", async () => {
    const day = freshDay();
    await desk.ok("create_booking", guest(4, day, "19:14"), key);
    await hold(day);
    const refused = await desk.refused("create_booking", guest(3, day), "HELD_FOR_WAITLIST", key);
    expect(refused.reasons.length).toBeGreaterThan(0);
    await desk.ok("create_booking", guest(2, day), key);
  });
  test("prevents the undo of a cancellation if the undo would take the held seats", async () => {
    const day = freshDay();
    const { reservation } = await desk.ok("create_booking", guest(8, day), key);
    await desk.ok("cancel_booking", { id: reservation.id }, key);
    await hold(day);
    const args = { id: reservation.id };
    const anew = await desk.refused("create_booking", guest(8, day), "HELD_FOR_WAITLIST", key);
    const refused = await desk.refused("undo_last_change", args, "SLOT_REUSED", key);
    const codes = refused.reasons.map((reason) => reason.code);
    expect(codes).toEqual(["SLOT_REUSED", ...anew.reasons.map((reason) => reason.code)]);
  });
});
