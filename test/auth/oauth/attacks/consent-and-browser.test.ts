// Goal: only the person at the browser that started a request can decide it, and can give only
// access that they have. The pages' forms are tested in test/web/auth-pages, the last redirect in
// test/browser.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";
import { hiddenIn, type Seen, type Visitor, visitorOf } from "../../../support/page-visitor.ts";
import { createTeams } from "../../../support/teams.ts";
import { addPerson, ask, authorization, codeOf, post, redeem, register } from "./attacked-desk.ts";

const BISTRO = "demo-bistro";
const TRATTORIA = "demo-trattoria";

let desk: DeskWithUser;
let clientId: string;
let mallory: Awaited<ReturnType<typeof addPerson>>;
beforeAll(async () => {
  desk = await deskWithUser();
  clientId = (await register(desk)).client_id;
  mallory = await addPerson(desk, "mallory@example.com", { [BISTRO]: "host" });
});
afterAll(() => desk[Symbol.asyncDispose]());

async function signedIn(person: { email: string; password: string }): Promise<Visitor> {
  const visitor = visitorOf(desk.url);
  await visitor.signIn(person);
  return visitor;
}

/** Starts a request in a browser and returns the path of its page. */
const started = async (visitor: Visitor): Promise<string> =>
  (await visitor.get(authorization(desk, clientId).href)).location.slice(desk.url.length);

const approving = (page: Seen, ...brands: string[]): [string, string][] => [
  ...Object.entries(hiddenIn(page.html, "decision")),
  ...brands.map((slug): [string, string] => ["brand", slug]),
  ["decision", "approve"],
];

const grants = () => desk.server.stores.grants.list().length;

describe("a request started by an attacker", () => {
  test("cannot be approved by a victim who gets its page or its form", async () => {
    const [attacker, victim] = [await signedIn(mallory), await signedIn(desk.user)];
    const path = await started(attacker);
    const before = grants();
    expect((await victim.get(path)).html).not.toContain('value="approve"');
    const fields = approving(await attacker.get(path), BISTRO);
    expect((await victim.post("/consent", fields)).status).toBe(403);
    // Even with the form token that the victim got for their own request.
    const own = approving(await victim.get(await started(victim)), BISTRO);
    const request = fields.find(([name]) => name === "request") ?? ["request", ""];
    const mixed = own.map((field) => (field[0] === "request" ? request : field));
    expect((await victim.post("/consent", mixed)).status).toBe(403);
    expect(grants()).toBe(before);
  });

  test("cannot be approved even if the victim's browser has the attacker's cookie", async () => {
    const [attacker, victim] = [await signedIn(mallory), await signedIn(desk.user)];
    const path = await started(attacker);
    const fields = approving(await attacker.get(path), BISTRO);
    for (const [name, value] of attacker.cookies) {
      if (name.includes("browser")) victim.cookies.set(name, value);
    }
    const before = grants();
    expect((await victim.post("/consent", fields)).status).toBe(403);
    expect(grants()).toBe(before);
  });
});

test("a victim who is lured to an address approves nothing, not even a request of their own", async () => {
  const victim = await signedIn(desk.user);
  const path = await started(victim);
  const fields = new URLSearchParams(approving(await victim.get(path), BISTRO));
  const before = grants();
  await victim.get(`/consent?${fields.toString()}`);
  await victim.get(`${path}&decision=approve&brand=${BISTRO}`);
  expect(grants()).toBe(before);
});

describe("a person can grant no more than they have:", () => {
  test("no brand of another person, alone or beside their own", async () => {
    const visitor = await signedIn(mallory);
    const page = await visitor.get(await started(visitor));
    expect(page.html).not.toContain(TRATTORIA);
    const before = grants();
    for (const brands of [[TRATTORIA], [BISTRO, TRATTORIA], ["nowhere"], ["__proto__"], []]) {
      const answer = await visitor.post("/consent", approving(page, ...brands));
      expect([answer.status, answer.location]).toEqual([400, ""]);
    }
    expect(grants()).toBe(before);
  });

  test("no scope that was not requested", async () => {
    const visitor = await signedIn(desk.user);
    const url = authorization(desk, clientId, { scope: "bookings.read" });
    const page = await visitor.get((await visitor.get(url.href)).location);
    const fields = [...approving(page, BISTRO), ["scope", "bookings.write"]] as [string, string][];
    await visitor.post("/consent", fields);
    const [newest] = desk.server.stores.grants.list();
    expect(newest?.scopes).toEqual(["bookings.read"]);
  });

  test("no access that they lost while the page was open", async () => {
    const person = await addPerson(desk, "leaver@example.com", { [BISTRO]: "host" });
    const visitor = await signedIn(person);
    const page = await visitor.get(await started(visitor));
    await createTeams(desk.server).leaveTeams(person.row.id, [BISTRO]);
    expect((await visitor.post("/consent", approving(page, BISTRO))).status).toBe(400);
    await createTeams(desk.server).disableUser(person.row.id);
    expect((await visitor.post("/consent", approving(page, BISTRO))).location).toContain(
      "/sign-in",
    );
  });
});

describe("while a person reads the consent page, the client", () => {
  const manage = (client: Record<string, unknown>, init: RequestInit) =>
    ask(String(client["registration_client_uri"]), {
      ...init,
      headers: {
        Authorization: `Bearer ${String(client["registration_access_token"])}`,
        "Content-Type": "application/json",
      },
    });
  const reading = async () => {
    const client = await register(desk);
    const visitor = await signedIn(desk.user);
    const url = authorization(desk, client.client_id);
    const page = await visitor.get((await visitor.get(url.href)).location);
    return { client, send: () => visitor.post("/consent", approving(page, BISTRO)) };
  };

  test("cannot change its redirect address and still get an answer", async () => {
    const { client, send } = await reading();
    const redirect_uris = ["https://evil.example/cb"];
    const body = JSON.stringify({ client_id: client.client_id, redirect_uris });
    expect((await manage(client, { method: "PUT", body })).status).toBe(200);
    const answer = await send();
    expect([answer.status, answer.location]).toEqual([410, ""]);
  });

  test("cannot delete its registration and still get a grant", async () => {
    const { client, send } = await reading();
    expect((await manage(client, { method: "DELETE" })).status).toBe(204);
    const answer = await send();
    expect([answer.status, answer.location]).toEqual([410, ""]);
  });
});

describe("the pages of sign-in and consent", () => {
  const PATHS = ["/sign-in", "/consent?request=x", "/authorize?client_id=x", "/connected-apps"];

  test.each(PATHS)(
    "%s is closed to scripts of other sites, to frames and to caches",
    async (path) => {
      for (const Origin of [undefined, "http://localhost:6274", desk.url]) {
        const headers: Record<string, string> = Origin === undefined ? {} : { Origin };
        const answer = await ask(desk.url + path, { headers });
        expect(answer.headers.get("access-control-allow-origin")).toBeNull();
        expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
        expect(answer.headers.get("x-frame-options")).toBe("DENY");
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
        expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      }
      const preflight = await ask(desk.url + path, { method: "OPTIONS" });
      expect(preflight.headers.get("access-control-allow-methods")).toBeNull();
    },
  );

  test("escape markup in the address", async () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
    for (const name of ["client_id", "redirect_uri", "request_uri", "state", "response_type"]) {
      const { text } = await ask(authorization(desk, clientId, { [name]: evil }));
      expect(text).not.toMatch(/<script|<img/);
    }
    for (const path of ["/sign-in?next=", "/consent?request=", "/connected-apps?done="]) {
      const { text } = await ask(desk.url + path + encodeURIComponent(evil));
      expect(text).not.toMatch(/<script|<img/);
    }
    const fields = { email: evil, password: evil, next: evil, csrf: evil };
    expect((await post(desk, "/sign-in", fields)).text).not.toMatch(/<script|<img/);
  });
});

describe("cookies", () => {
  test("are bound to this host name, and hidden from scripts and from requests of other sites", async () => {
    const visitor = visitorOf(desk.url);
    const page = await visitor.get("/sign-in");
    const { email, password } = desk.user;
    const done = await visitor.post("/sign-in", { ...hiddenIn(page.html), email, password });
    const lines = [...page.headers.getSetCookie(), ...done.headers.getSetCookie()];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-/);
      expect(line).toMatch(/; Path=\/; Secure; HttpOnly; SameSite=Lax/);
      expect(line).not.toMatch(/domain/i);
    }
  });

  test("of a session are not accepted at /mcp or the clients' endpoints", async () => {
    const visitor = await signedIn(desk.user);
    const Cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Cookie, "Content-Type": "application/json" };
    for (const path of ["/mcp", "/test/clock", `/register/${clientId}`]) {
      const { status } = await ask(desk.url + path, { method: "POST", headers, body: "{}" });
      expect([path, status]).toEqual([path, 401]);
    }
    expect((await ask(`${desk.url}/session`, { method: "DELETE", headers })).status).toBe(401);
  });
});

test("a code gives access in the name of the person in whose browser it was issued", async () => {
  const theirs = await codeOf(desk, clientId, { person: mallory });
  const { body } = await redeem(desk, theirs);
  const access = String(body["access_token"]);
  const [newest] = desk.server.stores.grants.list();
  expect([newest?.userId, Object.keys(newest?.brands ?? {})]).toEqual([mallory.row.id, [BISTRO]]);
  expect(access).toStartWith("mtd_access_");
});

test("an app stays in its user's list even after a thousand ended consents", async () => {
  const old = await register(desk, { client_name: "The old one" });
  await redeem(desk, await codeOf(desk, old.client_id));
  const { stores, writer, clock } = desk.server;
  const [grant] = stores.grants.list();
  if (grant === undefined) throw new Error("No grant.");
  const at = clock() + 1;
  await writer.write(() => {
    for (let index = 0; index < 1001; index += 1) {
      const ended = { createdAt: at, endedAt: at, endReason: "test" };
      stores.grants.insert({ ...grant, ...ended, id: `came-and-went-${index}` });
    }
  });
  const visitor = await signedIn(desk.user);
  expect((await visitor.get("/connected-apps")).html).toContain("The old one");
});
