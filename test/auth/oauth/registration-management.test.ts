// Goal: a client reads, replaces and deletes only its own registration, with its own token;
// deleting it ends everything that people granted the client.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  type Answered,
  NOW,
  openRegistrationHouse,
  type RegistrationHouse,
  textOf,
} from "./registration-house.ts";

let house: RegistrationHouse;
let id: string;
let token: string;
let registered: Answered;

const wish = { redirect_uris: ["https://app.example.com/cb"], client_name: "App" };
beforeEach(async () => {
  house = openRegistrationHouse();
  registered = await house.register(wish);
  id = textOf(registered.json, "client_id");
  token = textOf(registered.json, "registration_access_token");
});
afterEach(() => house[Symbol.dispose]());

const row = () => house.stores.oauthClients.byId(id);

describe("reading a registration", () => {
  test("gives what was registered, with the registration token and without the secret", async () => {
    const { status, json, headers } = await house.manage("GET", id, token);
    expect([status, json]).toEqual([200, registered.json]);
    const secretive = await house.register({
      ...wish,
      token_endpoint_auth_method: "client_secret_post",
    });
    const own = textOf(secretive.json, "registration_access_token");
    const read = await house.manage("GET", textOf(secretive.json, "client_id"), own);
    expect(read.json).toHaveProperty("registration_access_token", own);
    expect(read.json).not.toHaveProperty("client_secret");
    expect(headers.get("cache-control")).toBe("no-store");
  });
});

describe("replacing a registration", () => {
  test("changes the members that are sent and drops the others", async () => {
    const change = { client_id: id, redirect_uris: ["http://localhost/cb"] };
    const { status, json } = await house.manage("PUT", id, token, change);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      client_id: id,
      client_name: "localhost",
      redirect_uris: ["http://localhost/cb"],
      client_id_issued_at: NOW / 1000,
    });
    expect((await house.manage("GET", id, token)).json).toEqual(json);
  });

  test("accepts the server's own answer, including notes and times", async () => {
    const { status, json } = await house.manage("PUT", id, token, registered.json);
    expect([status, json["client_name"]]).toEqual([200, "App"]);
    expect(json).not.toHaveProperty("notes");
  });

  test("gives a secret to a client without one, keeps an existing one, and drops it on request", async () => {
    const put = (method: string) =>
      house.manage("PUT", id, token, {
        ...wish,
        client_id: id,
        token_endpoint_auth_method: method,
      });
    const { json } = await put("client_secret_basic");
    expect(json["client_secret"]).toStartWith("mtd_secret_");
    const hash = row()?.secretHash;
    expect((await put("client_secret_post")).json).not.toHaveProperty("client_secret");
    expect(row()).toMatchObject({ secretHash: hash, authMethod: "client_secret_post" });
    await put("none");
    expect(row()).toMatchObject({ secretHash: null, authMethod: "none" });
  });

  test.each<[string, unknown, string]>([
    ["without the client id", wish, "client_id"],
    ["with another client id", { ...wish, client_id: "other" }, "client_id"],
    ["with null", null, "null"],
    ["without a usable redirect URI", { redirect_uris: ["data:x"] }, ""],
  ])("%s changes nothing", async (_what, body, reason) => {
    const before = row();
    const named = reason === "" ? { ...(body as object), client_id: id } : body;
    const { status, reason: told } = await house.manage("PUT", id, token, named);
    expect(status).toBe(400);
    expect(told).toContain(reason);
    expect(row()).toEqual(before);
  });

  test("keeps what an operator set for the client", async () => {
    const before = row();
    if (before === null) throw new Error("no client");
    await house.writer.write(() =>
      house.stores.oauthClients.update({ ...before, replayWindowS: 30 }),
    );
    await house.manage("PUT", id, token, { ...wish, client_id: id, replayWindowS: 3600 });
    expect(row()?.replayWindowS).toBe(30);
  });
});

/** Stores a person's grant to the client, and a code that the client can redeem for a minute. */
async function connect(): Promise<void> {
  house.database.run(
    `INSERT INTO user (id, email, name, created_at) VALUES ('u', 'u@example.com', 'U', 1)`,
  );
  await house.writer.write(() => {
    house.stores.grants.insert({
      id: "g",
      userId: "u",
      clientId: id,
      brands: {},
      scopes: [],
      redirectUri: "https://app.example.com/cb",
      clientName: "App",
      createdAt: NOW,
      lastUsedAt: null,
      endedAt: null,
      endReason: null,
    });
    house.stores.oauthCodes.insert({
      codeHash: "0".repeat(64),
      grantId: "g",
      redirectUri: "https://app.example.com/cb",
      resource: "",
      challenge: "0".repeat(43),
      createdAt: NOW,
      expiresAt: NOW + 60_000,
    });
  });
}

/** Stores that a person has the client's consent page open. */
const ask = (): Promise<void> =>
  house.writer.write(() =>
    house.stores.oauthRequests.insert({
      id: "r",
      clientId: id,
      parameters: "{}",
      browserHash: "0".repeat(64),
      createdAt: NOW,
      expiresAt: NOW + 60_000,
    }),
  );

describe("the name under which people know a client", () => {
  const change = { client_name: "Claude", redirect_uris: ["http://localhost/cb"] };
  const renamed = () => house.manage("PUT", id, token, { ...change, client_id: id });

  test.each<[string, () => Promise<void>]>([
    ["a person has connected it", connect],
    ["a person has its consent page open", ask],
  ])("is kept while %s, and the answer says so", async (_, known) => {
    await known();
    const { status, json } = await renamed();
    expect(status).toBe(200);
    expect(json).toMatchObject({ client_name: "App", redirect_uris: change.redirect_uris });
    expect(String(json["notes"])).toContain("client_name stays 'App'");
    expect(row()?.name).toBe("App");
  });

  test("can be changed before anybody connects the client, and after the last person has disconnected it", async () => {
    expect((await renamed()).json["client_name"]).toBe("Claude");
    await connect();
    await house.writer.write(() => house.stores.grants.end("g", NOW, "disconnected"));
    expect((await house.manage("PUT", id, token, { ...wish, client_id: id })).json).toMatchObject({
      client_name: "App",
    });
  });
});

describe("deleting a registration", () => {
  test("ends the client and its grants immediately", async () => {
    await connect();
    house.clock.now += 5000;
    const { status } = await house.manage("DELETE", id, token);
    expect(status).toBe(204);
    expect(row()?.revokedAt).toBe(NOW + 5000);
    expect(house.stores.grants.byId("g")).toMatchObject({
      endedAt: NOW + 5000,
      endReason: "client_removed",
    });
    expect((await house.manage("GET", id, token)).status).toBe(401);
    expect((await house.manage("DELETE", id, token)).status).toBe(401);
  });
});

describe("access is refused", () => {
  test.each<[string, () => Promise<string | null> | string | null]>([
    ["without a token", () => null],
    ["with a wrong token", () => `${token}x`],
    ["with an empty token", () => ""],
    ["with the client's secret", () => "mtd_secret_x"],
    [
      "with another client's token",
      async () => textOf((await house.register(wish)).json, "registration_access_token"),
    ],
  ])("%s, and the answer reveals nothing about the client", async (_what, other) => {
    const shown = await other();
    for (const method of ["GET", "PUT", "DELETE"]) {
      const known = await house.manage(method, id, shown, method === "PUT" ? {} : undefined);
      const unknown = await house.manage(method, "0".repeat(24), shown);
      expect(known.status).toBe(401);
      expect(known.headers.get("www-authenticate")).toStartWith("Bearer ");
      expect([unknown.status, unknown.json]).toEqual([401, known.json]);
    }
    expect(row()?.revokedAt).toBeNull();
  });

  test("for a client entered by an operator, which has no registration token", async () => {
    await house.writer.write(() => {
      const made = row();
      if (made === null) throw new Error("no client");
      const entered = { ...made, id: "entered", kind: "preregistered" as const };
      house.stores.oauthClients.insert({ ...entered, registrationTokenHash: null });
    });
    for (const shown of [null, "", token, "null"]) {
      expect((await house.manage("GET", "entered", shown)).status).toBe(401);
    }
  });

  test("with the method PATCH", async () => {
    const { status, headers } = await house.manage("PATCH", id, token);
    expect([status, headers.get("allow")]).toEqual([405, "GET, PUT, DELETE"]);
  });
});
