// Goal: a change of password, account, team or role ends exactly the sessions and grants that
// depended on it, in the same transaction.
import { describe, expect, test } from "bun:test";
import type { Role } from "../../src/domain/caller.ts";
import type { TeamRefusal } from "../../src/operations/team/team-changes.ts";
import type { UserRow } from "../../src/storage/stores.ts";
import { BISTRO, nextId, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, openAccounts, PASSWORD } from "../support/accounts.ts";

const CLIENT = "a-client";

/**
 * Two users, each in both brands and signed in, each with a grant for each brand and one for both.
 */
async function busyHouse() {
  const house = await openAccounts();
  house.stores.oauthClients.insert({
    id: CLIENT,
    kind: "dynamic",
    name: "A client",
    redirectUris: ["http://127.0.0.1/callback"],
    authMethod: "none",
    secretHash: null,
    metadata: {},
    registrationTokenHash: null,
    replayWindowS: null,
    createdAt: house.at,
    lastUsedAt: null,
    freshUntil: null,
    revokedAt: null,
  });
  const roles = { [BISTRO]: "manager", [TRATTORIA]: "host" } as const;
  const person = async (email: string) => {
    const user = await house.addUser(email, roles);
    const session = await house.sessions.open(user);
    const grant = (...brands: (keyof typeof roles)[]) =>
      makeGrant(house, user, pick(roles, brands));
    const grants = {
      bistro: grant(BISTRO),
      trattoria: grant(TRATTORIA),
      both: grant(BISTRO, TRATTORIA),
    };
    return { user, token: session?.token ?? "", grants };
  };
  const ada = await person("ada@example.com");
  const eve = await person("eve@example.com");
  house.at += 1000;
  return { house, ada, eve, [Symbol.dispose]: () => house[Symbol.dispose]() };
}
type Person = Awaited<ReturnType<typeof busyHouse>>["ada"];

const pick = (roles: Readonly<Record<string, Role>>, brands: readonly string[]) =>
  Object.fromEntries(brands.map((brand) => [brand, roles[brand] as Role]));

function makeGrant(house: Accounts, user: UserRow, brands: Readonly<Record<string, Role>>): string {
  const id = nextId();
  house.stores.grants.insert({
    id,
    userId: user.id,
    clientId: CLIENT,
    brands,
    scopes: ["bookings.read"],
    redirectUri: "https://app.example.com/cb",
    clientName: "App",
    createdAt: house.at,
    lastUsedAt: null,
    endedAt: null,
    endReason: null,
  });
  return id;
}

/** What a user still has: their session, and the names of their grants. */
const left = async (house: Accounts, { token, grants }: Person): Promise<string[]> => {
  const session = typeof (await house.sessions.check(token)) === "object" ? ["session"] : [];
  const alive = Object.entries(grants).filter(
    ([, id]) => house.stores.grants.byId(id)?.endedAt === null,
  );
  return [...session, ...alive.map(([name]) => name)];
};
const ALL = ["session", "bistro", "trattoria", "both"];

const done = async (change: Promise<TeamRefusal | null>): Promise<boolean> =>
  (await change) === null;

const CHANGES: readonly (readonly [
  string,
  (house: Accounts, user: UserRow) => Promise<boolean>,
  readonly string[],
  string | null,
])[] = [
  [
    "changing the password",
    (h, { id }) => h.teams.changePassword(id, "hash"),
    [],
    "password_changed",
  ],
  ["disabling the account", (h, { id }) => done(h.teams.disableUser(id)), [], "user_disabled"],
  [
    "leaving a team",
    (h, { id }) => done(h.teams.leaveTeams(id, [BISTRO])),
    ["session", "trattoria"],
    "left_team",
  ],
  [
    "getting a lower role",
    (h, { id }) => done(h.teams.giveRole(id, [BISTRO], "host")),
    ["session", "trattoria"],
    "role_changed",
  ],
  [
    "getting a higher role",
    (h, { id }) => done(h.teams.giveRole(id, [BISTRO], "owner")),
    ALL,
    "role_changed",
  ],
  [
    "getting the same role",
    (h, { id }) => done(h.teams.giveRole(id, [BISTRO], "manager")),
    ALL,
    null,
  ],
];

describe.each(CHANGES)("%s", (_name, change, keeps, event) => {
  test(`leaves the user these sessions and grants: ${keeps.join(", ") || "none"}`, async () => {
    using busy = await busyHouse();
    const { house, ada, eve } = busy;
    expect(await left(house, ada)).toEqual(ALL);
    expect(await change(house, ada.user)).toBe(true);
    expect(await left(house, ada)).toEqual([...keeps]);
    expect(await left(house, eve)).toEqual(ALL);
    const kinds = house.stores.securityEvents.newest(9).map(({ kind, userId }) => [kind, userId]);
    expect(kinds).toEqual(event === null ? [] : [[event, ada.user.id]]);
  });

  test("changes nothing if its security event cannot be stored", async () => {
    using busy = await busyHouse();
    const { house, ada } = busy;
    house.stores.securityEvents.insert = () => {
      throw new Error("no");
    };
    const before = house.stores.users.byId(ada.user.id);
    const teams = house.stores.users.teamsOf(ada.user.id);
    if (event !== null) {
      const why = await change(house, ada.user).catch((error: Error) => error.message);
      expect(why).toBe("no");
    }
    expect(await left(house, ada)).toEqual(ALL);
    expect(house.stores.users.byId(ada.user.id)).toEqual(before);
    expect(house.stores.users.teamsOf(ada.user.id)).toEqual(teams);
  });

  test("is refused for an unknown user", async () => {
    using busy = await busyHouse();
    const { house, ada } = busy;
    expect(await change(house, { ...ada.user, id: "nobody" })).toBe(false);
    expect(house.stores.securityEvents.newest(9)).toEqual([]);
  });
});

test("the old password no longer signs in, the new one does", async () => {
  using house = await openAccounts();
  const { id, email } = await house.addUser("ada@example.com");
  await house.teams.changePassword(id, await house.passwords.hash("another password"));
  const attempt = (password: string) => house.signIn({ email, password, address: "unknown" });
  expect((await attempt(PASSWORD)).ok).toBe(false);
  expect((await attempt("another password")).ok).toBe(true);
});

test("disabling an account twice keeps the first date and stores one event", async () => {
  using house = await openAccounts();
  const { id } = await house.addUser("ada@example.com");
  await house.addUser("eve@example.com");
  const first = house.at;
  await house.teams.disableUser(id);
  house.at += 1000;
  expect(await house.teams.disableUser(id)).toBeNull();
  expect(house.stores.users.byId(id)?.disabledAt).toBe(first);
  expect(house.stores.securityEvents.newest(9)).toHaveLength(1);
});

describe("an account cannot be closed", () => {
  test("if a brand would be left without an owner who can sign in", async () => {
    using house = await openAccounts();
    const { id } = await house.addUser("ada@example.com", { [BISTRO]: "owner" });
    const eve = await house.addUser("eve@example.com", { [BISTRO]: "manager" });
    const stays = { why: "last_owner", brand: BISTRO } as const;
    expect(await house.teams.disableUser(id)).toEqual(stays);
    expect(house.stores.users.byId(id)?.disabledAt).toBeNull();
    await house.teams.giveRole(eve.id, [BISTRO], "owner");
    expect(await house.teams.disableUser(id)).toBeNull();
    expect(await house.teams.disableUser(eve.id)).toEqual(stays);
  });
  test("if nobody else owns the instance", async () => {
    using house = await openAccounts();
    const { id } = await house.addUser("ada@example.com");
    await house.addUser("eve@example.com", { [BISTRO]: "owner", [TRATTORIA]: "owner" });
    expect(await house.teams.disableUser(id)).toEqual({ why: "last_of_instance" });
    await house.addUser("ida@example.com");
    expect(await house.teams.disableUser(id)).toBeNull();
  });
});

test("enabling a disabled account restores none of its sessions and grants", async () => {
  using busy = await busyHouse();
  const { house, ada } = busy;
  await house.teams.disableUser(ada.user.id);
  expect(await house.teams.enableUser(ada.user.id)).toBeNull();
  expect(await house.teams.enableUser(ada.user.id)).toBeNull();
  expect(house.stores.users.byId(ada.user.id)?.disabledAt).toBeNull();
  expect(await left(house, ada)).toEqual([]);
  expect(await house.sessions.open(ada.user)).not.toBeNull();
  const kinds = house.stores.securityEvents.newest(9).map(({ kind }) => kind);
  expect(kinds).toEqual(["user_enabled", "user_disabled"]);
  expect(await house.teams.enableUser("nobody")).toEqual({ why: "no_user" });
});

test("an owner of the instance cannot leave a brand's team or get another role in it", async () => {
  using house = await openAccounts();
  const { id } = await house.addUser("ada@example.com");
  expect(await house.teams.giveRole(id, [BISTRO], "host")).toEqual({ why: "owns_instance" });
  expect(await house.teams.leaveTeams(id, [BISTRO])).toEqual({ why: "owns_instance" });
  expect(house.stores.users.teamsOf(id)).toHaveLength(2);
});

test("giving a user a role in a brand adds the user to its team", async () => {
  using house = await openAccounts();
  const { id } = await house.addUser("ada@example.com", { [BISTRO]: "host" });
  expect(await house.teams.giveRole(id, [TRATTORIA, BISTRO], "manager")).toBeNull();
  const kinds = house.stores.securityEvents.newest(9).map(({ kind, detail }) => [kind, detail]);
  expect(kinds).toEqual([
    ["role_changed", { brand: BISTRO, before: "host", after: "manager" }],
    ["joined_team", { brand: TRATTORIA, role: "manager" }],
    ["proofs_cleared", { reason: "joined_team" }],
  ]);
});

describe("an owner of a brand", () => {
  const owns = { [BISTRO]: "owner", [TRATTORIA]: "host" } as const;
  const stays = { why: "last_owner", brand: BISTRO } as const;

  test("who is its only owner cannot leave or get a lower role; a change that fails in one brand changes none", async () => {
    using house = await openAccounts();
    const { id } = await house.addUser("ada@example.com", owns);
    const before = house.stores.users.teamsOf(id);
    expect(await house.teams.leaveTeams(id, [TRATTORIA, BISTRO])).toEqual(stays);
    expect(await house.teams.giveRole(id, [TRATTORIA, BISTRO], "manager")).toEqual(stays);
    expect(house.stores.users.teamsOf(id)).toEqual(before);
    expect(house.stores.securityEvents.newest(9)).toEqual([]);
  });

  test.each([
    ["can leave if there is another owner", owns, false, true],
    ["can leave if there is an owner of the instance", {}, false, true],
    ["cannot leave if the other owner's account is closed", owns, true, false],
    ["cannot leave if there is only a manager", { [BISTRO]: "manager" }, false, false],
    ["cannot leave if there is only another brand's owner", { [TRATTORIA]: "owner" }, false, false],
  ] as const)("%s", async (_who, roles, closed, free) => {
    using house = await openAccounts();
    const { id } = await house.addUser("ada@example.com", owns);
    const other = await house.addUser("eve@example.com", roles);
    if (closed) await house.teams.disableUser(other.id);
    expect(await house.teams.leaveTeams(id, [BISTRO])).toEqual(free ? null : stays);
  });
});
