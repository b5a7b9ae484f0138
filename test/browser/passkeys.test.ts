// Goal: people add a passkey, sign in with it and remove it, and each of these pages is accessible
// at every width, in light and dark. Method: Chromium with a virtual authenticator on
// http://localhost. Passkeys of another origin need no test: Chromium itself withholds them.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { BUILD_LIMIT_MS, compiledProduct } from "../acceptance/compiled.ts";
import { startProduct } from "../acceptance/support.ts";
import { codeAt } from "../support/authenticator.ts";
import { accountWith } from "../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { hasChromium, newProfile } from "./chromium.ts";
import { inBrowser } from "./in-browser.ts";
import { hurdles, SLOW_MS } from "./open-page.ts";

const BRAND = "demo-bistro";
let desk: DeskWithUser;
beforeAll(async () => {
  if (hasChromium) desk = await deskWithUser(...(await localhost()));
});
afterAll(async () => {
  if (hasChromium) await desk[Symbol.asyncDispose]();
});

/** The only host name without TLS for which browsers keep passkeys, at a free port. */
async function localhost(): Promise<readonly string[]> {
  const probe = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const port = String(probe.port);
  await probe.stop(true);
  return ["--origin", `http://localhost:${port}`, "--port", port];
}

/**
 * Adds a fingerprint reader. `fits`: the finger is the right one. `checks`: the reader checks fingers
 * at all.
 */
async function withAuthenticator(page: Page, { fits = true, checks = true } = {}) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: checks,
      isUserVerified: fits,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setFits: (isUserVerified: boolean) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}
type Person = Awaited<ReturnType<typeof accountWith>>;

async function signIn(page: Page, { email, password }: Person, url = desk.url): Promise<void> {
  await page.goto(`${url}/sign-in?next=/account`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
const shows = (page: Page, title: string): Promise<void> =>
  page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
async function signOut(page: Page, url = desk.url): Promise<void> {
  await page.goto(`${url}/account`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await shows(page, "Sign in");
}
async function addPasskey(page: Page, name: string, url = desk.url): Promise<void> {
  await page.goto(`${url}/account`);
  await page.locator("form[data-passkey] #name").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
}
const withPasskey = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

/** A person with a passkey in a separate browser. */
async function withOne(profile: BrowserContext) {
  const person = await accountWith("host", desk, BRAND);
  const page = await profile.newPage();
  const device = await withAuthenticator(page);
  await signIn(page, person);
  await shows(page, "Your account");
  await addPasskey(page, "My phone");
  await shows(page, "Your recovery codes");
  return { person, page, device };
}

inBrowser("a passkey", () => {
  test(
    "is added, signs in without a password, is renamed and removed",
    async () => {
      await using profile = await newProfile();
      const { page, device } = await withOne(profile);
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      expect(await device.credentials()).toMatchObject([
        { rpId: "localhost", isResidentCredential: true },
      ]);
      await signOut(page);
      await withPasskey(page).click();
      await page.waitForURL(/\/b\//);
      await page.goto(`${desk.url}/account`);
      expect(await page.getByRole("article").textContent()).toContain("last used just now");
      await page.getByText("Rename").click();
      await page.locator("article input[name=name]").fill("The tablet");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { name: "The tablet" }).waitFor();
      await page.getByRole("button", { name: "Remove The tablet" }).click();
      await page.getByText("It no longer works").waitFor();
      await signOut(page);
      await withPasskey(page).click();
      await page.getByText("This passkey is not known here").waitFor();
      expect(complaints.filter((line) => /polic|violat/i.test(line))).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "works with the compiled binary",
    async () => {
      using product = compiledProduct();
      const flags = ["dev", "--json", "--empty", ...(await localhost())];
      const house = await startProduct(flags, product);
      const { url, user } = house.ready as { url: string; user: Person };
      try {
        await using profile = await newProfile();
        const page = await profile.newPage();
        await withAuthenticator(page);
        await signIn(page, user, url);
        await shows(page, "Your account");
        await addPasskey(page, "My phone", url);
        await shows(page, "Your recovery codes");
        await signOut(page, url);
        await withPasskey(page).click();
        await page.waitForURL(/\/b\//);
      } finally {
        await house.close();
      }
    },
    BUILD_LIMIT_MS,
  );

  test(
    "is enough as the second factor after a password",
    async () => {
      await using profile = await newProfile();
      const { page, person } = await withOne(profile);
      await signOut(page);
      await signIn(page, person);
      await shows(page, "One more step");
      expect(await page.getByLabel("Recovery code").count()).toBe(1);
      await withPasskey(page).click();
      await shows(page, "Your account");
    },
    SLOW_MS,
  );

  test(
    "with the wrong finger does not sign in, and the page says what to do",
    async () => {
      await using profile = await newProfile();
      const { page, device } = await withOne(profile);
      await signOut(page);
      await device.setFits(false);
      await withPasskey(page).click();
      await page.getByRole("alert").getByText("No passkey was used").waitFor();
      await device.setFits(true);
      await withPasskey(page).click();
      await page.waitForURL(/\/b\//);
    },
    SLOW_MS,
  );

  test(
    "is not added twice to one device, or by a device that verifies no user",
    async () => {
      await using profile = await newProfile();
      const { page } = await withOne(profile);
      await addPasskey(page, "Once more");
      await page.getByText("This device already has a passkey for this account").waitFor();
      await using other = await newProfile();
      const person = await accountWith("host", desk, BRAND);
      const second = await other.newPage();
      await withAuthenticator(second, { checks: false, fits: false });
      await signIn(second, person);
      await shows(second, "Your account");
      await addPasskey(second, "A plain key");
      await second
        .getByRole("alert")
        .filter({ hasText: /passkey/ })
        .waitFor();
      const user = desk.server.stores.users.byEmail(person.email);
      expect(desk.server.stores.factors.has(user?.id ?? "")).toBe(false);
    },
    SLOW_MS,
  );

  test(
    "is not offered on a page without scripts, but an app that shows codes is",
    async () => {
      await using profile = await newProfile({ javaScriptEnabled: false });
      const page = await profile.newPage();
      const person = await accountWith("host", desk, BRAND);
      await signIn(page, person);
      await shows(page, "Your account");
      expect(await page.getByRole("button", { name: "Add a passkey" }).isVisible()).toBe(false);
      await page.getByRole("link", { name: "Set up an app" }).click();
      const secret = ((await page.locator("pre code").textContent()) ?? "").replaceAll(" ", "");
      await page
        .getByLabel("Code that the app shows now")
        .fill(codeAt(secret, desk.server.clock()));
      await page.getByRole("button", { name: "Add the app" }).click();
      await shows(page, "Your recovery codes");
      await desk.advance(30_000);
      await signOut(page);
      expect(await withPasskey(page).isVisible()).toBe(false);
      await signIn(page, person);
      await shows(page, "One more step");
      await page.getByLabel("Code").fill(codeAt(secret, desk.server.clock()));
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await shows(page, "Your account");
    },
    SLOW_MS,
  );
});

inBrowser("every page about passkeys", () => {
  test(
    "is accessible",
    async () => {
      await using profile = await newProfile();
      const seen: string[] = [];
      const judge = async (page: Page, name: string) => {
        seen.push(...(await hurdles(page)).map((one) => `${name}: ${one}`));
      };
      const { page, person } = await withOne(profile);
      await judge(page, "codes");
      await page.goto(`${desk.url}/account`);
      await judge(page, "account");
      await page.goto(`${desk.url}/account/app`);
      await page.getByLabel("Code that the app").fill("000000");
      await page.getByRole("button", { name: "Add the app" }).click();
      await judge(page, "app");
      await signOut(page);
      await judge(page, "sign-in");
      await signIn(page, person);
      await shows(page, "One more step");
      await judge(page, "second-factor");
      expect(seen).toEqual([]);
    },
    SLOW_MS,
  );
});
