// Goal: an operator can change a user's role in a restaurant, remove the user from a team and open
// a closed account again. If one part of a change is impossible, nothing changes.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { loadInstanceSecret } from "../../src/auth/instance-secret.ts";
import { createPasswords, passwordCost } from "../../src/auth/passwords.ts";
import { closeDatabase, openDatabase } from "../../src/storage/database.ts";
import { openStores, type Stores } from "../../src/storage/stores.ts";
import { temporaryFolder } from "../support/database.ts";
import { command, type Finished } from "./command-line.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const user = (...words: string[]): Promise<Finished> =>
  command(["user", ...words, "--data", folder.path, "--json"]);
const at = (...slugs: string[]): string[] => slugs.flatMap((slug) => ["--brand", slug]);

/** Makes an account with one role in these brands, and returns its id. */
async function create(email: string, role: string, ...slugs: string[]): Promise<string> {
  const who = ["--email", email, "--name", "Ada Lovelace", "--role", role];
  return String((await user("create", ...who, ...at(...slugs))).json?.["id"]);
}

/** Runs `look` with the stores of the instance. */
function inside<T>(look: (stores: Stores) => T): T {
  const path = join(folder.path, "maitred.db");
  const database = openDatabase(path, { environment: "any", create: false });
  try {
    return look(openStores(database, loadInstanceSecret(folder.path, { databaseExists: true })));
  } finally {
    closeDatabase(database);
  }
}
const giveApp = (id: string): void =>
  inside(({ factors }) =>
    factors.setTotp(id, { sealedSecret: new Uint8Array(1), lastStep: 0, createdAt: 1 }),
  );
const newestEvent = () => inside(({ securityEvents }) => securityEvents.newest(1)[0]);
const eventsOf = (id: string) =>
  inside(({ securityEvents }) => securityEvents.newest(50))
    .filter(({ userId }) => userId === id)
    .map(({ kind }) => kind);
const teamsOf = (id: string) => inside(({ users }) => users.teamsOf(id));

beforeAll(async () => {
  for (const slug of ["house", "tavern"]) {
    const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
    await command(["brand", "create", "--slug", slug, "--name", slug, ...place]);
  }
});

describe("the log of each restaurant", () => {
  const log = (brand: string) =>
    inside(({ auditList }) => {
      const all = { from: null, until: null, actorKind: null, principal: null, operation: null };
      return auditList.page({ brand, reservationId: null, ...all }, null, 50).rows;
    });

  test("has a row for each change by a `maitred user` command, and none if nothing changed", async () => {
    const email = "logged@example.com";
    const userId = await create(email, "host", "house");
    const who = { person: "Ada Lovelace", userId };
    const newest = (brand: string) => {
      const [{ operation, before, after, actor } = never()] = log(brand);
      expect(actor.name).toBe("command line");
      return { operation, before, after };
    };
    await user("role", email, ...at("house", "tavern"), "--role", "manager");
    expect(newest("house")).toMatchObject({
      operation: "change_role",
      before: { ...who, role: "host" },
      after: { ...who, role: "manager" },
    });
    expect(newest("tavern")).toMatchObject({ before: { role: null }, after: { role: "manager" } });
    await user("disable", email);
    for (const brand of ["house", "tavern"]) {
      expect(newest(brand)).toMatchObject({
        operation: "close_account",
        before: { account: "open" },
        after: { account: "closed" },
      });
    }
    await user("enable", email);
    expect(newest("house")).toMatchObject({
      operation: "open_account",
      after: { account: "open" },
    });
    await user("password", email);
    const { operation, after } = newest("tavern");
    expect([operation, Object.keys(after)]).toEqual([
      "set_password",
      ["person", "userId", "passwordChangedAt"],
    ]);
    const none = await user("reset-factor", email);
    expect(none.json).toEqual({ id: userId, email, changed: false });
    giveApp(userId);
    expect((await user("reset-factor", email)).json).toMatchObject({ changed: true });
    expect(newest("tavern")).toMatchObject({
      operation: "reset_second_factor",
      before: { secondFactor: "set" },
      after: { secondFactor: "none" },
    });
    await user("leave", email, ...at("tavern"));
    expect(newest("tavern")).toMatchObject({ operation: "take_out", after: { role: null } });
    const rows = log("house").length;
    await user("role", email, ...at("house"), "--role", "manager");
    await user("enable", email);
    await user("leave", email, ...at("house", "nowhere"));
    expect(log("house")).toHaveLength(rows);
  });
});

const never = (): never => {
  throw new Error("The log is empty");
};

describe("user role", () => {
  test("changes the role, and adds a user who was not in the team", async () => {
    const email = "rising@example.com";
    const id = await create(email, "host", "house");
    const { json, exitCode } = await user(
      "role",
      "RISING@example.com",
      ...at("tavern", "house", "house"),
      "--role",
      "manager",
    );
    expect(exitCode).toBe(0);
    const brands = [
      { slug: "house", role: "manager" },
      { slug: "tavern", role: "manager" },
    ];
    expect(json).toMatchObject({ id, email, brands });
    expect(teamsOf(id)).toEqual(brands.map(({ slug, role }) => ({ brand: slug, role })) as never);
    expect(eventsOf(id)).toContain("role_changed");
  });

  test("prints the new role, and the new password of a user who joins a team", async () => {
    await create("read@example.com", "host", "house");
    const words = ["user", "role", "read@example.com", "--brand", "tavern", "--role", "owner"];
    const { out, err } = await command([...words, "--data", folder.path]);
    expect(`${out}${err}`).toContain(
      "read@example.com is owner of tavern. Teams now: house:host, tavern:owner. They join with a new password",
    );
    expect(`${out}${err}`).toMatch(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}$/m);
  });

  test("gives a user who joins a team a new password; a changed role keeps the password", async () => {
    const email = "known@example.com";
    const id = await create(email, "host", "house");
    const hash = () => inside(({ users }) => users.byId(id)?.passwordHash ?? "");
    const known = hash();
    const promoted = await user("role", email, ...at("house"), "--role", "manager");
    expect([hash(), promoted.json?.["password"]]).toEqual([known, undefined]);
    const joined = await user("role", email, ...at("tavern"), "--role", "host");
    const passwords = createPasswords({ cost: passwordCost("test") });
    const opens = (password: unknown) => passwords.verify(String(password), hash());
    expect(hash()).not.toBe(known);
    expect(await opens(joined.json?.["password"])).toBe(true);
    expect(eventsOf(id)).toContain("proofs_cleared");
  });

  test("is needed to add an existing account to a team: user create refuses it", async () => {
    const email = "taken@example.com";
    const id = await create(email, "host", "house");
    const before = inside(({ users }) => users.byId(id));
    const who = ["--email", email, "--name", "Eve", "--role", "host"];
    const { error } = await user("create", ...who, ...at("tavern"));
    expect(error.code).toBe("USER_EXISTS");
    expect(inside(({ users }) => users.byId(id))).toEqual(before);
    expect(teamsOf(id)).toEqual([{ brand: "house", role: "host" }]);
  });

  test.each([
    [["--brand", "house", "--role", "chef"], 2, "USAGE", "owner, manager or host"],
    [["--role", "host"], 2, "USAGE", "--brand"],
    [["--brand", "house"], 2, "USAGE", "--role"],
    [["--brand", "tavern", "--brand", "nowhere", "--role", "host"], 1, "BRAND_UNKNOWN", "nowhere"],
  ])("%j is refused with exit code %d, and nothing changes", async (words, exit, code, why) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const id = await create(email, "manager", "house");
    const { exitCode, error } = await user("role", email, ...words);
    expect([exitCode, error.code]).toEqual([exit, code]);
    expect(error.message).toContain(why);
    expect(teamsOf(id)).toEqual([{ brand: "house", role: "manager" }]);
  });
});

describe("user leave", () => {
  test("removes the user from the team, and they can be added again", async () => {
    const email = "parting@example.com";
    const id = await create(email, "host", "house", "tavern");
    const { json } = await user("leave", email, ...at("house"));
    expect(json).toEqual({ id, email, brands: [{ slug: "tavern", role: "host" }] });
    expect(newestEvent()).toMatchObject({ userId: id, kind: "left_team" });
    const back = await user("role", email, ...at("house"), "--role", "host");
    expect(back.json?.["brands"]).toHaveLength(2);
    expect(eventsOf(id)).toContain("joined_team");
  });

  test("refuses a team that the user is not in, or that does not exist", async () => {
    const email = "elsewhere@example.com";
    const id = await create(email, "host", "house");
    const notIn = await user("leave", email, ...at("house", "tavern"));
    expect([notIn.exitCode, notIn.error.code]).toEqual([1, "NOT_IN_TEAM"]);
    expect(notIn.error.message).toContain("tavern");
    const unknown = await user("leave", email, ...at("nowhere"));
    expect([unknown.exitCode, unknown.error.code]).toEqual([1, "BRAND_UNKNOWN"]);
    expect(teamsOf(id)).toHaveLength(1);
  });
});

test("the last owner of a restaurant cannot be removed, closed or demoted until there is another owner", async () => {
  const place = ["--time-zone", "Europe/Rome", "--country", "IT", "--data", folder.path];
  await command(["brand", "create", "--slug", "owned", "--name", "Owned", ...place]);
  await create("first@example.com", "owner", "owned");
  await create("second@example.com", "host", "owned");
  const owned = at("owned");
  for (const words of [["leave", ...owned], ["role", "--role", "manager", ...owned], ["disable"]]) {
    const { exitCode, error } = await user(...words, "first@example.com");
    expect([exitCode, error.code]).toEqual([1, "LAST_OWNER"]);
    expect(error.message).toContain("maitred user role EMAIL --brand owned --role owner");
  }
  await user("role", "second@example.com", ...at("owned"), "--role", "owner");
  expect((await user("leave", "first@example.com", ...at("owned"))).json?.["brands"]).toEqual([]);
});

test.each<string[]>([["leave"], ["role", "--role", "host"]])(
  "user %s is refused for an owner of the instance, who has no role in a single restaurant",
  async (...words) => {
    const email = `${words[0]}-all@example.com`;
    await create(email, "owner");
    const { exitCode, error } = await user(...words, email, ...at("house"));
    expect([exitCode, error.code]).toEqual([1, "OWNS_INSTANCE"]);
    expect(error.message).toContain("maitred user disable");
  },
);

describe("user enable", () => {
  test("opens a closed account with its teams; a second time changes nothing", async () => {
    const email = "returning@example.com";
    const id = await create(email, "host", "house");
    const hash = inside(({ users }) => users.byId(id)?.passwordHash);
    await user("disable", email);
    const open = { id, email, brands: [{ slug: "house", role: "host" }], disabledAt: null };
    expect((await user("enable", email)).json).toEqual(open);
    expect(newestEvent()).toMatchObject({ userId: id, kind: "user_enabled" });
    expect((await user("enable", email)).json).toEqual(open);
    const kinds = inside(({ securityEvents }) => securityEvents.newest(2)).map(({ kind }) => kind);
    expect(kinds).toEqual(["user_enabled", "user_disabled"]);
    expect(inside(({ users }) => users.byId(id))).toMatchObject({ disabledAt: null });
    expect(inside(({ users }) => users.byId(id)?.passwordHash)).toBe(hash as string);
  });
});

test.each<string[]>([
  ["enable"],
  ["leave", "--brand", "house"],
  ["role", "--brand", "house", "--role", "host"],
])("user %s: an unknown e-mail address is refused", async (...words) => {
  const { exitCode, error } = await user(...words, "nobody@example.com");
  expect([exitCode, error.code]).toEqual([1, "NOT_FOUND"]);
  expect(error.message).toContain("nobody@example.com");
});
