// Goal: freed seats are offered to the first suitable waiting guest under the usual admission
// rules, and a YES takes what was offered.
import { describe, expect, test } from "bun:test";
import { segmentsOf } from "../../src/domain/segments.ts";
import type { WaitlistEntry } from "../../src/domain/waitlist.ts";
import type { MachineContext } from "../../src/operations/call/acting-as.ts";
import { acceptOffer } from "../../src/operations/waitlist/accept-offer.ts";
import { endOffer } from "../../src/operations/waitlist/end-offer.ts";
import type { WireEntry } from "../../src/operations/waitlist/wire-entry.ts";
import {
  ADA,
  BISTRO,
  EVENING,
  FRIDAY,
  HOUR,
  type House,
  MINUTE,
  openHouse,
  PLAIN,
} from "./house.ts";

const SMALL = { ...PLAIN, seats: 4, maxPartySize: 4 };
const WISH = { name: "Wanda", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };
const NARROW = { earliestTime: "7:00 PM", latestTime: "7:00 PM" };

let phones = 0;
const freshPhone = (): string => `+1212736${(6000 + ++phones).toString()}`;

/** Adds a guest to the waitlist, and returns the id. */
async function wait(house: House, change: object = {}): Promise<string> {
  const input = { ...WISH, ...NARROW, phone: freshPhone(), ...change };
  const added = await house.ok<{ entry: WireEntry }>("add_to_waitlist", input);
  house.at += MINUTE;
  return added.entry.id ?? "";
}

function entry(house: House, id: string): WaitlistEntry {
  const found = house.stores.waitlist.entry(id);
  if (found === null) throw new Error(`There is no entry ${id}`);
  return found;
}

const states = (house: House, ids: readonly string[]): string[] =>
  ids.map((id) => entry(house, id).status);

const lastOffer = (house: House, id: string) => {
  const offer = house.stores.offers.ofEntry(id).at(-1);
  if (offer === undefined) throw new Error(`Nothing was offered to ${id}`);
  return offer;
};

const inBistro = (house: House, body: (context: MachineContext) => unknown) =>
  house.writer.write<unknown>(() => {
    const brand = house.stores.brands.get(BISTRO);
    if (brand === null) throw new Error("There is no bistro");
    const { stores } = house;
    return body({
      brand,
      now: house.at,
      stores,
      random: (n) => crypto.getRandomValues(new Uint8Array(n)),
    });
  });

/** Fills the restaurant. `free` frees its seats by the tool. */
async function freeing(house: House, tool = "cancel_booking", change: object = {}) {
  const id = await house.book({ numberOfPeople: 4 });
  return { id, free: () => house.ok(tool, { id, ...change }) };
}

describe("freed seats are offered", () => {
  test("in the call that frees them, with the seats held and the text queued", async () => {
    using house = openHouse(SMALL);
    const { free } = await freeing(house);
    const id = await wait(house);
    const { notifications, waitlist } = await free();
    expect(waitlist).toEqual({ willRun: true, waiting: 1 });
    const offered = notifications.filter(({ recipient }) => recipient === "waiting_guest");
    expect(offered).toMatchObject([{ kind: "offer", state: "queued", segments: 1, why: null }]);
    expect(offered[0]?.body).toContain("{link}");
    expect(entry(house, id)).toMatchObject({ status: "offered", offersSent: 1 });
    expect(lastOffer(house, id)).toMatchObject({ state: "queued", startAt: EVENING, partySize: 4 });
    await house.refused("create_booking", { ...WISH, name: "Ada" }).then((refused) => {
      expect(refused.reasons[0]?.code).toBe("HELD_FOR_WAITLIST");
    });
  });
  test("with a text whose segments are counted with the complete link, including this instance's address", async () => {
    using house = openHouse(SMALL);
    const { guestLinks, messages } = house.stores;
    guestLinks.reachedAt(`https://${"reservations.".repeat(5)}example`);
    const { free } = await freeing(house);
    await wait(house);
    const { notifications } = await free();
    const [text] = messages
      .list({ brand: BISTRO, phone: null })
      .filter(({ kind }) => kind === "offer");
    if (text === undefined) throw new Error("No offer was queued");
    const segments = segmentsOf(guestLinks.complete(text));
    expect(text.segments).toBe(segments);
    expect(notifications.find(({ kind }) => kind === "offer")?.segments).toBe(segments);
    expect(segments).toBe(2);
  });
  test("with an answer that says who got the offer and until when the seats are held", async () => {
    using house = openHouse(SMALL);
    const { id } = await freeing(house);
    await wait(house);
    const { text } = await house.invoke("cancel_booking", { id });
    expect(text).toMatch(/offered to Wanda, phone ending 6003, held until \d+:\d\d [AP]M/);
  });
  test("to the same guest in a dry run and in the real call; the dry run changes nothing", async () => {
    using house = openHouse(SMALL);
    const { id, free } = await freeing(house);
    const waiting = await wait(house);
    const rows = house.rows();
    const dry = await house.ok("cancel_booking", { id, dryRun: true });
    expect(house.rows()).toEqual(rows);
    expect(entry(house, waiting).status).toBe("waiting");
    const real = await free();
    expect(dry.notifications).toEqual(real.notifications);
  });
  test.each([
    ["cancel_booking", {}, 0],
    ["mark_no_show", {}, 20 * MINUTE],
    ["update_booking", { numberOfPeople: 1 }, 0],
    ["update_booking", { time: "9:15 PM" }, 0],
  ])("after %s %j", async (tool, change, late) => {
    using house = openHouse(SMALL);
    const { free } = await freeing(house, tool, change);
    const id = await wait(house, {
      numberOfPeople: 2,
      latestTime: "8:00 PM",
    });
    if (late > 0) house.at = EVENING + late;
    await free();
    expect(entry(house, id).status).toBe("offered");
  });
  test("to several guests if several fit", async () => {
    using house = openHouse(SMALL);
    const { free } = await freeing(house);
    const ids = [
      await wait(house, { numberOfPeople: 2 }),
      await wait(house, { numberOfPeople: 3 }),
      await wait(house, { numberOfPeople: 2 }),
    ];
    await free();
    expect(states(house, ids)).toEqual(["offered", "waiting", "offered"]);
  });
  test("to the guest with the highest priority first", async () => {
    using house = openHouse(SMALL);
    const { free } = await freeing(house);
    const ids = [await wait(house), await wait(house, { priority: 5 }), await wait(house)];
    await free();
    expect(states(house, ids)).toEqual(["waiting", "offered", "waiting"]);
  });
  test("for the requested start that is nearest to the freed one", async () => {
    using house = openHouse(SMALL);
    const { free } = await freeing(house);
    const id = await wait(house, {
      time: "7:30 PM",
      earliestTime: "7:15 PM",
      latestTime: "8:00 PM",
    });
    await free();
    expect(lastOffer(house, id).startAt).toBe(EVENING + 15 * MINUTE);
  });
  test("only when they are freed: an entry added while seats are free gets no offer", async () => {
    using house = openHouse(SMALL);
    const id = await wait(house);
    expect(entry(house, id).status).toBe("waiting");
    expect(house.rows()["message"]).toBe(0);
  });
  test("to a guest who would give up their own reservation for them", async () => {
    using house = openHouse(SMALL);
    const own = await house.book({ numberOfPeople: 2, phone: ADA, time: "7:30 PM" });
    const other = await house.book({ numberOfPeople: 2 });
    const id = await wait(house, { phone: ADA, replaces: own });
    await house.ok("cancel_booking", { id: other });
    expect(lastOffer(house, id)).toMatchObject({ startAt: EVENING, partySize: 4 });
    await inBistro(house, (context) => acceptOffer(lastOffer(house, id), context));
    expect(house.stored(own).status).toBe("cancelled");
    expect(house.freed().at(-1)).toBe("accept_offer 7:30 PM-9:00 PM");
  });
});

describe("a reservation that is given up for an offer", () => {
  /**
   * Accepts an offer for which a reservation with this phone is given up. Returns the cancellation
   * texts of that reservation.
   */
  async function giveUp(phone: string | null): Promise<string[]> {
    using house = openHouse(SMALL);
    const contact = phone === null ? { email: "ada@example.com" } : { phone };
    const own = await house.book({ numberOfPeople: 2, time: "7:30 PM", ...contact });
    house.deliver();
    const other = await house.book({ numberOfPeople: 2 });
    const id = await wait(house, { phone: ADA });
    // The tool refuses such an entry now, but an earlier version may have stored one.
    await house.writer.write(() =>
      house.stores.waitlist.update({ ...entry(house, id), replaces: own }),
    );
    await house.ok("cancel_booking", { id: other });
    await inBistro(house, (context) => acceptOffer(lastOffer(house, id), context));
    expect(house.stored(own).status).toBe("cancelled");
    return house.texts(own).filter((text) => text.startsWith("cancellation"));
  }
  test("gets no cancellation text if it has the phone of the offer", async () => {
    expect(await giveUp(ADA)).toEqual([]);
  });
  test("is cancelled with a text if it has another phone", async () => {
    expect(await giveUp("+12127365999")).toEqual(["cancellation due"]);
  });
  test("is cancelled without a text if it has no phone", async () => {
    expect(await giveUp(null)).toEqual([]);
  });
});

describe("passing over:", () => {
  const cases: readonly (readonly [string, string, (house: House) => Promise<string>])[] = [
    ["a party that does not fit", "CAPACITY_FULL", (house) => wait(house, { numberOfPeople: 4 })],
    [
      "a phone that opted out",
      "SMS_OFF",
      async (house) => {
        const phone = freshPhone();
        await house.writer.write(() => house.stores.optOuts.add(phone, house.at));
        return await wait(house, { phone, numberOfPeople: 2 });
      },
    ],
    [
      "a phone with another open offer",
      "OFFER_OPEN",
      async (house) => {
        const phone = freshPhone();
        await wait(house, { phone, numberOfPeople: 1, priority: 9 });
        const other = { time: "7:15 PM", earliestTime: "7:15 PM", latestTime: "7:15 PM" };
        return await wait(house, { phone, numberOfPeople: 1, priority: 8, ...other });
      },
    ],
  ];
  test.each(cases)("%s is listed with the reason %s", async (_, code, prepare) => {
    using house = openHouse(SMALL);
    await house.book({ numberOfPeople: 2 });
    const freed = await house.book({ numberOfPeople: 2 });
    const id = await prepare(house);
    const next = await wait(house, { numberOfPeople: 1 });
    await house.ok("cancel_booking", { id: freed });
    expect(entry(house, next).status).toBe("offered");
    const { structured, text } = await house.invoke("list_waitlist", {});
    const { entries } = structured as unknown as { entries: WireEntry[] };
    const shown = entries.find((one) => one.id === id);
    expect(shown).toMatchObject({ status: "waiting", passedOver: [{ code }] });
    expect(text).toContain("passed over");
  });
  test("a party over the pace is passed over, even for a start in 15 minutes", async () => {
    using house = openHouse({ ...PLAIN, paceCovers: 4, largeParty: { from: 5, mode: "allow" } });
    await house.book({ numberOfPeople: 2 });
    const freed = await house.book({ numberOfPeople: 2 });
    const id = await wait(house);
    house.at = EVENING - 15 * MINUTE;
    await house.ok("cancel_booking", { id: freed });
    expect(entry(house, id).passedOver).toMatchObject([{ why: { code: "PACE_FULL" } }]);
  });
  test("a large party is passed over if the restaurant decides about large parties", async () => {
    using house = openHouse({ ...SMALL, largeParty: { from: 4, mode: "pending" } });
    const freed = await house.book({ numberOfPeople: 3 });
    const id = await wait(house);
    await house.ok("cancel_booking", { id: freed });
    expect(entry(house, id).passedOver).toMatchObject([
      { why: { kind: "LARGE_PARTY_REVIEW.waiting" } },
    ]);
  });
  test("one phone gets at most three offers per day, each for another start", async () => {
    using house = openHouse(SMALL);
    const id = await wait(house, { earliestTime: "6:00 PM", latestTime: "8:00 PM" });
    const starts: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const freed = await house.book({ numberOfPeople: 4 });
      await house.ok("cancel_booking", { id: freed });
      const offer = house.stores.waitlist.offerOf(id);
      if (offer === null) break;
      starts.push(offer.startAt);
      await inBistro(house, (context) => endOffer(offer, "declined", context));
    }
    expect(starts).toHaveLength(3);
    expect(new Set(starts).size).toBe(3);
    expect(entry(house, id).passedOver).toMatchObject([{ why: { kind: "OFFERS_TODAY" } }]);
  });
});

describe("a YES to an offer", () => {
  async function offered(change: object = {}) {
    const house = openHouse(SMALL);
    const { free } = await freeing(house);
    const id = await wait(house, change);
    await free();
    const accept = () => inBistro(house, (context) => acceptOffer(lastOffer(house, id), context));
    return { house, id, accept, [Symbol.dispose]: () => house[Symbol.dispose]() };
  }
  test("during the hold makes a confirmed reservation, with one text", async () => {
    using made = await offered();
    const { house, id, accept } = made;
    // A limit that was lowered meanwhile does not affect an offer.
    house.set({
      ...SMALL,
      seats: 2,
      maxPartySize: 2,
      paceCovers: 2,
      largeParty: { from: 3, mode: "refuse" },
    });
    expect(await accept()).toMatchObject({
      kind: "booked",
      changed: true,
      reservation: { status: "booked", attendance: "confirmed", source: "waitlist", partySize: 4 },
    });
    const booked = entry(house, id).bookingId ?? "";
    expect(entry(house, id).status).toBe("booked");
    expect(lastOffer(house, id).state).toBe("accepted");
    expect(house.texts(booked)).toEqual(["confirmation due"]);
    expect(await accept()).toMatchObject({ kind: "booked", changed: false });
    expect(house.texts(booked)).toEqual(["confirmation due"]);
  });
  test("after the hold makes a reservation under the usual rules", async () => {
    using made = await offered();
    const { house, id, accept } = made;
    house.at = lastOffer(house, id).holdUntil;
    expect(await accept()).toMatchObject({ kind: "booked", changed: true });
    expect(lastOffer(house, id).state).toBe("expired");
  });
  test("after somebody else took the table is refused, and the waiting guest stays on the list", async () => {
    using made = await offered();
    const { house, id, accept } = made;
    house.at = lastOffer(house, id).holdUntil;
    await house.book({ numberOfPeople: 4 });
    expect(await accept()).toMatchObject({ kind: "offer_gone", waiting: true });
    expect(entry(house, id)).toMatchObject({ status: "waiting", silentOffers: 0 });
  });
  test("for a service that no longer takes place is refused", async () => {
    using made = await offered();
    const { house, accept } = made;
    house.set({ ...SMALL, specialDays: { "2026-11-20": { closed: true } } });
    expect(await accept()).toMatchObject({ kind: "offer_gone" });
  });
  test("is not needed if the guest books the table in another way", async () => {
    const phone = freshPhone();
    using made = await offered({ phone });
    const { house, id } = made;
    await house.book({ numberOfPeople: 4, phone });
    expect(entry(house, id).status).toBe("booked");
    expect(lastOffer(house, id).state).toBe("accepted");
  });
});

describe("an offer that ends", () => {
  test.each(["declined", "expired", "withdrawn", "failed"] as const)(
    "as %s frees its seats once, in the same transaction",
    async (state) => {
      using house = openHouse(SMALL);
      const { free } = await freeing(house);
      const id = await wait(house);
      await free();
      const end = () =>
        inBistro(house, (context) => endOffer(lastOffer(house, id), state, context));
      expect(await end()).toBe(true);
      expect(house.freed().at(-1)).toBe(`offer_${state} 7:00 PM-8:45 PM`);
      expect(entry(house, id).status).toBe("waiting");
      const rows = house.rows();
      expect(await end()).toBe(false);
      expect(house.rows()).toEqual(rows);
    },
  );
  test("because its entry was removed frees its seats", async () => {
    using house = openHouse(SMALL);
    const { free } = await freeing(house);
    const id = await wait(house);
    await free();
    await house.ok("remove_from_waitlist", { id });
    expect(entry(house, id).status).toBe("left");
    expect(lastOffer(house, id).state).toBe("withdrawn");
    await house.book({ numberOfPeople: 4 });
  });
});

test("in quiet hours seats are not offered for a start more than three hours away", async () => {
  using house = openHouse({ ...SMALL, quietHours: { from: "15:00", to: "18:00" } });
  house.at = EVENING - 4 * HOUR;
  const { free } = await freeing(house);
  const id = await wait(house);
  await free();
  expect(entry(house, id).status).toBe("waiting");
  const checkAt = house.stores.slotFreed.nextCheckAt() ?? 0;
  expect(checkAt).toBeGreaterThan(house.at);
  expect(checkAt).toBeLessThanOrEqual(EVENING - 3 * HOUR + 1);
});
