// Goal: a client can revoke its own tokens and learns nothing about other clients' tokens. A client
// that authenticates may introspect its own tokens.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import type { ClientRow } from "../../../src/storage/stores.ts";
import { HOUR } from "../../storage/samples.ts";
import { ISSUER } from "../../support/accounts.ts";
import { type Authority, heldOf, openAuthority, RESOURCE } from "../../support/authority.ts";

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const live = (token: string): boolean =>
  house.stores.oauthTokens.access(hashOpaque(token)) !== null;
const grant = () => house.stores.grants.ofUser(house.ada.id)[0];

describe("revocation", () => {
  test.each(["refresh_token", "access_token", "something_else", ""])(
    "of a refresh token ends the grant, whatever the hint says (%p)",
    async (hint) => {
      const { refresh } = await house.connect();
      const answer = await house.post("revoke", { token: refresh, token_type_hint: hint });
      expect([answer.status, answer.text]).toEqual([200, ""]);
      expect(grant()).toMatchObject({ endedAt: house.at, endReason: "revoked_by_client" });
      expect((await house.refresh(refresh)).body).toMatchObject({ error: "invalid_grant" });
    },
  );

  test.each(["access_token", "refresh_token"])(
    "of an access token ends only that token (hint %p)",
    async (hint) => {
      const { access, refresh } = await house.connect();
      await house.post("revoke", { token: access, token_type_hint: hint });
      expect(live(access)).toBeFalse();
      expect((await house.refresh(refresh)).status).toBe(200);
    },
  );

  test("of a refresh token ends the grant, even if the token is exchanged at the same moment", async () => {
    const { refresh } = await house.connect();
    const [rotated] = await Promise.all([
      house.refresh(refresh),
      house.post("revoke", { token: refresh }),
    ]);
    expect(grant()?.endReason).toBe("revoked_by_client");
    const successor = rotated.status === 200 ? heldOf(rotated).refresh : refresh;
    expect((await house.refresh(successor)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("gives the same answer for unknown tokens and for others' tokens, which keep working", async () => {
    const { access, refresh } = await house.connect();
    const other = await house.addClient();
    const fields = { client_id: other.id };
    const answers = await Promise.all(
      ["nothing", access, refresh].map((token) => house.post("revoke", { token, ...fields })),
    );
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual([
      "200 ",
      "200 ",
      "200 ",
    ]);
    expect(live(access)).toBeTrue();
    expect((await house.refresh(refresh)).status).toBe(200);
  });

  test("needs a token and a client", async () => {
    expect((await house.post("revoke", {})).body).toMatchObject({ error: "invalid_request" });
    const unknown = await house.post("revoke", { token: "x", client_id: "nobody" });
    expect([unknown.status, unknown.body["error"]]).toEqual([401, "invalid_client"]);
  });
});

describe("introspection", () => {
  let secretive: ClientRow;
  const secret = "mtd_secret_one";
  beforeEach(async () => {
    secretive = await house.addClient({
      authMethod: "client_secret_post",
      secretHash: hashOpaque(secret),
    });
  });
  const known = () => ({ client_id: secretive.id, client_secret: secret });
  const connect = async () => {
    const issued = await house.code({ client_id: secretive.id, scope: "bookings.read" });
    const { body } = await house.redeem(issued, known());
    return { access: String(body["access_token"]), refresh: String(body["refresh_token"]) };
  };
  const ask = async (token: string) => (await house.post("introspect", { token, ...known() })).body;

  test("of an access token tells its scope, client, user and times", async () => {
    const { access } = await connect();
    const iat = Math.floor(house.at / 1000);
    expect(await ask(access)).toEqual({
      active: true,
      scope: "bookings.read",
      client_id: secretive.id,
      token_type: "Bearer",
      iat,
      exp: iat + 3600,
      sub: house.ada.id,
      aud: RESOURCE,
      iss: ISSUER,
    });
  });

  test("of a refresh token says active until the token is used", async () => {
    const { refresh } = await connect();
    expect(await ask(refresh)).toMatchObject({ active: true, scope: "bookings.read" });
    await house.refresh(refresh, known());
    expect(await ask(refresh)).toEqual({ active: false });
  });

  test("gives the same answer for unknown, expired, ended and other clients' tokens", async () => {
    const foreign = await house.connect();
    const { access, refresh } = await connect();
    house.at += HOUR;
    expect(await ask(access)).toEqual({ active: false });
    expect(await ask("nothing")).toEqual({ active: false });
    expect(await ask(foreign.refresh)).toEqual({ active: false });
    await house.teams.changePassword(house.ada.id, "hash");
    expect(await ask(refresh)).toEqual({ active: false });
  });

  test("is refused to clients that do not authenticate", async () => {
    const { access } = await house.connect();
    const nameless = await house.post("introspect", { token: access });
    expect([nameless.status, nameless.body["error"]]).toEqual([401, "invalid_client"]);
    const wrong = { token: access, client_id: secretive.id, client_secret: "guess" };
    expect((await house.post("introspect", wrong)).status).toBe(401);
  });
});
