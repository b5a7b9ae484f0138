// Goal: accounts, teams, sessions and second factors are read back as written, a change is seen by
// every process at its next query, and the changes of a failed write are undone.
import { describe, expect, test } from "bun:test";
import type { SessionRow, Stores, UserRow } from "../../src/storage/stores.ts";
import { openStores } from "../../src/storage/stores.ts";
import { openTestDatabase, TEST_KEYS } from "../support/database.ts";
import { addBrands, BISTRO, DAY, HOUR, NOW, nextId, TRATTORIA } from "./samples.ts";

const user = (change: Partial<UserRow> = {}): UserRow => {
  const id = change.id ?? nextId();
  return {
    id,
    email: `${id}@example.com`,
    name: "Ada Lovelace",
    passwordHash: "$argon2id$v=19$m=64,t=1,p=1$AAAA$BBBB",
    ownsInstance: false,
    passwordChangedAt: NOW,
    createdAt: NOW,
    disabledAt: null,
    ...change,
  };
};

const session = (userId: string, change: Partial<SessionRow> = {}): SessionRow => ({
  id: nextId(),
  userId,
  createdAt: NOW,
  expiresAt: NOW + 12 * HOUR,
  endedAt: null,
  ...change,
});

/** Two brands, one user, and a second connection, as another process would have. */
function prepared() {
  const made = openTestDatabase();
  addBrands(made.stores);
  const ada = user({ email: "ada@example.com" });
  made.stores.users.insert(ada);
  const elsewhere = (): Stores => openStores(made.open(), TEST_KEYS);
  return { ...made, ada, elsewhere, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

describe("a user", () => {
  test.each([
    ["with a password", {}],
    ["without a password", { passwordHash: null, passwordChangedAt: null }],
    ["who owns the instance", { ownsInstance: true }],
    ["who is disabled", { disabledAt: NOW + 1 }],
  ])("%s is read back as written", (_what, change) => {
    using made = prepared();
    const { users } = made.stores;
    const row = user(change);
    users.insert(row);
    expect([users.byId(row.id), users.byEmail(row.email)]).toEqual([row, row]);
    expect(users.list()).toContainEqual(row);
  });

  test("is found by the address in lower case, which is unique", () => {
    using made = prepared();
    expect(made.stores.users.byEmail("ADA@example.com")).toBeNull();
    expect(() => made.stores.users.insert(user({ email: "ada@example.com" }))).toThrow();
    expect(() => made.stores.users.insert(user({ email: "Eve@example.com" }))).toThrow();
  });

  test("that another process changed is read with the change at the next query", async () => {
    using made = prepared();
    const { users } = made.stores;
    expect(users.byId(made.ada.id)?.disabledAt).toBeNull();
    expect(made.elsewhere().users.disable(made.ada.id, NOW + 5)).toBe(true);
    await Promise.resolve();
    expect(users.byId(made.ada.id)?.disabledAt).toBe(NOW + 5);
    expect(users.disable(made.ada.id, NOW + 6)).toBe(false);
  });

  test("gets a later password time with each change, even if the clock stands still or goes back", () => {
    using made = prepared();
    const { users } = made.stores;
    const changes = [NOW, NOW, NOW - DAY].map((at) => {
      users.setPassword(made.ada.id, "hash", at);
      return users.byId(made.ada.id)?.passwordChangedAt ?? 0;
    });
    expect(changes).toEqual([NOW + 1, NOW + 2, NOW + 3]);
  });

  test("gets a renewed hash only if the password has not changed meanwhile", () => {
    using made = prepared();
    const { users } = made.stores;
    users.rehash(made.ada.id, "new", "another");
    expect(users.byId(made.ada.id)?.passwordHash).toBe(made.ada.passwordHash);
    users.rehash(made.ada.id, "new", made.ada.passwordHash ?? "");
    expect(users.byId(made.ada.id)).toEqual({ ...made.ada, passwordHash: "new" });
  });

  test("makes users.any() true, which is false on an empty database", () => {
    using empty = openTestDatabase();
    expect(empty.stores.users.any()).toBe(false);
    using made = prepared();
    expect(made.stores.users.any()).toBe(true);
  });
});

describe("a team", () => {
  test("is listed among its user's teams, with the user's role there", () => {
    using made = prepared();
    const { users } = made.stores;
    expect(users.teamsOf(made.ada.id)).toEqual([]);
    users.join(made.ada.id, TRATTORIA, "host", NOW);
    users.join(made.ada.id, BISTRO, "manager", NOW);
    expect(users.teamsOf(made.ada.id)).toEqual([
      { brand: BISTRO, role: "manager" },
      { brand: TRATTORIA, role: "host" },
    ]);
    expect(() => users.join(made.ada.id, "nowhere", "host", NOW)).toThrow();
  });

  test("is read with every change at the next query, in every process", async () => {
    using made = prepared();
    const { users } = made.stores;
    users.join(made.ada.id, BISTRO, "manager", NOW);
    expect(users.teamsOf(made.ada.id)).toHaveLength(1);
    const other = made.elsewhere();
    expect(other.users.setRole(made.ada.id, BISTRO, "host")).toBe(true);
    await Promise.resolve();
    expect(users.teamsOf(made.ada.id)).toEqual([{ brand: BISTRO, role: "host" }]);
    expect(other.users.leave(made.ada.id, BISTRO)).toBe(true);
    await Promise.resolve();
    expect(users.teamsOf(made.ada.id)).toEqual([]);
    expect(users.setRole(made.ada.id, BISTRO, "owner")).toBe(false);
    expect(users.leave(made.ada.id, BISTRO)).toBe(false);
  });

  test("includes an owner of the instance in every brand, also in brands made later", () => {
    using made = prepared();
    const { users, brands } = made.stores;
    const owner = user({ ownsInstance: true });
    users.insert(owner);
    expect(users.teamsOf(owner.id).map(({ brand }) => brand)).toEqual([BISTRO, TRATTORIA]);
    const place = { timeZone: "Europe/Rome", defaultCountry: "IT" };
    brands.insert({ slug: "third", name: "Third", overrides: place, now: NOW });
    expect(users.teamsOf(owner.id).at(-1)).toEqual({ brand: "third", role: "owner" });
  });

  test("keeps no role from a failed write, not even in memory", async () => {
    using made = prepared();
    const { users } = made.stores;
    const failed = made.writer.write(() => {
      users.join(made.ada.id, BISTRO, "owner", NOW);
      users.teamsOf(made.ada.id);
      throw new Error("no");
    });
    expect(await failed.catch((error: Error) => error.message)).toBe("no");
    expect(users.teamsOf(made.ada.id)).toEqual([]);
  });
});

describe("a session", () => {
  test("can be ended once, for every process", async () => {
    using made = prepared();
    const { sessions } = made.stores;
    const row = session(made.ada.id);
    sessions.insert(row);
    expect(sessions.byId(row.id)).toEqual(row);
    expect(made.elsewhere().sessions.end(row.id, NOW + 1)).toBe(true);
    await Promise.resolve();
    expect(sessions.byId(row.id)?.endedAt).toBe(NOW + 1);
    expect(sessions.end(row.id, NOW + 2)).toBe(false);
  });

  test("can be ended together with its user's other sessions; the sessions of other users stay open", () => {
    using made = prepared();
    const { sessions, users } = made.stores;
    const eve = user();
    users.insert(eve);
    const rows = [made.ada.id, made.ada.id, eve.id].map((id) => session(id));
    for (const row of rows) sessions.insert(row);
    expect(sessions.endAllOf(made.ada.id, NOW + 1)).toBe(2);
    expect(rows.map(({ id }) => sessions.byId(id)?.endedAt)).toEqual([NOW + 1, NOW + 1, null]);
  });

  test("is listed until it ends, the newest first, and can be removed after its end", () => {
    using made = prepared();
    const { sessions } = made.stores;
    const [old, newer, over] = [
      session(made.ada.id),
      session(made.ada.id, { createdAt: NOW + 1 }),
      session(made.ada.id, { expiresAt: NOW }),
    ] as const;
    for (const row of [old, newer, over]) sessions.insert(row);
    expect(sessions.liveOf(made.ada.id, NOW)).toEqual([newer, old]);
    expect(sessions.byId(over.id)).toEqual(over);
    expect(sessions.purge(NOW)).toBe(1);
    expect(sessions.byId(over.id)).toBeNull();
  });
});

describe("other records of accounts:", () => {
  test("only the newest set-up link works, once, until it expires", () => {
    using made = prepared();
    const { setupLinks } = made.stores;
    const link = (letter: string) => ({
      tokenHash: letter.repeat(64),
      createdAt: NOW,
      expiresAt: NOW + HOUR,
      usedAt: null,
    });
    setupLinks.replace(link("a"));
    setupLinks.replace(link("b"));
    expect(setupLinks.find("a".repeat(64))).toBeNull();
    expect(setupLinks.find("b".repeat(64))).toEqual(link("b"));
    expect(setupLinks.use("b".repeat(64), NOW + HOUR)).toBe(false);
    expect(setupLinks.use("b".repeat(64), NOW)).toBe(true);
    expect(setupLinks.use("b".repeat(64), NOW)).toBe(false);
  });

  test("signing keys are read back with their sealed bytes, the newest first", () => {
    using made = prepared();
    const { signingKeys } = made.stores;
    const key = (kid: string, createdAt: number) => ({
      kid,
      publicJwk: { kty: "EC" },
      sealedPrivate: new Uint8Array([0, 255, 1]),
      createdAt,
    });
    signingKeys.insert(key("old", NOW));
    signingKeys.insert(key("new", NOW + 1));
    expect(signingKeys.list()).toEqual([key("new", NOW + 1), key("old", NOW)]);
    signingKeys.remove("new");
    expect(signingKeys.list().map(({ kid }) => kid)).toEqual(["old"]);
  });

  test("a throttle record is removed once its account has all tries again", () => {
    using made = prepared();
    const { signInThrottle } = made.stores;
    const [one, two] = ["1".repeat(64), "2".repeat(64)] as const;
    signInThrottle.set(one, NOW);
    signInThrottle.set(two, NOW + 1);
    signInThrottle.set(two, NOW + 2);
    expect(signInThrottle.purge(NOW)).toBe(1);
    expect([signInThrottle.fullAt(one), signInThrottle.fullAt(two)]).toEqual([null, NOW + 2]);
    signInThrottle.clear(two);
    expect(signInThrottle.fullAt(two)).toBeNull();
  });

  test("only the newest security events are kept", () => {
    using made = prepared();
    const { securityEvents } = made.stores;
    securityEvents.insert({ at: NOW, kind: "first" });
    securityEvents.insert({ at: NOW, kind: "second", userId: "u", detail: { brand: BISTRO } });
    securityEvents.insert({ at: NOW - 1, kind: "third", clientId: "c", grantId: "g" });
    const none = { userId: null, clientId: null, grantId: null, detail: {} };
    expect(securityEvents.newest(2)).toEqual([
      { ...none, at: NOW - 1, kind: "third", clientId: "c", grantId: "g" },
      { ...none, at: NOW, kind: "second", userId: "u", detail: { brand: BISTRO } },
    ]);
    expect(securityEvents.purge(2)).toBe(1);
    expect(securityEvents.newest(9).map(({ kind }) => kind)).toEqual(["third", "second"]);
  });
});
