// Goal: two pages are readable and accessible on a phone and a tablet, in light and dark: the warning
// about a connection that was used from two places, and the page for an app's invalid request.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { DAY } from "../../src/domain/time.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { oauthClient } from "../support/oauth-clients.ts";
import { authorizePath, CALLBACK } from "../support/page-visitor.ts";
import { hasChromium, newProfile } from "./chromium.ts";
import { inBrowser } from "./in-browser.ts";
import { hurdles, SLOW_MS, WIDTHS } from "./open-page.ts";

const CLIENT = oauthClient({ name: "Ask Bistro", redirectUris: [CALLBACK] });

let desk: DeskWithUser;
beforeAll(async () => {
  if (!hasChromium) return;
  desk = await deskWithUser();
  const { stores, writer, clock } = desk.server;
  const userId = stores.users.byEmail(desk.user.email)?.id ?? "";
  await writer.write(() => {
    stores.oauthClients.insert({ ...CLIENT, createdAt: clock() });
    stores.grants.insert({
      id: "shared",
      userId,
      clientId: CLIENT.id,
      brands: { "demo-bistro": "owner" },
      scopes: ["bookings.read", "bookings.write"],
      redirectUri: CALLBACK,
      clientName: CLIENT.name,
      createdAt: clock(),
      lastUsedAt: null,
      endedAt: null,
      endReason: null,
    });
    stores.grants.markShared("shared", clock());
    // Without a live token the connection would expire during the test.
    stores.oauthTokens.insertRefresh({
      tokenHash: "a".repeat(64),
      grantId: "shared",
      generation: 0,
      createdAt: clock(),
      expiresAt: clock() + DAY,
    });
  });
});
afterAll(async () => {
  if (hasChromium) await desk[Symbol.asyncDispose]();
});

inBrowser("pages about connected apps", () => {
  test(
    "are accessible",
    async () => {
      await using profile = await newProfile();
      const page = await profile.newPage();
      await page.goto(`${desk.url}/sign-in?next=/connected-apps`);
      await page.getByLabel("E-mail").fill(desk.user.email);
      await page.getByLabel("Password").fill(desk.user.password);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("Used from two places.").waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const button = await page.getByRole("button", { name: "Disconnect" }).boundingBox();
        expect(button?.width).toBeGreaterThan(button?.height ?? 0);
      }
      expect(await hurdles(page)).toEqual([]);
      await page.goto(desk.url + authorizePath(CLIENT.id, { code_challenge_method: "plain" }));
      await page.getByText("For the makers of the app:").waitFor();
      expect(await hurdles(page)).toEqual([]);
    },
    SLOW_MS,
  );
});
