// Goal: each code of an app and each recovery code opens an account once, after the password, and
// cannot be guessed. Method: a simulated app and a real database.
import { describe, expect, test } from "bun:test";
import { isFresh } from "../../src/auth/add-factor.ts";
import { BISTRO } from "../storage/samples.ts";
import { type Accounts, openAccounts } from "../support/accounts.ts";
import { codeAt } from "../support/authenticator.ts";

const STEP = 30_000;
const WRONG = { ok: false as const, retryAfterS: null };

/** A user with an app: its secret, and the recovery codes made with it. */
async function withApp(house: Accounts, email = "ada@example.com") {
  const user = await house.addUser(email, { [BISTRO]: "host" });
  const session = await house.sessions.open(user);
  const owner = { user, teams: [], sessionId: session?.id ?? "" };
  const { secret, sealed, uri } = house.factors.newTotp(user);
  const added = await house.factors.addTotp(owner, sealed, codeAt(secret, house.at));
  if (!added.ok || added.codes === null) throw new Error("The app was not added.");
  // The code that added the app is used up.
  house.at += STEP;
  return { user, owner, secret, uri, codes: added.codes, token: session?.token ?? "" };
}

describe("an authenticator app", () => {
  test("is added once it has shown a code, and its secret is stored sealed", async () => {
    using house = await openAccounts();
    const { user, owner, secret, uri } = await withApp(house);
    expect(uri).toStartWith("otpauth://totp/maitred%20book.example.com:ada%40example.com?");
    expect(uri).toContain(`secret=${secret}`);
    const row = house.stores.factors.totp(user.id);
    expect(Buffer.from(row?.sealedSecret ?? []).includes(secret)).toBe(false);
    const { sealed } = house.factors.newTotp(user);
    for (const code of ["000000", "", "abcdef", codeAt(secret, house.at)]) {
      expect(await house.factors.addTotp(owner, sealed, code)).toMatchObject({ ok: false });
    }
    const eve = await withApp(house, "eve@example.com");
    const theirs = house.factors.newTotp(user);
    const code = codeAt(theirs.secret, house.at);
    expect(await house.factors.addTotp(eve.owner, theirs.sealed, code)).toMatchObject({
      ok: false,
    });
    expect(await house.factors.addTotp(owner, "made up", code)).toMatchObject({ ok: false });
  });

  test.each([-1, 0, 1])(
    "opens the account with a code %i steps of 30 s from now, and with none further away",
    async (steps) => {
      using house = await openAccounts();
      const { user, secret } = await withApp(house);
      house.at += 10 * STEP;
      for (const far of [steps - 2, steps + 2].filter((off) => Math.abs(off) > 1)) {
        const code = codeAt(secret, house.at + far * STEP);
        expect(await house.factors.check(user, code)).toEqual(WRONG);
      }
      const code = codeAt(secret, house.at + steps * STEP);
      expect(await house.factors.check(user, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({
        ok: true,
      });
    },
  );

  test("opens the account with each code once, and then with no earlier code", async () => {
    using house = await openAccounts();
    const { user, secret } = await withApp(house);
    const [early, code] = [codeAt(secret, house.at - STEP), codeAt(secret, house.at)];
    const both = await Promise.all([1, 2].map(() => house.factors.check(user, code)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await house.factors.check(user, code)).toEqual(WRONG);
    expect(await house.factors.check(user, early)).toEqual(WRONG);
    expect(await house.factors.check(user, codeAt(secret, house.at + STEP))).toEqual({ ok: true });
  });

  test("does not open the account with the code that added it", async () => {
    using house = await openAccounts();
    const { user, secret } = await withApp(house);
    expect(await house.factors.check(user, codeAt(secret, house.at - STEP))).toEqual(WRONG);
  });

  test("refuses even the right code after ten wrong tries, and then allows one try every five minutes; a known browser has tries of its own", async () => {
    using house = await openAccounts();
    const { user, secret } = await withApp(house);
    const right = () => house.factors.check(user, codeAt(secret, house.at));
    for (let n = 0; n < 10; n++) expect(await house.factors.check(user, "000000")).toEqual(WRONG);
    expect(await right()).toEqual({ ok: false, retryAfterS: 300 });
    const marks = house.knownBrowsers.withMarkFor(user, []);
    const known = await house.factors.check(user, codeAt(secret, house.at), marks);
    expect(known).toEqual({ ok: true });
    house.at += 300_000;
    expect(await right()).toEqual({ ok: true });
  });
});

test("a person with the password has ten tries, even if they sign in again", async () => {
  using house = await openAccounts();
  const { user } = await withApp(house);
  const marks = Array.from({ length: 20 }, () => house.knownBrowsers.withMarkFor(user, []));
  const outcomes: unknown[] = [];
  for (const mark of marks) outcomes.push(await house.factors.check(user, "000000", mark));
  const throttled = { ok: false as const, retryAfterS: 300 };
  expect(outcomes).toEqual(marks.map((_, n) => (n < 10 ? WRONG : throttled)));
});

describe("recovery codes", () => {
  test("are ten, work once each, may be typed in several ways, and are stored as hashes", async () => {
    using house = await openAccounts();
    const { user, codes } = await withApp(house);
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    const rows = house.database.prepare("SELECT * FROM recovery_code").all();
    expect(JSON.stringify(rows)).not.toContain(codes[0] ?? "");
    const [first = "", second = ""] = codes;
    expect(await house.factors.check(user, ` ${first.toUpperCase()} `)).toEqual({ ok: true });
    expect(await house.factors.check(user, first)).toEqual(WRONG);
    expect(await house.factors.check(user, second.replaceAll("-", " "))).toEqual({ ok: true });
    expect(house.factors.held(user.id).codesLeft).toBe(8);
    expect(house.stores.securityEvents.newest(1)[0]).toMatchObject({
      kind: "recovery_code_used",
      detail: { left: 8 },
    });
  });

  test("are replaced by new ones, and open no other account", async () => {
    using house = await openAccounts();
    const ada = await withApp(house);
    const eve = await withApp(house, "eve@example.com");
    const renewed = (await house.factors.newCodes(ada.owner)) ?? [];
    for (const code of [ada.codes[0] ?? "", eve.codes[0] ?? "", ""]) {
      expect(await house.factors.check(ada.user, code)).toEqual(WRONG);
    }
    expect(await house.factors.check(ada.user, renewed[0] ?? "")).toEqual({ ok: true });
  });

  test("are removed with the last factor, and not made without one", async () => {
    using house = await openAccounts();
    const { user, owner } = await withApp(house);
    expect(await house.factors.removeTotp(owner)).toBe("removed");
    expect(house.factors.held(user.id)).toEqual({
      passkeys: [],
      totpSince: null,
      appWorks: false,
      codesLeft: 0,
    });
    expect(await house.factors.newCodes(owner)).toBeNull();
    expect(await house.factors.removeTotp(owner)).toBe("none");
  });
});

describe("a second factor", () => {
  test("ends the user's other sessions, and the password alone opens no new one", async () => {
    using house = await openAccounts();
    const user = await house.addUser("ada@example.com");
    const before = await house.sessions.open(user);
    const session = await house.sessions.open(user);
    const owner = { user, teams: [], sessionId: session?.id ?? "" };
    const { secret, sealed } = house.factors.newTotp(user);
    await house.factors.addTotp(owner, sealed, codeAt(secret, house.at));
    expect(await house.sessions.check(before?.token ?? "")).toBe("invalid");
    expect(await house.sessions.check(session?.token ?? "")).toMatchObject({ mustEnrol: false });
    expect(await house.sessions.open(user)).toBeNull();
    expect(await house.sessions.open(user, "both")).not.toBeNull();
  });

  test("that was reset after its code was accepted opens no session", async () => {
    using house = await openAccounts();
    const { user, secret } = await withApp(house);
    expect(await house.factors.check(user, codeAt(secret, house.at))).toEqual({ ok: true });
    await house.teams.resetFactor(user.id);
    expect(await house.sessions.open(user, "both")).toBeNull();
    expect(await house.sessions.open(user)).not.toBeNull();
  });

  test("can be changed for fifteen minutes after signing in, and not if the clock was set back", () => {
    const fresh = (now: number) => isFresh({ startedAt: 1_000_000 }, now);
    const instants = [1_000_000, 1_899_999, 1_900_000, 999_999];
    expect(instants.map(fresh)).toEqual([true, true, false, false]);
  });

  test("stays after a new password, but not after a reset, a closed account or a role in another team", async () => {
    using house = await openAccounts();
    await house.addUser("owner@example.com", { [BISTRO]: "owner" });
    const has = (id: string) =>
      house.stores.factors.has(id) || house.factors.held(id).codesLeft > 0;
    const kept = await withApp(house, "kept@example.com");
    await house.teams.changePassword(kept.user.id, await house.passwords.hash("a new password"));
    expect(has(kept.user.id)).toBe(true);
    const reset = await withApp(house, "reset@example.com");
    expect(await house.teams.resetFactor(reset.user.id)).toBe(true);
    expect(await house.sessions.check(reset.token)).toBe("invalid");
    expect(await house.teams.resetFactor(reset.user.id)).toBe(false);
    const closed = await withApp(house, "closed@example.com");
    await house.teams.disableUser(closed.user.id);
    const joined = await withApp(house, "joined@example.com");
    await house.teams.giveRole(joined.user.id, ["demo-trattoria"], "host", "hash");
    expect([reset, closed, joined].map(({ user }) => has(user.id))).toEqual([false, false, false]);
  });
});

describe("the setting for second factors", () => {
  test.each([
    ["off", "owner", false],
    ["managers", "owner", true],
    ["managers", "manager", true],
    ["managers", "host", false],
    ["all", "host", true],
  ] as const)("set to %s: must a %s first add a second factor? %p", async (rule, role, must) => {
    using house = await openAccounts({ rule });
    const user = await house.addUser("ada@example.com", { [BISTRO]: role });
    const session = await house.sessions.open(user);
    const check = () => house.sessions.check(session?.token ?? "");
    expect(await check()).toMatchObject({ mustEnrol: must });
    const owner = {
      user,
      teams: house.stores.users.teamsOf(user.id),
      sessionId: session?.id ?? "",
    };
    const { secret, sealed } = house.factors.newTotp(user);
    await house.factors.addTotp(owner, sealed, codeAt(secret, house.at));
    expect(await check()).toMatchObject({ mustEnrol: false });
    expect(await house.factors.removeTotp(owner)).toBe(must ? "kept" : "removed");
  });
});
