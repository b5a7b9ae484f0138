// Goal: an API key gets exactly the named permissions and is listed without its secret. Its id, the
// key itself or its public part is enough to revoke it.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseApiKey } from "../../src/auth/api-keys.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const DAY = 86_400_000;

const key = (...words: string[]): Promise<Finished> =>
  command(["key", ...words, "--data", folder.path, "--json"]);
const made = async (...words: string[]): Promise<Record<string, unknown>> =>
  (await key("create", "--name", "agent", "--brand", "house", ...words)).json ?? {};

beforeAll(async () => {
  for (const slug of ["house", "tavern"]) {
    const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
    await command(["brand", "create", "--slug", slug, "--name", slug, ...place]);
  }
});

describe("key create", () => {
  test("allows all reading and booking in its brand by default", async () => {
    const { key: text, id, ...rest } = await made();
    expect(rest).toEqual({
      name: "agent",
      brands: ["house"],
      scopes: ["bookings.read", "bookings.write"],
      tools: null,
      budgets: { writesPerMinute: null, smsPerDay: null, largestParty: null, daysAhead: null },
      for: "restaurant",
      environment: "live",
      expiresAt: null,
      createdAt: SYSTEM_NOW,
    });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(parseApiKey(String(text))?.environment).toBe("live");
  });

  test("stores every named permission and limit", async () => {
    const words = "--brand tavern --scope bookings.read --tool list_brands --tool get_booking";
    const ceilings = "--writes-per-minute 5 --sms-per-day 6 --largest-party 7 --days-ahead 8";
    expect(await made(...words.split(" "), ...ceilings.split(" "))).toMatchObject({
      brands: ["house", "tavern"],
      scopes: ["bookings.read"],
      tools: ["list_brands", "get_booking"],
      budgets: { writesPerMinute: 5, smsPerDay: 6, largestParty: 7, daysAhead: 8 },
    });
  });

  test("with --for guests makes a key that is listed as made for guests", async () => {
    const { id, for: whom } = await made("--for", "guests");
    expect(whom).toBe("guests");
    const keys = (await key("list")).json?.["keys"] as Record<string, unknown>[];
    expect(keys.find((row) => row["id"] === id)).toMatchObject({ for: "guests" });
  });

  test("is logged for each restaurant of the key, with the key's permissions", async () => {
    const words = ["--brand", "tavern", "--tool", "create_booking", "--largest-party", "6"];
    const { id } = await made(...words);
    using database = new Database(`${folder.path}/maitred.db`, { readonly: true });
    const rows = database
      .query<{ brand: string; after: string }, [string]>(
        "SELECT brand, after FROM audit WHERE json_extract(after, '$.keyId') = ? ORDER BY brand",
      )
      .all(String(id));
    expect(rows.map(({ brand }) => brand)).toEqual(["house", "tavern"]);
    for (const { after } of rows) {
      expect(JSON.parse(after)).toMatchObject({ tools: ["create_booking"], largestParty: 6 });
    }
  });

  test.each([
    ["90d", SYSTEM_NOW + 90 * DAY],
    ["2027-01-31T12:00:00Z", Date.UTC(2027, 0, 31, 12)],
    ["2027-01-31", Date.UTC(2027, 0, 31)],
  ])("with --expires %s stores that expiry", async (text, expiresAt) => {
    expect(await made("--expires", text)).toMatchObject({ expiresAt });
  });

  test.each([
    [["--scope", "bookings.all"], 2],
    [["--tool", "drop_tables"], 2],
    [["--tool", "create_booking", "--scope", "bookings.read"], 2],
    [["--tool", "list_brands", "--tool", "get_booking", "--scope", "bookings.write"], 2],
    [["--expires", "soon"], 2],
    [["--expires", "2020-01-01"], 2],
    [["--expires", "0d"], 2],
    [["--writes-per-minute", "0"], 2],
    [["--largest-party", "2.5"], 2],
    [["--name", " "], 2],
    [["--name", "x".repeat(121)], 2],
    [["--brand", "nowhere"], 1],
  ])("%j is refused with exit code %d", async (words, exitCode) => {
    const before = (await key("list")).json;
    const finished = await key("create", "--name", "agent", "--brand", "house", ...words);
    expect(finished.exitCode).toBe(exitCode);
    expect(finished.error.message).not.toBe("");
    expect((await key("list")).json).toEqual(before);
  });
});

describe("key list", () => {
  test("lists every key without its secret", async () => {
    const { key: text, ...shown } = await made();
    const { json, out } = await key("list");
    const keys = json?.["keys"] as Record<string, unknown>[];
    expect(keys.find((row) => row["id"] === shown["id"])).toEqual({
      ...shown,
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(out).not.toContain(parseApiKey(String(text))?.secret ?? "");
  });

  test("lists the newest keys too, however many there are", async () => {
    const { id: first } = await made();
    using database = new Database(`${folder.path}/maitred.db`);
    database.run(
      `WITH RECURSIVE count(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM count LIMIT 1000)
       INSERT INTO api_key SELECT printf('%024x', value), printf('%08x', value), secret_hash, name,
         brands, scopes, tools, budgets, expires_at, created_at, last_used_at, 1, NULL, for_guests
       FROM api_key, count WHERE id = ?`,
      [String(first)],
    );
    const { id: newest } = await made();
    const keys = (await key("list")).json?.["keys"] as Record<string, unknown>[];
    expect(keys.map((row) => row["id"])).toContain(newest);
  });

  test("says when a key was revoked, and until when another is valid", async () => {
    const { id } = await made("--expires", "1d");
    await key("revoke", String(id));
    await made("--expires", "2d");
    const { out } = await command(["key", "list", "--data", folder.path]);
    expect(out).toContain("revoked 2026-11-20");
    expect(out).toContain("until 2026-11-22");
  });
});

test("a restaurant may have at most 100 keys that are not revoked", async () => {
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
  await command(["brand", "create", "--slug", "full", "--name", "Full", ...place]);
  const words = ["create", "--name", "agent", "--brand", "full"];
  const { id } = (await key(...words)).json ?? {};
  using database = new Database(`${folder.path}/maitred.db`);
  const { columns } = database
    .query<{ columns: string }, []>(
      `SELECT group_concat(name) AS columns FROM pragma_table_info('api_key')
       WHERE name NOT IN ('id', 'public_id')`,
    )
    .get() ?? { columns: "" };
  database.run(
    `WITH RECURSIVE count(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM count LIMIT 99)
     INSERT INTO api_key (id, public_id, ${columns})
     SELECT printf('f%023x', value), printf('f%07x', value), ${columns}
     FROM api_key, count WHERE id = ?`,
    [String(id)],
  );
  const { exitCode, error } = await key(...words);
  expect([exitCode, error.code]).toEqual([1, "INVALID_INPUT"]);
  expect(error.message).toContain("100 keys");
  await key("revoke", String(id));
  expect((await key(...words)).exitCode).toBe(0);
});

describe("key revoke", () => {
  test.each([
    ["its id", (row: Record<string, unknown>) => String(row["id"])],
    ["the key", (row: Record<string, unknown>) => String(row["key"])],
    ["its public part", (row: Record<string, unknown>) => String(row["key"]).slice(9, 17)],
  ])("accepts %s", async (_, name) => {
    const row = await made();
    const { json } = await key("revoke", name(row));
    expect(json).toEqual({ id: row["id"], revokedAt: SYSTEM_NOW });
  });

  test("a second time returns the first result", async () => {
    const { id } = await made();
    const first = await key("revoke", String(id));
    expect((await key("revoke", String(id))).json).toEqual(first.json);
  });

  test("of an unknown key is refused", async () => {
    const { exitCode, error } = await key("revoke", "0".repeat(24));
    expect([exitCode, error.code]).toEqual([1, "NOT_FOUND"]);
  });
});
