// Goal: introspection tells a client about its own tokens only.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import {
  codeOf,
  connect,
  type Held,
  heldOf,
  post,
  redeem,
  refresh,
  register,
} from "./attacked-desk.ts";

let desk: DeskWithUser;
let spy: { readonly client_id: string; readonly client_secret: string };
let victim: Held;
beforeAll(async () => {
  desk = await deskWithUser();
  spy = await confidential();
  victim = await connect(desk);
});
afterAll(() => desk[Symbol.asyncDispose]());

async function confidential() {
  const client = await register(desk, { token_endpoint_auth_method: "client_secret_post" });
  return { client_id: client.client_id, client_secret: String(client["client_secret"]) };
}

const introspect = (fields: Record<string, string>) => post(desk, "/introspect", fields);

test("another client's tokens look unknown, whatever the hint says", async () => {
  const code = await codeOf(desk, victim.clientId);
  const tokens = [victim.access, victim.refresh, code.code, desk.apiKey, "mtd_access_x", "x", "\0"];
  for (const token of tokens) {
    for (const token_type_hint of ["access_token", "refresh_token", "other"]) {
      const { status, text } = await introspect({ ...spy, token, token_type_hint });
      expect([status, text]).toEqual([200, '{"active":false}']);
    }
  }
});

test("nothing is revealed to a client without a secret, with a wrong secret or with another client's secret", async () => {
  const { client_secret: foreign } = await confidential();
  for (const fields of [
    { client_id: victim.clientId },
    { client_id: spy.client_id },
    { ...spy, client_secret: "wrong" },
    { ...spy, client_secret: foreign },
    { client_id: "nobody", client_secret: foreign },
    {},
  ]) {
    const answer = await introspect({ ...fields, token: victim.access });
    expect([answer.status, answer.body["error"]]).toEqual([401, "invalid_client"]);
    expect(answer.text).not.toContain("active");
  }
});

test("a client's own refresh token is active until it is used or revoked, then looks unknown", async () => {
  const issued = await codeOf(desk, spy.client_id);
  const { client_secret } = spy;
  const held = heldOf(spy.client_id, await redeem(desk, issued, { client_secret }));
  const active = async (token: string) => (await introspect({ ...spy, token })).body["active"];
  expect([await active(held.access), await active(held.refresh)]).toEqual([true, true]);
  const next = heldOf(spy.client_id, await refresh(desk, held, { client_secret }));
  expect([await active(held.refresh), await active(next.refresh)]).toEqual([false, true]);
  await post(desk, "/revoke", { ...spy, token: next.refresh });
  for (const token of [held.access, next.access, next.refresh]) {
    expect((await introspect({ ...spy, token })).text).toBe('{"active":false}');
  }
});
