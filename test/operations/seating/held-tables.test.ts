// Goal: a table that is held for a waiting guest counts as taken until the offer ends. Refusals say
// so, and a manager withdraws as few offers as needed. An offer can move other parties, and a
// booking can move an offer.
import { describe, expect, test } from "bun:test";
import type { ShortFloor } from "../../support/floor.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { HOST, MANAGER, overrule } from "../desk/people.ts";
import { ADA, EVENING, type House, MINUTE } from "../house.ts";

const phones = ["+12127365001", "+12127365002", "+12127365003"] as const;

/**
 * Fills the tables, adds guests of these sizes to the waitlist and cancels the parties, so that
 * each guest gets an offer.
 */
async function offered(house: House, ...sizes: number[]) {
  const full = [];
  for (const size of sizes) full.push(await booked(house, size));
  for (const [at, size] of sizes.entries()) {
    const NARROW = { earliestTime: "7:00 PM", latestTime: "7:00 PM" };
    await house.ok("add_to_waitlist", wish(size, "7:00 PM", { phone: phones[at], ...NARROW }));
    house.at += MINUTE;
  }
  for (const { id } of full) await house.ok("cancel_booking", { id });
  return sizes.map((_, at) => live(house, at));
}

const live = (house: House, at: number) => {
  const offer = house.stores.offers.liveOfPhone(phones[at] as string);
  if (offer === null) throw new Error(`Nothing was offered to ${phones[at]}`);
  return offer;
};

test("if only holds are in the way, the refusal says so, and says until when the holds last", async () => {
  using house = openFloor({ areas: { Room: "1:2" } });
  const [offer] = await offered(house, 2);
  expect(offer?.tables).toBe("table-1");
  const { code, reasons } = await house.refused("create_booking", wish(2));
  expect(code).toBe("HELD_FOR_WAITLIST");
  expect(reasons[0]).toMatchObject({ heldCovers: 2, heldUntil: offer?.holdUntil });
  const { slots } = await house.ok<{ slots: { time: string; state: string }[] }>(
    "check_availability",
    { date: "2026-11-20", numberOfPeople: 2, time: "7:00 PM" },
  );
  expect(slots[0]).toMatchObject({ time: "7:00 PM", state: "held" });
});

test("if other parties are in the way too, the refusal says that the tables are full", async () => {
  using house = openFloor({ areas: { Room: "1:2 2:4" } });
  await booked(house, 4);
  await offered(house, 2);
  expect((await house.refused("create_booking", wish(4))).code).toBe("TABLES_FULL");
  expect((await house.refused("create_booking", wish(2))).code).toBe("HELD_FOR_WAITLIST");
});

test("a guest can book the table that is held for their phone", async () => {
  using house = openFloor({ areas: { Room: "1:2" } });
  await offered(house, 2);
  const { reservation } = await house.ok(
    "create_booking",
    wish(2, "7:00 PM", { phone: phones[0] }),
  );
  expect(reservation.tables).toEqual(["1"]);
});

test("a manager's override withdraws only as many offers as needed", async () => {
  using house = openFloor({ areas: { Room: "1:3-4 2:2" } });
  const [four, two] = await offered(house, 4, 2);
  expect([four?.tables, two?.tables]).toEqual(["table-1", "table-2"]);
  const input = { ...wish(4), phone: ADA };
  expect((await house.refused("create_booking", input, HOST)).code).toBe("HELD_FOR_WAITLIST");
  const { reservation } = await overrule(house, "create_booking", input);
  expect(reservation.tables).toEqual(["1"]);
  const states = [four, two].map((one) => house.stores.offers.get(one?.id ?? "")?.state);
  expect(states).toEqual(["withdrawn", "queued"]);
  expect(MANAGER.roles).toEqual({ bistro: "manager" });
});

describe("a chain of moves", () => {
  /** A party of two at a table of the combination 1+2 can move to table 3. */
  const CHAIN: ShortFloor = { areas: { Room: "1:2 2:2 3:2-3" }, joins: "1+2:4-4" };

  test("is made for an offer", async () => {
    using house = openFloor(CHAIN);
    const four = await booked(house, 4);
    const one = await booked(house, 2);
    await house.ok("cancel_booking", { id: four.id });
    const two = await booked(house, 2);
    expect([one.tables, two.tables]).toEqual([["3"], ["1"]]);
    const at = { earliestTime: "7:00 PM", latestTime: "7:00 PM", phone: phones[0] };
    await house.ok("add_to_waitlist", wish(4, "7:00 PM", at));
    await house.ok("cancel_booking", { id: one.id });
    expect(live(house, 0).tables.split(" ").toSorted()).toEqual(["table-1", "table-2"]);
    expect(house.stored(two.id).tables).toEqual(["table-3"]);
  });
  test("can move an offer to another table, unless the offered start is soon", async () => {
    using house = openFloor(CHAIN);
    await booked(house, 2).then(({ id }) => house.ok("cancel_booking", { id }));
    house.hold({ ...(await heldAt(house, "table-1")) });
    const four = await booked(house, 4);
    expect(four.tables.toSorted()).toEqual(["1", "2"]);
    expect(live(house, 0).tables).toBe("table-3");
    await house.ok("cancel_booking", { id: four.id });
    house.stores.offers.setTables(live(house, 0).id, ["table-1"]);
    house.at = EVENING - 30 * MINUTE;
    expect((await house.refused("create_booking", wish(4))).code).toBe("HELD_FOR_WAITLIST");
  });
});

/** An offer for two, valid until 7:00 PM. The offered start is `later` ms after 7:00 PM. */
async function heldAt(house: House, tables: string, later = 0) {
  const given = { phone: phones[0] };
  const { entry } = await house.ok<{ entry: { id: string } }>(
    "add_to_waitlist",
    wish(2, "7:00 PM", given),
  );
  const startAt = EVENING + later;
  const stay = { startAt, endAt: startAt + 90 * MINUTE, partySize: 2 };
  return {
    ...stay,
    id: "offer-1",
    entryId: entry.id,
    brand: "bistro",
    phone: phones[0],
    state: "sent",
    createdAt: house.at,
    sentAt: house.at,
    holdUntil: EVENING,
    tables,
    answeredAt: null,
    cause: null,
  } as const;
}

test("a hold still has a table after its guest books another time, even if the hold had to move", async () => {
  using house = openFloor({ areas: { Room: "1:2-3 2:2" } });
  const two = await booked(house, 3, "7:45 PM");
  await house.ok("update_booking", { id: two.id, numberOfPeople: 2 });
  house.hold({ ...(await heldAt(house, "table-2", 90 * MINUTE)) });
  await house.ok("create_booking", wish(3, "6:15 PM", { phone: phones[0] }));
  expect([house.stored(two.id).tables, live(house, 0).tables]).toEqual([["table-2"], "table-1"]);
});

describe("a guest who waits for an area", () => {
  const TWO_AREAS: ShortFloor = { areas: { Room: "1:2", Terrace: "T1:2" } };
  const waits = (house: House, area: string) =>
    house.ok("add_to_waitlist", wish(2, "7:00 PM", { phone: phones[0], area }));

  test("is offered no table elsewhere", async () => {
    using house = openFloor(TWO_AREAS);
    const inside = await booked(house, 2, "7:00 PM", { area: "Room" });
    const outside = await booked(house, 2, "7:00 PM", { area: "Terrace" });
    await waits(house, "Terrace");
    await house.ok("cancel_booking", { id: inside.id });
    expect(house.stores.offers.liveOfPhone(phones[0])).toBeNull();
    await house.ok("cancel_booking", { id: outside.id });
    expect(live(house, 0).tables).toBe("table-T1");
  });

  test("is told of free times in that area only, and cannot choose an unknown area", async () => {
    using house = openFloor(TWO_AREAS);
    await booked(house, 2, "7:00 PM", { area: "Terrace" });
    const { room } = await house.ok<{ room: { time: string }[] }>(
      "add_to_waitlist",
      wish(2, "7:00 PM", { phone: phones[0], area: "Terrace", latestTime: "7:15 PM" }),
    );
    expect(room.map(({ time }) => time)).not.toContain("7:00 PM");
    const { code } = await house.refused(
      "add_to_waitlist",
      wish(2, "7:00 PM", { phone: phones[1], area: "Garden" }),
    );
    expect(code).toBe("INVALID_INPUT");
  });

  test("waits for any area again on request", async () => {
    using house = openFloor(TWO_AREAS);
    const inside = await booked(house, 2, "7:00 PM", { area: "Room" });
    await booked(house, 2, "7:00 PM", { area: "Terrace" });
    await waits(house, "Terrace");
    await waits(house, "any");
    await house.ok("cancel_booking", { id: inside.id });
    expect(live(house, 0).tables).toBe("table-1");
  });
});
