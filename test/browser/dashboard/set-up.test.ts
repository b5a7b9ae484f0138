// Goal: on a phone, with and without scripts, a person gets from the set-up link to an open
// restaurant; mistakes are shown and can be corrected, and the pages are accessible. Method:
// Chromium, 360 px wide, on `maitred serve` with a new folder; axe-core in light and dark.
import { expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { FIRST_PERSON, type FirstStart, firstStart } from "../../support/first-start.ts";
import { newProfile } from "../chromium.ts";
import { inBrowser } from "../in-browser.ts";
import { hurdles } from "../open-page.ts";

/** Long, because starting a browser takes time on a busy machine. */
const SLOW_MS = 60_000;
const PHONE = { viewport: { width: 360, height: 800 }, timezoneId: "Europe/Rome" };

/** Opens the link and makes the account, which leads to the restaurant's page. */
async function withAccount(house: FirstStart, profile: BrowserContext): Promise<Page> {
  const page = await profile.newPage();
  await page.goto(house.link);
  for (const [field, value] of Object.entries(FIRST_PERSON)) await page.fill(`#${field}`, value);
  await page.click("main button");
  await page.waitForURL(/\/new-restaurant$/);
  return page;
}

inBrowser("the first start on a phone", () => {
  test(
    "with scripts the time zone and country are proposed, and mistakes can be corrected",
    async () => {
      await using house = await firstStart();
      await using profile = await newProfile(PHONE);
      const page = await withAccount(house, profile);
      const faults: string[] = [];
      page.on("pageerror", (error) => faults.push(error.message));
      expect(await hurdles(page)).toEqual([]);
      await page.fill("#name", "Chez Ana & Zoë");
      expect(await page.inputValue("#slug")).toBe("chez-ana-and-zoe");
      expect(await page.inputValue("#timeZone")).toBe("Europe/Rome");
      expect(await page.inputValue("#defaultCountry")).toBe("IT");
      await page.fill("#timeZone", "new york");
      expect(await page.inputValue("#defaultCountry")).toBe("US");
      await page.waitForSelector("text=there now.");
      await page.fill("#timeZone", "Europe/Paris");
      expect(await page.inputValue("#defaultCountry")).toBe("FR");
      await page.waitForSelector("text=there now.");
      await page.fill("#slug", "Ana!");
      await page.click("text=Open the desk");
      await page.waitForSelector("#slug-note.problem");
      expect(await page.inputValue("#name")).toBe("Chez Ana & Zoë");
      expect(await page.inputValue("#timeZone")).toBe("Europe/Paris");
      await page.fill("#slug", "ana");
      await page.click("text=Open the desk");
      await page.waitForURL(/\/b\/ana$/);
      await page.waitForSelector(".guide .qr");
      expect(await hurdles(page)).toEqual([]);
      await page.click("text=Hide");
      await page.waitForSelector(".guide", { state: "detached" });
      await page.reload();
      expect(await page.locator(".guide").count()).toBe(0);
      // With a day selected; the other settings are checked in every-page.test.ts.
      await page.goto(`${house.server.url}/b/ana/settings/days?month=2026-12&day=2026-12-24`);
      expect(await hurdles(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );

  test(
    "without scripts the same two forms are enough",
    async () => {
      await using house = await firstStart();
      await using profile = await newProfile({ ...PHONE, javaScriptEnabled: false });
      const page = await withAccount(house, profile);
      await page.fill("#name", "Bar Öse");
      await page.fill("#timeZone", "Romee");
      await page.selectOption("#defaultCountry", "IT");
      await page.fill("#seats", "8");
      await page.uncheck("input[value=sun]");
      await page.click("text=Open the desk");
      expect(await page.textContent("#timeZone-note")).toContain('like "Europe/Rome"');
      expect(await page.inputValue("#seats")).toBe("8");
      expect(await page.isChecked("input[value=sun]")).toBe(false);
      await page.fill("#timeZone", "rome");
      await page.click("text=Open the desk");
      expect(new URL(page.url()).pathname).toBe("/b/bar-ose");
      expect(await page.locator(".guide .qr").count()).toBe(1);
      await page.click("text=Hide");
      expect(await page.locator(".guide").count()).toBe(0);
      expect(house.server.stores.brands.get("bar-ose")?.settings).toMatchObject({
        seats: 8,
        timeZone: "Europe/Rome",
      });
    },
    SLOW_MS,
  );
});
