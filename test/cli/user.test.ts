// Goal: an operator makes, lists and closes accounts and gives new passwords on the command line. A
// generated password is shown once, and no password is stored in plain text.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { createPasswords, passwordCost } from "../../src/auth/passwords.ts";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { openStores, type Stores } from "../../src/storage/stores.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

const EVER = { since: 0, until: Number.MAX_SAFE_INTEGER };

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const user = (words: readonly string[], input = ""): Promise<Finished> =>
  command(["user", ...words, "--data", folder.path, "--json"], input);
const create = (email: string, ...words: string[]): Promise<Finished> =>
  user(["create", "--email", email, "--name", "Ada Lovelace", ...words]);
const asHost = ["--role", "host", "--brand", "house"];

/** Reads the instance as a server would. */
function inside<T>(look: (stores: Stores) => T): T {
  const database = openDatabase(join(folder.path, "maitred.db"), {
    environment: "any",
    create: false,
  });
  try {
    return look(openStores(database, loadInstanceSecret(folder.path, { databaseExists: true })));
  } finally {
    closeDatabase(database);
  }
}
const hashOf = (email: string): string =>
  inside(({ users }) => users.byEmail(email)?.passwordHash ?? "");
const passwords = createPasswords({ cost: passwordCost("live") });

beforeAll(async () => {
  for (const slug of ["house", "tavern"]) {
    const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
    await command(["brand", "create", "--slug", slug, "--name", slug, ...place]);
  }
});

describe("user create", () => {
  test("makes a password if none is given, and shows it once", async () => {
    const { json } = await create("Made@Example.com", ...asHost);
    const { id, password, ...rest } = json ?? {};
    expect(rest).toEqual({ email: "made@example.com", brands: ["house"], role: "host" });
    expect(id).toMatch(/^[0-9a-f]{24}$/);
    expect(password).toMatch(/^(?:[2-9a-z]{5}-){3}[2-9a-z]{5}$/);
    expect(await passwords.verify(String(password), hashOf("made@example.com"))).toBe(true);
    const again = (await create("made-2@example.com", ...asHost)).json?.["password"];
    expect(again).not.toBe(password as string);
  });

  test("reads a password from standard input, without its line end, and repeats it nowhere", async () => {
    const words = ["create", "--email", "told@example.com", "--name", "Told", ...asHost];
    const { json, out, err } = await user([...words, "--password-stdin"], "correct horse\r\n");
    expect(Object.keys(json ?? {})).toEqual(["id", "email", "brands", "role"]);
    expect(out + err).not.toContain("correct horse");
    expect(await passwords.verify("correct horse", hashOf("told@example.com"))).toBe(true);
    expect(passwords.needsRehash(hashOf("told@example.com"))).toBe(false);
  });

  test("gives a role in several brands, with an entry in the audit log of each", async () => {
    const words = [
      "--role",
      "manager",
      "--brand",
      "house",
      "--brand",
      "tavern",
      "--brand",
      "house",
    ];
    const operator = { principal: "operator", brands: ["house", "tavern"] };
    const changes = () => inside(({ budgetUse }) => budgetUse.changes(operator, EVER).count);
    const before = changes();
    const { json } = await create("both@example.com", ...words);
    expect(json).toMatchObject({ brands: ["house", "tavern"], role: "manager" });
    const teams = inside(({ users }) => users.teamsOf(String(json?.["id"])));
    expect(teams).toEqual([
      { brand: "house", role: "manager" },
      { brand: "tavern", role: "manager" },
    ]);
    expect(changes()).toBe(before + 2);
  });

  test("makes an owner of the instance if no brand is given; this user also owns brands that are added later", async () => {
    const { json } = await create("owner@example.com", "--role", "owner");
    expect(json).toMatchObject({ brands: ["house", "tavern"], role: "owner" });
    const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
    await command(["brand", "create", "--slug", "third", "--name", "Third", ...place]);
    const teams = inside(({ users }) => users.teamsOf(String(json?.["id"])));
    expect(teams.at(-1)).toEqual({ brand: "third", role: "owner" });
  });

  test("prints the password alone on standard output, the explanation on standard error", async () => {
    const words = ["--email", "seen@example.com", "--name", "Seen", ...asHost];
    const { out, err } = await command(["user", "create", ...words, "--data", folder.path]);
    expect(out).toMatch(/^(?:[2-9a-z]{5}-){3}[2-9a-z]{5}\n$/);
    expect(err).not.toContain(out.trim());
    expect(err).toMatch(/^Seen \(seen@example\.com\) is host of house\./);
  });

  test.each([
    [["--email", "ada"], 2, '"ada" is not an e-mail address'],
    [["--name", "x".repeat(121)], 2, "at most 120"],
    [["--role", "chef"], 2, "owner, manager or host"],
    [["--brand", "nowhere"], 1, "nowhere"],
    [["--email", "TAKEN@example.com"], 1, "already has an account"],
  ])("%j is refused with exit code %d", async (words, exitCode, why) => {
    if (inside(({ users }) => users.byEmail("taken@example.com")) === null) {
      await create("taken@example.com", ...asHost);
    }
    const before = (await user(["list"])).json;
    const finished = await create("new@example.com", ...asHost, ...words);
    expect(finished.exitCode).toBe(exitCode);
    expect(finished.error.message).toContain(why);
    expect((await user(["list"])).json).toEqual(before);
  });

  test("refuses a host without a brand, and a password that has two lines, is short or common, or is the e-mail address", async () => {
    const without = await create("new@example.com", "--role", "host");
    expect([without.exitCode, without.error.message]).toEqual([2, "A host needs --brand SLUG."]);
    const words = ["create", "--email", "new@example.com", "--name", "New", ...asHost];
    const twice = await user([...words, "--password-stdin"], "correct horse\ncorrect horse\n");
    expect([twice.exitCode, twice.error.code]).toEqual([1, "INVALID_INPUT"]);
    expect(twice.error.message).toContain("more than one line");
    for (const unusable of ["eleven sign", "password1234", "new@example.com"]) {
      const refused = await user([...words, "--password-stdin"], `${unusable}\n`);
      expect([refused.exitCode, refused.error.code]).toEqual([1, "INVALID_INPUT"]);
    }
    expect(inside(({ users }) => users.byEmail("new@example.com"))).toBeNull();
  });
});

describe("user list", () => {
  test("shows roles and brands, without a hash", async () => {
    const { json: made } = await create("listed@example.com", ...asHost);
    const { json, out } = await user(["list"]);
    const users = json?.["users"] as Record<string, unknown>[];
    expect(users.find(({ id }) => id === made?.["id"])).toEqual({
      id: made?.["id"],
      email: "listed@example.com",
      name: "Ada Lovelace",
      ownsInstance: false,
      brands: [{ slug: "house", role: "host" }],
      createdAt: SYSTEM_NOW,
      disabledAt: null,
    });
    expect(out).not.toContain("argon2");
  });

  test("shows the state of each account", async () => {
    await create("leaving@example.com", ...asHost);
    await user(["disable", "leaving@example.com"]);
    const { out } = await command(["user", "list", "--data", folder.path]);
    expect(out).toMatch(/leaving@example\.com .*house:host .*disabled 2026-11-20/);
    expect(out).toMatch(/owner@example\.com .*all:owner .*active/);
  });
});

describe("user password", () => {
  test("replaces the password by a generated or given one, and the old one no longer works", async () => {
    const { json } = await create("re-key@example.com", ...asHost);
    const old = String(json?.["password"]);
    const made = await user(["password", "RE-KEY@example.com"]);
    const next = String(made.json?.["password"]);
    expect(made.json).toEqual({ id: json?.["id"], email: "re-key@example.com", password: next });
    expect(await passwords.verify(old, hashOf("re-key@example.com"))).toBe(false);
    expect(await passwords.verify(next, hashOf("re-key@example.com"))).toBe(true);
    const told = await user(["password", "re-key@example.com", "--password-stdin"], "by the owner");
    expect(told.json).toEqual({ id: json?.["id"], email: "re-key@example.com" });
    expect(await passwords.verify("by the owner", hashOf("re-key@example.com"))).toBe(true);
    const events = inside(({ securityEvents }) => securityEvents.newest(2));
    expect(events.map(({ kind }) => kind)).toEqual(["password_changed", "password_changed"]);
  });
});

describe("user disable", () => {
  test("closes the account; a second time changes nothing", async () => {
    const { json } = await create("gone@example.com", ...asHost);
    const closed = { id: json?.["id"], email: "gone@example.com", disabledAt: SYSTEM_NOW };
    expect((await user(["disable", "gone@example.com"])).json).toEqual(closed);
    expect((await user(["disable", "gone@example.com"])).json).toEqual(closed);
  });
});

test.each([["password"], ["disable"]])("user %s refuses an unknown address", async (verb) => {
  const { exitCode, error } = await user([verb, "nobody@example.com"]);
  expect([exitCode, error.code]).toEqual([1, "NOT_FOUND"]);
  expect(error.message).toContain("nobody@example.com");
});

test("the folder does not contain the password in plain text", async () => {
  const { json } = await create("secret@example.com", ...asHost);
  for (const file of ["maitred.db", "maitred.db-wal"]) {
    const bytes = existing(join(folder.path, file));
    expect(bytes.includes(String(json?.["password"]))).toBe(false);
  }
});

const existing = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};
