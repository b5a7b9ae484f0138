// Goal: for each request of an app, a person can grant access once, only to what they may access
// themselves, and only in the browser that made the request.

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import type { ConsentOutcome } from "../../../src/auth/oauth/consent.ts";
import { BISTRO, HOUR, TRATTORIA } from "../../storage/samples.ts";
import { ISSUER } from "../../support/accounts.ts";
import {
  type Authority,
  asking,
  authorizeRequest,
  BROWSER,
  CALLBACK,
  openAuthority,
  parameterOf,
  pkce,
} from "../../support/authority.ts";

let house: Authority;
beforeEach(async () => {
  house = await openAuthority();
});
afterEach(() => house[Symbol.asyncDispose]());

const begin = async (change: Record<string, string> = {}): Promise<string> => {
  const outcome = await house.server.authorize(authorizeRequest(asking(change)), BROWSER);
  return outcome.kind === "pending" ? outcome.requestId : "";
};

const decide = (
  requestId: string,
  change: { brands?: string[]; approve?: boolean; browser?: string; user?: string } = {},
): Promise<ConsentOutcome> => {
  const { brands = [BISTRO], approve = true, browser = BROWSER, user = house.ada.id } = change;
  return house.server.consent.decide(
    requestId,
    browser,
    { user: { id: user } },
    { approve, brands },
  );
};

const grants = () => house.stores.grants.ofUser(house.ada.id);

describe("the consent page shows", () => {
  test("the client with its kind and address, and the person's brands with their roles", async () => {
    const requestId = await begin({ scope: "bookings.read" });
    expect(house.server.consent.view(requestId, BROWSER, { user: house.ada })).toEqual({
      client: {
        id: "client-1",
        name: "Table Talk",
        formerName: null,
        kind: "dynamic",
        verified: false,
        redirectHost: "app.example.com",
        redirectUri: CALLBACK,
      },
      scopes: ["bookings.read"],
      brands: [
        { slug: BISTRO, name: BISTRO, role: "manager" },
        { slug: TRATTORIA, name: TRATTORIA, role: "host" },
      ],
      state: "open",
    });
  });

  test("that an operator entered the client, and the scheme of an installed program", async () => {
    const redirect_uri = "cursor://anysphere.cursor-mcp/oauth/callback";
    const { id } = await house.addClient({ kind: "preregistered", redirectUris: [redirect_uri] });
    const requestId = await begin({ client_id: id, redirect_uri });
    const view = house.server.consent.view(requestId, BROWSER, { user: house.ada });
    expect(view?.client).toMatchObject({ verified: true, redirectHost: "cursor:" });
  });

  test("nothing to another browser, after an hour, for a revoked client, or without a request", async () => {
    const requestId = await begin();
    const look = (id = requestId, browser = BROWSER) =>
      house.server.consent.view(id, browser, { user: house.ada });
    expect(look()).not.toBeNull();
    expect(look(requestId, createHash("sha256").update("another").digest("hex"))).toBeNull();
    expect(look("nothing")).toBeNull();
    house.at += HOUR - 1;
    expect(look()).not.toBeNull();
    await house.writer.write(() => void house.stores.oauthClients.revoke("client-1", house.at));
    expect(look()).toBeNull();
    const fresh = await house.addClient();
    const late = await begin({ client_id: fresh.id });
    house.at += HOUR;
    expect(look(late)).toBeNull();
  });
});

describe("the permission to change settings", () => {
  const asked = "bookings.read settings.write";

  test("is granted only if the app requests it by name", async () => {
    await decide(await begin({ scope: "unknown" }));
    expect(grants()).toMatchObject([{ scopes: ["bookings.read", "bookings.write"] }]);
  });

  test("can be granted by a manager of one of the restaurants", async () => {
    const requestId = await begin({ scope: asked });
    const view = house.server.consent.view(requestId, BROWSER, { user: house.ada });
    expect(view?.scopes).toEqual(["bookings.read", "settings.write"]);
    await decide(requestId, { brands: [BISTRO, TRATTORIA] });
    expect(grants()).toMatchObject([{ scopes: ["bookings.read", "settings.write"] }]);
  });

  test("is left out for a host, and refused if nothing else was requested", async () => {
    await decide(await begin({ scope: asked }), { brands: [TRATTORIA] });
    expect(grants()).toMatchObject([{ scopes: ["bookings.read"] }]);
    const only = await decide(await begin({ scope: "settings.write" }), { brands: [TRATTORIA] });
    expect(only).toMatchObject({ kind: "again", message: expect.stringContaining("manager") });
    expect(grants()).toHaveLength(1);
  });
});

describe("the name of a client that describes itself", () => {
  const rename = (name: string) =>
    house.writer.write(() => {
      const client = house.stores.oauthClients.byId("client-1");
      if (client !== null) house.stores.oauthClients.update({ ...client, name });
    });
  const nameShown = (requestId: string) =>
    house.server.consent.view(requestId, BROWSER, { user: house.ada })?.client;

  test("is stored with the consent, whatever the client's document says later", async () => {
    await decide(await begin());
    await rename("Claude");
    expect(grants()).toMatchObject([{ clientName: "Table Talk" }]);
  });

  test("is the one that the person read, even if it changed before they agreed", async () => {
    const requestId = await begin();
    expect(nameShown(requestId)).toMatchObject({ name: "Table Talk" });
    await rename("Claude");
    expect(nameShown(requestId)).toMatchObject({ name: "Table Talk" });
    await decide(requestId);
    expect(grants()).toMatchObject([{ clientName: "Table Talk" }]);
  });

  test("is shown beside the earlier one if it changed, and the person is asked again", async () => {
    await decide(await begin());
    await rename("Claude");
    const again = await begin();
    expect(nameShown(again)).toMatchObject({ name: "Claude", formerName: "Table Talk" });
    house.at += 1000;
    await decide(again);
    expect(grants().map(({ clientName }) => clientName)).toEqual(["Claude", "Table Talk"]);
  });
});

describe("approving", () => {
  test("sends the browser back with code, state and issuer, and stores the brands with the roles", async () => {
    const outcome = await decide(await begin(), { brands: [BISTRO, TRATTORIA] });
    expect(parameterOf(outcome, "code")).toStartWith("mtd_code_");
    expect(parameterOf(outcome, "state")).toBe("the state");
    expect(parameterOf(outcome, "iss")).toBe(ISSUER);
    expect(grants()).toMatchObject([
      {
        clientId: "client-1",
        brands: { [BISTRO]: "manager", [TRATTORIA]: "host" },
        scopes: ["bookings.read", "bookings.write"],
        endedAt: null,
      },
    ]);
  });

  test("twice, even concurrently, gives the same answer and one grant", async () => {
    const requestId = await begin();
    const [first, second] = await Promise.all([decide(requestId), decide(requestId)]);
    expect(first.kind).toBe("redirect");
    expect(second).toEqual(first);
    expect(await decide(requestId, { approve: false, brands: [TRATTORIA] })).toEqual(first);
    expect(grants()).toHaveLength(1);
    const view = house.server.consent.view(requestId, BROWSER, { user: house.ada });
    expect(view?.state).toBe("decided");
  });

  const shown = (requestId: string) =>
    house.server.consent.view(requestId, BROWSER, { user: house.ada })?.state;

  test("again after the app used the code changes nothing", async () => {
    const { verifier, challenge } = pkce();
    const requestId = await begin({ code_challenge: challenge });
    const code = parameterOf(await decide(requestId), "code") ?? "";
    const issued = { code, verifier, redirectUri: CALLBACK };
    expect((await house.redeem(issued)).status).toBe(200);
    expect(await decide(requestId)).toEqual({ kind: "taken" });
    expect(shown(requestId)).toBe("taken");
    expect(grants()).toMatchObject([{ endedAt: null }]);
  });

  test.each([true, false])(
    "or declining again a minute later does not repeat the answer (approved: %p)",
    async (approve) => {
      const requestId = await begin();
      expect((await decide(requestId, { approve })).kind).toBe("redirect");
      house.at += 60_000;
      expect(await decide(requestId, { approve })).toEqual({ kind: "taken" });
      expect(shown(requestId)).toBe("taken");
    },
  );

  test("one of two requests in a browser does not affect the other", async () => {
    const [one, other] = [await begin({ state: "one" }), await begin({ state: "other" })];
    expect(parameterOf(await decide(other), "state")).toBe("other");
    expect(parameterOf(await decide(one), "state")).toBe("one");
    expect(grants()).toHaveLength(2);
  });

  test.each([
    ["no brand", []],
    ["a brand that is not the person's", ["demo-other"]],
    ["a brand of the person and another brand", [BISTRO, "demo-other"]],
    ["the brand __proto__ (which every object inherits)", ["__proto__"]],
  ])("with %s asks again and grants nothing", async (_, brands) => {
    const requestId = await begin();
    expect((await decide(requestId, { brands })).kind).toBe("again");
    expect(grants()).toEqual([]);
    expect((await decide(requestId)).kind).toBe("redirect");
  });

  test("is checked against the person's access at that moment, not at the time when the page was shown", async () => {
    const requestId = await begin();
    await house.teams.leaveTeams(house.ada.id, [BISTRO]);
    expect((await decide(requestId)).kind).toBe("again");
    await house.teams.disableUser(house.ada.id);
    expect((await decide(requestId, { brands: [TRATTORIA] })).kind).toBe("gone");
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "was revoked",
      () => house.writer.write(() => house.stores.oauthClients.revoke("client-1", 1)),
    ],
    [
      "gave up the redirect URI",
      () =>
        house.writer.write(() =>
          house.stores.oauthClients.update({ ...house.client, redirectUris: [`${CALLBACK}/new`] }),
        ),
    ],
  ])("for a client that %s in the meantime grants nothing", async (_, change) => {
    const requestId = await begin();
    await change();
    expect(await decide(requestId)).toEqual({ kind: "gone" });
    expect(grants()).toEqual([]);
  });
});

test("with prompt=login, deciding requires a session newer than the request", async () => {
  const requestId = await begin({ prompt: "login" });
  const { consent } = house.server;
  const before = { user: house.ada, startedAt: house.at - 1 };
  const since = { user: house.ada, startedAt: house.at };
  expect(consent.view(requestId, BROWSER, before)?.state).toBe("sign_in");
  for (const approve of [true, false]) {
    const decision = { approve, brands: [BISTRO] };
    const outcome = await consent.decide(requestId, BROWSER, before, decision);
    expect(outcome).toEqual({ kind: "sign_in" });
  }
  expect((await decide(requestId)).kind).toBe("sign_in");
  expect(grants()).toEqual([]);
  expect(consent.view(requestId, BROWSER, since)?.state).toBe("open");
  const approved = { approve: true, brands: [BISTRO] };
  const outcome = await consent.decide(requestId, BROWSER, since, approved);
  expect(outcome.kind).toBe("redirect");
  // The decision is made, so a second click needs no new sign-in.
  expect(await consent.decide(requestId, BROWSER, before, approved)).toEqual(outcome);
});

test("declining sends access_denied with state and issuer, and grants nothing", async () => {
  const outcome = await decide(await begin(), { approve: false });
  expect(parameterOf(outcome, "error")).toBe("access_denied");
  expect(parameterOf(outcome, "state")).toBe("the state");
  expect(parameterOf(outcome, "iss")).toBe(ISSUER);
  expect(grants()).toEqual([]);
});

test("neither another browser nor another person can see or decide the request", async () => {
  const requestId = await begin();
  const browser = createHash("sha256").update("another").digest("hex");
  expect(await decide(requestId, { browser })).toEqual({ kind: "gone" });
  const bob = await house.addUser("bob@example.com", { [BISTRO]: "owner" });
  expect((await decide(requestId)).kind).toBe("redirect");
  expect(await decide(requestId, { user: bob.id })).toEqual({ kind: "gone" });
  expect(house.server.consent.view(requestId, BROWSER, { user: bob })).toBeNull();
  expect(house.stores.grants.ofUser(bob.id)).toEqual([]);
});
