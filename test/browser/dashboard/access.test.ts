// Goal: an owner makes a key in a browser, copies it, and finds it in the log. Pages that no link
// leads to are accessible too (every-page.test.ts checks the other pages). Method: Chromium with
// scripts; axe-core in light and dark.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { fillEvening } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { inBrowser } from "../in-browser.ts";
import { closePages, hurdles, openSignedIn, SLOW_MS } from "../open-page.ts";

const BRAND = "demo-bistro";

inBrowser("access in a browser", () => {
  let desk: DeskWithUser;

  beforeAll(async () => {
    desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
    await fillEvening(desk.server, BRAND, 3);
    await personWith("host", desk, BRAND);
  }, SLOW_MS);
  afterEach(closePages);
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  const open = (path: string) =>
    openSignedIn(desk.url, desk.user, `/b/${BRAND}/access${path}`, {
      permissions: ["clipboard-read", "clipboard-write"],
    });

  test(
    "a key is made, copied, used, found in the log and revoked",
    async () => {
      const { page, faults } = await open("/keys/new");
      await page.fill("#name", "Browser agent");
      await page.fill("#budgets-largestParty", "none");
      await page.click("text=Create the key");
      await page.waitForSelector("#budgets-largestParty-note.problem");
      expect(await page.inputValue("#name")).toBe("Browser agent");
      await page.fill("#budgets-largestParty", "6");
      await page.click("text=Create the key");
      await page.waitForURL(/\/made$/);
      const key = (await page.textContent("#new-key")) ?? "";
      await page.click("[data-copies=new-key]");
      await page.waitForSelector("[data-copies=new-key]:has-text('Copied')");
      expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(key);
      // The new key stays on the page while others make changes.
      const live = page.waitForResponse(
        (one) => one.request().headers()["x-live"] !== undefined && one.url().endsWith("/made"),
      );
      const booked = await fetch(desk.mcp, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "create_booking",
            arguments: {
              name: "By key",
              phone: "+12125550142",
              numberOfPeople: 2,
              date: "Friday, November 20, 2026",
              time: "8:00 PM",
            },
          },
        }),
      });
      expect(await booked.text()).toContain("By key");
      await live;
      await page.waitForTimeout(200);
      expect(await page.textContent("#new-key")).toBe(key);
      await page.reload();
      expect(await page.locator("#new-key").count()).toBe(0);
      await page.click("text=To the keys");
      const card = page.locator("li.card", { hasText: "Browser agent" });
      await card.locator("text=Activity").click();
      await page.waitForURL(/audit\?by=/);
      await page.waitForSelector(".log li:has-text('By key')");
      expect(await page.locator(".log > li").count()).toBe(1);
      await page.goBack();
      await card.locator("summary:has-text('Revoke')").click();
      await card.locator("button:has-text('Revoke for good')").click();
      await page.waitForSelector("#toast:has-text('Key revoked')");
      expect(await page.locator("li.card:visible", { hasText: "Browser agent" }).count()).toBe(0);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a chosen filter is kept while others make changes",
    async () => {
      const { page, faults } = await open("/audit");
      await page.selectOption("#kind", "api_key");
      const live = page.waitForResponse((one) => one.request().headers()["x-live"] !== undefined);
      await fillEvening(desk.server, BRAND, 1);
      await live;
      await page.waitForTimeout(200);
      expect(await page.inputValue("#kind")).toBe("api_key");
      await page.click("button:has-text('Show')");
      await page.waitForURL(/kind=api_key/);
      expect(await page.inputValue("#kind")).toBe("api_key");
      await page.click("a:has-text('Show all')");
      await page.waitForURL(/audit$/);
      expect(await page.inputValue("#kind")).toBe("");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a log without entries and the page of a new key are accessible",
    async () => {
      const { page } = await open("/audit?by=nobody");
      expect(await hurdles(page)).toEqual([]);
      await page.goto(`${desk.url}/b/${BRAND}/access/keys/new`);
      await page.fill("#name", "Somebody's");
      await page.click("text=Create the key");
      await page.waitForURL(/\/made$/);
      expect(await hurdles(page)).toEqual([]);
    },
    SLOW_MS * 3,
  );
});
