// Goal: a client cannot end another client's tokens by revocation, or find out whether they exist.
// A revoked token works nowhere. Method: the product over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { codeOf, connect, type Held, opens, post, refresh, register } from "./attacked-desk.ts";

let desk: DeskWithUser;
let victim: Held;
beforeAll(async () => {
  desk = await deskWithUser();
  victim = await connect(desk);
});
afterAll(() => desk[Symbol.asyncDispose]());

const revoke = (fields: Record<string, string>) => post(desk, "/revoke", fields);

describe("revocation reveals nothing:", () => {
  test("another client's token gets the same answer as an unknown one and keeps working", async () => {
    const { client_id: stranger } = await register(desk);
    const code = await codeOf(desk, victim.clientId);
    const tokens = [
      victim.access,
      victim.refresh,
      code.code,
      desk.apiKey,
      "mtd_refresh_unknown",
      "mtd_access_unknown",
      "nothing",
      "'; DROP TABLE oauth_grant; --",
      "\0",
      "x".repeat(10_000),
    ];
    const answers: unknown[] = [];
    for (const token of tokens) {
      for (const hint of ["access_token", "refresh_token", "other"]) {
        const fields = { client_id: stranger, token, token_type_hint: hint };
        const { status, text, headers } = await revoke(fields);
        answers.push([status, text, headers.get("cache-control")]);
      }
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([200, "", "no-store"]);
    expect(await opens(desk, victim.access)).toBe(true);
    expect(await opens(desk, desk.apiKey)).toBe(true);
  });

  test("an unknown client and a client that does not send its secret are refused", async () => {
    const { client_id: confidential } = await register(desk, {
      token_endpoint_auth_method: "client_secret_basic",
    });
    for (const client_id of ["nobody", confidential, ""]) {
      const answer = await revoke({ client_id, token: victim.refresh });
      expect([answer.status, answer.body["error"]]).toEqual([401, "invalid_client"]);
    }
    expect(await opens(desk, victim.access)).toBe(true);
  });

  test("parameters in the query and repeated parameters are refused", async () => {
    const { clientId, refresh: token } = victim;
    const query = `/revoke?client_id=${clientId}&token=${token}`;
    expect((await post(desk, query, "")).status).toBe(400);
    const twice = `client_id=${clientId}&token=x&token=${token}`;
    expect((await post(desk, "/revoke", twice)).status).toBe(400);
    expect(await opens(desk, victim.access)).toBe(true);
  });
});

describe("a revoked token works nowhere:", () => {
  test.each(["refresh_token", "access_token", "nonsense"])(
    "revoking a refresh token with the hint %s also ends its access tokens",
    async (token_type_hint) => {
      const held = await connect(desk);
      const { clientId: client_id } = held;
      await revoke({ client_id, token: held.refresh, token_type_hint });
      expect(await opens(desk, held.access)).toBe(false);
      expect((await refresh(desk, held)).body["error"]).toBe("invalid_grant");
    },
  );

  test("revoking a used refresh token ends the access token that came from it", async () => {
    const held = await connect(desk);
    const next = await refresh(desk, held);
    await revoke({ client_id: held.clientId, token: held.refresh });
    expect(await opens(desk, String(next.body["access_token"]))).toBe(false);
  });

  test("revoking an access token does not end the refresh token", async () => {
    const held = await connect(desk);
    await revoke({ client_id: held.clientId, token: held.access });
    expect(await opens(desk, held.access)).toBe(false);
    expect((await refresh(desk, held)).status).toBe(200);
  });
});
