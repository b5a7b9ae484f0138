// Goal: two people at one desk see each other's changes, a manager goes over the limit with a
// reason that stays on record, and a booking needs nothing but a keyboard: on the compiled product.
// Method: Chromium, two profiles of two people.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOUR, MINUTE } from "../../../src/domain/time.ts";
import { BRAND, bookAt, type DeskHouse, DINNER, openHouse } from "../desk-house.ts";
import { inBrowser } from "../in-browser.ts";
import { closePages, type Person, SLOW_MS } from "../open-page.ts";

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.id || document.activeElement.textContent");

/** Goes on with Tab until the element is reached. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let press = 0; press < 30; press += 1) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${id}, but ${await focused(page)}`);
}

inBrowser("two people at one desk", () => {
  let house: DeskHouse;
  let host: Person;
  let manager: Person;
  let ada: string;

  beforeAll(async () => {
    house = await openHouse();
    await house.desk.set(BRAND, "seats=10", "paceCovers=null");
    host = await house.person("host", "Hanna Host");
    manager = await house.person("manager", "Mia Manager");
    ada = await bookAt(house.desk, DINNER, { name: "Ada", numberOfPeople: 2 });
    await bookAt(house.desk, DINNER + 3 * HOUR, { name: "Full House", numberOfPeople: 8 });
    await house.desk.goTo(DINNER - 30 * MINUTE);
  }, 3 * SLOW_MS);
  afterEach(closePages);
  afterAll(() => house?.[Symbol.asyncDispose]());

  test(
    "each sees within a second what the other does",
    async () => {
      const one = await house.open("", { as: host, width: 820 });
      const other = await house.open("", { as: manager });
      await one.page.click(`#r${ada} button:has-text("Arrived")`);
      await other.page.waitForSelector(`#r${ada}.arrived`, { timeout: 2000 });
      await other.page.click(`#r${ada} button:has-text("Seat")`);
      await one.page.waitForSelector(`#r${ada}.seated`, { timeout: 2000 });
      expect([...one.faults, ...other.faults]).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "what was done while a page heard nothing is shown when it hears again",
    async () => {
      const { page, faults, context } = await house.open("", { as: host, width: 820 });
      const back = Promise.withResolvers<void>();
      const broken = Promise.withResolvers<void>();
      let streams = 0;
      await context.route(/\/events/, async (route) => {
        streams += 1;
        if (streams === 1) {
          return route.fulfill({ contentType: "text/event-stream", body: "retry: 10\n\n" });
        }
        broken.resolve();
        await back.promise;
        await route.continue();
      });
      await page.reload();
      await broken.promise;
      const grace = await bookAt(house.desk, DINNER + HOUR, { name: "Grace", numberOfPeople: 2 });
      expect(await page.locator(`#r${grace}`).count()).toBe(0);
      back.resolve();
      await page.waitForSelector(`#r${grace}`, { timeout: 5000 });
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "who saves on top of another's change is told, and keeps what was typed",
    async () => {
      const path = `/reservations/${ada}`;
      const one = await house.open(path, { as: host });
      const other = await house.open(path, { as: manager, scripts: false });
      await other.page.fill("[name=notes]", "Terrace, by the manager");
      await one.page.fill("[name=notes]", "Quiet corner, by the host");
      await one.page.click("form:has([name=notes]) button:has-text('Save')");
      await one.page.waitForSelector("#toast:has-text('saved')");
      await other.page.click("form:has([name=notes]) button:has-text('Save')");
      await other.page.waitForSelector("text=changed meanwhile");
      expect(await other.page.inputValue("[name=notes]")).toBe("Terrace, by the manager");
    },
    SLOW_MS,
  );

  test(
    "a host cannot go over the limit and is told who can",
    async () => {
      const { page } = await house.open(`/book?numberOfPeople=6&date=2026-11-20&time=20:00`, {
        as: host,
      });
      await page.fill("#name", "One Too Many");
      await page.click(".end button");
      await page.waitForSelector("text=A manager can let them in");
      expect(await page.inputValue("#name")).toBe("One Too Many");
    },
    SLOW_MS,
  );

  test(
    "a manager goes over it with a reason, which the audit keeps",
    async () => {
      const { page, faults } = await house.open(
        `/book?numberOfPeople=6&date=2026-11-20&time=20:00`,
        {
          as: manager,
        },
      );
      await page.fill("#name", "One Too Many");
      await page.click(".end button");
      await page.fill("#override-reason", "The mayor");
      await page.click("button[name=override]");
      await page.waitForSelector("#toast:has-text('One Too Many: booked')");
      await page.goto(house.at("?q=One+Too+Many"));
      await page.click(".row a.name");
      await page.click(".detail a:has-text('Open')");
      await page.waitForSelector(".timeline:has-text('The mayor')");
      expect(await page.textContent(".timeline")).toContain("Mia Manager");
      await page.goto(house.at("/access/audit"));
      expect(await page.textContent(".log > li:has-text('The mayor')")).toContain("Mia Manager");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a booking takes nothing but the keyboard, from the sheet and back",
    async () => {
      const { page, faults } = await house.open("", { as: host });
      await page.keyboard.press("n");
      await page.waitForURL(/\/book/);
      await tabTo(page, "party-2");
      await page.keyboard.press("ArrowRight");
      await page.waitForSelector(".end:has-text('3 people')");
      const first = await page.getAttribute(".strip input", "id");
      await tabTo(page, first ?? "");
      await page.keyboard.press("ArrowRight");
      await tabTo(page, "name");
      await page.keyboard.type("Keyboard Kate");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#toast:has-text('Keyboard Kate: booked')");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );
});
