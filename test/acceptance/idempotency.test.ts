// Goal: for 24 hours, a retry with the same idempotency key gets the stored answer byte for byte.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { PLAIN } from "./houses.ts";
import { dayAfter, HOUR, MINUTE, when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
let desk: Desk;
let key: string;
let sibling: string;
let bothKey: string;
let days = 0;
let keys = 0;
const freshDay = () => dayAfter(TODAY, ++days);
const freshKey = () => `key-${++keys}`;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  key = await desk.house("house", { ...PLAIN, seats: 8 });
  await desk.brand("other", PLAIN);
  sibling = await desk.key(["house"]);
  bothKey = await desk.key(["house", "other"]);
});
afterAll(() => desk?.close());

const guest = { name: "Ada", phone: "+12127365000", numberOfPeople: 2 };
const start = (date: string) => ({ ...guest, ...when(date, "19:00"), idempotencyKey: freshKey() });
const create = (args: object, as = key) => desk.ok("create_booking", { ...args }, as);
async function total(date: string, brand?: string): Promise<number> {
  const args = brand === undefined ? { date } : { date, brand };
  return (await desk.ok("list_bookings", args, brand === undefined ? key : bothKey)).total;
}
/** The JSON after `"structuredContent":`, byte for byte. */
async function raw(args: object, as = key): Promise<{ structured: string; meta: unknown }> {
  const call = { name: "create_booking", arguments: args };
  const exchange = await desk.rpc("tools/call", call, as);
  const from = exchange.body.indexOf('"structuredContent":');
  const at = exchange.body.indexOf("{", from);
  let depth = 0;
  let end = at;
  let quoted = false;
  for (; end < exchange.body.length; end++) {
    const character = exchange.body[end];
    if (character === "\\") end++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === "{") depth++;
    else if (!quoted && character === "}" && --depth === 0) break;
  }
  const structured = exchange.body.slice(at, end + 1);
  return { structured, meta: exchange.message?.result?.["_meta"] };
}

describe("a repeated call with the same idempotency key and arguments", () => {
  test("gets the same answer byte for byte and creates nothing", async () => {
    const day = freshDay();
    const args = start(day);
    const first = await raw(args);
    expect(first.structured).toContain('"changed":true');
    await desk.advance(10 * MINUTE);
    const second = await raw(args);
    expect(second.structured).toBe(first.structured);
    expect(second.meta).toMatchObject({ replayed: true });
    expect(first.meta ?? {}).not.toHaveProperty("replayed");
    expect(await total(day)).toBe(1);
  });
  test("makes one reservation and gets twenty equal answers if twenty calls are sent concurrently", async () => {
    const day = freshDay();
    const args = start(day);
    const answers = await Promise.all(Array.from({ length: 20 }, () => raw(args)));
    expect(new Set(answers.map((answer) => answer.structured)).size).toBe(1);
    expect(await total(day)).toBe(1);
  });
  test("is recognised with other spaces, with defaults given, with null for missing fields, and with or without brand", async () => {
    const day = freshDay();
    const args = start(day);
    const first = await create(args);
    const same = [
      { ...args, name: "  Ada " },
      { ...args, notifyCustomer: true },
      { ...args, email: null, timestamp: null },
      { ...args, brand: "house" },
      { ...args, dryRun: false },
    ];
    for (const one of same) expect(await create(one)).toEqual(first);
    expect(await total(day)).toBe(1);
  });
  test("gets the same answer even after the reservation was changed", async () => {
    const day = freshDay();
    const args = { ...start(day), numberOfPeople: 8 };
    const first = await create(args);
    await desk.ok("update_booking", { id: first.reservation.id, notes: "later" }, key);
    expect(await create(args)).toEqual(first);
    await desk.ok("cancel_booking", { id: first.reservation.id }, key);
    expect(await create(args)).toEqual(first);
  });
  test("gets the same answer even if the first call changed nothing", async () => {
    const { reservation } = await create(start(freshDay()));
    const again = { id: reservation.id, numberOfPeople: 2, idempotencyKey: freshKey() };
    const first = await desk.ok("update_booking", again, key);
    expect(first.changed).toBe(false);
    await desk.ok("update_booking", { id: reservation.id, numberOfPeople: 3 }, key);
    const replayed = await desk.call("update_booking", again, key);
    expect(replayed.structured).toEqual(first);
    expect(replayed.meta).toMatchObject({ replayed: true });
  });
  test.each(["cancel_booking", "add_note", "undo_last_change"] as const)(
    "is recognised in the same way for %s",
    async (tool) => {
      const { reservation } = await create(start(freshDay()));
      const id = reservation.id;
      if (tool === "undo_last_change") await desk.ok("add_note", { id, note: "x" }, key);
      const more = tool === "add_note" ? { note: "more", append: true } : {};
      const args = { id, ...more, idempotencyKey: freshKey() };
      const first = await desk.call(tool, args, key);
      const second = await desk.call(tool, args, key);
      expect(first.isError).toBe(false);
      expect(JSON.stringify(second.structured)).toBe(JSON.stringify(first.structured));
      expect(second.meta).toMatchObject({ replayed: true });
    },
  );
});

describe("an idempotency key that was already used", () => {
  test("is refused as IDEMPOTENCY_KEY_REUSED if the arguments differ, and nothing changes", async () => {
    const day = freshDay();
    const args = start(day);
    await create(args);
    const refused = await desk.refused(
      "create_booking",
      { ...args, numberOfPeople: 3 },
      "IDEMPOTENCY_KEY_REUSED",
      key,
    );
    expect(refused).toMatchObject({ retryable: false, suggestions: [] });
    expect(await total(day)).toBe(1);
  });
  test("can be used for another tool or brand, or by another principal", async () => {
    const day = freshDay();
    const args = start(day);
    const { reservation } = await create(args);
    const note = { id: reservation.id, note: "x", idempotencyKey: args.idempotencyKey };
    await desk.ok("add_note", note, key);
    await create(args, sibling);
    await create({ ...args, brand: "house" }, bothKey);
    await create({ ...args, brand: "other" }, bothKey);
    expect(await total(day)).toBe(3);
    expect(await total(day, "other")).toBe(1);
  });
});

describe("no answer is stored for", () => {
  test("a refusal, so the same call succeeds once the reason for the refusal is gone", async () => {
    const day = freshDay();
    const full = await create({ ...start(day), numberOfPeople: 8 });
    const args = start(day);
    await desk.refused("create_booking", args, "CAPACITY_FULL", key);
    await desk.refused("create_booking", { ...args, numberOfPeople: 3 }, "CAPACITY_FULL", key);
    await desk.ok("cancel_booking", { id: full.reservation.id }, key);
    expect((await create(args)).changed).toBe(true);
  });
  test("a dry run, which ignores the key", async () => {
    const day = freshDay();
    const args = start(day);
    await create({ ...args, dryRun: true });
    const first = await create(args);
    expect(first).toMatchObject({ changed: true, dryRun: false });
    const tried = await create({ ...args, dryRun: true, numberOfPeople: 3 });
    expect(tried.dryRun).toBe(true);
  });
});

describe("the idempotency key", () => {
  test.each(["", "x".repeat(129), "schlüssel", "a\nb"])("%j is INVALID_INPUT", async (bad) => {
    const args = { ...start(freshDay()), idempotencyKey: bad };
    const refused = await desk.refused("create_booking", args, "INVALID_INPUT", key);
    expect(refused.message).toContain("idempotencyKey");
  });
  test.each(["x", "x".repeat(128), "!~#%&", "0f8fad5b-d9cb-469f-a165-70867728950e"])(
    "%j is accepted",
    async (good) => {
      const args = { ...start(freshDay()), idempotencyKey: good };
      expect((await create(args)).changed).toBe(true);
    },
  );
});

describe("without an idempotency key", () => {
  test("identical calls with an API key make two reservations, the second with a warning", async () => {
    const day = freshDay();
    const { idempotencyKey: _key, ...args } = start(day);
    const first = await create(args);
    const second = await create(args);
    expect(second.reservation.id).not.toBe(first.reservation.id);
    expect(second.warnings.find((one) => one.code === "POSSIBLE_DUPLICATE")).toMatchObject({
      id: first.reservation.id as string,
    });
    expect(await total(day)).toBe(2);
  });
  test("an identical call in fewer seconds than the brand's dedupeTwinSeconds gives the same reservation", async () => {
    await desk.set("other", "dedupeTwinSeconds.apiKey=30");
    const day = freshDay();
    const args = { ...guest, brand: "other", ...when(day, "19:00") };
    const first = await create(args, bothKey);
    const twin = await create(args, bothKey);
    expect(twin).toMatchObject({ changed: false, notifications: [] });
    expect(twin.reservation.id).toBe(first.reservation.id);
    expect(twin.warnings).toMatchObject([{ code: "DUPLICATE_CALL" }]);
    const different = await create({ ...args, name: "Bo" }, bothKey);
    expect(different.changed).toBe(true);
    await desk.advance(31_000);
    expect((await create(args, bothKey)).changed).toBe(true);
  });
});

// Last, because it moves the clock by a day.
test("after 24 hours the idempotency key can be used again", async () => {
  const args = start(dayAfter(TODAY, 60));
  const first = await create(args);
  await desk.advance(24 * HOUR - MINUTE);
  expect(await create(args)).toEqual(first);
  await desk.advance(2 * MINUTE);
  const second = await create(args);
  expect(second.reservation.id).not.toBe(first.reservation.id);
});
