// Goal: two people at one restaurant see each other's changes, a manager overrides a limit with a
// logged reason, a booking needs only a keyboard, and a page loses nothing while the server is
// away. Method: Chromium on the compiled product, a profile for each person.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOUR, MINUTE } from "../../../src/domain/time.ts";
import { BRAND, bookAt, type DeskHouse, DINNER, openHouse } from "../desk-house.ts";
import { inBrowser } from "../in-browser.ts";
import { closePages, type Person, REFRESH, REFRESHED, SLOW_MS } from "../open-page.ts";

const focused = (page: Page): Promise<string> =>
  page.evaluate("document.activeElement.id || document.activeElement.textContent");

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let press = 0; press < 30; press += 1) {
    if ((await focused(page)) === id) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${id}. The focus is on ${await focused(page)}`);
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
    "each sees the other's change within two seconds",
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
    "a row in which somebody types stays visible with their text, although a colleague cancels the reservation",
    async () => {
      const zuse = await bookAt(house.desk, DINNER, { name: "Zuse", numberOfPeople: 1 });
      const gone = await bookAt(house.desk, DINNER + HOUR, { name: "Gone", numberOfPeople: 1 });
      await house.desk.ok("cancel_booking", { brand: BRAND, id: gone });
      const { page, faults } = await house.open(`?open=${zuse}`, { as: host, width: 820 });
      const field = page.locator(`#table-${zuse}`);
      await field.pressSequentially("12, window");
      await house.desk.ok("cancel_booking", { brand: BRAND, id: zuse });
      await page.waitForSelector(`#cancelled #r${zuse}`, { state: "attached" });
      await field.waitFor({ state: "visible", timeout: 2000 });
      await page.keyboard.type(", high chair");
      expect(await field.inputValue()).toBe("12, window, high chair");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "changes missed while a page was disconnected are shown when it reconnects",
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
    "a person who saves over another's change is warned, and keeps what they typed",
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
    "a host cannot override a limit, and learns who can",
    async () => {
      const { page } = await house.open(`/book?numberOfPeople=6&date=2026-11-20&time=20:00`, {
        as: host,
      });
      await page.fill("#name", "One Too Many");
      await page.click(".end button");
      await page.waitForSelector("text=A manager can override this");
      expect(await page.inputValue("#name")).toBe("One Too Many");
    },
    SLOW_MS,
  );

  test(
    "a manager overrides a limit with a reason, which is in the audit log",
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
    "a booking needs only the keyboard, from the sheet and back",
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

  test(
    "a form that gets no answer keeps what was typed until the server accepts the form",
    async () => {
      const path = "/book?numberOfPeople=1&date=2026-11-20&time=17:00";
      // A request that is under way when the test begins to intercept requests may get no answer.
      const { page, context } = await house.open(path, { as: host, hears: true });
      const away = (url: URL): boolean => /\/(book|do|events)/.test(url.pathname);
      const typed = (): Promise<string> => page.inputValue("#name");
      await page.fill("#name", "Patient Pat");
      for (const [status, body] of [
        [502, "<html><body><h1>A proxy that has no server</h1></body></html>"],
        [503, ""],
        [500, '{"error":"internal"}'],
      ] as const) {
        await context.route(away, (route) => route.fulfill({ status, body }));
        await page.click(".end button");
        // If a refresh fails at this moment, the page says instead that it is out of date.
        await page.waitForSelector(".news:has-text('try again'), .news:has-text('out of date')");
        expect([status, await typed()]).toEqual([status, "Patient Pat"]);
        await page.evaluate(REFRESH);
        await page.waitForSelector(".news:has-text('out of date')");
        await context.unroute(away);
        await page.evaluate(REFRESH);
        await page.waitForSelector(".news", { state: "detached" });
        expect([status, await typed()]).toEqual([status, "Patient Pat"]);
      }
      await page.click(".end button");
      await page.waitForSelector("#toast:has-text('Patient Pat: booked')");
    },
    SLOW_MS,
  );

  test(
    "a form is emptied once it is accepted, even while the person types in another",
    async () => {
      const { page, context } = await house.open("/waitlist", { as: host });
      const add = async (name: string, phone: string): Promise<void> => {
        await page.fill("#add-guest [name=name]", name);
        await page.fill("#add-guest [name=phone]", phone);
        await page.fill("#add-guest [name=time]", "19:00");
        await page.fill("#add-guest [name=numberOfPeople]", "2");
        await page.click("#add-guest button");
      };
      await add("Wanda", "2125550161");
      await page.waitForSelector(".waiting-guest:has-text('Wanda')");
      const typed = Promise.withResolvers<void>();
      await context.route(/\/do\/add_guest/, async (route) => {
        await typed.promise;
        await route.continue();
      });
      await add("Xaver", "2125550162");
      await page.click(".waiting-guest:has-text('Wanda') summary:has-text('Withdraw')");
      await page.fill(".waiting-guest:has-text('Wanda') [name=reason]", "rang");
      typed.resolve();
      await page.waitForSelector(".waiting-guest:has-text('Xaver')");
      expect(await page.inputValue("#add-guest [name=name]")).toBe("");
      expect(await page.inputValue(".waiting-guest:has-text('Wanda') [name=reason]")).toBe("rang");
    },
    SLOW_MS,
  );

  test(
    "a dismissed toast stays away after other changes, and the next one appears",
    async () => {
      const { page, faults } = await house.open("/waitlist", { as: host });
      const add = async (name: string, phone: string): Promise<void> => {
        await page.fill("#add-guest [name=name]", name);
        await page.fill("#add-guest [name=phone]", phone);
        await page.fill("#add-guest [name=time]", "17:30");
        await page.click("#add-guest button");
        await page.waitForSelector(`#toast:has-text('${name}'):has-text('There is room now')`);
      };
      await add("Yves", "2125550171");
      await page.click("#toast .close");
      await page.evaluate(REFRESHED);
      expect(await page.locator("#toast").count()).toBe(0);
      await add("Zora", "2125550172");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a page reconnects after a proxy answered that the server is away",
    async () => {
      const { page, context } = await house.open("", { as: host, width: 820 });
      await page.clock.install();
      let streams = 0;
      const asked = Promise.withResolvers<void>();
      await context.route(/\/events/, async (route) => {
        streams += 1;
        if (streams > 1) return route.continue();
        await route.fulfill({ status: 502, body: "" });
        asked.resolve();
      });
      await page.reload();
      await asked.promise;
      await page.waitForTimeout(0);
      await page.clock.runFor(10_000);
      const alan = await bookAt(house.desk, DINNER + HOUR, { name: "Alan", numberOfPeople: 1 });
      await page.clock.runFor(1000);
      await page.waitForSelector(`#r${alan}`, { timeout: 5000 });
    },
    SLOW_MS,
  );

  test.each([
    ["its stream is cut", "0"],
    ["the network is down", "dispatchEvent(new Event('offline'))"],
  ])(
    "if %s, a page says within seconds that the server does not answer",
    async (_, happens) => {
      const { page, context } = await house.open("", { as: host, width: 820 });
      await page.clock.install();
      let isAway = false;
      await context.route(/\/b\//, async (route) => {
        const isStream = route.request().url().includes("/events");
        if (isAway) await route.abort();
        else if (isStream && happens === "0") {
          await route.fulfill({ contentType: "text/event-stream", body: "retry: 10\n\n" });
        } else await route.continue();
      });
      await page.reload();
      await page.waitForSelector(".row");
      isAway = true;
      await page.evaluate(happens);
      const news = page.locator(".news:has-text('No connection')");
      for (let second = 0; second < 8 && (await news.count()) === 0; second += 1) {
        const answered = page.waitForRequest(/\/events/, { timeout: 300 }).catch(() => null);
        await page.clock.runFor(1000);
        await answered;
      }
      await news.waitFor({ timeout: 5000 });
      isAway = false;
      await page.evaluate("dispatchEvent(new Event('online'))");
      await page.clock.runFor(1000);
      await page.waitForSelector(".news", { state: "detached", timeout: 5000 });
    },
    SLOW_MS,
  );

  test(
    "the notice that a page is out of date disappears as soon as the page reconnects",
    async () => {
      const { page, context } = await house.open("", { as: host, width: 820 });
      await page.clock.install();
      let isAway = true;
      await context.route(/\/b\//, async (route) => {
        const isStream = route.request().url().includes("/events");
        const isLive = route.request().headers()["x-live"] === "1";
        if (!isAway || !(isStream || isLive)) return route.continue();
        if (!isStream) return route.abort();
        await route.fulfill({ contentType: "text/event-stream", body: "retry: 10\n\n" });
      });
      await page.reload();
      await page.waitForSelector(".row");
      await page.evaluate(REFRESH);
      await page.clock.runFor(1000);
      const news = page.locator(".news:has-text('out of date')");
      await news.waitFor({ timeout: 5000 });
      isAway = false;
      for (let second = 0; second < 8 && (await news.count()) > 0; second += 1) {
        const answered = page.waitForResponse(/\/b\//, { timeout: 300 }).catch(() => null);
        await page.clock.runFor(1000);
        await answered;
      }
      await news.waitFor({ state: "detached", timeout: 5000 });
    },
    SLOW_MS,
  );

  test(
    "a page whose connection is refused tries less and less often",
    async () => {
      const { page, context } = await house.open("", { as: host, width: 820 });
      await page.clock.install();
      let asked = 0;
      await context.route(/\/events/, async (route) => {
        asked += 1;
        await route.fulfill({ status: 204 });
      });
      await page.reload();
      for (let seconds = 0; seconds < 120; seconds += 5) {
        const answered = page.waitForResponse(/\/events/, { timeout: 200 }).catch(() => null);
        await page.clock.runFor(5000);
        await answered;
      }
      expect(asked).toBeGreaterThan(3);
      expect(asked).toBeLessThan(9);
    },
    SLOW_MS,
  );

  test(
    "a page whose session has ended says so, and still shows what it showed",
    async () => {
      const { page, context } = await house.open("", { as: await house.person("host", "Ute Out") });
      await page.waitForSelector(".row");
      await context.clearCookies();
      await page.evaluate(REFRESH);
      await page.waitForSelector(".news:has-text('You were signed out')", { timeout: 5000 });
      expect(await page.locator(".row").count()).toBeGreaterThan(0);
    },
    SLOW_MS,
  );
});
