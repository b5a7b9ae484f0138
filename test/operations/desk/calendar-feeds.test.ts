// Goal: a manager makes an address for a calendar feed and revokes it; both are logged, and nothing
// in the log or the database opens the feed. Method: the operations over a real database, by users
// of each role, with tokens that only the test knows.
import { describe, expect, test } from "bun:test";
import { calendarFeeds } from "../../../src/operations/desk/calendar-feeds.ts";
import { createFeed } from "../../../src/operations/desk/create-feed.ts";
import { revokeFeed } from "../../../src/operations/desk/revoke-feed.ts";
import { readFeed } from "../../../src/operations/feed/calendar-feed.ts";
import { sha256Hex } from "../../../src/storage/sha256.ts";
import { said } from "../../support/said.ts";
import { BISTRO, caller, type House, openHouse } from "../house.ts";
import { HOST, MANAGER, OWNER, person } from "./people.ts";

const TOKEN = "T".repeat(32);
const WANTED = { name: "Kitchen screen", tokenHash: sha256Hex(TOKEN) };

const make = async (house: House, input: object = WANTED) =>
  (await house.invoke(createFeed, input, MANAGER)).structured as { id: string; changed: boolean };
const listed = async (house: House, from = MANAGER) =>
  (await house.invoke(calendarFeeds, {}, from)).structured["feeds"] as { name: string }[];
const opens = ({ stores, at }: House, token = TOKEN): boolean =>
  readFeed(token, { stores, now: at }) !== null;
const audits = ({ database }: House) =>
  database
    .query<{ operation: string; actor_name: string; after: string }, []>(
      "SELECT operation, actor_name, after FROM audit",
    )
    .all();

describe("a new address of a calendar feed", () => {
  test("opens the brand's reservations, is listed and logged, and its token is not stored", async () => {
    using house = openHouse();
    const { id } = await make(house, { ...WANTED, idempotencyKey: "once" });
    expect(opens(house)).toBe(true);
    expect(await listed(house, OWNER)).toMatchObject([
      { id, name: "Kitchen screen", createdAt: house.at, readAt: null },
    ]);
    const after = JSON.stringify({ feedId: id, name: "Kitchen screen" });
    expect(audits(house)).toEqual([
      { operation: "create_feed", actor_name: "Sam the manager", after },
    ]);
    for (const table of ["calendar_feed", "audit", "idempotency"]) {
      const rows = house.database.query(`SELECT * FROM ${table}`).all();
      expect(JSON.stringify(rows)).not.toContain(TOKEN);
    }
  });

  test("is made only once, however often its form is sent", async () => {
    using house = openHouse();
    const input = { ...WANTED, idempotencyKey: "the form" };
    const first = await make(house, input);
    expect(await make(house, input)).toEqual(first);
    expect(await listed(house)).toHaveLength(1);
  });

  test("cannot have the token of an earlier address, not even a revoked one", async () => {
    using house = openHouse();
    const { id } = await make(house);
    await house.invoke(revokeFeed, { id }, MANAGER);
    expect((await house.refused(createFeed, WANTED, MANAGER)).code).toBe("INVALID_INPUT");
    expect(opens(house)).toBe(false);
  });

  test("is not made in a dry run", async () => {
    using house = openHouse();
    expect(await make(house, { ...WANTED, dryRun: true })).toMatchObject({ id: null });
    expect(opens(house)).toBe(false);
    expect(audits(house)).toEqual([]);
  });

  test("is refused if the brand has twenty, until one is revoked", async () => {
    using house = openHouse();
    for (let n = 0; n < 20; n += 1) {
      await make(house, { name: `Screen ${n}`, tokenHash: sha256Hex(`token ${n}`) });
    }
    const refusal = await house.refused(createFeed, WANTED, MANAGER);
    expect(said(refusal)).toContain("20 calendar links already");
    const [first] = house.stores.calendarFeeds.live(BISTRO, 1);
    await house.invoke(revokeFeed, { id: first?.id }, MANAGER);
    expect((await make(house)).changed).toBe(true);
  });

  test.each([
    ["no name", { name: "  " }, "name"],
    ["a name that is too long", { name: "x".repeat(121) }, "name"],
    ["a token instead of its hash", { tokenHash: TOKEN }, "tokenHash"],
  ])("is refused with %s", async (_what, change, parameter) => {
    using house = openHouse();
    const refusal = await house.refused(createFeed, { ...WANTED, ...change }, MANAGER);
    expect(refusal.reasons[0]).toMatchObject({ code: "INVALID_INPUT", parameter });
  });
});

describe("revoking an address of a calendar feed", () => {
  test("closes it, and a repeat is not logged", async () => {
    using house = openHouse();
    const { id } = await make(house);
    const [first, again] = [
      await house.invoke(revokeFeed, { id }, MANAGER),
      await house.invoke(revokeFeed, { id }, OWNER),
    ];
    expect([first.structured["changed"], again.structured["changed"]]).toEqual([true, false]);
    expect(opens(house)).toBe(false);
    expect(await listed(house)).toEqual([]);
    expect(audits(house).map(({ operation }) => operation)).toEqual(["create_feed", "revoke_feed"]);
  });

  test("is refused for an address of another brand", async () => {
    using house = openHouse();
    const { id } = await make(house);
    const elsewhere = { ...person("owner", "trattoria"), brands: ["trattoria"], headerBrand: null };
    const refusal = await house.refused(revokeFeed, { brand: "trattoria", id }, elsewhere);
    expect(refusal.code).toBe("NOT_FOUND");
    expect(opens(house)).toBe(true);
  });
});

describe.each([
  ["seen", calendarFeeds, {}],
  ["made", createFeed, WANTED],
  ["revoked", revokeFeed, { id: "any" }],
])("calendar addresses can only be %s by the brand's managers", (_what, operation, input) => {
  test.each([
    ["a host", HOST],
    ["a manager of another brand", person("manager", "trattoria")],
    ["a key", caller()],
  ])("%s is refused", async (_who, from) => {
    using house = openHouse();
    expect((await house.refused(operation, input, from)).code).toBe("FORBIDDEN_TOOL");
  });
});
