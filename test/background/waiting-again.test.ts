// Goal: a waiting guest who could not be asked when seats came free is considered again as soon as
// the obstacle ends, in the order of the list. Adding a guest to the list sends nothing.
import { describe, expect, test } from "bun:test";
import { createInbox } from "../../src/background/inbound-texts.ts";
import { acceptOffer } from "../../src/operations/waitlist/accept-offer.ts";
import { openTestDatabase } from "../support/database.ts";
import {
  end,
  engineAt,
  freshPhone,
  offersTo,
  ok,
  slots,
  status,
  statuses,
  taken,
  wait,
} from "../support/waiting-desk.ts";
import { BRANDS, type Engine, HOUR, OPENING } from "../support/waiting-engine.ts";

const [BISTRO, CORNER] = BRANDS;
const SATURDAY = "Saturday, November 21, 2026";
const ANA = "+12127367001";
const DAY = 24 * HOUR;

/**
 * Ana waits for a table at the bistro on Friday, and for the table that `other` describes. When the
 * first becomes free, she has an offer of the second. Returns both entries in this order.
 */
async function busyElsewhere(engine: Engine, other: object): Promise<readonly [string, string]> {
  const waitsHere = await wait(engine, { phone: ANA });
  const freeHere = await taken(engine);
  const waitsThere = await wait(engine, { phone: ANA, ...other });
  await (await taken(engine, other))();
  await engine.run();
  expect(statuses(engine, [waitsThere, waitsHere])).toEqual(["offered", "waiting"]);
  await freeHere();
  await engine.run();
  expect(status(engine, waitsHere)).toBe("waiting");
  return [waitsHere, waitsThere];
}

describe("a guest who has an offer is asked about another freed table when that offer is", () => {
  const elsewhere = [
    ["of another date", { date: SATURDAY }],
    ["of another brand", { brand: CORNER }],
  ] as const;
  const ends = ["declined", "expired", "withdrawn", "failed", "accepted"] as const;
  const cases = elsewhere.flatMap(([where, other]) =>
    ends.map((how) => [how, where, other] as const),
  );
  test.each([...cases])("%s (an offer %s)", async (how, _, other) => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const [here, there] = await busyElsewhere(engine, other);
    await end(engine, there, how);
    expect(status(engine, here)).toBe("offered");
  });
  test("accepted by the guest's own booking", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const [here] = await busyElsewhere(engine, { date: SATURDAY });
    await taken(engine, { date: SATURDAY, phone: ANA });
    await engine.run();
    expect(status(engine, here)).toBe("offered");
  });
  test("over, but not about a table that was free before the guest joined the list", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    await (await taken(engine))();
    const there = await wait(engine, { phone: ANA, date: SATURDAY });
    await (await taken(engine, { date: SATURDAY }))();
    const here = await wait(engine, { phone: ANA });
    await engine.run();
    await end(engine, there, "declined");
    expect(status(engine, here)).toBe("waiting");
  });
  test("over, unless the requested time has passed", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const here = await wait(engine, { phone: ANA });
    const free = await taken(engine, { time: "7:00 PM" });
    const there = await wait(engine, { phone: ANA, date: SATURDAY });
    await (await taken(engine, { date: SATURDAY }))();
    await engine.run();
    await free();
    // Nothing ran in between: the guest still waits, although the requested time is over.
    engine.at = OPENING + 1.75 * HOUR;
    await end(engine, there, "declined");
    expect(statuses(engine, [here, there])).toEqual(["lapsed", "waiting"]);
  });
  test("over, but after guests who come first on the list", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const stopped = freshPhone();
    const first = await wait(engine, { phone: stopped });
    const inbox = createInbox(engine);
    await inbox({ from: stopped, body: "STOP" });
    const [second, there] = await busyElsewhere(engine, { date: SATURDAY });
    // Removes the opt-out directly: a START would make the waitlist ask this guest at once.
    engine.stores.optOuts.remove(stopped);
    await end(engine, there, "declined");
    expect(statuses(engine, [first, second])).toEqual(["offered", "waiting"]);
  });
});

describe("START", () => {
  test("lets the guest be asked about seats freed since their STOP", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const inbox = createInbox(engine);
    const id = await wait(engine, { phone: ANA });
    const free = await taken(engine);
    expect(await inbox({ from: ANA, body: "STOP" })).toBe("opted_out");
    await free();
    await engine.run();
    expect(status(engine, id)).toBe("waiting");
    expect(await inbox({ from: ANA, body: "START" })).toBe("opted_in");
    await engine.run();
    expect(status(engine, id)).toBe("offered");
  });
  test("offers the guest again the table that their STOP withdrew", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const inbox = createInbox(engine);
    const id = await wait(engine, { phone: ANA });
    await (await taken(engine))();
    await engine.run();
    await inbox({ from: ANA, body: "STOP" });
    await engine.run();
    await inbox({ from: ANA, body: "START" });
    await engine.run();
    expect(offersTo(engine, id)).toEqual(["withdrawn 0", "sent 0"]);
  });
  test("from a phone that was not opted out changes nothing", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const id = await wait(engine, { phone: ANA });
    await ok(engine, "remove_from_waitlist", { id });
    await (await taken(engine))();
    await engine.run();
    await wait(engine, { phone: ANA });
    const before = slots(engine);
    await createInbox(engine)({ from: ANA, body: "START" });
    expect(slots(engine)).toBe(before);
  });
});

describe("a guest who cannot be asked today is asked tomorrow", () => {
  test("after three offers for one date", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 2 * DAY);
    const id = await wait(engine, { latestTime: "7:30 PM" });
    await (await taken(engine))();
    for (let round = 0; round < 3; round += 1) {
      await engine.run();
      await end(engine, id, "declined");
    }
    expect(offersTo(engine, id)).toEqual(["declined 0", "declined 15", "declined 30"]);
    const midnight = OPENING - 2 * DAY + 6 * HOUR;
    expect(engine.stores.slotFreed.nextCheckAt()).toBe(midnight);
    engine.at = midnight - 1;
    await engine.run();
    expect(status(engine, id)).toBe("waiting");
    engine.at = midnight;
    await engine.run();
    expect(offersTo(engine, id).at(-1)).toBe("sent 45");
  });
  test("after a text that could not be sent, about the same start", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 2 * DAY);
    const id = await wait(engine);
    engine.gateway = "refuses";
    await (await taken(engine))();
    await engine.run();
    engine.gateway = "takes";
    await engine.run();
    expect(offersTo(engine, id)).toEqual(["failed 0"]);
    expect(engine.stores.waitlist.entry(id)?.passedOver).toMatchObject([
      { why: { kind: "NOT_SENT" } },
    ]);
    engine.at = OPENING - 2 * DAY + 6 * HOUR;
    await engine.run();
    expect(offersTo(engine, id)).toEqual(["failed 0", "sent 0"]);
  });
  test("after silence, about another start of the same table", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 2 * DAY);
    const id = await wait(engine, { latestTime: "6:15 PM" });
    await (await taken(engine))();
    await engine.run();
    await end(engine, id, "expired");
    expect(offersTo(engine, id)).toEqual(["expired 0"]);
    expect(engine.stores.waitlist.entry(id)?.passedOver).toMatchObject([
      { why: { kind: "NO_ANSWER" } },
    ]);
    engine.at = OPENING - 2 * DAY + 6 * HOUR;
    await engine.run();
    expect(offersTo(engine, id)).toEqual(["expired 0", "sent 15"]);
  });
});

describe("seats freed while a guest had another offer", () => {
  test("are offered when that offer expires, except the start that the guest did not answer about", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR, { seats: 8 });
    const id = await wait(engine, { latestTime: "7:30 PM" });
    const early = await taken(engine);
    const late = await taken(engine, { time: "7:30 PM" });
    await taken(engine, { numberOfPeople: 2 });
    await taken(engine, { numberOfPeople: 2, time: "7:00 PM" });
    await early();
    await engine.run();
    expect(offersTo(engine, id)).toEqual(["sent 0"]);
    await late();
    await engine.run();
    await end(engine, id, "expired");
    expect(offersTo(engine, id)).toEqual(["expired 0", "sent 90"]);
  });
});

describe("seats kept until tomorrow for one guest", () => {
  /**
   * The first guest did not answer about a table. The second could have taken it but had another
   * offer.
   */
  async function silentBeforeBusy(engine: Engine): Promise<readonly [string, string, string]> {
    const first = await wait(engine, { latestTime: "6:15 PM" });
    const second = await wait(engine, { phone: ANA });
    const there = await wait(engine, { phone: ANA, date: SATURDAY });
    await (await taken(engine))();
    await engine.run();
    engine.at += 1000;
    await (await taken(engine, { date: SATURDAY }))();
    await engine.run();
    expect(statuses(engine, [first, second, there])).toEqual(["offered", "waiting", "offered"]);
    await end(engine, first, "expired");
    expect(statuses(engine, [first, second])).toEqual(["waiting", "waiting"]);
    return [first, second, there];
  }
  test("are offered today to a guest who could not be asked before", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const [first, second, there] = await silentBeforeBusy(engine);
    await end(engine, there, "declined");
    expect(statuses(engine, [first, second])).toEqual(["waiting", "offered"]);
  });
  test("are offered today to a guest who texts START", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const [first, second] = await silentBeforeBusy(engine);
    const inbox = createInbox(engine);
    await inbox({ from: ANA, body: "STOP" });
    await engine.run();
    expect(statuses(engine, [first, second])).toEqual(["waiting", "waiting"]);
    await inbox({ from: ANA, body: "START" });
    await engine.run();
    expect(statuses(engine, [first, second])).toEqual(["waiting", "offered"]);
  });
  test("are not offered today to a guest who did not answer about some of them", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR, { seats: 8 });
    await wait(engine);
    const [one, other] = [await taken(engine), await taken(engine)];
    engine.gateway = "refuses";
    await one();
    await engine.run();
    engine.gateway = "takes";
    await engine.run();
    const silent = await wait(engine, { latestTime: "6:15 PM" });
    // Both guests would fit, but the first cannot be offered anything before tomorrow.
    await other();
    await engine.run();
    expect(offersTo(engine, silent)).toEqual(["sent 0"]);
    await end(engine, silent, "expired");
    expect(offersTo(engine, silent)).toEqual(["expired 0"]);
  });
});

describe("a guest who texts YES too late", () => {
  test("no longer counts as silent, and is offered what is still free", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const id = await wait(engine, { latestTime: "7:30 PM" });
    for (let round = 0; round < 2; round += 1) {
      await (await taken(engine))();
      await engine.run();
      engine.at = engine.stores.waitlist.offerOf(id)?.holdUntil ?? 0;
      await engine.run();
    }
    expect(status(engine, id)).toBe("paused");
    await taken(engine, { numberOfPeople: 1 });
    // Seats become free while the guest is paused.
    await (await taken(engine, { time: "7:15 PM" }))();
    await engine.run();
    const offer = engine.stores.offers.ofEntry(id).at(-1);
    if (offer === undefined) throw new Error("Nothing was offered");
    const answer = () =>
      engine.inBrand(BISTRO, (context) => acceptOffer(offer, context)) as Promise<{ kind: string }>;
    expect((await answer()).kind).toBe("offer_gone");
    const before = slots(engine);
    expect((await answer()).kind).toBe("offer_gone");
    expect(slots(engine)).toBe(before);
    await engine.run();
    expect(offersTo(engine, id).at(-1)).toBe("sent 60");
  });
});

describe("a start that a guest accepted too late", () => {
  test("is offered to that guest again when it comes free, but not to a guest who never answered", async () => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const late = await wait(engine, { phone: ANA });
    const silent = await wait(engine);
    const third = await wait(engine);
    await (await taken(engine))();
    await engine.run();
    await end(engine, late, "expired");
    await end(engine, silent, "expired");
    expect(statuses(engine, [late, silent, third])).toEqual(["waiting", "waiting", "offered"]);
    const inbox = createInbox(engine);
    expect(await inbox({ from: ANA, body: "YES" })).toBe("offer_gone");
    expect(await inbox({ from: ANA, body: "YES" })).toBe("offer_gone");
    await end(engine, third, "declined");
    expect(statuses(engine, [late, silent, third])).toEqual(["offered", "waiting", "waiting"]);
    expect(offersTo(engine, late)).toEqual(["withdrawn 0", "sent 0"]);
  });
});

describe("adding a guest to the list sends nothing", () => {
  test.each([
    ["after the guest was removed", false, {}],
    ["once more after a pause", true, {}],
    ["once more with another window", true, { latestTime: "6:15 PM" }],
  ])("%s", async (_, pause, change) => {
    using opened = openTestDatabase();
    const engine = engineAt(opened, OPENING - 8 * HOUR);
    const id = await wait(engine, { phone: ANA });
    if (pause) {
      const entry = engine.stores.waitlist.entry(id);
      if (entry !== null) engine.stores.waitlist.update({ ...entry, status: "paused" });
    } else await ok(engine, "remove_from_waitlist", { id });
    await (await taken(engine))();
    await engine.run();
    const before = slots(engine);
    const again = await wait(engine, { phone: ANA, ...change });
    await engine.run();
    expect(slots(engine)).toBe(before);
    expect(status(engine, again)).toBe("waiting");
  });
});
