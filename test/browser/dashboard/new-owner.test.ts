// Goal: on a phone, a new owner gets from the printed link to the first booking and the first key,
// and an agent with that key sees the booking. The restaurant has its tables after four clicks,
// within two minutes. Method: Chromium, the compiled product in an empty folder, the machine's own
// clock.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { addDays, dateOf, MINUTE, weekdayOf } from "../../../src/domain/time.ts";
import { compiledProduct } from "../../acceptance/compiled.ts";
import { type Desk, startProduct } from "../../acceptance/support.ts";
import { FIRST_PERSON } from "../../support/first-start.ts";
import { newProfile } from "../chromium.ts";
import { inBrowser } from "../in-browser.ts";
import { SLOW_MS } from "../open-page.ts";

/** Pixels between the last field and the button below it. */
const GAP = `document.querySelector("#first-tables button").getBoundingClientRect().top -
  document.querySelector("#eights").getBoundingClientRect().bottom`;

inBrowser("a new owner", () => {
  let product: ReturnType<typeof compiledProduct>;
  let desk: Desk;
  let profile: BrowserContext;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    product = compiledProduct();
    const folder = join(product.cwd, "data");
    desk = await startProduct(["serve", "--json", "--port", "0", "--data", folder], product);
    profile = await newProfile({
      viewport: { width: 360, height: 780 },
      timezoneId: "Europe/Rome",
    });
    page = await profile.newPage();
    page.on("pageerror", (error) => faults.push(error.message));
  }, 2 * SLOW_MS);
  afterAll(async () => {
    await profile?.close();
    await desk?.close();
    product?.[Symbol.dispose]();
  });

  test(
    "opens the restaurant, books a table and makes a key for an agent",
    async () => {
      const { setup } = desk.ready as unknown as { readonly setup: string };
      let clicks = 0;
      const click = async (selector: string): Promise<void> => {
        clicks += 1;
        await page.click(selector);
      };
      await page.goto(setup);
      for (const [field, value] of Object.entries(FIRST_PERSON)) {
        await page.fill(`#${field}`, value);
      }
      const firstClickAt = performance.now();
      await click("main button");

      await page.waitForURL(/\/new-restaurant$/);
      await page.fill("#name", "Osteria Lovelace");
      await page.fill("#seats", "30");
      await click("text=Open the desk");
      await page.waitForURL(/\/b\/osteria-lovelace$/);
      expect(await page.textContent(".guide")).toContain(desk.ready.mcp);

      await click("text=Set up the tables");
      await page.fill("#twos", "6");
      await page.fill("#fours", "4");
      expect(await page.evaluate(GAP)).toBeGreaterThanOrEqual(8);
      await click("text=Make the tables");
      await page.waitForSelector("#toast:has-text('Tables made')");
      expect(clicks).toBe(4);
      expect(performance.now() - firstClickAt).toBeLessThan(2 * MINUTE);
      expect(await page.inputValue("#settings-tables-mode")).toBe("required");
      expect(await page.textContent("nav")).toContain("Floor");
      await page.goto(`${desk.ready.url}/b/osteria-lovelace`);

      // A new restaurant is closed on Mondays.
      const today = dateOf(Date.now(), "Europe/Rome");
      const evening = addDays(today, weekdayOf(addDays(today, 1)) === "mon" ? 2 : 1);
      await page.goto(`${page.url()}/book?numberOfPeople=4&date=${evening}`);
      await page.click(".strip .slot.open");
      await page.fill("#name", "Charles Babbage");
      await page.fill("#phone", "02 3030 3030");
      await page.click(".end button");
      await page.waitForSelector("#toast:has-text('Charles Babbage: booked')");

      await page.goto(`${desk.ready.url}/b/osteria-lovelace/access/keys/new`);
      await page.fill("#name", "Phone agent");
      await page.click("text=Create the key");
      await page.waitForURL(/\/made$/);
      const key = (await page.textContent("#new-key")) ?? "";
      const { bookings } = await desk.ok("list_bookings", { date: evening }, key);
      expect(bookings.map(({ name }) => name)).toEqual(["Charles Babbage"]);
      expect(desk.log).not.toContain(key);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );
});
