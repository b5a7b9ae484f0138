// Goal: in a real browser, people can sign in, consent and return to the app, under the pages'
// content security policy and without scripts. Other sites and browsers cannot interfere. Method:
// one Chromium with a profile for each person.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { authorizePath, redeemed, registered, statusAtMcp } from "../support/page-visitor.ts";
import { type Callback, listenForCallback } from "./callback.ts";
import { hasChromium, newProfile } from "./chromium.ts";
import { inBrowser } from "./in-browser.ts";

let desk: DeskWithUser;
let app: Callback;
let clientId: string;
beforeAll(async () => {
  if (!hasChromium) return;
  desk = await deskWithUser();
  app = listenForCallback();
  clientId = await registered(desk, { redirect_uris: [app.url] });
});
afterAll(async () => {
  if (!hasChromium) return;
  app[Symbol.dispose]();
  await desk[Symbol.asyncDispose]();
});

const authorizeUrl = (state = "1"): string =>
  desk.url + authorizePath(clientId, { redirect_uri: app.url, state });
async function signIn(page: Page): Promise<void> {
  await page.getByLabel("E-mail").fill(desk.user.email);
  await page.getByLabel("Password").fill(desk.user.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
const connect = (page: Page) => page.getByRole("button", { name: "Connect", exact: true });
/** Waits for the page with this title. */
const shows = (page: Page, title: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
/** The codes of the requests that arrived at the app with this state; null: without a code. */
const codesOf = (state: string): (string | null)[] =>
  app.arrived.filter((query) => query.get("state") === state).map((query) => query.get("code"));
/** Whether this profile is signed in. */
async function isSignedIn(profile: BrowserContext): Promise<boolean> {
  const page = await profile.newPage();
  await page.goto(`${desk.url}/connected-apps`);
  const signedIn = new URL(page.url()).pathname === "/connected-apps";
  await page.close();
  return signedIn;
}

inBrowser("connecting an app:", () => {
  test("sign-in and consent return to the app with a code, and nothing violates the content security policy", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(authorizeUrl("whole way"));
    await shows(page, "Sign in");
    const font = await page.evaluate("getComputedStyle(document.body).fontSize");
    expect(font).toBe("17px");
    await signIn(page);
    await shows(page, "Connect Ask Bistro?");
    await page.getByLabel("Demo Bistro").check();
    await connect(page).click();
    await shows(page, "Back in the app");
    expect(complaints.filter((line) => /polic|refused|violat/i.test(line))).toEqual([]);
    const [code] = codesOf("whole way");
    const token = await redeemed(desk, clientId, code ?? "", app.url);
    expect(await statusAtMcp(desk, token)).toBe(200);
  });

  test("works without scripts, and with the keyboard only", async () => {
    await using profile = await newProfile({ javaScriptEnabled: false });
    const page = await profile.newPage();
    await page.goto(authorizeUrl("keyboard"));
    await page.locator("#email:focus").waitFor();
    await page.keyboard.type(desk.user.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(desk.user.password);
    await page.keyboard.press("Enter");
    await shows(page, "Connect Ask Bistro?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await shows(page, "Back in the app");
    expect(codesOf("keyboard")[0]).toBeString();
  });

  test("declining returns to the app too, without a code", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(authorizeUrl("refused"));
    await signIn(page);
    await page.getByRole("button", { name: "Do not connect" }).click();
    await shows(page, "Back in the app");
    expect(app.arrived.at(-1)?.get("error")).toBe("access_denied");
    expect(codesOf("refused")).toEqual([null]);
  });

  test("a person who selected no restaurant is asked again, and can then connect", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(authorizeUrl("again"));
    await signIn(page);
    await connect(page).click();
    expect(await page.getByRole("alert").textContent()).toContain("at least one restaurant");
    await page.getByLabel("Demo Trattoria").check();
    await connect(page).click();
    await shows(page, "Back in the app");
    expect(codesOf("again")).toHaveLength(1);
  });

  test("two presses of the button are one decision", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(authorizeUrl("twice"));
    await signIn(page);
    await page.getByLabel("Demo Bistro").check();
    const grants = desk.server.stores.grants.list().length;
    await connect(page).dblclick();
    await shows(page, "Back in the app");
    expect(new Set(codesOf("twice")).size).toBe(1);
    expect(desk.server.stores.grants.list()).toHaveLength(grants + 1);
  });

  test("the back button leads to a page that sends the same answer again", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(authorizeUrl("back"));
    await signIn(page);
    await page.getByLabel("Demo Bistro").check();
    await connect(page).click();
    await shows(page, "Back in the app");
    await page.goBack();
    await shows(page, "Already answered");
    await page.getByRole("button", { name: "Continue to the app" }).click();
    await shows(page, "Back in the app");
    expect(new Set(codesOf("back")).size).toBe(1);
    expect(codesOf("back")).toHaveLength(2);
  });

  test("one person can connect the app in two tabs of a new browser at the same time", async () => {
    await using profile = await newProfile();
    const [one, other] = await Promise.all([profile.newPage(), profile.newPage()]);
    await Promise.all([one.goto(authorizeUrl("one")), other.goto(authorizeUrl("other"))]);
    await signIn(one);
    await shows(one, "Connect Ask Bistro?");
    // This page was opened before the sign-in.
    await signIn(other);
    for (const page of [other, one]) {
      await shows(page, "Connect Ask Bistro?");
      await page.getByLabel("Demo Bistro").check();
      await connect(page).click();
      await shows(page, "Back in the app");
    }
    const codes = [...codesOf("one"), ...codesOf("other")];
    expect([codes.length, new Set(codes).size]).toEqual([2, 2]);
  });
});

inBrowser("another site", () => {
  test("cannot consent for a person by sending a form of its own, from its page or from a frame", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(authorizeUrl("cross-site"));
    await signIn(page);
    await shows(page, "Connect Ask Bistro?");
    const request = new URL(page.url()).searchParams.get("request") ?? "";
    const csrf = await page.locator('input[name="csrf"]').first().inputValue();
    // The worst case: the site knows what our form contains.
    const fields = { request, csrf, decision: "approve", brand: "demo-bistro" };
    const inputs = Object.entries(fields)
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join("");
    const form = `<form method="post" action="${desk.url}/consent">${inputs}<button>Win</button></form>`;
    // To a browser, localhost and 127.0.0.1 are different sites.
    const framed = `<iframe sandbox="allow-forms allow-scripts" srcdoc='${form}'></iframe>`;
    for (const html of [form, framed]) {
      using site = listenForCallback(html, "localhost");
      const evil = await profile.newPage();
      await evil.goto(site.origin);
      const answered = evil.waitForResponse((response) => response.url().endsWith("/consent"));
      const inside = html === form ? evil : evil.frameLocator("iframe");
      await inside.getByRole("button").click();
      expect((await answered).status()).toBe(403);
    }
    expect(codesOf("cross-site")).toEqual([]);
    await page.getByLabel("Demo Bistro").check();
    await connect(page).click();
    await shows(page, "Back in the app");
    expect(codesOf("cross-site")).toHaveLength(1);
  });

  test("cannot show our pages in a frame", async () => {
    await using profile = await newProfile();
    using site = listenForCallback(`<iframe src="${desk.url}/sign-in"></iframe>`, "localhost");
    const page = await profile.newPage();
    await page.goto(site.origin);
    const frame = page.frames().find((one) => one !== page.mainFrame());
    expect(await frame?.locator("form").count()).toBe(0);
    expect(frame?.url()).not.toContain(desk.url);
  });

  test("cannot sign anybody out", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(`${desk.url}/sign-in?next=%2Fconnected-apps`);
    await signIn(page);
    await shows(page, "Connected apps");
    const form = `<form method="post" action="${desk.url}/sign-out"><button>Out</button></form>`;
    using site = listenForCallback(form, "localhost");
    await page.goto(site.origin);
    const answered = page.waitForResponse((response) => response.url().endsWith("/sign-out"));
    await page.getByRole("button").click();
    expect((await answered).status()).toBe(403);
    expect(await isSignedIn(profile)).toBe(true);
  });

  test("cannot redirect people after they signed in", async () => {
    await using profile = await newProfile();
    const page = await profile.newPage();
    await page.goto(`${desk.url}/sign-in?next=${encodeURIComponent(app.url)}`);
    await signIn(page);
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    expect(new URL(page.url()).origin).toBe(desk.url);
    expect(await isSignedIn(profile)).toBe(true);
  });
});

inBrowser("another browser", () => {
  test("gets no code if a person opens, in their own browser, a request that it started", async () => {
    await using attacker = await newProfile();
    const theirs = await attacker.newPage();
    await theirs.goto(authorizeUrl("lured"));
    const next = new URL(theirs.url()).searchParams.get("next") ?? "";
    await using victim = await newProfile();
    const page = await victim.newPage();
    await page.goto(desk.url + next);
    await signIn(page);
    await shows(page, "This request has ended");
    expect(await page.getByRole("button").count()).toBe(0);
    expect(codesOf("lured")).toEqual([]);
  });

  test("is not signed in when a person signs in with cookies that it planted (session fixation)", async () => {
    await using attacker = await newProfile();
    const theirs = await attacker.newPage();
    await theirs.goto(`${desk.url}/sign-in`);
    const planted = await attacker.cookies();
    expect(planted).toHaveLength(1);
    await using victim = await newProfile();
    await victim.addCookies(planted);
    const page = await victim.newPage();
    await page.goto(`${desk.url}/sign-in`);
    await signIn(page);
    await page.waitForURL((url) => url.pathname !== "/sign-in");
    expect([await isSignedIn(victim), await isSignedIn(attacker)]).toEqual([true, false]);
    // A planted session of a signed-in person does not help either: signing in makes a new session.
    const before = await victim.cookies();
    await using third = await newProfile();
    await third.addCookies(before);
    const own = await third.newPage();
    await own.goto(`${desk.url}/sign-out`);
    await own.getByRole("button", { name: "Sign out" }).click();
    await shows(own, "Sign in");
    await signIn(own);
    await own.waitForURL((url) => url.pathname !== "/sign-in");
    expect([await isSignedIn(third), await isSignedIn(victim)]).toEqual([true, false]);
  });
});

inBrowser("on a small phone", () => {
  test("every page fits into 360 px", async () => {
    await using profile = await newProfile({ viewport: { width: 360, height: 640 } });
    const page = await profile.newPage();
    const name = "A name without any space".replaceAll(" ", "").repeat(8);
    const longHost = `https://${"a-long-label.".repeat(12)}example.com/callback`;
    const id = await registered(desk, { client_name: name, redirect_uris: [longHost] });
    const overflow = (): Promise<unknown> =>
      page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    await page.goto(desk.url + authorizePath(id, { redirect_uri: longHost }));
    expect(await overflow()).toBe(0);
    await signIn(page);
    await connect(page).waitFor();
    expect(await overflow()).toBe(0);
    await connect(page).click();
    await page.getByRole("alert").waitFor();
    // Large enough for fingers: 44 px.
    for (const button of await page
      .getByRole("button")
      .filter({ hasText: /connect/i })
      .all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    for (const path of ["/connected-apps", "/sign-out", "/", "/authorize", "/consent"]) {
      await page.goto(desk.url + path);
      expect([path, await overflow()]).toEqual([path, 0]);
    }
  });
});
