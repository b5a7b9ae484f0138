// Goal: a call acts on the right brand, and its caller cannot learn whether a record of a brand
// outside its access exists.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ROOMY } from "./houses.ts";
import { dayAfter, NEW_YORK, ROME, when, wordsOf } from "./moments.ts";
import { answerOf, type Desk, startDesk } from "./support.ts";
import type { Refusal, ToolName } from "./wire.ts";
import { TOOLS } from "./wire.ts";

setDefaultTimeout(30_000);

const TODAY = "2026-11-20";
const NOWHERE = "0123456789abcdef01234567";
let desk: Desk;
let one: string;
let both: string;
let mine: string;
let other: string;
let foreign: string;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("alpha", ROOMY);
  await desk.brand("beta", ROOMY, ROME, "IT");
  await desk.brand("gamma", ROOMY);
  one = await desk.key(["alpha"]);
  both = await desk.key(["alpha", "beta"]);
  const gamma = await desk.key(["gamma"]);
  const make = async (brand: string, key: string) =>
    (await desk.ok("create_booking", { brand, ...guest }, key)).reservation.id as string;
  mine = await make("alpha", both);
  other = await make("beta", both);
  foreign = await make("gamma", gamma);
});
afterAll(() => desk?.close());

const guest = { name: "Ada", numberOfPeople: 2, ...when(dayAfter(TODAY, 3), "19:00") };
const BY_ID: [ToolName, object][] = [
  ["get_booking", {}],
  ["update_booking", { notes: "x" }],
  ["cancel_booking", {}],
  ["mark_arrived", {}],
  ["mark_seated", {}],
  ["mark_completed", {}],
  ["mark_no_show", {}],
  ["add_note", { note: "x" }],
  ["undo_last_change", {}],
];

describe("a key for one brand", () => {
  test("needs no parameter brand and may name its own brand", async () => {
    expect((await desk.ok("create_booking", guest, one)).reservation.brand).toBe("alpha");
    const named = await desk.ok("create_booking", { ...guest, brand: "alpha" }, one);
    expect(named.reservation.brand).toBe("alpha");
  });
  test("gets the same answer for another brand as for an unknown one", async () => {
    const existing = await desk.refused(
      "create_booking",
      { ...guest, brand: "beta" },
      "BRAND_UNKNOWN",
      one,
    );
    const missing = await desk.refused(
      "create_booking",
      { ...guest, brand: "zeta" },
      "BRAND_UNKNOWN",
      one,
    );
    expect(existing.text.replaceAll("beta", "?")).toBe(missing.text.replaceAll("zeta", "?"));
    expect(missing.text).toContain("alpha");
    expect(missing.text).not.toContain("gamma");
  });
  test("ignores X-Brand-Slug", async () => {
    for (const header of ["beta", "zeta", "alpha"]) {
      const call = { name: "create_booking", arguments: guest };
      const exchange = await desk.rpc("tools/call", call, one, { "x-brand-slug": header });
      const answer = answerOf(exchange.message?.result ?? {});
      expect(answer.isError).toBe(false);
      expect(answer.structured).toMatchObject({ reservation: { brand: "alpha" } });
    }
  });
  test.each(BY_ID)(
    "gets the same NOT_FOUND from %s for another brand's record as for an unknown id",
    async (tool, more) => {
      const hidden = await desk.refused(tool, { id: other, ...more }, "NOT_FOUND", one);
      const missing = await desk.refused(tool, { id: NOWHERE, ...more }, "NOT_FOUND", one);
      expect(hidden.text.replaceAll(other, "?")).toBe(missing.text.replaceAll(NOWHERE, "?"));
    },
  );
});

describe("a key for several brands", () => {
  const brandless: [ToolName, () => object][] = [
    ["create_booking", () => guest],
    ["list_bookings", () => ({})],
    ["check_availability", () => ({ date: guest.date, numberOfPeople: 2 })],
    ["explain_capacity", () => ({ date: guest.date })],
    ["list_waitlist", () => ({})],
    ["get_booking", () => ({ id: mine })],
    ["update_booking", () => ({ id: mine, notes: "x" })],
    ["add_note", () => ({ id: mine, note: "x" })],
  ];
  test.each(brandless)(
    "gets BRAND_REQUIRED from %s without a brand, with a list of the key's brands",
    async (tool, args) => {
      const refused = await desk.refused(tool, { ...args() }, "BRAND_REQUIRED", both);
      expect(refused.text).toContain("alpha");
      expect(refused.text).toContain("beta");
      expect(refused.text).not.toContain("gamma");
    },
  );
  test("cannot name the brand in the header X-Brand-Slug", async () => {
    const call = { name: "create_booking", arguments: guest };
    const exchange = await desk.rpc("tools/call", call, both, { "x-brand-slug": "alpha" });
    const { error } = answerOf(exchange.message?.result ?? {}).structured as { error: Refusal };
    expect(error.code).toBe("BRAND_REQUIRED");
  });
  test("is refused calls with another brand or with a value that is no brand", async () => {
    for (const brand of ["gamma", "zeta", "", "ALPHA ; DROP"]) {
      const answer = await desk.call("create_booking", { ...guest, brand }, both);
      const { error } = answer.structured as { error: Refusal };
      expect(["BRAND_UNKNOWN", "INVALID_INPUT", "BRAND_REQUIRED"]).toContain(error.code);
    }
    await desk.refused("create_booking", { ...guest, brand: "gamma" }, "BRAND_UNKNOWN", both);
  });
  test.each(BY_ID)(
    "gets BRAND_MISMATCH from %s if the record is in another brand of the key, and NOT_FOUND if it is in no brand of the key",
    async (tool, more) => {
      await desk.refused(tool, { brand: "beta", id: mine, ...more }, "BRAND_MISMATCH", both);
      await desk.refused(tool, { brand: "alpha", id: other, ...more }, "BRAND_MISMATCH", both);
      await desk.refused(tool, { brand: "alpha", id: foreign, ...more }, "NOT_FOUND", both);
      await desk.refused(tool, { brand: "alpha", id: NOWHERE, ...more }, "NOT_FOUND", both);
    },
  );
});

describe("ids", () => {
  test("are accepted in upper case", async () => {
    const { reservation } = await desk.ok("get_booking", { id: mine.toUpperCase() }, one);
    expect(reservation.id).toBe(mine);
  });
  test.each(["", "xyz", "0".repeat(23), "0".repeat(25), "g".repeat(24)])(
    "such as %j are refused as INVALID_INPUT",
    async (id) => {
      const refused = await desk.refused("get_booking", { id }, "INVALID_INPUT", one);
      expect(refused.message).toContain("id");
    },
  );
});

describe("list_brands", () => {
  test("lists each of the caller's brands with the time there, and ignores X-Brand-Slug", async () => {
    const call = { name: "list_brands", arguments: {} };
    const exchange = await desk.rpc("tools/call", call, both, { "x-brand-slug": "zeta" });
    const { brands } = answerOf(exchange.message?.result ?? {}).structured as {
      brands: {
        slug: string;
        name: string;
        timeZone: string;
        today: string;
        now: string;
        timestamp: number;
      }[];
    };
    expect(brands.map((brand) => brand.slug).toSorted()).toEqual(["alpha", "beta"]);
    for (const brand of brands) {
      expect(brand.timeZone).toBe(brand.slug === "alpha" ? NEW_YORK : ROME);
      const words = wordsOf(brand.timestamp, brand.timeZone);
      expect([brand.today, brand.now]).toEqual([words.date, words.time]);
    }
  });
  test("has no parameter brand", async () => {
    const refused = await desk.refused("list_brands", { brand: "alpha" }, "INVALID_INPUT", both);
    expect(refused.message).toContain("brand");
  });
  test("is the only tool without the parameter brand", async () => {
    const exchange = await desk.rpc("tools/list", {}, both);
    const tools = exchange.message?.result?.["tools"] as {
      name: string;
      inputSchema: { properties?: object };
    }[];
    const without = tools.filter((tool) => !("brand" in (tool.inputSchema.properties ?? {})));
    expect(without.map((tool) => tool.name)).toEqual(["list_brands"]);
    expect(tools).toHaveLength(TOOLS.length);
  });
});
