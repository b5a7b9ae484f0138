// Goal: a host books by keyboard alone, and loses nothing typed when others make changes. The
// booking page and a reservation's page are accessible even while they show refusals. Method:
// Chromium with scripts; axe-core in light and dark.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { displayDate } from "../../../src/domain/time.ts";
import { ask, todayAt } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { inBrowser } from "../in-browser.ts";
import { closePages, hurdles, openSignedIn, SLOW_MS } from "../open-page.ts";

const BRAND = "demo-bistro";
const ZONE = "America/New_York";

inBrowser("booking in a browser", () => {
  let desk: DeskWithUser;

  beforeAll(async () => {
    desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  }, SLOW_MS);
  afterEach(closePages);
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  const open = (path: string, width = 1440) =>
    openSignedIn(desk.url, desk.user, `/b/${BRAND}${path}`, { width });

  const found = (name: string) =>
    desk.server.stores.reservations
      .list({
        brand: BRAND,
        fromDate: "2026-11-20",
        toDate: "2026-12-31",
        statuses: ["booked"],
        limit: 1000,
        after: null,
      })
      .filter((one) => one.name.includes(name));
  const focused = (page: Page): Promise<string> =>
    page.evaluate("document.activeElement.id || document.activeElement.textContent");
  const book = (change: object = {}) =>
    ask(desk.server, BRAND, "create_booking", {
      name: "Full",
      numberOfPeople: 8,
      date: displayDate(todayAt(desk.server, BRAND, 19), ZONE),
      time: "7:00 PM",
      notifyCustomer: false,
      ...change,
    });
  /** Presses Tab until the element has the focus. */
  async function tabTo(page: Page, id: string): Promise<void> {
    for (let press = 0; press < 25; press += 1) {
      if ((await focused(page)) === id) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab never reached ${id}. The focus is on ${await focused(page)}.`);
  }

  test(
    "works by keyboard alone",
    async () => {
      const { page, faults } = await open("/book?numberOfPeople=2");
      expect(await focused(page)).toBe("party-2");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.waitForURL(/numberOfPeople=4/);
      await page.waitForSelector(".end:has-text('4 people')");
      expect(await focused(page)).toBe("party-4");
      const first = await page.getAttribute(".strip input", "id");
      await tabTo(page, first ?? "");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      const chosen = await page.inputValue(".strip input:checked");
      await tabTo(page, "name");
      await page.keyboard.type("Keyboard Kate");
      await page.keyboard.press("Tab");
      await page.keyboard.type("2125550144");
      expect(await page.inputValue("#phone")).toBe("(212) 555-0144");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#toast:has-text('Keyboard Kate: booked')");
      expect(found("Keyboard Kate")).toMatchObject([
        { partySize: 4, startAt: Number(chosen), phone: "+12125550144" },
      ]);
      expect(await page.inputValue("#name")).toBe("");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "keeps the chosen slot and the typed text while others book",
    async () => {
      const { page, faults } = await open("/book?numberOfPeople=4");
      const at = todayAt(desk.server, BRAND, 20);
      await page.click(`label[for="slot-${at}"]`);
      await page.fill("#name", "Still Here");
      await book({ time: "8:00 PM" });
      await page.waitForSelector(`#slot-${at} + .slot.full`, { timeout: 3000 });
      expect(await page.isChecked(`#slot-${at}`)).toBe(true);
      expect(await page.inputValue("#name")).toBe("Still Here");
      await page.click("label[for=party-5]");
      await page.waitForSelector(".end:has-text('5 people')");
      expect(await page.inputValue("#name")).toBe("Still Here");
      await page.click(".end button");
      await page.waitForSelector(".refused .reasons");
      await page.click(".refused button[name=instead]");
      await page.waitForSelector("#toast:has-text('Still Here: booked')");
      expect(found("Still Here")).toHaveLength(1);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "fills in what is known about a guest while the name is typed",
    async () => {
      const guest = { name: "Nora Nut", phone: "+12125550155", numberOfPeople: 2, time: "9:00 PM" };
      const { reservation } = (await book(guest)) as { reservation: { id: string } };
      const note = { id: reservation.id, foodDrinkNotes: "Nut allergy" };
      await ask(desk.server, BRAND, "update_booking", note);
      const { page, faults } = await open("/book?numberOfPeople=3", 820);
      await page.locator("#name").pressSequentially("nora");
      await page.click("#known-guests button:text-is('Use')");
      expect(await page.inputValue("#name")).toBe("Nora Nut");
      expect(await page.inputValue("#phone")).toBe("(212) 555-0155");
      await page.click("#known-guests button:text-is('Copy note')");
      await page.waitForSelector("details.more-notes[open]");
      expect(await page.inputValue("#foodDrinkNotes")).toBe("Nut allergy");
      expect(await hurdles(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "keeps what was typed while the host looks at another page",
    async () => {
      const { page, faults } = await open("/book?numberOfPeople=3");
      await page.fill("#name", "Half Typed");
      await page.fill("#phone", "2125550177");
      await page.click(".more-notes summary");
      await page.fill("#notes", 'Wants the "corner"');
      await page.click("nav[aria-label=Pages] a:has-text('Waitlist')");
      await page.waitForSelector("#add-guest");
      await page.goBack();
      await page.waitForSelector("form#booking");
      await page.waitForSelector("details.more-notes[open]");
      expect(await page.inputValue("#name")).toBe("Half Typed");
      expect(await page.inputValue("#notes")).toBe('Wants the "corner"');
      // Opening the page again starts a booking for another guest.
      await page.click("nav[aria-label=Pages] a:has-text('Tonight')");
      await page.waitForSelector(".tonight");
      await page.click("nav[aria-label=Pages] a:has-text('Book')");
      await page.waitForSelector("form#booking");
      expect(await page.inputValue("#name")).toBe("");
      expect(faults).toEqual([]);
      await page.context().close();
    },
    SLOW_MS,
  );

  test(
    "a change of a reservation is checked while the host chooses it",
    async () => {
      const made = await book({ name: "Mover", numberOfPeople: 2, time: "5:00 PM" });
      const { id } = made["reservation"] as { id: string };
      const { page, faults } = await open(`/reservations/${id}`);
      await page.fill("#move-party", "3");
      await page.keyboard.press("Tab");
      await page.waitForSelector("#verdict button:has-text('Change to 3 people')");
      await page.click("#verdict button");
      await page.waitForSelector(".when:has-text('3 people')");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "the booking page and a reservation's page are accessible while they show refusals",
    async () => {
      const made = await book({ name: "<script>", notes: "x", time: "9:00 PM", numberOfPeople: 2 });
      const { id } = made["reservation"] as { id: string };
      const paths = [
        "/book?numberOfPeople=12",
        `/reservations/${id}?numberOfPeople=30`,
        `/reservations/${id}?numberOfPeople=3`,
      ];
      const { page } = await open("");
      for (const path of paths) {
        await page.goto(`${desk.url}/b/${BRAND}${path}`);
        expect([path, await hurdles(page)]).toEqual([path, []]);
      }
    },
    SLOW_MS * 2,
  );

  test(
    "a failed look-up of guests shows no message and keeps the page",
    async () => {
      const { page, context } = await open("/book");
      for (const status of [429, 503]) {
        await context.route(/\/book\/guests/, (route) => route.fulfill({ status, body: "" }));
        const answered = page.waitForResponse(/\/book\/guests/);
        await page.fill("#name", `Patient Pat ${status}`);
        await (await answered).finished();
        await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => drawn()))");
        expect(await page.inputValue("#name")).toBe(`Patient Pat ${status}`);
        expect(await page.locator(".news").count()).toBe(0);
        expect(new URL(page.url()).pathname).toEndWith("/book");
        await context.unroute(/\/book\/guests/);
      }
    },
    SLOW_MS,
  );
});
