// Goal: operations, not pages, decide who may change teams and keys: keys, apps and lower roles
// cannot, a dry run changes nothing, and no answer contains a secret. Method: every write, called
// by every kind of caller over a real database.
import { describe, expect, test } from "bun:test";
import type { Caller } from "../../../src/domain/caller.ts";
import { addPerson } from "../../../src/operations/access/add-person.ts";
import { apiKeys } from "../../../src/operations/access/api-keys.ts";
import { auditLog } from "../../../src/operations/access/audit-log.ts";
import { changeRole } from "../../../src/operations/access/change-role.ts";
import { closeAccount } from "../../../src/operations/access/close-account.ts";
import { createApiKey } from "../../../src/operations/access/create-api-key.ts";
import { createClient } from "../../../src/operations/access/create-client.ts";
import { createUser } from "../../../src/operations/access/create-user.ts";
import { disconnectApp } from "../../../src/operations/access/disconnect-app.ts";
import { makeAccountLink } from "../../../src/operations/access/make-account-link.ts";
import { openAccount } from "../../../src/operations/access/open-account.ts";
import { resetSecondFactor } from "../../../src/operations/access/reset-second-factor.ts";
import { revokeApiKey } from "../../../src/operations/access/revoke-api-key.ts";
import { revokeClient } from "../../../src/operations/access/revoke-client.ts";
import { rotateApiKey } from "../../../src/operations/access/rotate-api-key.ts";
import { setClient } from "../../../src/operations/access/set-client.ts";
import { setPassword } from "../../../src/operations/access/set-password.ts";
import { takeOut } from "../../../src/operations/access/take-out.ts";
import { type Person, team } from "../../../src/operations/access/team.ts";
import type { Operation } from "../../../src/operations/define.ts";
import { createFeed } from "../../../src/operations/desk/create-feed.ts";
import { revokeFeed } from "../../../src/operations/desk/revoke-feed.ts";
import { said } from "../../support/said.ts";
import { HOST, MANAGER, OWNER } from "../desk/people.ts";
import { BISTRO, caller, type House, openHouse } from "../house.ts";

const SECRET = { secret: { publicId: "abcdefgh", hash: "0".repeat(64) } };
const ID = "6afe087027935d40f69e49ab";
const KEY = { name: "Agent", brands: [BISTRO], scopes: ["bookings.read"] };
const ADA = { name: "Ada", email: "ada@example.com", role: "host" };
const WRITES: readonly (readonly [Operation, object])[] = [
  [addPerson, ADA],
  [makeAccountLink, { id: ID }],
  [changeRole, { id: ID, role: "owner" }],
  [takeOut, { id: ID }],
  [closeAccount, { id: ID }],
  [openAccount, { id: ID }],
  [resetSecondFactor, { id: ID }],
  [createApiKey, KEY],
  [rotateApiKey, { id: ID }],
  [revokeApiKey, { id: ID }],
];
const named = WRITES.map(([operation, input]) => ({ name: operation.name, operation, input }));

/** A house in which the bistro's owner has an account. */
async function ownedHouse(): Promise<House> {
  const house = openHouse();
  const { stores, writer } = house;
  await writer.write(() => {
    const row = { passwordHash: "x", passwordChangedAt: 1, createdAt: 1, disabledAt: null };
    const who = {
      id: OWNER.principal,
      email: "owner@example.com",
      name: "Sam",
      ownsInstance: false,
    };
    stores.users.insert({ ...row, ...who });
    stores.users.join(OWNER.principal, BISTRO, "owner", 1);
  });
  return house;
}

describe("permission for teams and keys:", () => {
  const OTHERS: readonly (readonly [string, Caller])[] = [
    ["a host", HOST],
    ["a manager", MANAGER],
    ["a key", caller()],
    ["an app of an owner", caller({ kind: "oauth", roles: { [BISTRO]: "owner" } })],
  ];
  test.each(named)("$name is allowed to owners only", async ({ operation, input }) => {
    using house = await ownedHouse();
    const before = house.rows();
    for (const [, other] of OTHERS) {
      const error = await house.refused(operation, input, other, SECRET);
      expect(error.code).toBe("FORBIDDEN_TOOL");
    }
    expect(house.rows()).toEqual(before);
    expect(house.stores.apiKeys.list()).toEqual([]);
  });

  test("operations for the operator are refused even to owners", async () => {
    using house = await ownedHouse();
    const rest = { name: "Till", redirectUris: ["https://till.example.com/cb"] };
    const writes: readonly (readonly [Operation, object])[] = [
      [createUser, { ...ADA, role: "owner" }],
      [setPassword, { id: ID }],
      [createClient, rest],
      [setClient, { id: ID }],
      [revokeClient, { id: ID }],
    ];
    const before = house.rows();
    for (const [operation, input] of writes) {
      for (const who of [OWNER, caller()]) {
        const error = await house.refused(operation, input, who, SECRET);
        expect([operation.name, error.code]).toEqual([operation.name, "FORBIDDEN_TOOL"]);
      }
    }
    const more = { id: OWNER.principal, role: "owner", alsoIn: ["trattoria"] };
    expect((await house.refused(changeRole, more, OWNER, SECRET)).code).toBe("FORBIDDEN_TOOL");
    expect(house.rows()).toEqual(before);
  });

  test("the log can be read by managers, not by hosts or keys; a host cannot disconnect an app", async () => {
    using house = await ownedHouse();
    for (const other of [HOST, caller()]) {
      expect((await house.refused(auditLog, {}, other)).code).toBe("FORBIDDEN_TOOL");
    }
    expect((await house.invoke(auditLog, {}, MANAGER)).structured).toMatchObject({ changes: [] });
    expect((await house.refused(disconnectApp, { id: ID }, HOST)).code).toBe("FORBIDDEN_TOOL");
  });
});

test("a dry run answers but changes nothing", async () => {
  using house = await ownedHouse();
  const input = { ...KEY, dryRun: true };
  const { structured } = await house.invoke(createApiKey, input, OWNER, SECRET);
  expect(structured).toMatchObject({ name: "Agent", dryRun: true });
  await house.invoke(addPerson, { ...ADA, dryRun: true }, OWNER, SECRET);
  expect(house.stores.apiKeys.list()).toEqual([]);
  expect(house.stores.users.byEmail(ADA.email)).toBeNull();
  expect(house.rows()["audit"]).toBe(0);
});

test("sending the same form twice makes one user and one key, even with another secret", async () => {
  using house = await ownedHouse();
  const again = { secret: { publicId: "zzzzzzzz", hash: "f".repeat(64) } };
  for (const [operation, input] of [
    [addPerson, ADA],
    [createApiKey, KEY],
  ] as const) {
    const sent = { ...input, idempotencyKey: "one" };
    const first = await house.invoke(operation, sent, OWNER, SECRET);
    const second = await house.invoke(operation, sent, OWNER, again);
    expect(second).toEqual({ ...first, replayed: true });
    expect(JSON.stringify(first)).not.toContain(SECRET.secret.hash);
  }
  expect(house.stores.apiKeys.list()).toMatchObject([{ publicId: "abcdefgh" }]);
});

describe("no user", () => {
  test("can change their own role or account", async () => {
    using house = await ownedHouse();
    for (const [operation, input] of [
      [changeRole, { id: OWNER.principal, role: "host" }],
      [takeOut, { id: OWNER.principal }],
      [closeAccount, { id: OWNER.principal }],
      [makeAccountLink, { id: OWNER.principal }],
      [resetSecondFactor, { id: OWNER.principal }],
    ] as const) {
      const error = await house.refused(operation, input, OWNER, SECRET);
      expect(said(error)).toContain("This is your own account");
    }
  });

  test("can remove a restaurant's last owner, even if two owners remove each other at the same time", async () => {
    using house = await ownedHouse();
    const eve = { ...OWNER, principal: "user-eve" };
    await house.writer.write(() => {
      const row = { passwordHash: "x", passwordChangedAt: 1, createdAt: 1, disabledAt: null };
      const who = { id: "user-eve", email: "eve@example.com", name: "Eve", ownsInstance: false };
      house.stores.users.insert({ ...row, ...who });
      house.stores.users.join("user-eve", BISTRO, "owner", 1);
    });
    const outcomes = await Promise.allSettled([
      house.invoke(takeOut, { id: "user-eve" }, OWNER),
      house.invoke(takeOut, { id: OWNER.principal }, eve),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(house.stores.users.ownersOf(BISTRO)).toHaveLength(1);
  });

  test("can add a colleague to a team while the colleague's account, made by another restaurant, has no password", async () => {
    using house = await ownedHouse();
    await house.invoke(addPerson, ADA, OWNER, SECRET);
    const other: Caller = {
      ...OWNER,
      principal: "user-other",
      brands: ["trattoria"],
      headerBrand: "trattoria",
      roles: { trattoria: "owner" },
    };
    const error = await house.refused(addPerson, ADA, other, SECRET);
    expect(said(error)).toContain("You cannot add this address");
    const id = house.stores.users.byEmail(ADA.email)?.id ?? "";
    expect(house.stores.users.teamsOf(id).map(({ brand }) => brand)).toEqual([BISTRO]);
  });
});

/** The log of a restaurant, newest first. */
const logOf = (house: House, brand: string) => {
  const everything = { from: null, until: null, actorKind: null, principal: null };
  const filter = { brand, ...everything, operation: null, reservationId: null };
  return house.stores.auditList.page(filter, null, 10).rows;
};

describe("the log of every affected restaurant records that", () => {
  const BOTH = [BISTRO, "trattoria"];
  const roles = { [BISTRO]: "owner", trattoria: "owner" } as const;
  const ownerOfBoth: Caller = { ...OWNER, brands: BOTH, roles };

  test("a key for several restaurants was made", async () => {
    using house = await ownedHouse();
    const wish = { ...KEY, brands: BOTH, budgets: { largestParty: "6" } };
    await house.invoke(createApiKey, wish, ownerOfBoth, SECRET);
    for (const brand of BOTH) {
      expect(logOf(house, brand)).toMatchObject([
        { operation: "create_api_key", after: { name: "Agent", largestParty: 6 } },
      ]);
    }
  });

  test("an account was closed and opened and got a new link", async () => {
    using house = await ownedHouse();
    const { stores, writer } = house;
    await house.invoke(addPerson, ADA, OWNER, SECRET);
    const { id = "" } = stores.users.byEmail(ADA.email) ?? {};
    await writer.write(() => {
      stores.users.join(OWNER.principal, "trattoria", "owner", 1);
      stores.users.join(id, "trattoria", "host", 1);
    });
    for (const operation of [closeAccount, openAccount, makeAccountLink]) {
      await house.invoke(operation, { id }, ownerOfBoth, SECRET);
    }
    for (const brand of BOTH) {
      const changes = logOf(house, brand).filter(({ operation }) => operation !== "add_person");
      expect(changes).toMatchObject([
        { operation: "make_account_link", after: { person: "Ada" } },
        { operation: "open_account", after: { person: "Ada", account: "open" } },
        { operation: "close_account", after: { person: "Ada", account: "closed" } },
      ]);
    }
    // A role in one restaurant does not affect other restaurants.
    await house.invoke(changeRole, { id, role: "manager" }, ownerOfBoth);
    const [last, other] = BOTH.map((brand) => logOf(house, brand)[0]?.operation);
    expect([last, other]).toEqual(["change_role", "make_account_link"]);
  });
});

test("removing a second factor signs the account's user out, and is logged", async () => {
  using house = await ownedHouse();
  const { stores, writer } = house;
  await house.invoke(addPerson, ADA, OWNER, SECRET);
  const { id = "" } = stores.users.byEmail(ADA.email) ?? {};
  const session = { id: "session", userId: id, createdAt: 1, expiresAt: 9e15, endedAt: null };
  await writer.write(() => {
    stores.sessions.insert(session);
    stores.factors.setTotp(id, { sealedSecret: new Uint8Array(1), lastStep: 0, createdAt: 1 });
    stores.factors.setCodes(id, ["0".repeat(64)]);
  });
  const known = async () => {
    const { people } = (await house.invoke(team, {}, OWNER)).structured as { people: Person[] };
    return people.find((person) => person.id === id)?.hasSecondFactor;
  };
  expect(await known()).toBe(true);
  await house.invoke(resetSecondFactor, { id }, OWNER);
  expect([await known(), stores.factors.codesLeft(id)]).toEqual([false, 0]);
  expect(stores.sessions.byId("session")?.endedAt).not.toBeNull();
  expect(logOf(house, BISTRO)[0]).toMatchObject({
    operation: "reset_second_factor",
    before: { person: "Ada", secondFactor: "set" },
    after: { person: "Ada", secondFactor: "none" },
  });
  const again = await house.invoke(resetSecondFactor, { id }, OWNER);
  expect(again.structured).toMatchObject({ changed: false });
});

test("the team's list shows the working keys and feeds that each user made, also after a key was replaced", async () => {
  using house = await ownedHouse();
  const { stores, writer } = house;
  const madeBy = async (): Promise<unknown> => {
    const { people } = (await house.invoke(team, {}, OWNER)).structured as { people: Person[] };
    return people.find(({ id }) => id === OWNER.principal)?.made;
  };
  expect(await madeBy()).toEqual([]);
  const { structured } = await house.invoke(createApiKey, KEY, OWNER, SECRET);
  const next = { secret: { publicId: "ijklmnop", hash: "1".repeat(64) } };
  const keep = { id: String(structured["id"]), keepHours: 0 };
  await house.invoke(rotateApiKey, keep, OWNER, next);
  const feed = { name: "Kitchen", tokenHash: "a".repeat(64) };
  await house.invoke(createFeed, feed, OWNER);
  await house.invoke(createFeed, { name: "Bar", tokenHash: "b".repeat(64) }, MANAGER);
  expect(await madeBy()).toEqual([
    { kind: "feed", name: "Kitchen" },
    { kind: "key", name: "Agent" },
  ]);
  // A revoked feed is no longer listed, whoever revoked it.
  const [kitchen] = stores.calendarFeeds.live(BISTRO, 9);
  await house.invoke(revokeFeed, { id: kitchen?.id ?? "" }, MANAGER);
  expect(await madeBy()).toEqual([{ kind: "key", name: "Agent" }]);
  await writer.write(() => stores.apiKeys.endAt(stores.apiKeys.list()[1]?.id ?? "", house.at));
  expect(await madeBy()).toEqual([]);
});

describe("lists are kept short:", () => {
  const hash = (n: number) => n.toString(16).padStart(64, "0");
  const secret = (n: number) => ({
    secret: { publicId: String(n).padStart(8, "0"), hash: hash(n) },
  });

  test("at most a hundred keys can be valid, including replaced keys that still work", async () => {
    using house = await ownedHouse();
    const made = async (n: number) =>
      (await house.invoke(createApiKey, KEY, OWNER, secret(n))).structured["id"] as string;
    const first = await made(1);
    for (let n = 2; n <= 100; n += 1) await made(n);
    expect(said(await house.refused(createApiKey, KEY, OWNER, secret(101)))).toContain("100 keys");
    const keep = { id: first, keepHours: 24 };
    expect((await house.refused(rotateApiKey, keep, OWNER, secret(102))).code).toBe(
      "INVALID_INPUT",
    );
    await house.invoke(rotateApiKey, { id: first, keepHours: 0 }, OWNER, secret(103));
    expect(house.stores.apiKeys.workingOf(BISTRO, house.at)).toBe(100);
  });

  test("a valid key is listed, however many keys have ended", async () => {
    using house = await ownedHouse();
    const { structured } = await house.invoke(createApiKey, KEY, OWNER, secret(1));
    const { stores, writer, at: now } = house;
    const old = stores.apiKeys.byId(String(structured["id"]));
    if (old === null) throw new Error("The key is gone");
    await writer.write(() => {
      for (let n = 2; n <= 300; n += 1) {
        const ended = { id: `ended-${n}`, publicId: `e${n}`, secretHash: hash(n), expiresAt: now };
        stores.apiKeys.insert({ ...old, ...ended });
      }
    });
    const listed = (await house.invoke(apiKeys, {}, OWNER)).structured["keys"] as { id: string }[];
    expect([listed.length, listed[0]?.id]).toEqual([200, old.id]);
  });

  test("a team has at most two hundred users", async () => {
    using house = await ownedHouse();
    const { stores, writer } = house;
    const row = { passwordHash: null, passwordChangedAt: null, createdAt: 1, disabledAt: null };
    await writer.write(() => {
      for (let n = 2; n <= 200; n += 1) {
        const who = { id: `u${n}`, email: `${n}@example.com`, name: "Sam", ownsInstance: false };
        stores.users.insert({ ...row, ...who });
        stores.users.join(who.id, BISTRO, "host", 1);
      }
    });
    expect(said(await house.refused(addPerson, ADA, OWNER, SECRET))).toContain("200 people");
    expect(stores.users.byEmail(ADA.email)).toBeNull();
  });
});
