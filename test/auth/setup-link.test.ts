// Goal: anybody with the set-up link can make the first account, once and within half an hour. The
// link does not work if any account exists.

import { describe, expect, test } from "bun:test";
import { makeSetupLink } from "../../src/auth/setup-link.ts";
import type { Reason } from "../../src/domain/errors.ts";
import { BISTRO, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, openAccounts, PASSWORD } from "../support/accounts.ts";
import { said } from "../support/said.ts";

const HALF_AN_HOUR = 30 * 60_000;
const FORM = { email: "Ada@Example.com ", name: " Ada  Lovelace", password: PASSWORD };

async function link(house: Accounts): Promise<string> {
  const token = await makeSetupLink(house);
  if (token === null) throw new Error("There is an account already.");
  return token;
}

describe("the first account", () => {
  test("owns the instance, and its user can sign in", async () => {
    using house = await openAccounts();
    const token = await link(house);
    expect(house.setup.openSetup(token)).toBe("open");
    const outcome = await house.setup.completeSetup(token, FORM);
    expect(outcome).toMatchObject({
      ok: true,
      user: {
        email: "ada@example.com",
        name: "Ada Lovelace",
        ownsInstance: true,
        disabledAt: null,
      },
    });
    const attempt = { email: "ada@example.com", password: PASSWORD, address: "unknown" };
    const { user } = outcome as { user: { id: string } };
    expect(await house.signIn(attempt)).toMatchObject({ ok: true, user: { id: user.id } });
    expect(house.stores.users.teamsOf(user.id)).toEqual([
      { brand: BISTRO, role: "owner" },
      { brand: TRATTORIA, role: "owner" },
    ]);
    const [event] = house.stores.securityEvents.newest(1);
    expect(event).toMatchObject({ kind: "instance_set_up", userId: user.id });
  });

  test("is made once: if two people send the form, the second learns that the link is closed", async () => {
    using house = await openAccounts();
    const token = await link(house);
    const forms = ["ada", "eve"].map((who) => ({ ...FORM, email: `${who}@example.com` }));
    const outcomes = await Promise.all(forms.map((form) => house.setup.completeSetup(token, form)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, state: "closed" });
    expect(house.stores.users.list()).toHaveLength(1);
  });

  test.each([
    ["email", { email: "ada" }, "not an e-mail address"],
    ["email", { email: `${"a".repeat(250)}@example.com` }, "at most 254"],
    ["email", { email: "a\u200Bda@example.com" }, "not an e-mail address"],
    ["name", { name: " \u202E " }, "needed"],
    ["name", { name: "x".repeat(121) }, "at most 120"],
    ["password", { password: "eleven sign" }, "at least 12"],
    ["password", { password: "password1234" }, "most guessed"],
    ["password", { password: `${FORM.name} 2026` }, "name or an address"],
    ["password", { password: "seven bottles".repeat(80) }, "the limit is 1024"],
  ])(
    "if the %s is refused, the answer names the field, and the link stays valid: %j",
    async (field, change, why) => {
      using house = await openAccounts();
      const token = await link(house);
      const outcome = await house.setup.completeSetup(token, { ...FORM, ...change });
      expect(outcome).toMatchObject({ ok: false, state: "open", field });
      expect(said((outcome as { reason: Reason }).reason)).toContain(why);
      expect(house.setup.openSetup(token)).toBe("open");
      expect(house.stores.users.any()).toBe(false);
    },
  );
});

describe("a set-up link", () => {
  const STATES: readonly (readonly [
    string,
    string,
    (house: Accounts, token: string) => Promise<string> | string,
  ])[] = [
    [
      "after half an hour",
      "expired",
      (house, token) => {
        house.at += HALF_AN_HOUR;
        return token;
      },
    ],
    [
      "once a newer link was made",
      "unknown",
      async (house, token) => {
        await link(house);
        return token;
      },
    ],
    ["if it was never made", "unknown", () => "A".repeat(43)],
    ["if it has the hash instead of the token", "unknown", (house) => hashIn(house)],
    ["if it is cut short", "unknown", (_house, token) => token.slice(0, -1)],
    ["if it has an extra character", "unknown", (_house, token) => `${token}=`],
    ["if it is empty", "unknown", () => ""],
    [
      "once it was used, even if its account was removed",
      "used",
      async (house, token) => {
        await house.setup.completeSetup(token, FORM);
        house.open().run("DELETE FROM user");
        return token;
      },
    ],
    [
      "once there is a user",
      "closed",
      async (house, token) => {
        await house.addUser("eve@example.com");
        return token;
      },
    ],
    [
      "if the only user is disabled",
      "closed",
      async (house, token) => {
        await house.teams.disableUser((await house.addUser("eve@example.com")).id);
        return token;
      },
    ],
  ];
  test.each(STATES)("does not work %s (state: %s)", async (_name, state, change) => {
    using house = await openAccounts();
    const token = await change(house, await link(house));
    const users = house.stores.users.list().length;
    expect(house.setup.openSetup(token)).toBe(state as "closed");
    const outcome = await house.setup.completeSetup(token, FORM);
    expect(outcome).toEqual({ ok: false, state: state as "closed" });
    expect(house.stores.users.list()).toHaveLength(users);
  });

  test("still works a millisecond before half an hour has passed", async () => {
    using house = await openAccounts();
    const token = await link(house);
    house.at += HALF_AN_HOUR - 1;
    expect(house.setup.openSetup(token)).toBe("open");
  });
});

test("no link is made once anybody has an account", async () => {
  using house = await openAccounts();
  await house.addUser("eve@example.com");
  expect(await makeSetupLink(house)).toBeNull();
});

test("a link's token is random, and stored only as a hash", async () => {
  using house = await openAccounts();
  const tokens = [await link(house), await link(house)];
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const rows = house.database.prepare("SELECT * FROM setup_link").all();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(tokens[1] ?? "");
});

const hashIn = (house: Accounts): string =>
  house.database.prepare<{ hash: string }, []>("SELECT token_hash AS hash FROM setup_link").get()
    ?.hash ?? "";
