// Goal: an app gets exactly what a signed-in user chose on our page, in the browser in which the
// app's request started. Method: the product over real HTTP, step by step.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import {
  authorizePath,
  CALLBACK,
  hiddenIn,
  redeemed,
  registered,
  type Seen,
  statusAtMcp,
  type Visitor,
  visitorOf,
} from "../../support/page-visitor.ts";

let desk: DeskWithUser;
let clientId: string;
beforeAll(async () => {
  desk = await deskWithUser();
  clientId = await registered(desk);
});
afterAll(() => desk[Symbol.asyncDispose]());

const signedIn = async (): Promise<Visitor> => {
  const visitor = visitorOf(desk.url);
  await visitor.signIn(desk.user);
  return visitor;
};
/** Opens an authorization request and returns the path of its page. */
const asked = async (visitor: Visitor, path = authorizePath(clientId)): Promise<string> =>
  (await visitor.get(path)).location.slice(desk.url.length);

type Fields = [string, string][];
/** The fields that the button of this decision sends. */
const pressed = (page: Seen, decision: string, brands: readonly string[]): Fields => [
  ...Object.entries(hiddenIn(page.html, "decision")),
  ...brands.map((slug): [string, string] => ["brand", slug]),
  ["decision", decision],
];
const codeIn = ({ location }: Seen): string => new URL(location).searchParams.get("code") ?? "";

describe("connecting an app", () => {
  test("leads through sign-in and the consent page back to the app, with the user's choices", async () => {
    const visitor = visitorOf(desk.url);
    const opened = await visitor.get(authorizePath(clientId));
    expect(opened.status).toBe(303);
    expect(opened.location).toStartWith(`${desk.url}/consent?request=`);
    const signInFirst = await visitor.get(opened.location);
    const next = new URL(signInFirst.location).searchParams.get("next") ?? "";
    expect(desk.url + next).toBe(opened.location);
    const back = await visitor.signIn(desk.user, next);
    expect(back.location).toBe(opened.location);
    const page = await visitor.get(back.location);
    const done = await visitor.post("/consent", pressed(page, "approve", ["demo-bistro"]));
    expect(done.status).toBe(303);
    const target = new URL(done.location);
    expect(target.origin + target.pathname).toBe(CALLBACK);
    expect(target.searchParams.get("state")).toBe("of the client");
    expect(target.searchParams.get("iss")).toBe(desk.url);
    const token = await redeemed(desk, clientId, codeIn(done));
    expect(await statusAtMcp(desk, token)).toBe(200);
  });

  test("shows which app asks for what, in which restaurants, and where the button leads", async () => {
    const visitor = await signedIn();
    const { html } = await visitor.get(await asked(visitor));
    for (const part of [
      "Connect <bdi>Ask Bistro</bdi>?",
      "unverified",
      "<bdi>app.example.com</bdi>",
      "See reservations and the waitlist",
      "Guests may get texts",
      "Demo Bistro",
      "Demo Trattoria",
      desk.user.email,
    ]) {
      expect(html).toContain(part);
    }
    expect(html).not.toContain('" checked');
  });

  test("is still possible after a HEAD request for the page of a pushed request", async () => {
    const pushed = await fetch(`${desk.url}/par`, {
      method: "POST",
      body: new URL(authorizePath(clientId), desk.url).searchParams,
    });
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const query = new URLSearchParams({ client_id: clientId, request_uri }).toString();
    const path = `/authorize?${query}`;
    const looked = await fetch(desk.url + path, { method: "HEAD", redirect: "manual" });
    expect([looked.status, looked.headers.get("location")]).toEqual([200, null]);
    const visitor = await signedIn();
    expect((await visitor.get(path)).location).toStartWith(`${desk.url}/consent?request=`);
  });

  test("asks only for the requested scopes", async () => {
    const visitor = await signedIn();
    const path = await asked(visitor, authorizePath(clientId, { scope: "bookings.read" }));
    const { html } = await visitor.get(path);
    expect(html).toContain("See reservations");
    expect(html).not.toContain("Book, change and cancel");
  });

  test.each([
    ["http://localhost:1234/callback", "localhost:1234", "A program on this device"],
    ["cursor://anysphere/callback", "cursor:", "An app on this device"],
    ["claude.ai:/api/mcp/auth_callback", "claude.ai:", "An app on this device"],
  ])(
    "to the redirect URI %s shows that the app is on this device",
    async (redirect, shown, words) => {
      const id = await registered(desk, { redirect_uris: [redirect] });
      const visitor = await signedIn();
      const { html } = await visitor.get(
        await asked(visitor, authorizePath(id, { redirect_uri: redirect })),
      );
      expect(html).toContain(`<bdi>${shown}</bdi>`);
      expect(html).toContain(words);
    },
  );

  test("selects a user's only restaurant; a user without a restaurant can only decline", async () => {
    const { stores, writer, clock } = desk.server;
    const owner = stores.users.byEmail(desk.user.email);
    if (owner === null) throw new Error("no owner");
    for (const [name, brands] of [
      ["one", ["demo-bistro"]],
      ["none", []],
    ] as const) {
      const id = `user-${name}`;
      const email = `${name}@example.com`;
      await writer.write(() => {
        stores.users.insert({ ...owner, id, email, ownsInstance: false });
        for (const brand of brands) stores.users.join(id, brand, "host", clock());
      });
      const visitor = visitorOf(desk.url);
      await visitor.signIn({ email, password: desk.user.password });
      const { html } = await visitor.get(await asked(visitor));
      expect([name, html.includes('value="demo-bistro" checked')]).toEqual([name, name === "one"]);
      expect([name, html.includes('value="approve"')]).toEqual([name, name === "one"]);
      expect(html).toContain('value="deny"');
      expect(html).not.toContain("Demo Trattoria");
    }
  });
});

describe("a decision on the consent page", () => {
  test("needs one of the user's own restaurants, and keeps the selection if it is refused", async () => {
    const visitor = await signedIn();
    const page = await visitor.get(await asked(visitor));
    const none = await visitor.post("/consent", pressed(page, "approve", []));
    expect([
      none.status,
      none.html.includes("Choose at least one restaurant, or do not connect."),
    ]).toEqual([400, true]);
    const foreign = pressed(page, "approve", ["demo-bistro", "not-mine"]);
    const again = await visitor.post("/consent", foreign);
    expect([again.status, again.html.includes("not in the team")]).toEqual([400, true]);
    expect(again.html).toContain('value="demo-bistro" checked');
    const done = await visitor.post("/consent", pressed(again, "approve", ["demo-bistro"]));
    expect(done.location).toStartWith(CALLBACK);
  });

  test("to decline leads back to the app with access_denied", async () => {
    const visitor = await signedIn();
    const page = await visitor.get(await asked(visitor));
    const { location } = await visitor.post("/consent", pressed(page, "deny", ["demo-bistro"]));
    const { searchParams } = new URL(location);
    expect(searchParams.get("error")).toBe("access_denied");
    expect([searchParams.get("iss"), searchParams.get("state")]).toEqual([
      desk.url,
      "of the client",
    ]);
    expect(searchParams.has("code")).toBe(false);
  });

  test("that is sent twice, even at the same time, has one outcome and one code", async () => {
    const visitor = await signedIn();
    const path = await asked(visitor);
    const fields = pressed(await visitor.get(path), "approve", ["demo-bistro"]);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post("/consent", fields)));
    answers.push(await visitor.post("/consent", [...fields.slice(0, -1), ["decision", "deny"]]));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    const back = await visitor.get(path);
    expect(back.html).toContain("Already answered");
    const onward = await visitor.post("/consent", hiddenIn(back.html, 'action="/consent"'));
    expect(onward.location).toBe(answers[0]?.location ?? "");
  });

  test("that is sent again after the app has used its code returns no code, because a second use of the code would end the connection", async () => {
    const visitor = await signedIn();
    const path = await asked(visitor);
    const fields = pressed(await visitor.get(path), "approve", ["demo-bistro"]);
    const token = await redeemed(desk, clientId, codeIn(await visitor.post("/consent", fields)));
    const [again, back] = [await visitor.post("/consent", fields), await visitor.get(path)];
    for (const { status, location, html } of [again, back]) {
      expect([status, location]).toEqual([200, ""]);
      expect(html).toContain("You have answered <bdi>Ask Bistro</bdi>");
      expect(html).not.toContain("Continue to the app");
    }
    expect(await statusAtMcp(desk, token)).toBe(200);
  });

  test("on another browser's request is refused", async () => {
    const attacker = visitorOf(desk.url);
    const path = await asked(attacker);
    const victim = await signedIn();
    const page = await victim.get(path);
    expect([page.status, page.html.includes("started in another browser")]).toEqual([410, true]);
    const own = await victim.get(await asked(victim));
    const request = new URL(path, desk.url).searchParams.get("request") ?? "";
    const fields = pressed(own, "approve", ["demo-bistro"]).map(
      ([name, value]): [string, string] => (name === "request" ? [name, request] : [name, value]),
    );
    expect((await victim.post("/consent", fields)).status).toBe(403);
  });

  test("on an expired request is refused, with advice what to do", async () => {
    const visitor = await signedIn();
    const path = await asked(visitor);
    const fields = pressed(await visitor.get(path), "approve", ["demo-bistro"]);
    await desk.advance(61 * 60_000);
    expect((await visitor.get(path)).html).toContain("Go back to the app");
    expect((await visitor.post("/consent", fields)).status).toBe(410);
  });

  test("without a session leads to sign-in and back to the page", async () => {
    const visitor = await signedIn();
    const path = await asked(visitor);
    const fields = pressed(await visitor.get(path), "approve", ["demo-bistro"]);
    visitor.cookies.delete("__Host-maitred");
    const { location } = await visitor.post("/consent", fields);
    expect(location).toBe(`${desk.url}/sign-in?next=${encodeURIComponent(path)}`);
  });

  test("is refused from another site, without the form token, and with the token of another request", async () => {
    const visitor = await signedIn();
    const path = await asked(visitor);
    const fields = pressed(await visitor.get(path), "approve", ["demo-bistro"]);
    const foreign = { Origin: "null", "Sec-Fetch-Site": "cross-site" };
    expect((await visitor.post("/consent", fields, foreign)).status).toBe(403);
    const without = fields.filter(([name]) => name !== "csrf");
    expect((await visitor.post("/consent", without)).status).toBe(403);
    const other = pressed(await visitor.get(await asked(visitor)), "approve", []);
    const csrf = other.find(([name]) => name === "csrf")?.[1] ?? "";
    expect((await visitor.post("/consent", [...without, ["csrf", csrf]])).status).toBe(403);
    expect((await visitor.post("/consent", fields)).status).toBe(303);
  });
});

describe("an app that requires a fresh sign-in (prompt=login)", () => {
  const SURE = { prompt: "login consent" };

  test("makes a signed-in user sign in again before the consent page is shown", async () => {
    const visitor = await signedIn();
    // A sign-in in the same millisecond as the request counts as fresh.
    await desk.advance(1);
    const path = await asked(visitor, authorizePath(clientId, SURE));
    const { location } = await visitor.get(path);
    expect(location).toBe(`${desk.url}/sign-in?again&next=${encodeURIComponent(path)}`);
    const page = await visitor.get(location);
    expect(page.html).toContain("asks you to sign in again");
    const { email, password } = desk.user;
    const typed = { ...hiddenIn(page.html), email, password: "not the password" };
    const wrong = await visitor.post("/sign-in", typed);
    expect(wrong.status).toBe(400);
    expect((await visitor.get(path)).location).toBe(location);
    const back = await visitor.post("/sign-in", { ...hiddenIn(wrong.html), email, password });
    expect(back.location).toBe(desk.url + path);
    const consent = await visitor.get(path);
    expect(consent.status).toBe(200);
    const done = await visitor.post("/consent", pressed(consent, "approve", ["demo-bistro"]));
    expect(codeIn(done)).not.toBe("");
  });

  test("accepts a sign-in that was made after its request", async () => {
    const visitor = visitorOf(desk.url);
    const path = await asked(visitor, authorizePath(clientId, SURE));
    expect((await visitor.get(path)).location).not.toContain("again");
    await visitor.signIn(desk.user, path);
    expect((await visitor.get(path)).status).toBe(200);
  });
});

describe("several sign-ins at the same time", () => {
  test("in a new browser do not affect each other", async () => {
    const visitor = visitorOf(desk.url);
    // Both requests are sent before the first answer has set a cookie.
    const paths = await Promise.all([asked(visitor), asked(visitor)]);
    expect(visitor.cookies.size).toBe(2);
    await visitor.signIn(desk.user);
    for (const path of paths.toReversed()) {
      const page = await visitor.get(path);
      const done = await visitor.post("/consent", pressed(page, "approve", ["demo-bistro"]));
      expect(codeIn(done)).not.toBe("");
    }
  });
});

describe("an authorization request that cannot be trusted is answered on our page, not redirected:", () => {
  test.each([
    ["an unknown client", () => authorizePath("nobody"), "not registered"],
    ["no client", () => "/authorize", "client_id is missing"],
    [
      "a redirect URI that was not registered",
      () => authorizePath(clientId, { redirect_uri: "https://evil.test/<script>" }),
      "not registered for this client",
    ],
  ])("%s", async (_, path, words) => {
    const { status, location, html } = await (await signedIn()).get(path());
    expect([status, location]).toEqual([400, ""]);
    expect(html).toContain(words);
    expect(html).toContain("add it again");
    expect(html).not.toContain("<script>");
  });
});

describe("an authorization request", () => {
  test("from a known app with a wrong parameter shows the app's address and a button back to the app", async () => {
    const path = authorizePath(clientId, { code_challenge_method: "plain" });
    const { status, headers, html } = await visitorOf(desk.url).get(path);
    expect([status, headers.get("location")]).toEqual([400, null]);
    expect(html).toContain("<bdi>app.example.com</bdi>");
    const [, href = ""] = /<a class="button quiet" href="([^"]*)"/.exec(html) ?? [];
    const { searchParams } = new URL(href.replaceAll("&amp;", "&"));
    expect([searchParams.get("error"), searchParams.get("iss")]).toEqual([
      "invalid_request",
      desk.url,
    ]);
  });

  test("by POST becomes a GET, with which the browser sends our cookies", async () => {
    const visitor = visitorOf(desk.url);
    const [, query = ""] = authorizePath(clientId).split("?");
    const headers = { Origin: "https://app.example.com", "Sec-Fetch-Site": "cross-site" };
    const sent = await visitor.post("/authorize", [...new URLSearchParams(query)], headers);
    expect([sent.status, sent.location]).toEqual([303, desk.url + authorizePath(clientId)]);
    expect(visitor.cookies.size).toBe(0);
    expect((await visitor.post("/authorize", { state: "x".repeat(9000) })).status).toBe(400);
  });
});

describe("misleading names of apps", () => {
  test.each([
    ["HTML", "</h1><script>alert(1)</script>", "&lt;/h1&gt;&lt;script&gt;"],
    ["bidirectional overrides", "\u202Etneilc doog", "Connect <bdi>tneilc doog</bdi>?"],
    ["invisible letters", "Cl\u200Bau\u2060de", "Connect <bdi>Claude</bdi>?"],
  ])("with %s are shown harmlessly", async (_, name, shown) => {
    const { stores, writer } = desk.server;
    const id = await registered(desk);
    // Stored directly: names from a metadata document or an operator do not pass the checks of
    // registration.
    await writer.write(() => {
      const client = stores.oauthClients.byId(id);
      if (client !== null) stores.oauthClients.update({ ...client, name: name.slice(0, 200) });
    });
    const visitor = await signedIn();
    const { html } = await visitor.get(await asked(visitor, authorizePath(id)));
    expect(html).toContain(shown);
    expect(html).not.toMatch(/<script|[\u202A-\u202E\u2060\u200B]/);
  });

  test("of the maximum length are shortened on the consent page", async () => {
    const id = await registered(desk, { client_name: "W".repeat(7000) });
    const visitor = await signedIn();
    const { html } = await visitor.get(await asked(visitor, authorizePath(id)));
    expect(html).toMatch(/Connect <bdi>W{40,79}…?<.bdi>\?/);
    expect(html.length).toBeLessThan(8000);
  });
});
