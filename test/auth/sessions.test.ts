// Goal: a session belongs to one user and lasts twelve hours unless it is ended; ending it takes
// effect at the next request, in every process.
import { describe, expect, test } from "bun:test";
import { createSessions } from "../../src/auth/sessions.ts";
import { openStores } from "../../src/storage/stores.ts";
import { BISTRO, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, ISSUER, openAccounts } from "../support/accounts.ts";
import { TEST_KEYS } from "../support/database.ts";

const HOUR = 3_600_000;

/** Adds a user and opens a session. */
async function signedIn(house: Accounts) {
  const user = await house.addUser("ada@example.com", { [BISTRO]: "manager", [TRATTORIA]: "host" });
  const opened = await house.sessions.open(user);
  if (opened === null) throw new Error("The session was not opened.");
  return { user, ...opened };
}

describe("an open session", () => {
  test("gives its user and the current roles of the user", async () => {
    using house = await openAccounts();
    const { user, token, id, expiresAt } = await signedIn(house);
    expect(await house.sessions.check(token)).toEqual({
      sessionId: id,
      user,
      teams: [
        { brand: BISTRO, role: "manager" },
        { brand: TRATTORIA, role: "host" },
      ],
      startedAt: house.at,
      expiresAt,
      mustEnrol: false,
    });
    await house.teams.leaveTeams(user.id, [BISTRO]);
    await house.teams.giveRole(user.id, [TRATTORIA], "owner");
    expect(await house.sessions.check(token)).toMatchObject({
      teams: [{ brand: TRATTORIA, role: "owner" }],
    });
  });

  test("lasts twelve hours by the server's clock, from the full second in which it began", async () => {
    using house = await openAccounts();
    house.at += 123;
    const { token, expiresAt } = await signedIn(house);
    expect(expiresAt).toBe(house.at - 123 + 12 * HOUR);
    house.at = expiresAt - 1;
    expect(await house.sessions.check(token)).toBeObject();
    house.at = expiresAt;
    expect(await house.sessions.check(token)).toBe("expired");
  });

  test("is a JWT of fewer than 1024 characters, with only the claims that it needs", async () => {
    using house = await openAccounts();
    const { token, user, id, expiresAt } = await signedIn(house);
    expect(token.length).toBeLessThan(1024);
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const [iat, exp] = [house.at / 1000, expiresAt / 1000];
    expect(claims).toEqual({ iss: ISSUER, aud: ISSUER, sub: user.id, sid: id, iat, exp });
  });

  test("has its signature verified once and its row looked up every time", async () => {
    using house = await openAccounts();
    let checks = 0;
    const signer: Accounts["signer"] = {
      ...house.signer,
      verify(jwt, expected) {
        checks += 1;
        return house.signer.verify(jwt, expected);
      },
    };
    const sessions = createSessions({ ...house, signer, issuer: ISSUER });
    const { token, id, expiresAt } = await signedIn(house);
    for (let n = 0; n < 3; n++) expect(await sessions.check(token)).toBeObject();
    expect(checks).toBe(1);
    // A changed or shortened token is verified too, and refused.
    const [head = "", claims = "", signature = ""] = token.split(".");
    const other = signature.startsWith("A") ? "B" : "A";
    const forged = `${head}.${claims}.${other}${signature.slice(1)}`;
    expect(await sessions.check(forged)).toBe("invalid");
    expect(await sessions.check(token.slice(0, -1))).toBe("invalid");
    house.at = expiresAt;
    expect(await sessions.check(token)).toBe("expired");
    house.at -= 1;
    await sessions.end(id);
    expect(await sessions.check(token)).toBe("invalid");
    expect(checks).toBe(3);
  });

  test("can be ended alone: the other sessions of the user stay open", async () => {
    using house = await openAccounts();
    const { user, token, id } = await signedIn(house);
    const other = await house.sessions.open(user);
    await house.sessions.end(id);
    expect(await house.sessions.check(token)).toBe("invalid");
    expect(await house.sessions.check(other?.token ?? "")).toBeObject();
  });

  test("is ended when the user opens a hundred more", async () => {
    using house = await openAccounts();
    const { user, token } = await signedIn(house);
    const more: string[] = [];
    for (let n = 0; n < 100; n++) {
      house.at += 1000;
      more.push((await house.sessions.open(user))?.token ?? "");
    }
    expect(await house.sessions.check(token)).toBe("invalid");
    const kept = await Promise.all(more.map(async (one) => await house.sessions.check(one)));
    expect(kept.every((one) => typeof one === "object")).toBe(true);
  });
});

describe("a session ends at the next request", () => {
  const ENDINGS: readonly (readonly [
    string,
    (house: Accounts, session: { id: string; user: { id: string } }) => unknown,
  ])[] = [
    ["after signing out", (house, { id }) => house.sessions.end(id)],
    [
      "after the password changed",
      (house, { user }) => house.teams.changePassword(user.id, "hash"),
    ],
    ["when the user is disabled", (house, { user }) => house.teams.disableUser(user.id)],
    [
      "when the user is deleted",
      (house, { user }) => house.open().run("DELETE FROM user WHERE id = ?", [user.id]),
    ],
    [
      "when another process ended it",
      (house, { id }) => openStores(house.open(), TEST_KEYS).sessions.end(id, house.at),
    ],
    [
      "when another process disabled the user",
      (house, { user }) => openStores(house.open(), TEST_KEYS).users.disable(user.id, house.at),
    ],
    [
      "when its row names another user",
      async (house, { id }) => {
        const eve = await house.addUser("eve@example.com");
        house.open().run("UPDATE session SET user_id = ? WHERE id = ?", [eve.id, id]);
      },
    ],
  ];
  test.each(ENDINGS)("%s", async (_name, end) => {
    using house = await openAccounts();
    const session = await signedIn(house);
    expect(await house.sessions.check(session.token)).toBeObject();
    await end(house, session);
    expect(await house.sessions.check(session.token)).toBe("invalid");
  });
});

describe("there is no session", () => {
  test("for a user whose password was changed after they typed the old one", async () => {
    using house = await openAccounts();
    const proved = await house.addUser("ada@example.com");
    await house.teams.changePassword(proved.id, "hash");
    expect(await house.sessions.open(proved)).toBeNull();
  });

  test("for a user who does not exist or was disabled in the meantime", async () => {
    using house = await openAccounts();
    const user = await house.addUser("ada@example.com");
    await house.addUser("eve@example.com");
    await house.teams.disableUser(user.id);
    expect(await house.sessions.open(user)).toBeNull();
    expect(await house.sessions.open({ ...user, id: "nobody" })).toBeNull();
  });

  test("for a JWT that we signed, if it lacks a claim or names an unknown session", async () => {
    using house = await openAccounts();
    const { user } = await signedIn(house);
    const options = { type: "session+jwt", audience: ISSUER, expiresAt: house.at + HOUR };
    for (const claims of [{}, { sub: user.id }, { sub: user.id, sid: "unknown" }]) {
      const token = await house.signer.sign(claims, options);
      expect(await house.sessions.check(token)).toBe("invalid");
    }
  });
});
