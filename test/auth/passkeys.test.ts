// Goal: a passkey signs its owner in at the address where it was made. An answer that is copied,
// replayed, made elsewhere or made without verifying the user is refused with the reason. Method:
// an authenticator in code, which signs right and wrong answers.

import { describe, expect, test } from "bun:test";
import { relyingPartyOf } from "../../src/auth/passkey-answer.ts";
import type { PasskeySignIn } from "../../src/auth/passkeys.ts";
import type { Reason } from "../../src/domain/errors.ts";
import type { UserRow } from "../../src/storage/stores.ts";
import { type Accounts, ISSUER, openAccounts } from "../support/accounts.ts";
import { type Answering, authenticator } from "../support/authenticator.ts";
import { said } from "../support/said.ts";

const BROWSER = "the secret of a browser";
const HERE: Answering = { origin: ISSUER };
const TEN_MINUTES = 600_000;

/** A user with passkeys, and one of their sessions. */
async function ownerIn(house: Accounts, email = "ada@example.com") {
  const user = await house.addUser(email);
  const session = await house.sessions.open(user);
  return { user, teams: [], sessionId: session?.id ?? "" };
}
type Owner = Awaited<ReturnType<typeof ownerIn>>;

async function enrolled(house: Accounts, owner: Owner, how: Partial<Answering> = {}) {
  const device = authenticator();
  const options = (await house.passkeys.enrolOptions(owner.user, BROWSER)) ?? "";
  const answer = device.create(options, { ...HERE, ...how });
  return { device, added: await house.passkeys.enrol(owner, "My phone", answer, [BROWSER]) };
}
async function signIn(
  house: Accounts,
  device: ReturnType<typeof authenticator>,
  how: Partial<Answering> = {},
  browser = BROWSER,
): Promise<PasskeySignIn> {
  const options = (await house.passkeys.signInOptions(BROWSER)) ?? "";
  return house.passkeys.signIn(device.get(options, { ...HERE, ...how }), [browser]);
}
const problemOf = (outcome: { ok: boolean } & object): string =>
  "reason" in outcome ? said(outcome.reason as Reason) : "none";

describe("a passkey", () => {
  test("is added with a name and can sign in repeatedly", async () => {
    using house = await openAccounts();
    const owner = await ownerIn(house);
    const { device, added } = await enrolled(house, owner);
    expect(added).toMatchObject({ ok: true, codes: expect.any(Array) });
    expect(house.stores.factors.passkeysOf(owner.user.id)).toMatchObject([
      { id: device.id, name: "My phone", rpId: "book.example.com", counter: 0, lastUsedAt: null },
    ]);
    for (let times = 0; times < 3; times++) {
      expect(await signIn(house, device)).toEqual({ ok: true, user: owner.user });
    }
    expect(house.stores.factors.passkeysOf(owner.user.id)[0]?.lastUsedAt).toBe(house.at);
  });

  test("must increase its counter if it has one; a counter that stays at 0 is accepted", async () => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    expect((await signIn(house, device, { counter: 0 })).ok).toBe(true);
    expect((await signIn(house, device, { counter: 7 })).ok).toBe(true);
    for (const counter of [7, 6, 0]) {
      expect(problemOf(await signIn(house, device, { counter }))).toContain("may be a copy");
    }
    expect((await signIn(house, device, { counter: 8 })).ok).toBe(true);
    expect(house.stores.securityEvents.newest(1)[0]?.kind).toBe("passkey_copied");
  });

  test("needs no user name, but needs the device to verify the user", async () => {
    using house = await openAccounts();
    const { user } = await ownerIn(house);
    const asked = JSON.parse((await house.passkeys.signInOptions(BROWSER)) ?? "");
    expect(asked).toMatchObject({ rpId: "book.example.com", userVerification: "required" });
    expect(asked.allowCredentials).toBeUndefined();
    const made = JSON.parse((await house.passkeys.enrolOptions(user, BROWSER)) ?? "");
    expect(made.authenticatorSelection).toMatchObject({
      residentKey: "required",
      userVerification: "required",
    });
  });
});

/** What is wrong, how the answer is made, and the expected message. */
const REFUSED: readonly (readonly [string, Partial<Answering>, string])[] = [
  [
    "made on another origin",
    { origin: "https://evil.example" },
    "answered for https://evil.example",
  ],
  ["made on another port", { origin: `${ISSUER}:8443` }, "answered for"],
  ["for another host name", { rpId: "example.com" }, "does not match"],
  [
    "to an invented challenge",
    { challenge: Buffer.alloc(54).toString("base64url") },
    "belongs to another page",
  ],
  ["to no challenge", { challenge: "" }, "belongs to another page"],
  ["without verifying the user", { verified: false }, "did not verify you by fingerprint"],
  ["for another user", { userHandle: Buffer.from("eve").toString("base64url") }, "does not match"],
];

describe("a sign-in is refused with an answer", () => {
  test.each(REFUSED)("%s", async (_what, how, words) => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    expect(problemOf(await signIn(house, device, how))).toContain(words);
    expect((await signIn(house, device)).ok).toBe(true);
  });

  test("used a second time, even if it is sent twice at once", async () => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    const options = (await house.passkeys.signInOptions(BROWSER)) ?? "";
    const answer = device.get(options, HERE);
    const both = await Promise.all([1, 2].map(() => house.passkeys.signIn(answer, [BROWSER])));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const later = await house.passkeys.signIn(answer, [BROWSER]);
    expect(problemOf(later)).toContain("used before");
  });

  test("from another browser than the one that asked", async () => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    expect(problemOf(await signIn(house, device, {}, "another browser"))).toContain(
      "another page or browser",
    );
  });

  test("that comes ten minutes after the challenge, or after the clock was set back", async () => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    for (const by of [TEN_MINUTES, -1]) {
      const options = (await house.passkeys.signInOptions(BROWSER)) ?? "";
      house.at += by;
      const outcome = await house.passkeys.signIn(device.get(options, HERE), [BROWSER]);
      expect(problemOf(outcome)).toContain("longer than ten minutes");
    }
  });

  test("to a challenge for adding a passkey", async () => {
    using house = await openAccounts();
    const owner = await ownerIn(house);
    const { device } = await enrolled(house, owner);
    const options = JSON.parse((await house.passkeys.enrolOptions(owner.user, BROWSER)) ?? "");
    const answer = device.get(JSON.stringify({ ...options, rpId: options.rp.id }), HERE);
    expect(problemOf(await house.passkeys.signIn(answer, [BROWSER]))).toContain(
      "belongs to another page",
    );
  });

  test("signed by another key with the same id", async () => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    const options = (await house.passkeys.signInOptions(BROWSER)) ?? "";
    const forged = {
      ...JSON.parse(authenticator().get(options, HERE)),
      id: device.id,
      rawId: device.id,
    };
    const outcome = await house.passkeys.signIn(JSON.stringify(forged), [BROWSER]);
    expect(problemOf(outcome)).toContain("does not match");
  });

  test.each([
    [
      "that was removed",
      (house: Accounts, { id }: UserRow, passkey: string) =>
        house.writer.write(() => void house.stores.factors.removePasskey(id, passkey)),
    ],
    [
      "whose account is closed",
      async (house: Accounts, { id }: UserRow) => {
        await house.addUser("other-owner@example.com");
        await house.teams.disableUser(id);
      },
    ],
    [
      "whose account was reset",
      async (house: Accounts, { id }: UserRow) => void (await house.teams.resetFactor(id)),
    ],
  ] as const)("of a passkey %s, in the same words as for an unknown one", async (_what, change) => {
    using house = await openAccounts();
    const owner = await ownerIn(house);
    const { device } = await enrolled(house, owner);
    await change(house, owner.user, device.id);
    const words = problemOf(await signIn(house, device));
    expect(words).toContain("not known here");
    expect(problemOf(await signIn(house, authenticator()))).toBe(words);
  });

  test("of a passkey made for an earlier origin, naming that origin", async () => {
    using house = await openAccounts();
    const { device } = await enrolled(house, await ownerIn(house));
    house.open().run("UPDATE passkey SET rp_id = 'old.example.com'");
    expect(problemOf(await signIn(house, device))).toContain("made for old.example.com");
    expect(house.stores.factors.passkeysElsewhere("book.example.com")).toBe(1);
    expect(house.stores.factors.passkeysElsewhere("old.example.com")).toBe(0);
  });

  test.each(["", "{}", "null", "[]", "x".repeat(20_000), '{"id":"é"}'])(
    "that is only %j",
    async (text) => {
      using house = await openAccounts();
      expect(problemOf(await house.passkeys.signIn(text, [BROWSER]))).toContain(
        "something other than a passkey answer",
      );
    },
  );
});

describe("adding a passkey is refused", () => {
  test.each([
    ["on another origin", { origin: "https://evil.example" }, "answered for"],
    ["for another host name", { rpId: "example.com" }, "another address"],
    ["without verifying the user", { verified: false }, "did not verify you by fingerprint"],
    ["to an invented challenge", { challenge: "AAAA" }, "belongs to another page"],
  ])("%s", async (_what, how, words) => {
    using house = await openAccounts();
    const owner = await ownerIn(house);
    const { added } = await enrolled(house, owner, how);
    expect(problemOf(added)).toContain(words);
    expect(house.stores.factors.has(owner.user.id)).toBe(false);
  });

  test("with an answer that was used before, or to a challenge for another user", async () => {
    using house = await openAccounts();
    const owner = await ownerIn(house);
    const eve = await ownerIn(house, "eve@example.com");
    const options = (await house.passkeys.enrolOptions(owner.user, BROWSER)) ?? "";
    const answer = authenticator().create(options, HERE);
    const theirs = await house.passkeys.enrol(eve, "Mine", answer, [BROWSER]);
    expect(problemOf(theirs)).toContain("belongs to another page");
    expect((await house.passkeys.enrol(owner, "Mine", answer, [BROWSER])).ok).toBe(true);
    const again = await house.passkeys.enrol(owner, "Mine", answer, [BROWSER]);
    expect(problemOf(again)).toContain("used before");
  });

  test("for a user who has twenty", async () => {
    using house = await openAccounts();
    const owner = await ownerIn(house);
    for (let n = 0; n < 20; n++) expect((await enrolled(house, owner)).added.ok).toBe(true);
    expect(problemOf((await enrolled(house, owner)).added)).toContain("20 passkeys already");
  });
});

test.each([
  ["https://book.example.com", "book.example.com"],
  ["https://book.example.com:8443", "book.example.com"],
  ["http://localhost:8484", "localhost"],
  ["http://127.0.0.1:8484", null],
  ["http://[::1]:8484", null],
  ["http://192.168.1.20:8484", null],
  ["https://192.168.1.20", null],
  ["https://[2001:db8::1]", null],
  ["http://desk.local:8484", null],
])("the passkeys of %s belong to the host name %p (null: browsers keep none)", (origin, id) => {
  expect(relyingPartyOf(origin)?.id ?? null).toBe(id);
});

test("at an origin for which browsers keep no passkeys, none are offered or accepted", async () => {
  using house = await openAccounts({ origin: "http://192.168.1.20:8484" });
  expect(await house.passkeys.signInOptions(BROWSER)).toBeNull();
  expect(problemOf(await house.passkeys.signIn("{}", [BROWSER]))).toContain("need https");
});
