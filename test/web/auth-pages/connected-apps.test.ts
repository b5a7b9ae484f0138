// Goal: users see every app and key that may act for them or their restaurants, and end each with
// one click; no user sees, changes or ends what others own. Method: the product over real HTTP.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createConnectedApps } from "../../../src/auth/connected-apps.ts";
import type { Role } from "../../../src/domain/caller.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import {
  authorizePath,
  CALLBACK,
  hiddenIn,
  redeemed,
  registered,
  statusAtMcp,
  type Visitor,
  visitorOf,
} from "../../support/page-visitor.ts";

const PATH = "/connected-apps";
let desk: DeskWithUser;
let owner: Visitor;
beforeEach(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  owner = visitorOf(desk.url);
  await owner.signIn(desk.user);
});
afterEach(() => desk[Symbol.asyncDispose]());

/** Connects an app to brands for the signed-in user. Returns the app's access token. */
async function connect(
  visitor: Visitor,
  brands: readonly string[],
  clientId: string,
): Promise<string> {
  const { location } = await visitor.get(authorizePath(clientId));
  const page = await visitor.get(location);
  const done = await visitor.post("/consent", [
    ...Object.entries(hiddenIn(page.html, "decision")),
    ...brands.map((slug): [string, string] => ["brand", slug]),
    ["decision", "approve"],
  ]);
  return redeemed(desk, clientId, new URL(done.location).searchParams.get("code") ?? "");
}

/** Adds a user with roles in brands and signs them in. */
async function somebody(name: string, roles: Readonly<Record<string, Role>>): Promise<Visitor> {
  const { stores, writer, clock } = desk.server;
  const model = stores.users.byEmail(desk.user.email);
  if (model === null) throw new Error("no owner");
  const email = `${name.toLowerCase()}@example.com`;
  await writer.write(() => {
    stores.users.insert({ ...model, id: `user-${name}`, name, email, ownsInstance: false });
    for (const [brand, role] of Object.entries(roles)) {
      stores.users.join(`user-${name}`, brand, role, clock());
    }
  });
  const visitor = visitorOf(desk.url);
  await visitor.signIn({ email, password: desk.user.password });
  return visitor;
}

const ASK_BISTRO = { client_name: "Ask Bistro", redirect_uris: [CALLBACK] };
const asJson = (method: string, body: object, headers: Record<string, string> = {}) => ({
  method,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const read = async (visitor: Visitor): Promise<string> => (await visitor.get(PATH)).html;
const booking = (brand: string) => ({
  name: "add_to_waitlist",
  arguments: {
    brand,
    name: "Ana",
    phone: "+12125550199",
    numberOfPeople: 2,
    date: "Friday, January 8, 2027",
    time: "7:30 PM",
  },
});

describe("the page of connected apps shows", () => {
  test("how to connect an app if there is none", async () => {
    const html = await read(owner);
    expect(html).toContain("No app is connected");
    expect(html).toContain(desk.mcp);
  });

  test("an app's restaurants, scopes, last use and changes", async () => {
    const token = await connect(owner, ["demo-bistro"], await registered(desk));
    expect(await read(owner)).toContain("never");
    expect(await statusAtMcp(desk, token, booking("demo-bistro"))).toBe(200);
    await desk.advance(3 * 3_600_000);
    const html = await read(owner);
    for (const part of ["Ask Bistro", "app.example.com", "Demo Bistro", "3 hours ago"]) {
      expect(html).toContain(part);
    }
    expect(html).toContain("Put a guest on the waitlist");
    expect(html).toContain("See reservations and the waitlist");
  });

  test("that an app's token was used from two places, until the app is connected again", async () => {
    const clientId = await registered(desk);
    await connect(owner, ["demo-bistro"], clientId);
    await connect(owner, ["demo-trattoria"], clientId);
    const mark = "Used from two places";
    expect(await read(owner)).not.toContain(mark);
    const { stores, writer, clock } = desk.server;
    const grant = stores.grants.list().find(({ brands }) => "demo-bistro" in brands);
    await writer.write(() => stores.grants.markShared(grant?.id ?? "", clock()));
    const pages = [await read(owner), (await owner.get("/b/demo-bistro/access/apps")).html];
    for (const html of pages) expect(html.split(mark)).toHaveLength(2);
    await connect(owner, ["demo-bistro"], clientId);
    expect(await read(owner)).not.toContain(mark);
  });

  test("the address that was shown when an app was connected, even if the app has registered another since", async () => {
    const registration = await fetch(`${desk.url}/register`, asJson("POST", ASK_BISTRO));
    const client = (await registration.json()) as Record<string, string>;
    await connect(owner, ["demo-bistro"], client["client_id"] ?? "");
    const said = {
      ...ASK_BISTRO,
      client_id: client["client_id"],
      redirect_uris: ["https://claude.ai/api/mcp/auth_callback"],
    };
    const token = client["registration_access_token"] ?? "";
    const changed = await fetch(
      client["registration_client_uri"] ?? "",
      asJson("PUT", said, { authorization: `Bearer ${token}` }),
    );
    expect(changed.status).toBe(200);
    const pages = [await read(owner), (await owner.get("/b/demo-bistro/access/apps")).html];
    for (const html of pages) {
      expect(html).toContain("app.example.com");
      expect(html).not.toContain("claude.ai");
    }
  });

  test("a connected app, however many others were connected and disconnected since", async () => {
    const { stores, writer, clock } = desk.server;
    const client = { client_name: "The one that stayed" };
    await connect(owner, ["demo-bistro"], await registered(desk, client));
    const [one] = stores.grants.list(1);
    if (one === undefined) throw new Error("no grant");
    const createdAt = clock() + 1;
    await writer.write(() => {
      for (let count = 0; count < 1000; count++) {
        stores.grants.insert({ ...one, id: `gone-${count}`, createdAt, endedAt: createdAt });
      }
    });
    expect(await read(owner)).toContain("The one that stayed");
  });

  test("the last day on which a key is valid, in the restaurant's time zone", async () => {
    const { stores, writer } = desk.server;
    const [key] = stores.apiKeys.list();
    await writer.write(() => stores.apiKeys.endAt(key?.id ?? "", Date.parse("2026-12-01T05:00Z")));
    expect(await read(owner)).toContain("on Monday, November 30, 2026");
  });

  test("a link back to the restaurant, for users who have one", async () => {
    expect(await read(owner)).toContain('<a href="/">To your restaurant</a>');
    expect(await read(await somebody("Nia", {}))).not.toContain("To your restaurant");
  });

  test("nothing without a session", async () => {
    const { status, location } = await visitorOf(desk.url).get(PATH);
    expect([status, location]).toEqual([303, `${desk.url}/sign-in?next=%2Fconnected-apps`]);
  });

  test("a host's own apps to the host, and to an owner all apps and keys of the owner's restaurants", async () => {
    const theirs = await registered(desk, { client_name: "App of the owner" });
    await connect(owner, ["demo-bistro", "demo-trattoria"], theirs);
    const host = await somebody("Hal", { "demo-bistro": "host" });
    await connect(host, ["demo-bistro"], await registered(desk, { client_name: "App of Hal" }));
    const seenByHost = await read(host);
    expect(seenByHost).toContain("App of Hal");
    expect(seenByHost).not.toContain("App of the owner");
    expect(seenByHost).not.toContain("API keys");
    expect(seenByHost).not.toContain("refresh token");
    const seenByOwner = await read(owner);
    expect(seenByOwner).toContain("App of Hal");
    expect(seenByOwner).toContain("hal@example.com");
    const other = await somebody("Tea", { "demo-trattoria": "owner" });
    const seenByOther = await read(other);
    expect(seenByOther).not.toContain("App of Hal");
    expect(seenByOther).toContain("Demo Trattoria, 1 restaurant that is not yours");
    expect(seenByOther).not.toContain("Demo Bistro");
    expect(seenByOther).toContain("dev, all brands");
    expect(seenByOther).not.toContain("dev, one brand");
  });
});

describe("one click on the page of connected apps", () => {
  test("disconnects an app, whose token is then refused", async () => {
    const token = await connect(owner, ["demo-bistro"], await registered(desk));
    expect(await statusAtMcp(desk, token)).toBe(200);
    const form = hiddenIn(await read(owner), "Disconnect");
    const done = await owner.post(PATH, form);
    expect([done.status, done.location]).toEqual([303, `${desk.url}${PATH}?done=disconnected`]);
    expect(await statusAtMcp(desk, token)).toBe(401);
    const { html } = await owner.get(done.location);
    expect(html).toContain("Disconnected.");
    expect(html).not.toContain("Ask Bistro");
    const again = await owner.post(PATH, form);
    expect([again.status, again.html.includes("Nothing was changed")]).toEqual([409, true]);
    const [event] = desk.server.stores.securityEvents.newest(1);
    expect(event).toMatchObject({ kind: "app_disconnected", grantId: form["id"] });
  });

  test("revokes a key", async () => {
    expect(await statusAtMcp(desk, desk.apiKey)).toBe(200);
    const html = await read(owner);
    const card = html.slice(html.indexOf("dev, all brands"));
    expect(card).toContain(desk.apiKey.slice(0, "mtd_test_".length + 8));
    expect(html).not.toContain(desk.apiKey);
    await owner.post(PATH, hiddenIn(card, "Revoke"));
    expect(await statusAtMcp(desk, desk.apiKey)).toBe(401);
    expect(await read(owner)).not.toContain("dev, all brands");
  });

  test("is logged in every restaurant that the app or key could act for", async () => {
    await connect(owner, desk.brands, await registered(desk));
    await owner.post(PATH, hiddenIn(await read(owner), "Disconnect"));
    const html = await read(owner);
    await owner.post(PATH, hiddenIn(html.slice(html.indexOf("dev, all brands")), "Revoke"));
    const { stores } = desk.server;
    const { id, name } = stores.users.byEmail(desk.user.email) ?? {};
    const everything = { from: null, until: null, actorKind: null, principal: id ?? "" };
    for (const brand of desk.brands) {
      const filter = { brand, ...everything, operation: null, reservationId: null };
      expect(stores.auditList.page(filter, null, 10).rows).toMatchObject([
        { operation: "revoke_api_key", actor: { kind: "user", name } },
        { operation: "disconnect_app", after: { name: "Ask Bistro", connectedBy: name } },
        { operation: "connect_app", after: { name: "Ask Bistro" } },
      ]);
    }
  });

  test("does nothing if the form's id, action or token was replaced, or if it comes from another site", async () => {
    const token = await connect(owner, ["demo-bistro"], await registered(desk));
    const html = await read(owner);
    const form = hiddenIn(html, "Disconnect");
    const key = hiddenIn(html, "Revoke");
    const attempts = [
      owner.post(PATH, { ...form, id: key["id"] ?? "" }),
      owner.post(PATH, { ...form, action: "revoke-key" }),
      owner.post(PATH, { ...form, csrf: key["csrf"] ?? "" }),
      owner.post(PATH, form, { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" }),
    ];
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(await statusAtMcp(desk, token)).toBe(200);
  });

  test("by a host or a manager does not affect a colleague's app, a key or a replay window", async () => {
    const token = await connect(owner, ["demo-bistro"], await registered(desk));
    const html = await read(owner);
    const { grants } = desk.server.stores;
    const host = await somebody("Hal", { "demo-bistro": "host" });
    const manager = await somebody("Max", { "demo-bistro": "manager" });
    const { stores, writer, clock } = desk.server;
    const replay = { replayWindowS: 120, strictTokenSharers: [] };
    const environment = "test";
    const random = (length: number) => new Uint8Array(length);
    const apps = createConnectedApps({ stores, writer, clock, random, replay, environment });
    const [grant] = grants.list();
    const keyId = hiddenIn(html, "Revoke")["id"] ?? "";
    for (const name of ["Hal", "Max"]) {
      const user = stores.users.byId(`user-${name}`);
      if (user === null || grant === undefined) throw new Error("nobody");
      const viewer = { user, teams: stores.users.teamsOf(user.id) };
      expect(await apps.disconnect(viewer, grant.id)).toBe(false);
      expect(await apps.revokeKey(viewer, keyId)).toBe(false);
      expect(await apps.setReplayWindow(viewer, grant.clientId, 10)).toBe(false);
    }
    expect(await read(host)).toContain("No app is connected");
    expect(await read(manager)).not.toContain("API keys");
    expect(await statusAtMcp(desk, token)).toBe(200);
  });
});

describe("an app's replay window", () => {
  test("can be set and unset by an owner of all the app's restaurants", async () => {
    const clientId = await registered(desk);
    await connect(owner, ["demo-bistro"], clientId);
    const html = await read(owner);
    expect(html).toContain("Each refresh token works once");
    const form = hiddenIn(html, "Seconds");
    for (const seconds of ["-1", "3601", "ten", "1.5"]) {
      const refused = await owner.post(PATH, { ...form, seconds });
      expect([refused.status, refused.html.includes("Seconds must be a whole number")]).toEqual([
        400,
        true,
      ]);
    }
    const { oauthClients } = desk.server.stores;
    const done = await owner.post(PATH, { ...form, seconds: "90" });
    expect(done.location).toEndWith("?done=saved");
    expect(oauthClients.byId(clientId)?.replayWindowS).toBe(90);
    expect(await read(owner)).toContain("can be reused for 90 s");
    await owner.post(PATH, { ...form, seconds: "" });
    expect(oauthClients.byId(clientId)?.replayWindowS).toBeNull();
    // Another user connects the app to a restaurant that this owner does not own.
    const tea = await somebody("Tea", { "demo-trattoria": "owner" });
    const bea = await somebody("Bea", { "demo-bistro": "owner" });
    expect(await read(bea)).toContain("Each refresh token works once");
    await connect(tea, ["demo-trattoria"], clientId);
    expect(await read(bea)).not.toContain("Each refresh token works once");
  });
});
