// Goal: a client has to authenticate by its own method, not a weaker one. Refusals say what to do.
// The last use of each client is recorded.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hashOpaque } from "../../../src/auth/oauth/opaque-token.ts";
import { type ClientHouse, NOW, openClientHouse, type Parameters, SECRET } from "./client-house.ts";

let house: ClientHouse;
beforeEach(() => {
  house = openClientHouse();
});
afterEach(async () => await house[Symbol.asyncDispose]());

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

describe("a client without a secret", () => {
  test("needs only its client id", async () => {
    expect(await house.ask({ client_id: "public" })).toBe("public");
  });

  test("may give its client id in the header, with an empty secret", async () => {
    expect(await house.ask({}, basic("public", ""))).toBe("public");
  });

  test("is refused if it sends a secret", async () => {
    const { code, message } = await house.refused({ client_id: "public", client_secret: "x" });
    expect([code, message]).toEqual([
      "invalid_client",
      "This client has no secret: leave client_secret out.",
    ]);
  });
});

describe("a client with a secret", () => {
  test("may send the secret in the body or in the header", async () => {
    expect(await house.ask({ client_id: "confidential", client_secret: SECRET })).toBe(
      "confidential",
    );
    expect(await house.ask({}, basic("confidential", SECRET))).toBe("confidential");
    expect(await house.ask({ client_id: "confidential" }, basic("confidential", SECRET))).toBe(
      "confidential",
    );
  });

  test("encodes its id in the header (RFC 6749, section 2.3.1)", async () => {
    expect(await house.ask({}, basic("a%3Ab+c%2Bd", SECRET))).toBe("a:b c+d");
  });

  test.each<[string, Parameters, string | undefined, number]>([
    ["no secret", { client_id: "confidential" }, undefined, 401],
    ["an empty secret", { client_id: "confidential", client_secret: "" }, undefined, 401],
    ["a wrong secret", { client_id: "confidential", client_secret: "x" }, undefined, 401],
    [
      "the hash of its secret",
      { client_id: "confidential", client_secret: hashOpaque(SECRET) },
      undefined,
      401,
    ],
    ["a wrong secret in the header", {}, basic("confidential", "x"), 401],
    ["an empty secret in the header", {}, basic("confidential", ""), 401],
    ["its secret twice", { client_secret: SECRET }, basic("confidential", SECRET), 400],
    [
      "another client's id in the body",
      { client_id: "public" },
      basic("confidential", SECRET),
      400,
    ],
    ["a header that is no base64", {}, "Basic !!!", 401],
    [
      "a header without a colon",
      {},
      `Basic ${Buffer.from("confidential").toString("base64")}`,
      401,
    ],
    ["an unknown id", { client_id: "nobody" }, undefined, 401],
    ["the id of a client that was withdrawn", { client_id: "gone" }, undefined, 401],
    ["no id", {}, undefined, 401],
    ["a bearer token", {}, "Bearer abc", 401],
    ["an empty id", {}, basic("", SECRET), 401],
  ])("is refused if it sends %s", async (_what, parameters, authorization, status) => {
    const error = await house.refused(parameters, authorization);
    expect(error.status).toBe(status);
    expect(error.code).toBe(status === 401 ? "invalid_client" : "invalid_request");
    const tried = authorization?.startsWith("Basic") === true && status === 401;
    expect(error.headers["WWW-Authenticate"]).toBe(tried ? 'Basic realm="maitred"' : undefined);
    expect(error.message).not.toContain(SECRET);
  });
});

test("the last use of a client is recorded at most once a minute, and not if the client is refused", async () => {
  const lastUsed = async (): Promise<number | null | undefined> => {
    await house.database.writer.write(() => undefined);
    return house.database.stores.oauthClients.byId("public")?.lastUsedAt;
  };
  await house.ask({ client_id: "public" });
  expect(await lastUsed()).toBe(NOW);
  house.clock.now += 59_000;
  await house.ask({ client_id: "public" });
  expect(await lastUsed()).toBe(NOW);
  house.clock.now += 1000;
  await house.ask({ client_id: "public" });
  expect(await lastUsed()).toBe(NOW + 60_000);
  await house.refused({ client_id: "confidential" });
  expect(house.database.stores.oauthClients.byId("confidential")?.lastUsedAt).toBeNull();
});
