// Goal: every change that frees a table, or admits more parties to a table, makes the waitlist
// offer it to a waiting guest; a change that makes no room does not.
import { describe, expect, test } from "bun:test";
import { freedSlots } from "../../../src/background/freed-slots.ts";
import { setSettings } from "../../../src/operations/desk/set-settings.ts";
import { exportFloor } from "../../../src/operations/floor/export-floor.ts";
import { importFloor } from "../../../src/operations/floor/import-floor.ts";
import { silentLog } from "../../background/machine.ts";
import type { ShortFloor } from "../../support/floor.ts";
import { booked, openFloor, wish } from "../../support/floor-house.ts";
import { BISTRO, caller, EVENING, FRIDAY, type House } from "../house.ts";

const PHONE = "+12127365001";
const operator = caller({ kind: "operator", principal: "operator" });

interface Plan {
  areas: { name: string; bookable: string; closed: object[] }[];
  tables: { name: string; minCovers: number; maxCovers: number; bookable: string }[];
  combinations: object[];
  blocks: object[];
}

async function replan(house: House, change: (plan: Plan) => void): Promise<void> {
  const { structured } = await house.invoke(exportFloor, { brand: BISTRO }, operator);
  const plan = structured["plan"] as Plan;
  change(plan);
  await house.invoke(importFloor, { brand: BISTRO, plan }, operator);
}

const set = (house: House, settings: object) =>
  house.invoke(setSettings, { brand: BISTRO, edit: { set: settings } }, operator);

const SPAN = { date: FRIDAY, from: "5:00 PM", to: "11:00 PM", reason: "leak" };
const blocked = (house: House, remove: boolean) =>
  house.ok("block_tables", { tables: ["2"], ...SPAN, remove });

/** Puts a guest on the waitlist for 7:00 PM. */
const waits = (house: House, size: number) =>
  house.ok(
    "add_to_waitlist",
    wish(size, "7:00 PM", { phone: PHONE, earliestTime: "7:00 PM", latestTime: "7:00 PM" }),
  );

async function offeredTables(house: House): Promise<string | null> {
  const { stores, writer } = house;
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const step = freedSlots({ stores, writer, clock: () => house.at, random, log: silentLog });
  await step.run(house.at);
  return stores.offers.liveOfPhone(PHONE)?.tables ?? null;
}

const ROOM: ShortFloor = { areas: { Room: "1:2 2:2" } };
/** A party of two fits both tables; a party of three fits only table 1. */
const PINNED: ShortFloor = { areas: { Room: "1:2-3 2:2" } };

const table = (name: string, change: Partial<Plan["tables"][number]>) => (plan: Plan) => {
  for (const one of plan.tables) if (one.name === name) Object.assign(one, change);
};

type Case = readonly [
  what: string,
  floor: ShortFloor,
  size: number,
  before: (house: House) => Promise<unknown>,
  after: (house: House) => Promise<unknown>,
  offered: string,
];
const two = (house: House) => booked(house, 2).then(({ id }) => id);

const CASES: readonly Case[] = [
  [
    "a block is lifted",
    ROOM,
    2,
    async (house) => [await blocked(house, false), await two(house)],
    (house) => blocked(house, true),
    "table-2",
  ],
  [
    "a party is no longer pinned to its table",
    PINNED,
    3,
    async (house) => house.ok("assign_table", { id: await two(house), tables: ["1"] }),
    async (house) => {
      const [{ id } = { id: "" }] = house.database
        .query<{ id: string }, []>("SELECT id FROM reservation")
        .all();
      return house.ok("assign_table", { id, tables: "auto" });
    },
    "table-1",
  ],
  [
    "a party has outgrown its table",
    { areas: { Room: "1:2 2:3-4" } },
    2,
    two,
    async (house) => {
      const [{ id } = { id: "" }] = house.database
        .query<{ id: string }, []>("SELECT id FROM reservation")
        .all();
      return house.ok("update_booking", { id, numberOfPeople: 4 });
    },
    "table-1",
  ],
  [
    "the plan gets a new table",
    { areas: { Room: "1:2" } },
    2,
    two,
    (house) =>
      replan(house, (plan) => {
        plan.tables.push({ ...(plan.tables[0] as Plan["tables"][number]), name: "3" });
      }),
    "new",
  ],
  [
    "a table gets more seats",
    ROOM,
    4,
    two,
    (house) => replan(house, table("2", { maxCovers: 4 })),
    "table-2",
  ],
  [
    "a table takes smaller parties",
    { areas: { Room: "1:3-4" } },
    2,
    async () => undefined,
    (house) => replan(house, table("1", { minCovers: 1 })),
    "table-1",
  ],
  [
    "the plan gets a new combination",
    ROOM,
    4,
    async () => undefined,
    (house) =>
      replan(house, (plan) => {
        plan.combinations = [{ tables: ["1", "2"], minCovers: 3, maxCovers: 4 }];
      }),
    "table-1 table-2",
  ],
  [
    "a table can be booked online again",
    { areas: { Room: "1:2" } },
    2,
    (house) => replan(house, table("1", { bookable: "desk" })),
    (house) => replan(house, table("1", { bookable: "online" })),
    "table-1",
  ],
  [
    "an area is closed for a shorter time",
    { areas: { Room: "1:2" } },
    2,
    (house) =>
      replan(house, ({ areas: [area] }) =>
        area?.closed.push({ from: "2026-11-20T17:00", to: "2026-11-20T23:00" }),
      ),
    (house) =>
      replan(house, ({ areas: [area] }) => {
        if (area !== undefined)
          area.closed = [{ from: "2026-11-20T17:00", to: "2026-11-20T18:00" }];
      }),
    "table-1",
  ],
  [
    "the mode changes from required tables to suggested ones",
    { areas: { Room: "1:2" } },
    2,
    two,
    (house) => set(house, { "tables.mode": "suggest" }),
    "",
  ],
  [
    "the time before the start in which a party keeps its table is shortened",
    { areas: { Room: "1:2-3 2:2" } },
    3,
    async (house) => {
      const id = await two(house);
      await house.ok("assign_table", { id, tables: ["1"] });
      house.stores.reservations.setTables(id, ["table-1"], false, 0);
      house.at = EVENING - 3 * 3_600_000;
      await set(house, { "tables.freezeMinutes": 240 });
    },
    (house) => set(house, { "tables.freezeMinutes": 60 }),
    "table-1",
  ],
];

describe("a waiting guest gets an offer after", () => {
  test.each(CASES)("%s", async (_, floor, size, before, after, offered) => {
    using house = openFloor(floor);
    await before(house);
    await waits(house, size);
    expect(await offeredTables(house)).toBeNull();
    await after(house);
    const found = (await offeredTables(house))?.split(" ").toSorted().join(" ");
    if (offered === "new") expect(found).toMatch(/^[0-9a-f]{24}$/);
    else expect(found).toBe(offered);
  });
});

describe("nobody gets an offer after", () => {
  test("a party is pinned to its table", async () => {
    using house = openFloor(ROOM);
    await house.ok("assign_table", { id: await two(house), tables: ["1"] });
    expect(house.freed()).toEqual([]);
  });
  test("a new plan has less room", async () => {
    using house = openFloor(ROOM);
    await waits(house, 2);
    await replan(house, table("2", { maxCovers: 1 }));
    await replan(house, (plan) => {
      plan.tables = plan.tables.slice(1);
    });
    expect(house.freed()).toEqual([]);
  });
  test("a new plan has a larger table, if tables are off", async () => {
    using house = openFloor(ROOM, "off");
    await waits(house, 2);
    await replan(house, table("2", { maxCovers: 4 }));
    expect(house.freed()).toEqual([]);
  });
});
