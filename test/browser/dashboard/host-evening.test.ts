// Goal: on a phone, a host gets through an evening at the door: a walk-in, a late guest, a mistake
// that is undone, a no-show, and a freed table that a waiting guest accepts on the simulated
// phone. Method: Chromium on the compiled product; the test moves the clock.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOUR, MINUTE } from "../../../src/domain/time.ts";
import { BRAND, bookAt, type DeskHouse, DINNER, openHouse } from "../desk-house.ts";
import { inBrowser } from "../in-browser.ts";
import { type Person, SLOW_MS } from "../open-page.ts";

/** A phone; wider screens are in tonight.test.ts and together.test.ts. */
const width = 360;

inBrowser("a host's evening", () => {
  let house: DeskHouse;
  let host: Person;
  let page: Page;
  let faults: readonly string[];
  const ids: Record<string, string> = {};
  const row = (name: string) => `#r${ids[name] ?? "?"}`;
  const tap = (name: string, label: string) =>
    page.click(`${row(name)} button:has-text("${label}")`);
  const becomes = (name: string, status: string) => page.waitForSelector(`${row(name)}.${status}`);

  beforeAll(async () => {
    house = await openHouse();
    const { desk } = house;
    await desk.set(BRAND, "paceCovers=null", "noShowGraceMinutes=15");
    host = await house.person("host", "Hanna Host");
    ids["Early"] = await bookAt(desk, DINNER, { name: "Early Ed", numberOfPeople: 2 });
    ids["Late"] = await bookAt(desk, DINNER, { name: "Late Lou", numberOfPeople: 2 });
    ids["Gone"] = await bookAt(desk, DINNER, { name: "Gone Gus", numberOfPeople: 2 });
    ids["Eight"] = await bookAt(desk, DINNER + 3 * HOUR, { name: "Eight Eve", numberOfPeople: 6 });
    ids["Big"] = await bookAt(desk, DINNER + 3 * HOUR, { name: "Big Ben", numberOfPeople: 6 });
    await desk.goTo(DINNER + 2 * MINUTE);
    ({ page, faults } = await house.open("", { as: host, width }));
  }, 3 * SLOW_MS);
  afterAll(() => house?.[Symbol.asyncDispose]());

  test(
    "a manager sets the number of seats",
    async () => {
      const manager = await house.person("manager", "Mia Manager");
      const opened = await house.open("/settings", { as: manager, width });
      const seats = "#settings-limits-seats";
      await opened.page.fill(seats, "12");
      await opened.page.click(`form:has(${seats}) button:has-text('Save')`);
      await opened.page.waitForSelector("#toast:has-text('Settings saved')");
      expect(await opened.page.inputValue(seats)).toBe("12");
      expect(opened.faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a guest is marked arrived, then seated",
    async () => {
      await tap("Early", "Arrived");
      await becomes("Early", "arrived");
      await tap("Early", "Seat");
      await becomes("Early", "seated");
    },
    SLOW_MS,
  );

  test(
    "a mistake is undone from the toast",
    async () => {
      await tap("Early", "Done");
      await becomes("Early", "completed");
      const wide = page.viewportSize();
      await page.setViewportSize({ width: 320, height: 780 });
      const tops = await page.$$eval("#toast button", (all) =>
        all.map((one) => Math.round(one.getBoundingClientRect().top)),
      );
      expect(tops).toHaveLength(2);
      expect(new Set(tops).size).toBe(1);
      if (wide !== null) await page.setViewportSize(wide);
      await page.click("#toast button:has-text('Undo')");
      await becomes("Early", "seated");
    },
    SLOW_MS,
  );

  test(
    "a walk-in is seated in two taps",
    async () => {
      await page.click("#walk-in > summary");
      await page.click("#walk-in button[value='4']");
      await page.waitForSelector(".row.seated:has-text('Walk-in')");
      expect(await page.locator("#walk-in[open]").count()).toBe(0);
    },
    SLOW_MS,
  );

  test(
    "a late party is shown as late, and can still be seated",
    async () => {
      await house.desk.goTo(DINNER + 20 * MINUTE);
      await page.reload();
      await page.waitForSelector(`${row("Late")}:has-text("20 min late")`);
      await tap("Late", "Seat");
      await becomes("Late", "seated");
    },
    SLOW_MS,
  );

  test(
    "a guest who does not come is marked as a no-show",
    async () => {
      expect(await page.isVisible(`${row("Gone")} button:has-text("No-show")`)).toBe(false);
      await page.click(`${row("Gone")} .more-acts summary`);
      await tap("Gone", "No-show");
      await becomes("Gone", "no_show");
    },
    SLOW_MS,
  );

  test(
    "a guest for whom no seats are free joins the waitlist",
    async () => {
      await page.goto(house.at("/waitlist?date=2026-11-20"));
      await page.fill("#add [name=name]", "Wanda Waits");
      await page.fill("#add [name=phone]", "(212) 555-0177");
      await page.fill("#add [name=numberOfPeople]", "4");
      await page.fill("#add [name=time]", "20:00");
      await page.fill("#add [name=earliestTime]", "20:00");
      await page.fill("#add [name=latestTime]", "20:30");
      await page.click("#add button:has-text('Add to the waitlist')");
      await page.waitForSelector(".waiting-guest:has-text('Wanda Waits')");
    },
    SLOW_MS,
  );

  test(
    "the table of a cancelled party is offered automatically, and the page counts down the hold",
    async () => {
      await page.goto(house.at(`/reservations/${ids["Big"]}`));
      await page.click("summary:has-text('Cancel reservation')");
      await page.fill("[aria-label='Reason for cancelling']", "Called off by phone");
      await page.click("button:has-text('Cancel it')");
      await page.waitForSelector("#toast:has-text('Big Ben: cancelled')");
      await house.desk.advance(MINUTE);
      await page.goto(house.at("/waitlist?date=2026-11-20"));
      await page.waitForSelector(".waiting-guest.offered:has-text('Wanda Waits')");
      expect(await page.textContent(".waiting-countdown")).toMatch(/\d/);
    },
    SLOW_MS,
  );

  test(
    "the guest says yes on the simulated phone, and is on tonight's sheet",
    async () => {
      await page.goto(house.at("/messages?view=phone"));
      await page.click(".phone-list a:has-text('Wanda Waits')");
      await page.waitForSelector(".phone-screen:has-text('Wanda Waits')");
      await page.fill("#reply", "Yes!");
      await page.click(".phone-answer button");
      await page.waitForSelector(".bubbles li.mine:has-text('Yes!')");
      await house.desk.advance(MINUTE);
      await page.goto(house.at(""));
      await page.waitForSelector(".row.booked:has-text('Wanda Waits')");
    },
    SLOW_MS,
  );

  test("the page had no error all evening", () => {
    expect(faults).toEqual([]);
  });
});
