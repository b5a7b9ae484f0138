// Goal: anybody with the link can set the password of one account, once and before the link expires.
// The account's sessions then end.
import { describe, expect, test } from "bun:test";
import { createAccountLinks, makeAccountToken } from "../../src/auth/account-links.ts";
import { BISTRO, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, openAccounts, random } from "../support/accounts.ts";

const HOUR = 3_600_000;
const NEW = "seven green bottles";

/** A user with a link that is valid for an hour. */
async function withLink() {
  const house = await openAccounts();
  const { stores, writer, clock, passwords } = house;
  const links = createAccountLinks({ stores, writer, clock, passwords });
  const user = await house.addUser("ada@example.com", { [BISTRO]: "host" });
  const maker = await house.addUser("eve@example.com", { [BISTRO]: "owner" });
  await house.addUser("mia@example.com");
  const make = () => {
    const { token, kept } = makeAccountToken(random);
    const at = house.at;
    const link = { tokenHash: kept.hash, createdAt: at, expiresAt: at + HOUR };
    stores.accountLinks.put({ userId: user.id, madeBy: maker.id, ...link });
    return token;
  };
  return { house, links, user, maker, make, [Symbol.dispose]: () => house[Symbol.dispose]() };
}
const signsIn = async (house: Accounts, password: string): Promise<boolean> => {
  const row = house.stores.users.byEmail("ada@example.com");
  return await house.passwords.verify(password, row?.passwordHash ?? "");
};

test("the link sets the password, ends all sessions, and then no longer works", async () => {
  using desk = await withLink();
  const session = await desk.house.sessions.open(desk.user);
  const token = desk.make();
  expect(desk.links.openLink(token)).toMatchObject({ state: "open", user: { id: desk.user.id } });
  const chosen = await desk.links.choosePassword(token, NEW);
  expect(chosen).toMatchObject({ ok: true, user: { id: desk.user.id } });
  expect(await signsIn(desk.house, NEW)).toBe(true);
  expect(await desk.house.sessions.check(session?.token ?? "")).toBe("invalid");
  expect(desk.links.openLink(token)).toEqual({ state: "unknown" });
  expect(await desk.links.choosePassword(token, "another password")).toMatchObject({ ok: false });
  expect(await signsIn(desk.house, NEW)).toBe(true);
});

test("the link sets one password if two people use it at the same time", async () => {
  using desk = await withLink();
  const token = desk.make();
  const outcomes = await Promise.all([
    desk.links.choosePassword(token, NEW),
    desk.links.choosePassword(token, "another password"),
  ]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
});

describe("the link does not work", () => {
  test.each<[string, (desk: Awaited<ReturnType<typeof withLink>>) => unknown, string]>([
    ["once it has expired", ({ house }) => (house.at += HOUR), "expired"],
    ["once there is a newer one", ({ make }) => make(), "unknown"],
    ["for a closed account", ({ house, user }) => house.teams.disableUser(user.id), "unknown"],
    [
      "once the account was closed, even if it is opened again",
      async ({ house, user }) => {
        await house.teams.disableUser(user.id);
        await house.teams.enableUser(user.id);
      },
      "unknown",
    ],
    [
      "after the password was changed in another way",
      ({ house, user }) => house.teams.changePassword(user.id, "hash"),
      "unknown",
    ],
    [
      "once its maker is no owner any more",
      ({ house, maker }) => house.stores.users.setRole(maker.id, BISTRO, "manager"),
      "unknown",
    ],
    [
      "once its maker has left the restaurant",
      ({ house, maker }) => house.stores.users.leave(maker.id, BISTRO),
      "unknown",
    ],
    [
      "once the account of its maker is closed",
      ({ house, maker }) => house.stores.users.disable(maker.id, house.at),
      "unknown",
    ],
    [
      "once the account's user also works in a restaurant that the link's maker does not own",
      ({ house, user }) => house.teams.giveRole(user.id, [TRATTORIA], "host"),
      "unknown",
    ],
    [
      "once the account's user works in no restaurant",
      ({ house, user }) => house.teams.leaveTeams(user.id, [BISTRO]),
      "unknown",
    ],
  ])("%s", async (_, happens, state) => {
    using desk = await withLink();
    const token = desk.make();
    await happens(desk);
    expect(desk.links.openLink(token).state).toBe(state as never);
    expect(await desk.links.choosePassword(token, NEW)).toMatchObject({ ok: false, state });
    expect(await signsIn(desk.house, NEW)).toBe(false);
  });

  test("if it is guessed", async () => {
    using desk = await withLink();
    desk.make();
    for (const token of ["", "x", "A".repeat(43), `${"A".repeat(42)}=`]) {
      expect(desk.links.openLink(token)).toEqual({ state: "unknown" });
    }
  });
});

test("the link still works after a password was refused", async () => {
  using desk = await withLink();
  const token = desk.make();
  expect(await desk.links.choosePassword(token, "short")).toMatchObject({ state: "open" });
  expect(desk.links.openLink(token).state).toBe("open");
});

test("the link cannot be made from what is stored about it", () => {
  const { token, kept } = makeAccountToken(random);
  expect(kept.hash).not.toContain(token);
  expect(kept.hash).toMatch(/^[0-9a-f]{64}$/);
});
