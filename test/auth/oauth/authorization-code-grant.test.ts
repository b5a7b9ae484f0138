// Goal: a code can be exchanged for tokens once, within a minute, by the client that requested it
// (rule K7).
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  type Authority,
  CALLBACK,
  heldOf,
  openAuthority,
  pkce,
  RESOURCE,
} from "../../support/authority.ts";

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const grant = () => house.stores.grants.ofUser(house.ada.id)[0];
const events = () => house.stores.securityEvents.newest(10).map(({ kind }) => kind);

test("the answer with the tokens names their type, lifetime and scope, and must not be cached", async () => {
  const { status, headers, body } = await house.redeem(
    await house.code({ scope: "bookings.read" }),
  );
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    access_token: expect.stringMatching(/^mtd_access_[\w-]{43}$/),
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^mtd_refresh_[\w-]{43}$/),
    scope: "bookings.read",
  });
});

test("a request for tokens may leave out the resource and the redirect URI", async () => {
  const { code, verifier } = await house.code();
  const fields = { grant_type: "authorization_code", code, code_verifier: verifier };
  expect((await house.post("token", fields)).status).toBe(200);
});

describe("a request for tokens is refused, but does not use up the code, if it has", () => {
  test.each<[string, string, Record<string, string>]>([
    ["another redirect URI", "invalid_grant", { redirect_uri: `${CALLBACK}/x` }],
    ["a foreign resource", "invalid_target", { resource: "https://other.example/mcp" }],
    ["no code", "invalid_request", { code: "" }],
    ["an unknown code", "invalid_grant", { code: "mtd_code_x" }],
    ["no verifier", "invalid_request", { code_verifier: "" }],
    ["a verifier of 42 characters", "invalid_request", { code_verifier: "a".repeat(42) }],
    ["a verifier of 129 characters", "invalid_request", { code_verifier: "a".repeat(129) }],
    ["a verifier with a forbidden character", "invalid_request", { code_verifier: "é".repeat(50) }],
    ["a wrong verifier", "invalid_grant", { code_verifier: pkce().verifier }],
    ["no grant type", "invalid_request", { grant_type: "" }],
    ["grant type password", "unsupported_grant_type", { grant_type: "password" }],
    [
      "grant type client_credentials",
      "unsupported_grant_type",
      { grant_type: "client_credentials" },
    ],
    ["grant type implicit", "unsupported_grant_type", { grant_type: "implicit" }],
    [
      "a grant type named like a method of every object",
      "unsupported_grant_type",
      { grant_type: "toString" },
    ],
  ])("%s (%s)", async (_, error, change) => {
    const issued = await house.code({ resource: RESOURCE });
    const refused = await house.redeem(issued, change);
    expect([refused.status, refused.body["error"]]).toEqual([400, error]);
    expect(refused.body["error_description"]).toMatch(/^[\x20-\x7e]+\.$/);
    expect((await house.redeem(issued)).status).toBe(200);
  });

  test("the ID of another client, which learns nothing from the refusal", async () => {
    const issued = await house.code();
    const { id } = await house.addClient();
    const stolen = await house.redeem(issued, { client_id: id });
    const invented = await house.redeem({ ...issued, code: "mtd_code_x" }, { client_id: id });
    expect(stolen.text).toBe(invented.text);
    expect((await house.redeem(issued)).status).toBe(200);
  });

  test("the ID of an unknown client", async () => {
    const issued = await house.code();
    const refused = await house.redeem(issued, { client_id: "nobody" });
    expect([refused.status, refused.body["error"]]).toEqual([401, "invalid_client"]);
    expect((await house.redeem(issued)).status).toBe(200);
  });
});

test("a code is valid for exactly a minute", async () => {
  const [early, late] = [await house.code(), await house.code()];
  house.at += 59_999;
  expect((await house.redeem(early)).status).toBe(200);
  house.at += 1;
  expect((await house.redeem(late)).body).toMatchObject({ error: "invalid_grant" });
});

test("of twenty concurrent redemptions one succeeds, and its tokens work", async () => {
  const issued = await house.code();
  const answers = await Promise.all(Array.from({ length: 20 }, () => house.redeem(issued)));
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect(answers.filter(({ body }) => body["error"] === "invalid_grant")).toHaveLength(19);
  expect(won === undefined ? 0 : (await house.refresh(heldOf(won).refresh)).status).toBe(200);
});

test("a code used again ends the grant with all its tokens, and a security event is stored", async () => {
  const issued = await house.code();
  const held = heldOf(await house.redeem(issued));
  expect((await house.redeem(issued)).body).toMatchObject({ error: "invalid_grant" });
  expect(grant()).toMatchObject({ endedAt: house.at, endReason: "code_replayed" });
  expect((await house.refresh(held.refresh)).body).toMatchObject({ error: "invalid_grant" });
  await house.redeem(issued);
  expect(events()).toEqual(["code_replayed"]);
});

test("a code used again ends the grant even with a wrong verifier or after its expiry", async () => {
  const issued = await house.code();
  await house.redeem(issued);
  house.at += 600_000;
  await house.redeem(issued, { code_verifier: pkce().verifier });
  expect(grant()?.endReason).toBe("code_replayed");
});

test("a code used again by another client does not end the grant", async () => {
  const issued = await house.code();
  await house.redeem(issued);
  const { id } = await house.addClient();
  await house.redeem(issued, { client_id: id });
  expect(grant()?.endedAt).toBeNull();
});

test("a code becomes invalid after the fifth wrong verifier, not after the fourth", async () => {
  const guess = () => ({ code_verifier: pkce().verifier });
  const [guessed, spared] = [await house.code(), await house.code()];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await house.redeem(guessed, guess());
    await house.redeem(spared, guess());
  }
  expect((await house.redeem(spared)).status).toBe(200);
  await house.redeem(guessed, guess());
  expect((await house.redeem(guessed)).body).toMatchObject({ error: "invalid_grant" });
  expect(events()).toEqual(["code_guessed"]);
});

test("the refusal of a wrong verifier names a likely cause", async () => {
  const [one, other] = [await house.code(), await house.code()];
  const { body } = await house.redeem({ ...one, verifier: other.verifier });
  expect(body["error_description"]).toContain("two connections were started at the same time");
});

test("a code is refused after its user has changed the password", async () => {
  const issued = await house.code();
  await house.teams.changePassword(house.ada.id, "hash");
  expect((await house.redeem(issued)).body).toMatchObject({ error: "invalid_grant" });
});

describe("a request for tokens is refused if it has", () => {
  const send = (init: RequestInit, query = ""): Promise<Response> =>
    house.server.token(
      new Request(`https://book.example.com/token${query}`, { method: "POST", ...init }),
    );
  const form = { "Content-Type": "application/x-www-form-urlencoded" };

  test.each<[string, () => Promise<Response>, number]>([
    [
      "a body in JSON",
      () => send({ body: "{}", headers: { "Content-Type": "application/json" } }),
      400,
    ],
    ["no content type", () => send({ body: new Uint8Array([1]) }), 400],
    ["a parameter twice", () => send({ body: "code=a&code=b", headers: form }), 400],
    ["parameters in the query", () => send({ body: "a=b", headers: form }, "?code=x"), 400],
    ["a body of 70 KB", () => send({ body: `a=${"b".repeat(70_000)}`, headers: form }), 413],
    ["no body at all", () => send({ headers: form }), 400],
  ])("%s", async (_, request, status) => {
    const response = await request();
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: "invalid_request" });
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});
