// Goal: a token works only at its instance, for its brands, as its own kind, and until its user
// loses access. Each tool with each kind of token is tested in token-kinds.test.ts, more forged
// session JWTs in signing.test.ts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Person } from "../../../support/browserless-consent.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { createTeams } from "../../../support/teams.ts";
import {
  addPerson,
  ask,
  authorization,
  buttonOf,
  callTool,
  codeOf,
  connect,
  type Held,
  heldOf,
  opens,
  redeem,
  refresh,
  register,
} from "./attacked-desk.ts";

const BISTRO = "demo-bistro";
const TRATTORIA = "demo-trattoria";

let desk: DeskWithUser;
let other: DeskWithUser;
let held: Held;
let session: string;
beforeAll(async () => {
  [desk, other] = await Promise.all([deskWithUser(), deskWithUser()]);
  held = await connect(desk);
  session = await sessionOf(desk, desk.user);
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
});

async function sessionOf({ url }: DeskWithUser, { email, password }: Person): Promise<string> {
  const { body } = await ask(`${url}/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return String(body["token"]);
}

describe("another instance", () => {
  test("refuses our keys, access tokens, sessions, refresh tokens and codes", async () => {
    for (const token of [desk.apiKey, held.access, session]) {
      expect([await opens(desk, token), await opens(other, token)]).toEqual([true, false]);
    }
    const { clientId } = held;
    const there = (await register(other)).client_id;
    for (const id of [clientId, there]) {
      expect((await refresh(other, { ...held, clientId: id })).status).toBeOneOf([400, 401]);
      const issued = await codeOf(desk, clientId);
      expect((await redeem(other, { ...issued, clientId: id })).status).toBeOneOf([400, 401]);
    }
  });
});

describe("no code and no token is issued if the requested resource is", () => {
  test.each([
    ["another server", () => "https://other.example/mcp"],
    ["our origin without a path", () => desk.url],
    ["another path", () => `${desk.url}/mcp/admin`],
    ["a path with ..", () => `${desk.url}/mcp/../mcp2`],
    ["our address with a query", () => `${desk.mcp}?x`],
    ["our address with a fragment", () => `${desk.mcp}#x`],
    ["our address with a user name", () => desk.mcp.replace("//", "//x@")],
    ["our address with another port", () => "http://127.0.0.1:1/mcp"],
    [
      "our address with another name of this machine",
      () => desk.mcp.replace("127.0.0.1", "localhost"),
    ],
    ["our address with the path in capitals", () => `${desk.url}/MCP`],
  ])("%s", async (_name, make) => {
    const resource = make();
    const url = authorization(desk, held.clientId, { resource });
    const location = buttonOf(await ask(url));
    expect(location.searchParams.get("error")).toBe("invalid_target");
    const issued = await codeOf(desk, held.clientId);
    expect((await redeem(desk, issued, { resource })).body["error"]).toBe("invalid_target");
    expect((await refresh(desk, held, { resource })).body["error"]).toBe("invalid_target");
    // The wrong resource is also refused as the second one, after our own.
    url.searchParams.set("resource", desk.mcp);
    url.searchParams.append("resource", resource);
    const both = buttonOf(await ask(url));
    expect(both.searchParams.get("error")).toBe("invalid_target");
  });
});

describe("a token used as another kind", () => {
  test("is refused at /mcp", async () => {
    const issued = await codeOf(desk, held.clientId);
    const secret = await register(desk, { token_endpoint_auth_method: "client_secret_post" });
    const wrong = [
      held.refresh,
      issued.code,
      String(secret["client_secret"]),
      String(secret["registration_access_token"]),
      held.clientId,
      held.access.replace("access", "refresh"),
      held.access.slice("mtd_access_".length),
      `${held.access}x`,
      held.access.toUpperCase(),
      desk.server.stores.grants.list()[0]?.id ?? "",
    ];
    for (const token of wrong) expect([token, await opens(desk, token)]).toEqual([token, false]);
  });

  test("gets no tokens from the token endpoint", async () => {
    const issued = await codeOf(desk, held.clientId);
    for (const token of [
      held.access,
      session,
      desk.apiKey,
      issued.code,
      "eyJhbGciOiJub25lIn0.e30.",
    ]) {
      const refreshed = await refresh(desk, { ...held, refresh: token });
      const redeemed = await redeem(desk, { ...issued, code: token === issued.code ? "x" : token });
      expect([refreshed.status, redeemed.status]).toEqual([400, 400]);
    }
    expect((await redeem(desk, { ...issued, code: held.refresh })).status).toBe(400);
  });

  test("is not a session, neither for pages nor for signing out", async () => {
    for (const token of [held.access, held.refresh, desk.apiKey]) {
      const Cookie = `__Host-maitred=${token}`;
      const page = await ask(`${desk.url}/connected-apps`, { headers: { Cookie } });
      expect(page.headers.get("location")).toStartWith("/sign-in");
      const headers = { Authorization: `Bearer ${token}` };
      expect((await ask(`${desk.url}/session`, { method: "DELETE", headers })).status).toBe(401);
    }
  });

  test("cannot read or delete a client's registration", async () => {
    for (const token of [held.access, held.refresh, session, desk.apiKey]) {
      const headers = { Authorization: `Bearer ${token}` };
      const address = `${desk.url}/register/${held.clientId}`;
      expect((await ask(address, { headers })).status).toBe(401);
      expect((await ask(address, { method: "DELETE", headers })).status).toBe(401);
    }
  });
});

describe("a token is accepted only as one Bearer token in the Authorization header:", () => {
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const send = (query: string, headers: Record<string, string>, body = call) =>
    ask(desk.mcp + query, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
      body,
    });

  test("not in the query, a form, a cookie, another header or another scheme, and not twice", async () => {
    for (const token of [held.access, session, desk.apiKey]) {
      const form = { "Content-Type": "application/x-www-form-urlencoded" };
      const answers = [
        await send(`?access_token=${token}`, {}),
        await send("", form, `access_token=${token}`),
        await send("", { Cookie: `__Host-maitred=${token}; access_token=${token}` }),
        await send("", { "X-Api-Key": token, "Proxy-Authorization": `Bearer ${token}` }),
        await send("", { Authorization: `Basic ${Buffer.from(`x:${token}`).toString("base64")}` }),
        await send("", { Authorization: `Bearer ${token}, Bearer ${token}` }),
        await send("", { Authorization: `Bearer ${token} ${token}` }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(401));
      for (const { text } of answers) expect(text).not.toContain(token);
    }
  });
});

describe("a forged session is refused:", () => {
  const claims = () => ({
    iss: desk.url,
    aud: desk.url,
    sub: "x",
    sid: "x",
    exp: Math.floor(desk.server.clock() / 1000) + 3600,
  });
  const published = async () => {
    const { body } = await ask(`${desk.url}/.well-known/jwks.json`);
    return (body["keys"] as Record<string, string>[])[0] ?? {};
  };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

  test.each<[string, () => Promise<string>]>([
    ["alg none", async () => `${part({ alg: "none", typ: "session+jwt" })}.${part(claims())}.`],
    [
      "HS256 with our published key as the secret",
      async () => {
        const jwk = await published();
        const header = { alg: "HS256", typ: "session+jwt", kid: jwk["kid"] };
        const text = `${part(header)}.${part(claims())}`;
        const key = JSON.stringify(jwk);
        return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
      },
    ],
    [
      "another key under our key id (kid), with that key in the header",
      async () => {
        const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
        const jwk = await exportJWK(publicKey);
        const header = { alg: "ES256", typ: "session+jwt", kid: (await published())["kid"], jwk };
        return await new SignJWT(claims()).setProtectedHeader(header as never).sign(privateKey);
      },
    ],
    [
      "our signed metadata",
      async () => {
        const found = await ask(`${desk.url}/.well-known/oauth-authorization-server`);
        return String(found.body["signed_metadata"]);
      },
    ],
    [
      "our session with other claims",
      async () => session.replace(/\.[^.]*\./, `.${part(claims())}.`),
    ],
  ])("%s", async (_name, make) => {
    const jwt = await make();
    expect(jwt.split(".")).toHaveLength(3);
    expect(await opens(desk, jwt)).toBe(false);
    const headers = { Cookie: `__Host-maitred=${jwt}` };
    const page = await ask(`${desk.url}/connected-apps`, { headers });
    expect(page.headers.get("location")).toStartWith("/sign-in");
  });
});

test("a call about another brand gets the same answer as a call about a brand that does not exist", async () => {
  const one = await connect(desk, { person: { ...desk.user, brands: [BISTRO] } });
  const told = async (brand: string): Promise<string> => {
    const { text } = await callTool(desk, one.access, "get_booking", { brand, id: "0".repeat(24) });
    return text.replaceAll(brand, "*");
  };
  expect(await told(TRATTORIA)).toContain("BRAND_UNKNOWN");
  expect(await told(TRATTORIA)).toBe(await told("nowhere-at-all"));
  expect((await callTool(desk, one.access)).text).not.toContain(TRATTORIA);
});

describe("a grant ends if its user", () => {
  let serial = 0;
  const given = async (): Promise<{ held: Held; id: string }> => {
    const email = `host-${++serial}@example.com`;
    const person = await addPerson(desk, email, { [BISTRO]: "manager", [TRATTORIA]: "host" });
    return { held: await connect(desk, { person }), id: person.row.id };
  };
  const teams = () => createTeams(desk.server);

  test.each<[string, (id: string) => Promise<unknown>]>([
    ["leaves the brand", (id) => teams().leaveTeams(id, [BISTRO])],
    ["gets a lower role", (id) => teams().giveRole(id, [BISTRO], "host")],
    ["changes the password", (id) => teams().changePassword(id, "hash")],
    ["is disabled", (id) => teams().disableUser(id)],
  ])("%s", async (_name, lose) => {
    const { held: theirs, id } = await given();
    expect(await opens(desk, theirs.access)).toBe(true);
    await lose(id);
    expect(await opens(desk, theirs.access)).toBe(false);
    expect((await refresh(desk, theirs)).body["error"]).toBe("invalid_grant");
  });

  test("leaves the brand, and stays ended if the user joins the brand again", async () => {
    const { held: theirs, id } = await given();
    await teams().leaveTeams(id, [BISTRO]);
    const { stores, writer, clock } = desk.server;
    await writer.write(() => stores.users.join(id, BISTRO, "owner", clock()));
    expect(await opens(desk, theirs.access)).toBe(false);
  });
});

test("refreshing does not add a scope that was not granted", async () => {
  const clientId = (await register(desk)).client_id;
  const issued = await codeOf(desk, clientId, { scope: "bookings.read" });
  const reader = heldOf(clientId, await redeem(desk, issued));
  for (const scope of ["bookings.write", "bookings.read bookings.write"]) {
    expect((await refresh(desk, reader, { scope })).body["error"]).toBe("invalid_scope");
  }
  const next = await refresh(desk, reader, { scope: "bookings.read openid" });
  expect(next.body["scope"]).toBe("bookings.read");
  const args = { brand: BISTRO };
  const { text } = await callTool(desk, heldOf(clientId, next).access, "add_to_waitlist", args);
  expect(text).toContain("FORBIDDEN_SCOPE");
});
