// Goal: brands and keys are read back as written, cached only while that is correct, and a change
// by another process is seen from the next query on.
import { describe, expect, test } from "bun:test";
import { openStores, type Stores } from "../../src/storage/stores.ts";
import { Rollback } from "../../src/storage/write-transaction.ts";
import { hashPhone, openTestDatabase, TEST_KEYS } from "../support/database.ts";
import { said } from "../support/said.ts";
import { outcome } from "./numbers.ts";
import { addBrands, apiKey, BISTRO, NOW, TRATTORIA } from "./samples.ts";

function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  return { ...made, elsewhere: (): Stores => openStores(made.open(), TEST_KEYS) };
}

const rome = { timeZone: "Europe/Rome", defaultCountry: "IT" };

describe("a brand", () => {
  test("has complete settings with defaults, and its brand overrides separately", () => {
    using made = prepared();
    const brand = made.stores.brands.get(BISTRO);
    expect(brand?.settings.timeZone).toBe("America/New_York");
    expect(brand?.settings.seats).toBe(40);
    expect(made.stores.brands.overrides(BISTRO)).toEqual({
      timeZone: "America/New_York",
      defaultCountry: "US",
    });
  });

  test("that does not exist is read as null, and is found once it is made", () => {
    using made = prepared();
    const { brands } = made.stores;
    expect([brands.get("new"), brands.overrides("new")]).toEqual([null, null]);
    brands.insert({ slug: "new", name: "New", overrides: rome, now: NOW });
    expect(brands.get("new")?.name).toBe("New");
  });

  test("is listed in order of slug, and a limit shortens the list", () => {
    using made = prepared();
    const slugs = (limit?: number) => made.stores.brands.list(limit).map((brand) => brand.slug);
    expect(slugs()).toEqual([BISTRO, TRATTORIA]);
    expect(slugs(1)).toEqual([BISTRO]);
  });

  test("with settings that are no longer valid is not read; a fault says why, and other brands are unaffected", () => {
    using made = prepared();
    const { brands } = made.stores;
    expect(brands.fault(BISTRO)).toBeNull();
    for (const overrides of [
      { ...rome, slotMinutes: 0 },
      { ...rome, paceCovers: 2 },
      { ...rome, bar: 1 },
    ]) {
      brands.update(BISTRO, { overrides, now: NOW });
      expect(brands.get(BISTRO)).toBeNull();
      expect(brands.list().map(({ slug }) => slug)).toEqual([TRATTORIA]);
      expect(brands.names().map(({ slug }) => slug)).toEqual([BISTRO, TRATTORIA]);
      const fault = brands.fault(BISTRO);
      expect(fault?.code).toBe("SETTINGS_CONFLICT");
      expect(said(fault)).toContain(Object.keys(overrides).at(-1) ?? "");
      expect(said(fault)).toContain(`maitred brand set ${BISTRO}`);
    }
    brands.update(BISTRO, { overrides: rome, now: NOW });
    expect([brands.get(BISTRO)?.slug, brands.fault(BISTRO)]).toEqual([BISTRO, null]);
    expect(brands.fault("new")).toBeNull();
  });

  test("shows a change at once, and keeps its name if the change gives none", () => {
    using made = prepared();
    const { brands } = made.stores;
    expect(brands.get(BISTRO)?.settings.seats).toBe(40);
    brands.update(BISTRO, { overrides: { ...rome, seats: 50 }, now: NOW });
    expect(brands.get(BISTRO)).toMatchObject({ name: BISTRO, settings: { seats: 50 } });
    brands.update(BISTRO, { name: "Bistro", overrides: rome, now: NOW });
    expect(brands.get(BISTRO)).toMatchObject({ name: "Bistro", settings: { seats: 40 } });
    expect(() => brands.update("new", { overrides: rome, now: NOW })).toThrow(
      expect.objectContaining({ code: "BRAND_UNKNOWN" }),
    );
  });

  test("that another process changed shows the change at the next query", async () => {
    using made = prepared();
    const { brands } = made.stores;
    const other = made.elsewhere().brands;
    expect(brands.get(BISTRO)?.settings.seats).toBe(40);
    other.update(BISTRO, { overrides: { ...rome, seats: 8 }, now: NOW });
    await Promise.resolve();
    expect(brands.get(BISTRO)?.settings.seats).toBe(8);
    expect(other.get(BISTRO)?.settings.seats).toBe(8);
  });

  test("is read from memory as long as nothing is written", () => {
    using made = prepared();
    const { brands } = made.stores;
    expect(brands.get(BISTRO)).toBe(brands.get(BISTRO) ?? null);
  });

  test("is cached again after a write, even if it is read only inside transactions", async () => {
    using made = prepared();
    const { stores, writer } = made;
    await writer.write(() => stores.brands.update(BISTRO, { overrides: rome, now: NOW }));
    const read = () => writer.write(() => stores.brands.get(BISTRO));
    const first = await read();
    expect(await read()).toBe(first);
  });

  test("does not show a change that was rolled back, not even to the next write of the same batch", async () => {
    using made = prepared();
    const { stores, writer } = made;
    const change = (): number | null => {
      stores.brands.update(BISTRO, { overrides: { ...rome, seats: 12 }, now: NOW });
      return stores.brands.get(BISTRO)?.settings.seats ?? null;
    };
    const seats = await Promise.all([
      writer.write(change).catch(() => null),
      outcome(
        writer.write(() => {
          change();
          throw new Error("no");
        }),
      ),
      writer.write((): number => {
        stores.brands.update(BISTRO, { overrides: { ...rome, seats: 99 }, now: NOW });
        throw new Rollback(stores.brands.get(BISTRO)?.settings.seats);
      }),
      writer.write(() => stores.brands.get(BISTRO)?.settings.seats ?? null),
    ]);
    expect([seats[0], seats[2], seats[3]]).toEqual([12, 99, 12]);
    expect(stores.brands.get(BISTRO)?.settings.seats).toBe(12);
  });
});

describe("an API key", () => {
  test.each([
    ["that may do all", {}],
    [
      "with few rights",
      {
        brands: [BISTRO, TRATTORIA],
        scopes: ["bookings.read" as const],
        tools: ["list_bookings"],
        budgets: { writesPerMinute: 1, smsPerDay: 2, largestParty: 3, daysAhead: 4 },
        expiresAt: NOW + 1,
      },
    ],
  ])("%s is read back as written", (_what, change) => {
    using made = prepared();
    const key = apiKey(change);
    made.stores.apiKeys.insert(key);
    expect(made.stores.apiKeys.byPublicId(key.publicId)).toEqual(key);
    expect(made.stores.apiKeys.byId(key.id)).toEqual(key);
    expect(made.stores.apiKeys.list()).toEqual([key]);
  });

  test("that is unknown is read as null, which is not cached", () => {
    using made = prepared();
    const { apiKeys } = made.stores;
    const key = apiKey();
    expect([apiKeys.byPublicId(key.publicId), apiKeys.byId(key.id)]).toEqual([null, null]);
    made.elsewhere().apiKeys.insert(key);
    expect(apiKeys.byPublicId(key.publicId)).toEqual(key);
  });

  test("that another process revoked is read as revoked at the next query", async () => {
    using made = prepared();
    const { apiKeys } = made.stores;
    const key = apiKey();
    apiKeys.insert(key);
    expect(apiKeys.byPublicId(key.publicId)?.revokedAt).toBeNull();
    expect(made.elsewhere().apiKeys.revoke(key.id, NOW + 1)).toBe(true);
    await Promise.resolve();
    expect(apiKeys.byPublicId(key.publicId)?.revokedAt).toBe(NOW + 1);
    expect(apiKeys.revoke(key.id, NOW + 2)).toBe(false);
    expect(apiKeys.byId(key.id)?.revokedAt).toBe(NOW + 1);
  });

  test("has the time of its last use", () => {
    using made = prepared();
    const { apiKeys } = made.stores;
    const key = apiKey();
    apiKeys.insert(key);
    expect(apiKeys.byPublicId(key.publicId)?.lastUsedAt).toBeNull();
    apiKeys.touch(key.id, NOW + 5);
    expect(apiKeys.byPublicId(key.publicId)?.lastUsedAt).toBe(NOW + 5);
  });

  test("is listed in order of creation", () => {
    using made = prepared();
    const keys = [apiKey({ id: "z" }), apiKey({ id: "a" }), apiKey({ id: "m" })];
    for (const key of keys) made.stores.apiKeys.insert(key);
    expect(made.stores.apiKeys.list(2).map((key) => key.id)).toEqual(["z", "a"]);
  });
});

describe("the opt-out list", () => {
  test("stores only hashes of phones, each with the time of its first opt-out", () => {
    using made = prepared();
    const { optOuts } = made.stores;
    const phone = "+12125550123";
    expect(optOuts.has(phone)).toBe(false);
    optOuts.add(phone, NOW);
    optOuts.add(phone, NOW + 1);
    expect([optOuts.has(phone), optOuts.has("+12125550124")]).toEqual([true, false]);
    const rows = made.database.prepare("SELECT * FROM opt_out").values();
    expect(rows).toEqual([[hashPhone(phone), NOW]]);
    optOuts.remove(phone);
    expect(optOuts.has(phone)).toBe(false);
  });
});
