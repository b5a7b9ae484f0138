// Goal: an operator adds, changes and shows restaurants on the command line. A refused command
// changes nothing.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { settingsSchema } from "../../src/domain/settings.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { openStores } from "../../src/storage/stores.ts";
import { entry, reservation } from "../storage/samples.ts";
import { TEST_KEYS, temporaryFolder } from "../support/database.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const brand = (words: readonly string[], input?: string): Promise<Finished> =>
  command(["brand", ...words, "--data", folder.path, "--json"], input);
const create = (slug: string, ...more: string[]): Promise<Finished> =>
  brand(["create", "--slug", slug, "--name", "A House", ...PLACE, ...more]);
const PLACE = ["--time-zone", "America/New_York", "--country", "us"];

async function settingsOf(slug: string): Promise<Record<string, unknown>> {
  const { json } = await brand(["show", slug]);
  return json?.["settings"] as Record<string, unknown>;
}

/** A brand's audit log, oldest first. */
function changesOf(slug: string): readonly { operation: string; after: string }[] {
  const database = openDatabase(join(folder.path, "maitred.db"), { environment: "live" });
  const rows = database
    .query<{ operation: string; after: string }, { slug: string }>(
      "SELECT operation, after FROM audit WHERE brand = :slug ORDER BY sequence",
    )
    .all({ slug });
  expect(openStores(database, TEST_KEYS).instance.environment()).toBe("live");
  database.close();
  return rows;
}

async function refusal(call: Promise<Finished>): Promise<[number, string, string]> {
  const { exitCode, error } = await call;
  return [exitCode, error.code, error.message];
}

beforeAll(async () => {
  expect((await create("house")).exitCode).toBe(0);
});

describe("brand create", () => {
  test("says in one line where to find the settings", async () => {
    const place = [...PLACE, "--data", folder.path];
    const made = await command(["brand", "create", "--slug", "cafe", "--name", "Cafe", ...place]);
    const show = `maitred brand show cafe --data ${folder.path}`;
    expect(made.err).toBe(`Added Cafe (cafe). To see every setting: ${show}\n`);
  });

  test("returns slug, name and every setting", async () => {
    const { json, err } = await create("tavern", "--set", "seats=12", "--set", "largeParty.from=6");
    expect(json).toMatchObject({ slug: "tavern", name: "A House" });
    expect(json?.["settings"]).toMatchObject({
      timeZone: "America/New_York",
      defaultCountry: "US",
      seats: 12,
      largeParty: { from: 6, mode: "refuse" },
      paceCovers: 10,
      dedupeTwinSeconds: { oauth: 10, apiKey: 0, session: 0 },
    });
    expect(err).toBe("");
  });

  test("accepts settings from standard input or a file; single settings override them", async () => {
    const made = await command(
      ["brand", "create", "--slug", "piped", "--name", "P", ...PLACE].concat([
        "--settings",
        "-",
        "--set",
        "seats=9",
        "--set",
        "paceCovers=8",
        "--data",
        folder.path,
        "--json",
      ]),
      '{"seats": 20, "bufferMinutes": 10}',
    );
    expect(made.json?.["settings"]).toMatchObject({ seats: 9, bufferMinutes: 10 });
    const file = join(folder.path, "settings.json");
    // With the byte order mark of Windows editors.
    writeFileSync(file, '\ufeff{"seats": 21}');
    expect((await create("filed", "--settings", file)).json?.["settings"]).toMatchObject({
      seats: 21,
    });
  });

  test("makes a live instance if there is none", async () => {
    using fresh = temporaryFolder();
    const words = ["brand", "create", "--slug", "a", "--name", "A", ...PLACE];
    const made = await command([...words, "--data", join(fresh.path, "new"), "--json"]);
    expect(made.exitCode).toBe(0);
    const path = join(fresh.path, "new", "maitred.db");
    const database = openDatabase(path, { environment: "live" });
    database.close();
  });

  test.each([
    [["Has Spaces"], 2, "USAGE"],
    [["-x-"], 2, "USAGE"],
    [["a".repeat(65)], 2, "USAGE"],
    [["house"], 1, "INVALID_INPUT"],
    [["other", "--set", "seats=many"], 1, "INVALID_INPUT"],
    [["other", "--set", "chairs=4"], 1, "INVALID_INPUT"],
    [["other", "--set", "seats"], 2, "USAGE"],
    [["other", "--set", "paceCovers=2"], 1, "SETTINGS_CONFLICT"],
    [["other", "--settings", "/nowhere.json"], 1, "INVALID_INPUT"],
    [["other", "--settings", "-"], 1, "INVALID_INPUT"],
    [["other", "--time-zone", "Mars/Olympus"], 1, "INVALID_INPUT"],
  ])("%j is refused with exit code %d", async ([slug = "", ...more], exitCode, code) => {
    expect((await refusal(create(slug, ...more))).slice(0, 2)).toEqual([exitCode, code]);
    const { json } = await brand(["list"]);
    expect(JSON.stringify(json)).not.toContain("other");
  });

  test("a missing settings file is distinguished from an unreadable one", async () => {
    const missing = await create("other", "--settings", "/nowhere.json");
    expect(missing.error.message).toContain("/nowhere.json cannot be read: there is no such file");
    const folderNamed = await create("other", "--settings", folder.path);
    expect(folderNamed.error.message).toContain("cannot be read: EISDIR");
  });

  test.each([["[1]"], ["null"], ["{"], ["7"]])(
    "standard input %j is refused as settings",
    async (input) => {
      const words = ["create", "--slug", "x", "--name", "X", ...PLACE, "--settings", "-"];
      expect((await refusal(brand(words, input)))[1]).toBe("INVALID_INPUT");
    },
  );
});

describe("brand set", () => {
  test("reads each value as JSON if possible, else as text; null is stored", async () => {
    const { json } = await brand(
      ["set", "house"].concat(
        ["--set", "maxPartiesPresent=4", "--set", "quietHours.from=22:00"],
        ["--set", "paceCovers=null"],
      ),
    );
    expect(json).toMatchObject({ slug: "house", name: "A House" });
    expect(await settingsOf("house")).toMatchObject({
      maxPartiesPresent: 4,
      quietHours: { from: "22:00", to: "09:00" },
      paceCovers: null,
    });
  });

  test("merges objects and replaces lists", async () => {
    const file =
      '{"attendance": {"fromParty": 3}, "turnMinutes": [{"upTo": null, "minutes": 100}]}';
    await brand(["set", "house", "--settings", "-"], file);
    const settings = await settingsOf("house");
    expect(settings["attendance"]).toMatchObject({ fromParty: 3, minLeadHours: 26 });
    expect(settings["turnMinutes"]).toEqual([{ upTo: null, minutes: 100 }]);
  });

  test("the guests' language can be set to a supported one", async () => {
    await create("deutsch", "--set", "language=de");
    expect(await settingsOf("deutsch")).toMatchObject({ language: "de" });
    const call = brand(["set", "deutsch", "--set", "language=fr"]);
    expect((await refusal(call)).join(" ")).toContain('must be one of "en", "de", not "fr"');
    await brand(["set", "deutsch", "--unset", "language"]);
    expect(await settingsOf("deutsch")).not.toHaveProperty("language");
  });

  test("--unset restores the default", async () => {
    await brand(["set", "house", "--set", "seats=11", "--set", "largeParty.mode=allow"]);
    await brand(["set", "house", "--unset", "seats", "--unset", "largeParty.mode"]);
    expect(await settingsOf("house")).toMatchObject({ seats: 40, largeParty: { mode: "refuse" } });
  });

  test("raised limits are recorded as freed seats for the waitlist, lowered limits are not", async () => {
    await create("bar", "--set", "seats=20");
    const database = openDatabase(join(folder.path, "maitred.db"), { environment: "any" });
    try {
      const stores = openStores(database, TEST_KEYS);
      stores.waitlist.insert(entry({ brand: "bar" }));
      const freed = () => stores.slotFreed.undone(SYSTEM_NOW, 10);
      await brand(["set", "bar", "--set", "seats=19", "--set", "updateNotification=true"]);
      expect(freed()).toEqual([]);
      await brand(["set", "bar", "--set", "seats=21"]);
      expect(freed()).toMatchObject([{ brand: "bar", cause: "settings_widened" }]);
    } finally {
      database.close();
    }
  });

  test("a refused setting keeps the others from being saved", async () => {
    const before = await settingsOf("house");
    const call = brand(["set", "house", "--set", "seats=13", "--set", "slotMinutes=0"]);
    expect((await refusal(call)).slice(0, 2)).toEqual([1, "INVALID_INPUT"]);
    expect(await settingsOf("house")).toEqual(before);
  });

  test("a setting that has become invalid is reported and can be unset; until then keys can be made and revoked", async () => {
    await create("pub", "--set", "seats=20");
    const database = openDatabase(join(folder.path, "maitred.db"), { environment: "any" });
    try {
      const { brands } = openStores(database, TEST_KEYS);
      brands.update("pub", { overrides: { ...brands.overrides("pub"), slotMinutes: 0 }, now: 1 });
    } finally {
      database.close();
    }
    const [exitCode, code, message] = await refusal(brand(["show", "pub"]));
    expect([exitCode, code]).toEqual([1, "SETTINGS_CONFLICT"]);
    expect(message).toContain("slotMinutes");
    expect(message).toContain("maitred brand set pub");
    expect((await brand(["list"])).json?.["brands"]).toContainEqual({
      slug: "pub",
      name: "A House",
    });
    expect((await refusal(brand(["set", "pub", "--set", "seats=21"])))[1]).toBe("INVALID_INPUT");
    const words = ["key", "create", "--name", "a", "--brand", "pub", "--data", folder.path];
    const { json } = await command([...words, "--json"]);
    const revoke = ["key", "revoke", String(json?.["id"]), "--data", folder.path];
    expect((await command(revoke)).exitCode).toBe(0);
    expect((await brand(["set", "pub", "--unset", "slotMinutes"])).exitCode).toBe(0);
    expect(await settingsOf("pub")).toMatchObject({ seats: 20, slotMinutes: 15 });
  });

  test("without settings is a usage error", async () => {
    expect((await refusal(brand(["set", "house"]))).slice(0, 2)).toEqual([2, "USAGE"]);
  });

  test("that changes nothing says so and is not logged; for an empty object, it says how to remove the old one", async () => {
    await create("diner", "--set", 'specialDays.2026-12-25={"closed":true}');
    const said = async (...words: string[]): Promise<string> =>
      (await command(["brand", "set", "diner", ...words, "--data", folder.path])).err;
    const empty = await said("--set", "specialDays={}");
    expect(empty).toStartWith("Nothing changed in A House (diner).");
    expect(empty).toContain("--unset specialDays");
    const same = await said("--set", "seats=40", "--set", "seats=40");
    expect(same).toStartWith("Changed A House (diner)");
    const again = await said("--set", "seats=40");
    expect(again).toStartWith("Nothing changed in A House (diner).");
    expect(again).not.toContain("--unset");
    expect(await said("--unset", "specialDays")).toStartWith("Changed A House (diner)");
    expect((await settingsOf("diner"))["specialDays"]).toEqual({});
    expect(changesOf("diner").map(({ operation }) => operation)).toEqual([
      "create_brand",
      "set_settings",
      "set_settings",
    ]);
  });

  test("warns of the number of reservations outside the new hours, and only if there are some", async () => {
    await create("cafe");
    const database = openDatabase(join(folder.path, "maitred.db"), { environment: "live" });
    try {
      openStores(database, TEST_KEYS).reservations.insert(reservation({ brand: "cafe" }));
    } finally {
      database.close();
    }
    const close = (day: string) => `specialDays.${day}={"closed":true}`;
    const other = await brand(["set", "cafe", "--set", close("2026-11-21")]);
    expect(other.json).not.toHaveProperty("warnings");
    const words = ["brand", "set", "cafe", "--set", close("2026-11-20")];
    const said = await command([...words, "--data", folder.path]);
    expect(said.err).toContain(
      "1 party has a booking or a request for times that are closed now (Friday, Nov",
    );
    await brand(["set", "cafe", "--unset", "specialDays"]);
    const { json } = await brand(words.slice(1));
    expect(json?.["warnings"]).toEqual([expect.stringContaining("1 party has a booking")]);
  });

  test("is in the audit log", async () => {
    await brand(["set", "tavern", "--set", "seats=14"]);
    const rows = changesOf("tavern");
    expect(rows.map((row) => row.operation)).toEqual(["create_brand", "set_settings"]);
    expect(rows[1]?.after).toContain('"seats":14');
  });
});

describe("output:", () => {
  test("brand show lists every setting with its default, and marks the changed ones", async () => {
    await create("lounge", "--set", "seats=32", "--set", "largeParty.mode=pending");
    const { out } = await command(["brand", "show", "lounge", "--data", folder.path]);
    const lines = out.split("\n");
    expect(lines).toContain("* seats = 32   (default 40)");
    expect(lines).toContain('* largeParty.mode = "pending"   (default "refuse")');
    expect(lines).toContain("  largeParty.from = 9");
    expect(lines).toContain("  smsBudget.perBrand = 480");
    expect(lines).toContain("  retentionDays = 180");
    // Every key of the schema, also those without a default value.
    const keys = new Set(lines.slice(1).map((line) => /^[* ] (\w+)/.exec(line)?.[1]));
    const schema = z.toJSONSchema(settingsSchema, { io: "input", unrepresentable: "any" });
    for (const key of Object.keys(schema.properties ?? {})) expect(keys).toContain(key);
    const { json } = await brand(["show", "lounge"]);
    expect(json?.["set"]).toEqual(["timeZone", "defaultCountry", "seats", "largeParty.mode"]);
    expect(json?.["defaults"]).toMatchObject({ seats: 40, retentionDays: 180 });
  });

  test("brand set says what changed, and nothing else", async () => {
    await create("annex", "--set", "seats=32");
    const words = ["--set", "seats=30", "--set", 'specialDays.2026-12-25={"closed":true}'];
    const set = ["brand", "set", "annex", ...words, "--data", folder.path];
    expect((await command(set)).err).toBe(
      "Changed A House (annex):\n  seats = 30 (was 32)\n  smsBudget.perBrand = 450 (was 480)\n" +
        '  specialDays.2026-12-25 = {"closed":true} (was not set)\n',
    );
    const { json } = await brand(["set", "annex", "--unset", "seats"]);
    expect(json?.["changed"]).toEqual(["seats", "smsBudget.perBrand"]);
  });

  test("if one key inside an object changed, brand set names that key, not the whole object", async () => {
    await create("kiosk");
    const change = async (...words: string[]): Promise<string> =>
      (await command(["brand", "set", "kiosk", ...words, "--data", folder.path])).err;
    expect(await change("--set", "contact.phone=+12125550142")).toBe(
      'Changed A House (kiosk):\n  contact.phone = "+12125550142" (was not set)\n',
    );
    expect(await change("--unset", "contact")).toBe(
      'Changed A House (kiosk):\n  contact.phone = not set (was "+12125550142")\n',
    );
  });

  test.each([
    [["brand", "show", "nowhere"]],
    [["brand", "set", "nowhere", "--set", "seats=30"]],
    [["floor", "export", "nowhere"]],
    [["feed", "create", "--brand", "nowhere"]],
  ])("an unknown brand is refused, and the existing ones are named: %j", async (words) => {
    const [exitCode, code, message] = await refusal(
      command([...words, "--data", folder.path, "--json"]),
    );
    expect([exitCode, code]).toEqual([1, "BRAND_UNKNOWN"]);
    expect(message).toMatch(/^There is no brand "nowhere". Known: .*house/);
  });

  test("a folder without a database is refused, and nothing is made there", async () => {
    using empty = temporaryFolder();
    const call = command(["brand", "list", "--data", join(empty.path, "x"), "--json"]);
    expect((await refusal(call)).slice(0, 2)).toEqual([1, "MISSING"]);
    expect(await Array.fromAsync(new Bun.Glob("**/*").scan(empty.path))).toEqual([]);
  });

  test("the list in readable form goes to standard output", async () => {
    const { out, exitCode } = await command(["brand", "list", "--data", folder.path]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^SLUG +NAME\n/);
    expect(out).toMatch(/^house +A House$/m);
  });
});
