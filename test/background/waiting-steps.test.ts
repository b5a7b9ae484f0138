// Goal: the waitlist's work is done in time. When a hold ends or the gateway refuses an offer's
// text, the next guest is asked. A guest who leaves two offers unanswered is paused. An entry ends
// when its window is over. Raised limits free seats.
import { describe, expect, test } from "bun:test";
import { freedSlots } from "../../src/background/freed-slots.ts";
import { offers } from "../../src/background/offers.ts";
import { waitlistEntries } from "../../src/background/waitlist-entries.ts";
import { resolveSettings } from "../../src/domain/settings.ts";
import { feedWidened, isWidened } from "../../src/operations/waitlist/settings-widened.ts";
import { openTestDatabase, type TestDatabase } from "../support/database.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import {
  addBrands,
  BRANDS,
  type Engine,
  engineOver,
  FRIDAY,
  HOUR,
  MINUTE,
  OPENING,
  SETTINGS,
} from "../support/waiting-engine.ts";

const [BISTRO] = BRANDS;
const QUIET = { quietHours: { from: "00:00", to: "00:00" } };
const SMALL = { seats: 4, maxPartySize: 4, largeParty: { from: 99, mode: "refuse" } };

function engineAt(opened: TestDatabase, at: number, change: object = {}): Engine {
  const engine = engineOver(opened, fixedRandom());
  engine.at = at;
  addBrands(engine, {
    ...QUIET,
    ...SMALL,
    ...change,
  });
  return engine;
}

let phones = 0;
async function wait(engine: Engine, change: object = {}): Promise<string> {
  const answer = await engine.call("add_to_waitlist", {
    brand: BISTRO,
    name: "Wanda",
    phone: `+1212736${(7000 + ++phones).toString()}`,
    numberOfPeople: 4,
    date: FRIDAY,
    time: "6:00 PM",
    earliestTime: "6:00 PM",
    latestTime: "6:00 PM",
    ...change,
  });
  if (typeof answer === "string") throw new Error(answer);
  engine.at += 1000;
  return (answer["entry"] as { id: string }).id;
}

/** Books a table and cancels it. */
async function free(engine: Engine): Promise<void> {
  const guest = { brand: BISTRO, name: "Ada", numberOfPeople: 4, date: FRIDAY, time: "6:00 PM" };
  const answer = await engine.call("create_booking", guest);
  if (typeof answer === "string") throw new Error(answer);
  const { id } = answer["reservation"] as { id: string };
  await engine.call("cancel_booking", { brand: BISTRO, id });
}

const statuses = (engine: Engine, ids: readonly string[]): (string | undefined)[] =>
  ids.map((id) => engine.stores.waitlist.entry(id)?.status);
const offerStates = (engine: Engine, id: string): string[] =>
  engine.stores.offers.ofEntry(id).map(({ state }) => state);

describe("an offer", () => {
  test("is sent once the gateway accepts its text, and expires with its hold; then the next guest is asked", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 5 * HOUR);
    const ids = [await wait(engine), await wait(engine)] as const;
    await free(engine);
    await engine.run();
    expect(offerStates(engine, ids[0])).toEqual(["sent"]);
    const hold = engine.stores.waitlist.offerOf(ids[0])?.holdUntil ?? 0;
    expect(offers(engine).nextDueAt(engine.at, hold)).toBe(hold);
    engine.at = hold - 1;
    await engine.run();
    expect(statuses(engine, ids)).toEqual(["offered", "waiting"]);
    engine.at = hold;
    await engine.run();
    expect(offerStates(engine, ids[0])).toEqual(["expired"]);
    expect(statuses(engine, ids)).toEqual(["waiting", "offered"]);
    expect(engine.sent.map(({ kind }) => kind)).toEqual(["offer", "offer"]);
  });
  test.each([
    ["refuses", 0],
    ["loses", 2 * MINUTE],
  ] as const)(
    "whose text the gateway %s fails after %i ms, and does not count as one of the guest's offers",
    async (gateway, after) => {
      using opened = openTestDatabase();
      const engine = engineAt(opened, OPENING - 5 * HOUR);
      const ids = [await wait(engine), await wait(engine)] as const;
      engine.gateway = gateway;
      await free(engine);
      await engine.run();
      if (after > 0) {
        expect(offerStates(engine, ids[0])).toEqual(["queued"]);
        engine.at += after;
      }
      engine.gateway = "takes";
      await engine.run();
      await engine.run();
      expect(offerStates(engine, ids[0])).toEqual(["failed"]);
      expect(engine.stores.waitlist.entry(ids[0])).toMatchObject({
        status: "waiting",
        offersSent: 0,
      });
      expect(statuses(engine, ids)).toEqual(["waiting", "offered"]);
    },
  );
  test("that is the second unanswered one in a row pauses the guest until they are added again", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const phone = "+12127367999";
    const window = { phone, earliestTime: "6:00 PM", latestTime: "7:00 PM" };
    const id = await wait(engine, window);
    for (const expected of ["waiting", "paused"]) {
      await free(engine);
      await engine.run();
      engine.at = engine.stores.waitlist.offerOf(id)?.holdUntil ?? 0;
      await engine.run();
      expect(statuses(engine, [id])).toEqual([expected]);
    }
    await wait(engine, window);
    expect(engine.stores.waitlist.entry(id)).toMatchObject({ status: "waiting", silentOffers: 0 });
  });
});

describe("an entry's window", () => {
  test("that leaves no time to come ends the entry", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - HOUR);
    const id = await wait(engine);
    const step = waitlistEntries(engine);
    const dueAt = step.nextDueAt(engine.at, OPENING);
    expect(dueAt).toBe(OPENING - 15 * MINUTE + 1);
    engine.at = OPENING - 15 * MINUTE;
    expect(await step.run(engine.at)).toBe(0);
    engine.at = dueAt ?? 0;
    expect(await step.run(engine.at)).toBe(1);
    expect(statuses(engine, [id])).toEqual(["lapsed"]);
  });
});

describe("freed seats", () => {
  test("wait through quiet hours without a hold, and are offered in the morning", async () => {
    using opened = openTestDatabase();
    const quietHours = { from: "21:30", to: "09:00" };
    const engine = engineAt(opened, OPENING - 20 * HOUR, { quietHours });
    const id = await wait(engine);
    await free(engine);
    await engine.run();
    expect(statuses(engine, [id])).toEqual(["waiting"]);
    const morning = OPENING - 9 * HOUR;
    expect(freedSlots(engine).nextDueAt(engine.at, OPENING)).toBe(morning);
    engine.at = morning;
    await engine.run();
    expect(statuses(engine, [id])).toEqual(["offered"]);
  });
  test("are offered immediately if quiet hours are switched off", async () => {
    using opened = openTestDatabase();
    const quietHours = { from: "21:30", to: "09:00" };
    const engine = engineAt(opened, OPENING - 20 * HOUR, { quietHours });
    const id = await wait(engine);
    await free(engine);
    await engine.run();
    const before = engine.stores.brands.get(BISTRO)?.settings;
    if (before === undefined) throw new Error("There is no bistro");
    engine.stores.brands.update(BISTRO, {
      overrides: { ...SETTINGS, ...SMALL, ...QUIET },
      now: engine.at,
    });
    await engine.inBrand(BISTRO, (context) => feedWidened(before, context));
    await engine.run();
    expect(statuses(engine, [id])).toEqual(["offered"]);
  });
  test("of a day that opens again are offered", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 5 * HOUR, {
      specialDays: { "2026-11-20": { closed: true } },
    });
    const before = engine.stores.brands.get(BISTRO)?.settings;
    if (before === undefined) throw new Error("There is no bistro");
    // The guest joined the list while the day was still open.
    engine.stores.brands.update(BISTRO, { overrides: { ...SETTINGS, ...QUIET }, now: engine.at });
    const id = await wait(engine);
    await engine.inBrand(BISTRO, (context) => feedWidened(before, context));
    await engine.run();
    expect(statuses(engine, [id])).toEqual(["offered"]);
  });
});

describe("whether seats are freed by", () => {
  test.each([
    ["more seats", { seats: 9 }, true],
    ["no limit of seats", { seats: null, maxPartySize: 8 }, true],
    ["fewer seats", { seats: 7, maxPartySize: 7 }, false],
    ["a faster pace", { paceCovers: 8 }, true],
    ["a special day", { specialDays: { "2026-11-20": { note: "Jazz" } } }, true],
    ["other hours", { services: [] }, true],
    ["shorter stays", { turnMinutes: [{ upTo: null, minutes: 60 }] }, true],
    ["longer notice", { minNoticeMinutes: 30 }, false],
    ["texts about changes", { updateNotification: true }, false],
  ])("%s (%j): %p", (_, change, expected) => {
    const before = resolveSettings(SETTINGS);
    expect(isWidened(before, resolveSettings({ ...SETTINGS, ...change }))).toBe(expected);
  });
  test.each([
    [{ from: 7, mode: "pending" }, { from: 7, mode: "allow" }, true],
    [{ from: 6, mode: "refuse" }, { from: 7, mode: "refuse" }, true],
    [{ from: 7, mode: "refuse" }, { from: 7, mode: "pending" }, false],
    [{ from: 7, mode: "pending" }, { from: 6, mode: "pending" }, false],
    [{ from: 7, mode: "allow" }, { from: 7, mode: "pending" }, false],
    [{ from: 6, mode: "allow" }, { from: 7, mode: "allow" }, false],
  ])("a change of large parties from %j to %j: %p", (before, after, expected) => {
    const [old, present] = [before, after].map((largeParty) =>
      resolveSettings({ ...SETTINGS, largeParty }),
    );
    if (old === undefined || present === undefined) throw new Error("There are no settings");
    expect(isWidened(old, present)).toBe(expected);
  });
  test("a shorter notice: true", () => {
    const before = resolveSettings({ ...SETTINGS, minNoticeMinutes: 120 });
    expect(isWidened(before, resolveSettings({ ...SETTINGS, minNoticeMinutes: 30 }))).toBe(true);
  });
  test.each([
    [6, 8, true],
    [8, 6, false],
  ])("a change of the largest party size from %i to %i: %p", (before, after, expected) => {
    const largeParty = { from: 6, mode: "allow" };
    const upTo = (maxPartySize: number) =>
      resolveSettings({ ...SETTINGS, largeParty, maxPartySize });
    expect(isWidened(upTo(before), upTo(after))).toBe(expected);
  });
  test.each([
    [false, true, true],
    [true, false, false],
  ])("a change of waitlist.enabled from %p to %p: %p", (before, after, expected) => {
    const switched = (enabled: boolean) => resolveSettings({ ...SETTINGS, waitlist: { enabled } });
    expect(isWidened(switched(before), switched(after))).toBe(expected);
  });
});
