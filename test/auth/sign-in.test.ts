// Goal: the right password signs in, guessing is limited, and neither answers nor timing reveal
// which e-mail addresses have an account. Method: count every hash and every write.
import { describe, expect, test } from "bun:test";
import { createPasswords, type Passwords } from "../../src/auth/passwords.ts";
import { BISTRO, NOW } from "../storage/samples.ts";
import { type Accounts, openAccounts, PASSWORD } from "../support/accounts.ts";

const PAUSE = 30_000;
const WRONG = { ok: false as const, retryAfterS: null };
const ADDRESS = "203.0.113.7";

const attempt = (house: Accounts, email: string, password: string, address = ADDRESS) =>
  house.signIn({ email, password, address });
const fail = async (house: Accounts, email: string, times: number) => {
  for (let n = 0; n < times; n++) await attempt(house, email, "wrong password");
};

describe("the right password", () => {
  test.each(["ada@example.com", "ADA@Example.COM", "  ada@example.com "])(
    "signs in as %j",
    async (email) => {
      using house = await openAccounts();
      const user = await house.addUser("ada@example.com");
      expect(await attempt(house, email, PASSWORD)).toEqual({ ok: true, user });
    },
  );

  test("clears the count of wrong passwords", async () => {
    using house = await openAccounts();
    await house.addUser("ada@example.com");
    for (let round = 0; round < 3; round++) {
      await fail(house, "ada@example.com", 9);
      expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
    }
  });

  test("is hashed again if the cost has changed, and opens a session anyway", async () => {
    using house = await openAccounts();
    const dearer = createPasswords({ cost: { memoryKiB: 128, passes: 2 } });
    const user = await house.addUser("ada@example.com");
    const old = await dearer.hash(PASSWORD);
    house.stores.users.rehash(user.id, old, user.passwordHash ?? "");
    const outcome = await attempt(house, "ada@example.com", PASSWORD);
    const stored = house.stores.users.byId(user.id);
    expect(stored?.passwordHash).toStartWith("$argon2id$v=19$m=64,t=1,p=1$");
    expect(outcome).toEqual({ ok: true, user: stored as NonNullable<typeof stored> });
    expect(await house.sessions.open(outcome.ok ? outcome.user : user)).not.toBeNull();
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
  });
});

/** Waits for everything that is written after responses. */
const settled = (house: Accounts) => house.writer.write(() => undefined);

/** Everything that is refused with the same answer. */
const REFUSED: readonly (readonly [string, string, string])[] = [
  ["a wrong password", "ada@example.com", "wrong password"],
  ["an e-mail address without an account", "nobody@example.com", PASSWORD],
  ["a closed account with the right password", "gone@example.com", PASSWORD],
  ["an account without a password", "invited@example.com", PASSWORD],
  ["a password that is too short", "ada@example.com", "short"],
  ["an empty password", "ada@example.com", ""],
  ["a password that is too long", "ada@example.com", "x".repeat(100_000)],
  [
    "a password that is too long, for an unknown account",
    "nobody@example.com",
    "x".repeat(100_000),
  ],
  ["the stored hash as password", "ada@example.com", "$argon2id$v=19$m=64,t=1,p=1$"],
  ["no e-mail address", "", PASSWORD],
  ["an invalid e-mail address", "' OR 1=1 --", PASSWORD],
];

/** An instance that records its hashing and writing. */
async function watched() {
  const work: string[] = [];
  const cost = (phc: string): string => phc.split("$").slice(0, 4).join("$");
  const house = await openAccounts({
    passwords: (real: Passwords): Passwords => ({
      hash(password) {
        work.push("hash");
        return real.hash(password);
      },
      verify(password, phc) {
        work.push(`verify ${cost(phc)}, ${password.length > 1024 ? "long" : "bounded"}`);
        return real.verify(password, phc);
      },
      needsRehash: real.needsRehash,
    }),
  });
  const { writer } = house;
  const write = writer.write.bind(writer);
  writer.write = (body) => {
    work.push("write");
    return write(body);
  };
  await house.addUser("ada@example.com");
  await house.teams.disableUser((await house.addUser("gone@example.com")).id);
  const invited = await house.addUser("invited@example.com", { [BISTRO]: "host" });
  house.open().run("UPDATE user SET password_hash = NULL WHERE id = ?", [invited.id]);
  // Wait until the hash for unknown accounts is made.
  await Bun.sleep(0);
  work.length = 0;
  return { house, work };
}

describe("refused with the same answer and the same work", () => {
  test.each(REFUSED)("%s", async (_name, email, password) => {
    const { house, work } = await watched();
    using _ = house;
    expect(await attempt(house, email, password)).toEqual(WRONG);
    expect(work).toEqual(["write", "verify $argon2id$v=19$m=64,t=1,p=1, bounded"]);
  });

  test("any password after ten wrong ones, without hashing, whether or not there is an account", async () => {
    for (const email of ["ada@example.com", "nobody@example.com", "gone@example.com"]) {
      const { house, work } = await watched();
      using _ = house;
      await fail(house, email, 10);
      work.length = 0;
      expect(await attempt(house, email, PASSWORD)).toEqual({ ok: false, retryAfterS: 30 });
      expect(work.filter((step) => step !== "write")).toEqual([]);
      await settled(house);
    }
  });
});

describe("the throttle of an account", () => {
  test("allows ten tries, then one every half minute, even with the right password", async () => {
    using house = await openAccounts();
    await house.addUser("ada@example.com");
    await fail(house, "ada@example.com", 10);
    expect(await attempt(house, "ada@example.com", PASSWORD)).toEqual({
      ok: false,
      retryAfterS: 30,
    });
    house.at += PAUSE - 1;
    expect(await attempt(house, "ADA@example.com ", PASSWORD)).toEqual({
      ok: false,
      retryAfterS: 1,
    });
    house.at += 1;
    expect(await attempt(house, "ada@example.com", "wrong password")).toEqual(WRONG);
    expect(await attempt(house, "ada@example.com", PASSWORD)).toMatchObject({ ok: false });
    house.at += PAUSE;
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
  });

  test("counts the tries for one account from all IP addresses together", async () => {
    using house = await openAccounts();
    await house.addUser("ada@example.com");
    await house.addUser("eve@example.com");
    for (let n = 0; n < 10; n++) await attempt(house, "ada@example.com", "wrong", `10.0.0.${n}`);
    expect((await attempt(house, "ada@example.com", PASSWORD, "10.0.0.99")).ok).toBe(false);
    expect((await attempt(house, "eve@example.com", PASSWORD)).ok).toBe(true);
    await settled(house);
  });

  test("allows no more tries if they are sent concurrently", async () => {
    const { house, work } = await watched();
    using _ = house;
    const attempts = Array.from({ length: 30 }, () =>
      attempt(house, "ada@example.com", "guess12345"),
    );
    const outcomes = await Promise.all(attempts);
    expect(work.filter((step) => step.startsWith("verify"))).toHaveLength(10);
    expect(outcomes.filter((one) => !one.ok && one.retryAfterS === null)).toHaveLength(10);
    await settled(house);
  });

  test("refuses more than 32 concurrent tries for all accounts together", async () => {
    using house = await openAccounts();
    await house.addUser("ada@example.com");
    const others = Array.from({ length: 32 }, (_, n) =>
      attempt(house, `u${n}@example.com`, PASSWORD),
    );
    expect(await attempt(house, "ada@example.com", PASSWORD)).toEqual({
      ok: false,
      retryAfterS: 1,
    });
    await Promise.all(others);
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
  });

  test("allows tries again a few minutes after the clock was set back by a year", async () => {
    using house = await openAccounts();
    await house.addUser("ada@example.com");
    house.at = NOW + 365 * 86_400_000;
    await fail(house, "ada@example.com", 10);
    house.at = NOW;
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(false);
    house.at += PAUSE * 11;
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
  });

  test("is cleared by a new password", async () => {
    using house = await openAccounts();
    const user = await house.addUser("ada@example.com");
    await fail(house, "ada@example.com", 11);
    await house.teams.changePassword(user.id, await house.passwords.hash("another password"));
    expect((await attempt(house, "ada@example.com", "another password")).ok).toBe(true);
  });

  test("stores guessed addresses as hashes, and forgets them with time", async () => {
    using house = await openAccounts();
    const rows = () =>
      house.database.prepare<{ account_hash: string }, []>("SELECT * FROM sign_in_throttle").all();
    for (let n = 0; n < 40; n++) await attempt(house, `guess-${n}@example.com`, PASSWORD);
    expect(rows()).toHaveLength(40);
    expect(JSON.stringify(rows())).not.toContain("guess");
    house.at += PAUSE;
    for (let n = 0; n < 3; n++) await attempt(house, `later-${n}@example.com`, PASSWORD);
    expect(rows()).toHaveLength(3);
  });

  test("records a security event for a guessed account once an hour, and none for unknown addresses", async () => {
    using house = await openAccounts();
    const user = await house.addUser("ada@example.com");
    const kinds = async () => {
      await settled(house);
      return house.stores.securityEvents.newest(10).map(({ kind, userId }) => [kind, userId]);
    };
    await fail(house, "nobody@example.com", 15);
    expect(await kinds()).toEqual([]);
    await fail(house, "ada@example.com", 15);
    expect(await kinds()).toEqual([["sign_in_throttled", user.id]]);
    house.at += 3_600_000;
    await fail(house, "ada@example.com", 15);
    expect(await kinds()).toHaveLength(2);
  });
});

describe("a browser that signed in before", () => {
  const EMAIL = "ada@example.com";
  /** Tries from a browser with these marks. A sign-in leaves a mark in a cookie of the browser. */
  const from = (house: Accounts, marks: readonly string[], password: string) =>
    house.signIn({ email: EMAIL, password, address: ADDRESS, marks });

  test("gets in while strangers have used up the account's tries, and has ten tries of its own", async () => {
    using house = await openAccounts();
    const user = await house.addUser(EMAIL);
    const marks = house.knownBrowsers.withMarkFor(user, []);
    await fail(house, EMAIL, 30);
    expect(await attempt(house, EMAIL, PASSWORD)).toMatchObject({ ok: false, retryAfterS: 30 });
    for (let n = 0; n < 9; n++) expect(await from(house, marks, "wrong")).toEqual(WRONG);
    expect((await from(house, marks, PASSWORD)).ok).toBe(true);
    // Signing in here gives strangers no new tries.
    expect(await attempt(house, EMAIL, PASSWORD)).toMatchObject({ ok: false, retryAfterS: 30 });
    for (let n = 0; n < 10; n++) await from(house, marks, "wrong");
    expect(await from(house, marks, PASSWORD)).toEqual({ ok: false, retryAfterS: 30 });
    await settled(house);
  });

  test("is recognised for its own account only, and not by a forged mark", async () => {
    using house = await openAccounts();
    const user = await house.addUser(EMAIL);
    await fail(house, EMAIL, 10);
    const eve = { ...user, email: "eve@example.com" };
    const [theirs = ""] = house.knownBrowsers.withMarkFor(eve, []);
    const [own = ""] = house.knownBrowsers.withMarkFor(user, []);
    const otherId = `${"A".repeat(22)}${own.slice(22)}`;
    for (const mark of [theirs, otherId, "", "x.y", own.slice(0, -1), "é".repeat(45)]) {
      expect(await from(house, [mark], PASSWORD)).toMatchObject({ ok: false, retryAfterS: 30 });
    }
    await settled(house);
  });

  test("counts as a stranger's after the password changed, however many marks it has", async () => {
    using house = await openAccounts();
    const user = await house.addUser(EMAIL);
    const marks = [1, 2, 3].flatMap(() => house.knownBrowsers.withMarkFor(user, []));
    house.at += 1000;
    await house.teams.changePassword(user.id, await house.passwords.hash("a new password"));
    await fail(house, EMAIL, 10);
    for (const mark of marks) {
      expect(await from(house, [mark], "guess")).toEqual({ ok: false, retryAfterS: 30 });
    }
    await settled(house);
  });

  test("remembers the last eight users, each once", async () => {
    using house = await openAccounts();
    const { knownBrowsers } = house;
    const person = (n: number) => ({ email: `u${n}@example.com`, passwordChangedAt: 1 });
    let marks: readonly string[] = [];
    for (let n = 0; n < 12; n++) marks = knownBrowsers.withMarkFor(person(n), marks);
    expect(marks).toHaveLength(8);
    expect(knownBrowsers.bucketOf(marks, person(11))).not.toBeNull();
    expect(knownBrowsers.bucketOf(marks, person(3))).toBeNull();
    const again = knownBrowsers.withMarkFor(person(5), marks);
    expect([...again].sort()).toEqual([...marks].sort());
  });
});

describe("one IP address", () => {
  test("may try a hundred accounts in a burst in a live database, then one a second", async () => {
    using house = await openAccounts({ environment: "live" });
    await house.addUser("ada@example.com");
    for (let n = 0; n < 100; n++) await attempt(house, `u${n}@example.com`, PASSWORD);
    expect(await attempt(house, "ada@example.com", PASSWORD)).toEqual({
      ok: false,
      retryAfterS: 1,
    });
    expect((await attempt(house, "ada@example.com", PASSWORD, "198.51.100.1")).ok).toBe(true);
    house.at += 1000;
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
  });

  test("is not limited in a test database", async () => {
    using house = await openAccounts();
    await house.addUser("ada@example.com");
    for (let n = 0; n < 150; n++) await attempt(house, `u${n}@example.com`, PASSWORD);
    expect((await attempt(house, "ada@example.com", PASSWORD)).ok).toBe(true);
  });
});
