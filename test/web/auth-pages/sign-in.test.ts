// Goal: users sign in and out. No other site can sign anybody in or redirect anybody, and a refusal
// does not reveal whether an account exists. Method: the product over real HTTP, with a browser that
// follows no redirect by itself.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { accountWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { hiddenIn, OWN_FORM, type Seen, visitorOf } from "../../support/page-visitor.ts";

let desk: DeskWithUser;
beforeAll(async () => {
  desk = await deskWithUser();
});
afterAll(() => desk[Symbol.asyncDispose]());

const HOME = "/connected-apps";
const visitor = () => visitorOf(desk.url);
const sessionOf = (cookies: Map<string, string>): string | undefined =>
  cookies.get("__Host-maitred");
/** A page without the parts that differ each time. */
const bare = ({ html }: Seen): string => html.replace(/name="csrf" value="[^"]*"/g, "");

describe("every page of signing in", () => {
  test.each(["/sign-in", "/consent?request=1", HOME, "/setup/x", "/authorize?client_id=x"])(
    "%s has strict headers, allows no scripts and loads only our stylesheet",
    async (path) => {
      const { headers, html } = await visitor().get(path);
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'",
      );
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(html).not.toMatch(/<script|<style|style=|<img|onclick|https?:\/\/(?!127)/);
    },
  );

  test("has a stylesheet that may be cached forever, because its name changes with its content", async () => {
    const { html } = await visitor().get("/sign-in");
    const [, path = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    expect(path).toMatch(/^\/assets\/auth\.[0-9a-f]{12}\.css$/);
    const { status, headers } = await visitor().get(path);
    expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await visitor().get("/assets/auth.000000000000.css")).status).toBe(404);
  });

  test("redirects a browser from localhost to the server's own address, for which the cookies are set", async () => {
    const { port } = new URL(desk.url);
    const { status, location } = await visitor().get("/sign-in?next=%2Fx", {
      Host: `localhost:${port}`,
    });
    expect([status, location]).toEqual([308, `${desk.url}/sign-in?next=%2Fx`]);
  });

  test("answers a wrong method with the allowed methods", async () => {
    const response = await fetch(`${desk.url}/sign-in`, { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });
});

describe("signing in", () => {
  test("sets a cookie that scripts cannot read, and redirects with GET", async () => {
    const ada = visitor();
    const { status, location, headers } = await ada.signIn(desk.user, "/consent?request=1");
    expect([status, location]).toEqual([303, `${desk.url}/consent?request=1`]);
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-maitred=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=43\d{3}$/,
    );
    expect((await ada.get(HOME)).status).toBe(200);
  });

  test("gives the same refusal for a wrong password and an unknown address", async () => {
    const wrong = await visitor().signIn({ ...desk.user, password: "not the password" });
    const nobody = await visitor().signIn({ email: "x@example.com", password: "not the password" });
    expect([wrong.status, nobody.status]).toEqual([400, 400]);
    expect(bare(wrong).replaceAll(desk.user.email, "x@example.com")).toBe(bare(nobody));
    expect(wrong.html).toContain("Wrong e-mail address or password");
    expect(wrong.html).not.toContain("not the password");
    expect(wrong.headers.getSetCookie().join()).not.toContain("__Host-maitred=");
  });

  test("keeps the typed address, and escapes it", async () => {
    const { html } = await visitor().signIn({ email: `"><b>x`, password: "x" });
    expect(html).toContain("&quot;&gt;&lt;b&gt;x");
    expect(html).not.toContain("<b>x");
  });

  test("is skipped for a signed-in user, who is redirected", async () => {
    const ada = visitor();
    await ada.signIn(desk.user);
    const shown = await ada.get("/sign-in?next=%2Fconsent%3Frequest%3D1");
    expect([shown.status, shown.location]).toEqual([303, `${desk.url}/consent?request=1`]);
    const sentAgain = await ada.post("/sign-in", { csrf: "of before", email: "", password: "" });
    expect([sentAgain.status, sentAgain.location]).toEqual([303, `${desk.url}/`]);
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "/.//evil.test"])(
    "never redirects to %s",
    async (next) => {
      const ada = visitor();
      expect((await ada.signIn(desk.user, next)).location).toBe(`${desk.url}/`);
      const again = await ada.get(`/sign-in?next=${encodeURIComponent(next)}`);
      expect(again.location).toBe(`${desk.url}/`);
    },
  );

  test("with too many wrong passwords says how long to wait", async () => {
    const email = "guessed@example.com";
    const guess = () => visitor().signIn({ email, password: "wrong password" });
    let last = await guess();
    for (let tries = 0; tries < 15 && last.status !== 429; tries++) last = await guess();
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(last.html).toContain("Too many tries. Wait");
  });
});

test("strangers who guess passwords do not lock out a browser that has signed in before", async () => {
  const account = await accountWith("host", desk, "demo-bistro");
  const ada = visitor();
  await ada.signIn(account);
  const [mark] = [...ada.cookies].filter(([name]) => name === "__Host-maitred-known");
  expect(mark).toBeDefined();
  ada.cookies.delete("__Host-maitred");
  for (let tries = 0; tries < 12; tries++) {
    await visitor().signIn({ ...account, password: "a stranger's guess" });
  }
  expect((await visitor().signIn(account)).status).toBe(429);
  expect((await ada.signIn(account)).status).toBe(303);
});

describe("the sign-in form", () => {
  /** The filled-in fields of a form that this browser was shown. */
  const filled = async (browser: ReturnType<typeof visitor>): Promise<Record<string, string>> => ({
    ...hiddenIn((await browser.get("/sign-in")).html),
    email: desk.user.email,
    password: desk.user.password,
  });

  test("without its token, or with the token of another page, is refused", async () => {
    const browser = visitor();
    const { csrf = "", ...rest } = await filled(browser);
    const elsewhere = hiddenIn((await browser.get("/sign-in?next=%2Fconsent")).html);
    for (const fields of [
      rest,
      { ...rest, csrf: "" },
      { ...rest, csrf: elsewhere["csrf"] ?? "" },
    ]) {
      expect((await browser.post("/sign-in", fields)).status).toBe(403);
    }
    expect(sessionOf(browser.cookies)).toBeUndefined();
    expect((await browser.post("/sign-in", { ...rest, csrf })).status).toBe(303);
  });

  test("that was shown to another browser is refused", async () => {
    const theirs = await filled(visitor());
    const browser = visitor();
    await browser.get("/sign-in");
    const { status, html } = await browser.post("/sign-in", theirs);
    expect([status, sessionOf(browser.cookies)]).toEqual([403, undefined]);
    expect(html).toContain("out of date");
  });

  test("sent without cookies is refused, and the page says to allow cookies", async () => {
    const fields = await filled(visitor());
    const { status, html } = await visitor().post("/sign-in", fields);
    expect(status).toBe(403);
    expect(html).toContain("Allow cookies");
  });

  test.each([
    ["another site", { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" }],
    ["a sandboxed frame of another site", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
    ["another subdomain of our site", { Origin: "null", "Sec-Fetch-Site": "same-site" }],
    ["another program on this machine", { Origin: "http://localhost:1", "Sec-Fetch-Site": "x" }],
    ["another loopback page", { Origin: "http://127.0.0.1:1" }],
    ["another site, without an Origin", { Origin: "", "Sec-Fetch-Site": "cross-site" }],
  ])("sent by %s is refused, even if it is filled in correctly", async (_, headers) => {
    const browser = visitor();
    const { status } = await browser.post("/sign-in", await filled(browser), headers);
    expect([status, sessionOf(browser.cookies)]).toEqual([403, undefined]);
  });

  test.each([
    ["a browser that sends our origin", { Origin: "own", "Sec-Fetch-Site": "same-origin" }],
    ["Chromium, Firefox and Safari, which hide the origin here", OWN_FORM],
    ["an old browser, without Sec-Fetch-Site", { Origin: "null", "Sec-Fetch-Site": "" }],
  ])("sent by %s is accepted", async (_, { Origin, ...site }) => {
    const browser = visitor();
    const fields = await filled(browser);
    const own = Origin === "own" ? desk.url : Origin;
    const headers = Object.fromEntries(
      Object.entries({ Origin: own, ...site }).filter(([, value]) => value !== ""),
    );
    const response = await fetch(`${desk.url}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: {
        ...headers,
        "Content-Type": "application/x-www-form-urlencoded",
        Cookie: [...browser.cookies].map((pair) => pair.join("=")).join("; "),
      },
      body: new URLSearchParams(fields).toString(),
    });
    expect(response.status).toBe(303);
  });

  test.each([
    ["JSON", { "Content-Type": "application/json" }],
    ["multipart form data", { "Content-Type": "multipart/form-data; boundary=x" }],
  ])("sent as %s is refused as unreadable", async (_, headers) => {
    expect((await visitor().post("/sign-in", { email: "x" }, headers)).status).toBe(400);
  });

  test("with a megabyte of fields is refused as unreadable", async () => {
    expect((await visitor().post("/sign-in", { email: "x".repeat(1_000_000) })).status).toBe(400);
  });
});

describe("session fixation", () => {
  test("fails: a victim who signs in with a planted session gets a new one, and the planted one stays ended", async () => {
    const attacker = visitor();
    await attacker.signIn(desk.user);
    const planted = sessionOf(attacker.cookies) ?? "";
    const victim = visitor();
    // The attacker signs out, so the planted session has ended.
    const page = await attacker.get(HOME);
    await attacker.post("/sign-out", hiddenIn(page.html, "/sign-out"));
    victim.cookies.set("__Host-maitred", planted);
    await victim.signIn(desk.user);
    expect(sessionOf(victim.cookies)).not.toBe(planted);
    attacker.cookies.set("__Host-maitred", planted);
    expect((await attacker.get(HOME)).status).toBe(303);
  });

  test.each(["", "x", "a.b.c", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0."])(
    "%p is not a session",
    async (token) => {
      const browser = visitor();
      browser.cookies.set("__Host-maitred", token);
      expect((await browser.get(HOME)).location).toStartWith(`${desk.url}/sign-in`);
    },
  );
});

describe("signing out", () => {
  test("takes one button, ends the session on the server and clears the cookie", async () => {
    const ada = visitor();
    await ada.signIn(desk.user);
    const kept = sessionOf(ada.cookies) ?? "";
    const page = await ada.get("/sign-out");
    expect(page.html).toContain("Sign out?");
    expect((await ada.get(HOME)).status).toBe(200);
    expect((await ada.post("/sign-out", { csrf: "guessed" })).status).toBe(403);
    const done = await ada.post("/sign-out", hiddenIn(page.html));
    expect(done.location).toBe(`${desk.url}/sign-in?signed-out`);
    expect(sessionOf(ada.cookies)).toBeUndefined();
    expect((await ada.get(done.location)).html).toContain("You are signed out.");
    ada.cookies.set("__Host-maitred", kept);
    expect((await ada.get(HOME)).status).toBe(303);
  });

  test("leads to a sign-in form that returns to the same page, and never to another site", async () => {
    for (const [next, leadsTo] of [
      ["/consent?request=1", "/sign-in?next=%2Fconsent%3Frequest%3D1"],
      ["//evil.test", "/sign-in?signed-out"],
    ] as const) {
      const ada = visitor();
      await ada.signIn(desk.user);
      const form = hiddenIn((await ada.get("/sign-out")).html);
      expect((await ada.post("/sign-out", { ...form, next })).location).toBe(desk.url + leadsTo);
    }
  });
});
