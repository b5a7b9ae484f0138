// Goal: an account with a second factor cannot be opened without it; a user who needs a second
// factor and has none can do nothing but add one; and no page needs scripts. Method: the product
// over real HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codeAt } from "../../support/authenticator.ts";
import { accountWith } from "../../support/desk-people.ts";
import { configuredDesk, type DeskWithUser } from "../../support/desk-with-user.ts";
import {
  authorizePath,
  hiddenIn,
  registered,
  type Seen,
  visitorOf,
} from "../../support/page-visitor.ts";

const BRAND = "demo-bistro";
const STEP = 30_000;
type Browser = ReturnType<typeof visitorOf>;

let desk: DeskWithUser;
let strict: DeskWithUser;
beforeAll(async () => {
  [desk, strict] = await Promise.all([
    configuredDesk({}),
    configuredDesk({ requireSecondFactor: "managers" }),
  ]);
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
});

const session = ({ cookies }: Browser): string | undefined => cookies.get("__Host-maitred");
const pathOf = ({ location }: Seen): string => location.replace(/^https?:\/\/[^/]+/, "");
const secretIn = (html: string): string =>
  (/<code>([A-Z2-7 ]{32,})<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "");
const codesIn = (html: string): string[] => html.match(/\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b/g) ?? [];

/** Adds an authenticator app on the pages. Returns its secret and the recovery codes. */
async function addApp(house: DeskWithUser, browser: Browser, next = "/") {
  const page = await browser.get(`/account/app?next=${encodeURIComponent(next)}`);
  const secret = secretIn(page.html);
  const fields = { ...hiddenIn(page.html), code: codeAt(secret, house.server.clock()) };
  const added = await browser.post("/account/app", fields);
  const shown = await browser.get(pathOf(added));
  await house.advance(STEP);
  return { secret, codes: codesIn(shown.html), added, shown };
}
/** A host with an authenticator app, and the browser in which the app was added. */
async function hostWithApp(house: DeskWithUser) {
  const person = await accountWith("host", house, BRAND);
  const browser = visitorOf(house.url);
  await browser.signIn(person);
  return { person, browser, ...(await addApp(house, browser)) };
}
async function sendCode(browser: Browser, asked: Seen, code: string): Promise<Seen> {
  const page = await browser.get(pathOf(asked));
  return browser.post("/second-factor", { ...hiddenIn(page.html), code });
}
const atMcp = (house: DeskWithUser, token: string) =>
  fetch(house.mcp, { method: "POST", headers: { Authorization: `Bearer ${token}` }, body: "{}" });
const openSession = (house: DeskWithUser, body: object) =>
  fetch(`${house.url}/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

describe("an authenticator app", () => {
  test("is set up with the secret that the page shows, and the recovery codes are shown once", async () => {
    const { browser, codes, added, shown } = await hostWithApp(desk);
    expect([added.status, pathOf(added)]).toEqual([303, "/account/codes?next=%2F"]);
    expect(codes).toHaveLength(10);
    expect(shown.headers.get("cache-control")).toBe("no-store");
    await desk.advance(STEP);
    const again = await browser.get("/account/codes");
    expect(codesIn(again.html)).toEqual([]);
    const { html } = await browser.get("/account");
    expect(html).toContain("10 of 10 left");
    expect(html).toContain("Remove the app");
  });

  test("keeps its secret when the set-up gets a wrong code", async () => {
    const person = await accountWith("host", desk, BRAND);
    const browser = visitorOf(desk.url);
    await browser.signIn(person);
    const page = await browser.get("/account/app");
    const wrong = await browser.post("/account/app", { ...hiddenIn(page.html), code: "000000" });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("not the code that the app shows now");
    expect(secretIn(wrong.html)).toBe(secretIn(page.html));
    const code = codeAt(secretIn(page.html), desk.server.clock());
    expect((await browser.post("/account/app", { ...hiddenIn(wrong.html), code })).status).toBe(
      303,
    );
  });

  test("is asked for after the password, and the right code leads to the requested page", async () => {
    const { person, secret } = await hostWithApp(desk);
    const browser = visitorOf(desk.url);
    const asked = await browser.signIn(person, "/connected-apps");
    expect(pathOf(asked)).toBe("/second-factor?next=%2Fconnected-apps");
    expect(session(browser)).toBeUndefined();
    expect(pathOf(await browser.get("/connected-apps"))).toStartWith("/sign-in");
    const wrong = await sendCode(browser, asked, "000000");
    expect([wrong.status, wrong.html.includes("wrong, has expired")]).toEqual([400, true]);
    const done = await sendCode(browser, asked, codeAt(secret, desk.server.clock()));
    expect(pathOf(done)).toBe("/connected-apps");
    expect((await browser.get("/connected-apps")).status).toBe(200);
    expect(browser.cookies.has("__Host-maitred-proof")).toBe(false);
  });

  test("shows codes that work only once, even in another browser", async () => {
    const { person, secret } = await hostWithApp(desk);
    const [one, other] = [visitorOf(desk.url), visitorOf(desk.url)];
    const [first, second] = [await one.signIn(person), await other.signIn(person)];
    const code = codeAt(secret, desk.server.clock());
    expect((await sendCode(one, first, code)).status).toBe(303);
    expect((await sendCode(other, second, code)).status).toBe(400);
    expect(session(other)).toBeUndefined();
  });

  test("is not needed with a recovery code, which works once", async () => {
    const { person, codes } = await hostWithApp(desk);
    for (const [status, known] of [
      [303, true],
      [400, false],
    ] as const) {
      const browser = visitorOf(desk.url);
      const answer = await sendCode(browser, await browser.signIn(person), codes[0] ?? "");
      expect([answer.status, session(browser) !== undefined]).toEqual([status, known]);
    }
  });

  test("cannot be skipped with a cookie of another browser or one that is ten minutes old", async () => {
    const { person, secret } = await hostWithApp(desk);
    const [one, other] = [visitorOf(desk.url), visitorOf(desk.url)];
    const asked = await one.signIn(person);
    await other.get("/sign-in");
    other.cookies.set("__Host-maitred-proof", one.cookies.get("__Host-maitred-proof") ?? "");
    expect(pathOf(await other.get(pathOf(asked)))).toStartWith("/sign-in");
    other.cookies.set("__Host-maitred-proof", "made-up");
    expect(pathOf(await other.get(pathOf(asked)))).toStartWith("/sign-in");
    const page = await one.get(pathOf(asked));
    await desk.advance(10 * 60_000);
    const code = codeAt(secret, desk.server.clock());
    const late = await one.post("/second-factor", { ...hiddenIn(page.html), code });
    expect(pathOf(late)).toStartWith("/sign-in");
  });

  test("that no longer works, because the server has a new secret, is reported and can be set up again", async () => {
    const { person, codes } = await hostWithApp(desk);
    const { stores, writer, clock } = desk.server;
    const { id } = stores.users.byEmail(person.email) ?? { id: "" };
    const sealedSecret = new Uint8Array(60);
    const row = { sealedSecret, lastStep: 0, createdAt: clock() };
    await writer.write(() => stores.factors.setTotp(id, row));
    const browser = visitorOf(desk.url);
    const asked = await browser.signIn(person);
    const { html } = await browser.get(pathOf(asked));
    expect(html).toContain("no longer work: this server has a new secret");
    await sendCode(browser, asked, codes[0] ?? "");
    expect((await browser.get("/account")).html).toContain("set the app up again");
    const { secret } = await addApp(desk, browser);
    const other = visitorOf(desk.url);
    const code = codeAt(secret, clock());
    expect(pathOf(await sendCode(other, await other.signIn(person), code))).toBe("/");
  });

  test("is throttled for five minutes after twelve wrong codes, and Retry-After says so", async () => {
    const { person } = await hostWithApp(desk);
    const browser = visitorOf(desk.url);
    const asked = await browser.signIn(person);
    let last = await sendCode(browser, asked, "000000");
    for (let n = 0; n < 11; n++) last = await sendCode(browser, asked, "000000");
    expect([last.status, last.headers.get("retry-after")]).toEqual([429, "300"]);
  });

  test("is still asked for after its user has set a new password by a link", async () => {
    const { person, secret } = await hostWithApp(desk);
    const { stores, writer, clock } = desk.server;
    const user = stores.users.byEmail(person.email);
    const owner = stores.users.byEmail(desk.user.email);
    const token = "A".repeat(43);
    await writer.write(() =>
      stores.accountLinks.put({
        userId: user?.id ?? "",
        madeBy: owner?.id ?? "",
        tokenHash: new Bun.CryptoHasher("sha256").update(token).digest("hex"),
        createdAt: clock(),
        expiresAt: clock() + 60_000,
      }),
    );
    const browser = visitorOf(desk.url);
    const page = await browser.get(`/join/${token}`);
    const password = "seven green bottles";
    const chosen = { ...hiddenIn(page.html), password, again: password };
    const asked = await browser.post(`/join/${token}`, chosen);
    expect([pathOf(asked), session(browser)]).toEqual(["/second-factor?next=%2F", undefined]);
    const done = await sendCode(browser, asked, codeAt(secret, desk.server.clock()));
    expect(pathOf(done)).toBe("/");
  });

  test("is also required to connect an OAuth client", async () => {
    const { person, secret } = await hostWithApp(desk);
    const client = await registered(desk);
    const browser = visitorOf(desk.url);
    const consent = pathOf(await browser.get(authorizePath(client)));
    const asked = await browser.signIn(person, consent);
    expect(pathOf(asked)).toStartWith("/second-factor");
    expect(pathOf(await browser.get(consent))).toStartWith("/sign-in");
    await sendCode(browser, asked, codeAt(secret, desk.server.clock()));
    expect((await browser.get(consent)).html).toContain("Connect");
  });

  test("is also required at POST /session", async () => {
    const { person, secret } = await hostWithApp(desk);
    const alone = await openSession(desk, person);
    expect([alone.status, await alone.json()]).toMatchObject([
      401,
      { error: "second_factor_required" },
    ]);
    const code = codeAt(secret, desk.server.clock());
    expect((await openSession(desk, { ...person, code })).status).toBe(200);
  });
});

describe("a person's own account", () => {
  test("can be changed only shortly after signing in, and only with a form that the page made for that change", async () => {
    const { browser } = await hostWithApp(desk);
    const page = await browser.get("/account");
    const fields = hiddenIn(page.html, "remove-app");
    expect((await browser.post("/account", { ...fields, csrf: "x" })).status).toBe(403);
    const other = { ...fields, action: "new-codes" };
    expect((await browser.post("/account", other)).status).toBe(403);
    await desk.advance(15 * 60_000);
    const late = await browser.post("/account", fields);
    expect(pathOf(late)).toStartWith("/sign-in?again&next=%2Faccount");
    const { html } = await browser.get("/account");
    expect(html).not.toContain("Remove the app");
    expect(html).toContain("Sign in again");
    expect(pathOf(await browser.get("/account/app"))).toStartWith("/sign-in?again");
  });

  test("loses its authenticator app at the press of a button, and then needs only the password", async () => {
    const { browser, person } = await hostWithApp(desk);
    const page = await browser.get("/account");
    const done = await browser.post("/account", hiddenIn(page.html, "remove-app"));
    expect(pathOf(done)).toBe("/account?next=%2F&done=removed");
    expect(pathOf(await visitorOf(desk.url).signIn(person))).toBe("/");
  });

  test.each(["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:evil()"])(
    "does not redirect to another site: %s",
    async (next) => {
      const person = await accountWith("host", desk, BRAND);
      const browser = visitorOf(desk.url);
      await browser.signIn(person);
      const { added, shown } = await addApp(desk, browser, next);
      expect(pathOf(added)).toBe("/account/codes?next=%2F");
      expect(shown.html).not.toContain("evil");
      const query = `next=${encodeURIComponent(next)}`;
      expect((await browser.get(`/account?${query}`)).html).not.toContain("evil");
      const other = visitorOf(desk.url);
      const asked = await other.signIn(person);
      const path = `${pathOf(asked).split("?")[0]}?${query}`;
      expect((await other.get(path)).html).not.toContain("evil");
    },
  );

  test("can get new recovery codes", async () => {
    const { browser, codes } = await hostWithApp(desk);
    const page = await browser.get("/account");
    const made = await browser.post("/account", hiddenIn(page.html, "new-codes"));
    const renewed = codesIn((await browser.get(pathOf(made))).html);
    expect(renewed).toHaveLength(10);
    expect(renewed).not.toContain(codes[0] ?? "");
  });

  test("explains why passkeys are not possible at an IP address", async () => {
    const { browser } = await hostWithApp(desk);
    const { html, headers } = await browser.get("/account");
    expect(html).toContain("Passkeys cannot be used here");
    expect(headers.get("content-security-policy")).not.toContain("script-src");
    expect((await visitorOf(desk.url).get("/sign-in")).html).not.toContain("passkey");
  });

  test.each(["/account", "/account/app", "/account/codes", "/second-factor", "/sign-in/passkey"])(
    "needs a session: without one, %s shows only sign-in",
    async (path) => {
      const { status, location } = await visitorOf(desk.url).get(path);
      const shown = path === "/sign-in/passkey" ? [200, ""] : [303, "/sign-in"];
      expect([status, location.replace(desk.url, "").split("?")[0]]).toEqual(shown);
    },
  );
});

describe("if managers must have a second factor,", () => {
  test("a manager without one must add one before the requested page opens", async () => {
    const person = await accountWith("manager", strict, BRAND);
    const browser = visitorOf(strict.url);
    const signedIn = await browser.signIn(person, "/connected-apps");
    expect(pathOf(signedIn)).toBe("/connected-apps");
    for (const path of ["/connected-apps", `/b/${BRAND}`, "/"]) {
      expect(pathOf(await browser.get(path))).toStartWith("/sign-in?next=");
    }
    const led = await browser.get("/sign-in?next=%2Fconnected-apps");
    expect(pathOf(led)).toBe("/account?next=%2Fconnected-apps");
    expect((await browser.get(pathOf(led))).html).toContain("requires more than a password");
    const { shown } = await addApp(strict, browser, "/connected-apps");
    expect(shown.html).toContain('href="/connected-apps"');
    expect((await browser.get("/connected-apps")).status).toBe(200);
    const page = await browser.get("/account");
    const kept = await browser.post("/account", hiddenIn(page.html, "remove-app"));
    expect([kept.status, kept.html.includes("your only second factor")]).toEqual([409, true]);
  });

  test("a manager who has none can only add one: pages, consent and bearer tokens are refused", async () => {
    const person = await accountWith("manager", strict, BRAND);
    const user = strict.server.stores.users.byEmail(person.email);
    const browser = visitorOf(strict.url);
    await browser.signIn(person);
    const token = session(browser) ?? "";
    const refused = await atMcp(strict, token);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("needs a second factor first");
    const client = await registered(strict);
    const consent = pathOf(await browser.get(authorizePath(client)));
    expect(pathOf(await browser.get(consent))).toStartWith("/sign-in");
    const form = { request: consent.split("=")[1] ?? "", decision: "approve", brand: BRAND };
    expect(pathOf(await browser.post("/consent", form))).toStartWith("/sign-in");
    expect(strict.server.stores.grants.list().some(({ userId }) => userId === user?.id)).toBe(
      false,
    );
    expect((await browser.get(`/b/${BRAND}/events`)).status).toBe(204);
    const answer = await openSession(strict, person);
    expect([answer.status, await answer.json()]).toMatchObject([
      401,
      { error: "second_factor_required" },
    ]);
  });

  test("managers without one can still sign out, and hosts need none", async () => {
    const browser = visitorOf(strict.url);
    await browser.signIn(await accountWith("manager", strict, BRAND));
    const page = await browser.get("/account");
    const out = await browser.post("/sign-out", hiddenIn(page.html, "/sign-out"));
    expect(pathOf(out)).toBe("/sign-in?signed-out");
    expect(session(browser)).toBeUndefined();
    const host = visitorOf(strict.url);
    await host.signIn(await accountWith("host", strict, BRAND));
    expect((await host.get(`/b/${BRAND}`)).status).toBe(200);
  });
});
