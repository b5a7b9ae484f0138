// Goal: a front-of-house app signs in with JSON, gets what it needs, and signs out; a refusal says
// what is wrong and reveals nothing about accounts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  createSessionEndpoint,
  SESSION_REQUEST,
  type SessionAnswer,
  type SessionEndpoint,
} from "../../src/auth/session-endpoint.ts";
import { BISTRO, TRATTORIA } from "../storage/samples.ts";
import { type Accounts, ISSUER, openAccounts, PASSWORD } from "../support/accounts.ts";
import { codeAt } from "../support/authenticator.ts";

let house: Accounts;
let endpoint: SessionEndpoint;
beforeAll(async () => {
  house = await openAccounts();
  endpoint = createSessionEndpoint({ ...house, origin: ISSUER });
});
afterAll(() => house[Symbol.dispose]());

const open = (email: string, password = PASSWORD) => endpoint.open({ email, password }, "unknown");
const close = (authorization?: string) =>
  endpoint.close(
    new Request(`${ISSUER}/session`, {
      method: "DELETE",
      headers: authorization === undefined ? {} : { Authorization: authorization },
    }),
  );
const bodyOf = async (response: Response) => (await response.json()) as Record<string, string>;

describe("POST /session", () => {
  test("gives the token, its expiry, the user and their brands", async () => {
    const user = await house.addUser("ada@example.com", {
      [BISTRO]: "manager",
      [TRATTORIA]: "host",
    });
    const response = await open("Ada@example.com");
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const answer = (await response.json()) as SessionAnswer;
    expect(answer).toEqual({
      token: expect.any(String),
      tokenType: "Bearer",
      expiresAt: house.at + 12 * 3_600_000,
      user: { id: user.id, email: "ada@example.com", name: "ada@example.com's name" },
      brands: [
        { slug: BISTRO, name: BISTRO, role: "manager" },
        { slug: TRATTORIA, name: TRATTORIA, role: "host" },
      ],
    });
    expect(await house.sessions.check(answer.token)).toMatchObject({ user: { id: user.id } });
  });

  test("gives the same sentence whatever was wrong", async () => {
    await house.addUser("eve@example.com");
    const answers = await Promise.all([
      open("eve@example.com", "wrong password"),
      open("nobody@example.com"),
      open("nobody@example.com", "x"),
    ]);
    const seen = await Promise.all(
      answers.map(async (answer) => `${answer.status} ${await answer.text()}`),
    );
    expect(new Set(seen)).toEqual(
      new Set([
        `401 ${JSON.stringify({ error: "sign_in_failed", error_description: "Wrong e-mail address or password." })}`,
      ]),
    );
    expect(answers[0]?.headers.get("www-authenticate")).toStartWith("Bearer ");
  });

  test("asks for a second factor only after the right password, and its code works once", async () => {
    const user = await house.addUser("two@example.com");
    const session = await house.sessions.open(user);
    const owner = { user, teams: [], sessionId: session?.id ?? "" };
    const { secret, sealed } = house.factors.newTotp(user);
    await house.factors.addTotp(owner, sealed, codeAt(secret, house.at - 30_000));
    const send = (password: string, code?: string) =>
      endpoint.open({ email: user.email, password, ...(code && { code }) }, "unknown");
    const code = codeAt(secret, house.at);
    const seen = [
      await send("wrong password", code),
      await send(PASSWORD),
      await send(PASSWORD, "000000"),
      await send(PASSWORD, code),
      await send(PASSWORD, code),
    ];
    expect(seen.map(({ status }) => status)).toEqual([401, 401, 401, 200, 401]);
    const errors = await Promise.all(seen.map(async (one) => (await bodyOf(one))["error"]));
    expect(errors).toEqual([
      "sign_in_failed",
      "second_factor_required",
      "second_factor_failed",
      undefined,
      "second_factor_failed",
    ]);
  });

  test("tells a user who lacks a required second factor where to add one", async () => {
    using strict = await openAccounts({ rule: "all" });
    await strict.addUser("none@example.com");
    const there = createSessionEndpoint({ ...strict, origin: ISSUER });
    const response = await there.open({ email: "none@example.com", password: PASSWORD }, "unknown");
    expect(response.status).toBe(401);
    const { error, error_description: why } = await bodyOf(response);
    expect(error).toBe("second_factor_required");
    expect(why).toContain(`${ISSUER}/account`);
  });

  test("gives 429 with Retry-After after too many tries, whether or not the address has an account", async () => {
    await house.addUser("zoe@example.com");
    for (const email of ["zoe@example.com", "none@example.com"]) {
      for (let n = 0; n < 10; n++) await open(email, "wrong password");
      const response = await open(email);
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "30"]);
      expect(await bodyOf(response)).toMatchObject({ error: "too_many_attempts" });
    }
  });

  test.each([
    [{}],
    [{ email: "a@b.c" }],
    [{ email: "a@b.c", password: "" }],
    [{ email: "a@b.c", password: 12_345_678 }],
    [{ email: ["a@b.c"], password: "x" }],
    [{ email: "a@b.c", password: "x".repeat(2049) }],
    [{ email: "a".repeat(255), password: "x" }],
    [{ email: "a@b.c", password: "x", code: "" }],
    [{ email: "a@b.c", password: "x", code: 123456 }],
    [{ email: "a@b.c", password: "x", role: "owner" }],
    [null],
    ["text"],
  ])("refuses %j", (input) => {
    expect(SESSION_REQUEST.safeParse(input).success).toBe(false);
  });

  test("accepts the longest allowed password", () => {
    const input = { email: "a@b.c", password: "🍝".repeat(1024) };
    expect(SESSION_REQUEST.parse(input)).toEqual(input);
  });
});

describe("DELETE /session", () => {
  test("signs out: the token is invalid from then on", async () => {
    await house.addUser("max@example.com");
    const { token } = (await (await open("max@example.com")).json()) as SessionAnswer;
    const response = await close(`Bearer ${token}`);
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(await house.sessions.check(token)).toBe("invalid");
    const again = await close(`Bearer ${token}`);
    expect(again.status).toBe(401);
    expect(await bodyOf(again)).toMatchObject({ error: "invalid_token" });
    expect(again.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  test("says that an expired session has expired", async () => {
    using own = await openAccounts();
    await own.addUser("max@example.com");
    const { open: sign, close: end } = createSessionEndpoint({ ...own, origin: ISSUER });
    const input = { email: "max@example.com", password: PASSWORD };
    const { token } = (await (await sign(input, "unknown")).json()) as SessionAnswer;
    own.at += 12 * 3_600_000;
    const headers = { Authorization: `Bearer ${token}` };
    const response = await end(new Request(`${ISSUER}/session`, { method: "DELETE", headers }));
    expect((await bodyOf(response))["error_description"]).toBe("This session has expired.");
  });

  test.each([undefined, "Basic YTpi"])(
    "refuses %p with a 401 without an error code",
    async (authorization) => {
      const response = await close(authorization);
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).not.toContain("error=");
    },
  );

  test.each(["Bearer nonsense", "Bearer a b", `Bearer mtd_test_${"0".repeat(57)}`])(
    "refuses %p with a 401",
    async (authorization) => {
      expect((await close(authorization)).status).toBe(401);
    },
  );
});
