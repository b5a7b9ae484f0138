// Goal: the address of a calendar feed is shown once, when the feed is made. Feeds are listed
// without their address, and are revoked by id, path or address. Making and revoking are logged.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { temporaryFolder } from "../support/database.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
const feed = (...words: string[]): Promise<Finished> =>
  command(["feed", ...words, "--json", "--data", folder.path]);
const made = async (...words: string[]) =>
  ((await feed("create", "--brand", "house", ...words)).json ?? {}) as Record<string, string>;

beforeAll(async () => {
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
  await command(["brand", "create", "--slug", "house", "--name", "House", ...place]);
});

test("the address is shown once, complete if the origin is known", async () => {
  const { id, path, ...rest } = await made(
    "--name",
    "Kitchen",
    "--origin",
    "https://book.example.com",
  );
  expect(path).toMatch(/^\/feeds\/[\w-]{32}\.ics$/);
  expect(rest).toEqual({
    brand: "house",
    name: "Kitchen",
    createdAt: SYSTEM_NOW as unknown as string,
    url: `https://book.example.com${path}`,
  });
  const listed = (await feed("list")).json?.["feeds"] as { id: string }[];
  expect(listed.find((one) => one.id === id)).toEqual({
    id: id ?? "",
    brand: "house",
    name: "Kitchen",
    createdAt: SYSTEM_NOW,
    revokedAt: null,
    readAt: null,
    madeBy: "command line",
    makerIsGone: false,
  } as never);
});

describe("revoking", () => {
  test.each([
    ["by its id", ({ id = "" }: Record<string, string>) => id],
    ["by its path", ({ path = "" }: Record<string, string>) => path],
    ["by its address", ({ path = "" }: Record<string, string>) => `https://x.test${path}`],
  ])("%s", async (_, name) => {
    const one = await made();
    const token = /([\w-]{32})\.ics$/.exec(one["path"] ?? "")?.[1] ?? "";
    using desk = openDesk(folder.path, SYSTEM_NOW);
    expect(desk.stores.calendarFeeds.find(token)?.id).toBe(one["id"]);
    expect((await feed("revoke", name(one))).json).toEqual({
      id: one["id"],
      revokedAt: SYSTEM_NOW,
    });
    expect(desk.stores.calendarFeeds.find(token)).toBeNull();
  });

  test("twice is the same as once", async () => {
    const { id = "" } = await made();
    await feed("revoke", id);
    expect((await feed("revoke", id)).json).toEqual({ id, revokedAt: SYSTEM_NOW });
  });

  test("an unknown feed is reported as unknown", async () => {
    expect((await feed("revoke", "nothing")).error.code).toBe("NOT_FOUND");
  });
});

test("making and revoking are logged, without the address", async () => {
  const { id = "", path = "" } = await made();
  await feed("revoke", id);
  using desk = openDesk(folder.path, SYSTEM_NOW);
  const rows = desk.database
    .query<{ operation: string; after: string }, [string]>(
      "SELECT operation, after FROM audit WHERE json_extract(after, '$.feedId') = ?",
    )
    .all(id);
  expect(rows.map(({ operation }) => operation)).toEqual(["create_feed", "revoke_feed"]);
  expect(JSON.stringify(rows)).not.toContain(path.slice(7, 39));
});

test("a restaurant may have at most 20 feeds", async () => {
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
  await command(["brand", "create", "--slug", "full", "--name", "Full", ...place]);
  for (let count = 0; count < 20; count += 1) await feed("create", "--brand", "full");
  const { exitCode, error } = await feed("create", "--brand", "full");
  expect([exitCode, error.code]).toEqual([1, "INVALID_INPUT"]);
  expect(error.message).toContain("20");
});

test.each([
  [["--brand", "nowhere"], 1, "BRAND_UNKNOWN"],
  [["--brand", "house", "--name", " "], 2, "USAGE"],
])("feed create %j is refused", async (words, exitCode, code) => {
  const done = await feed("create", ...words);
  expect([done.exitCode, done.error.code]).toEqual([exitCode, code]);
});
