// Goal: on a tablet, by touch and in few taps, a host works the door list, and a manager admits a
// party at the host's tablet with a PIN. axe-core finds no fault on the Waitlist page with a party at
// the door, nor on Tonight with the PIN form, and neither page is too wide. Method: Chromium on the
// compiled product, a restaurant of six seats, taps counted.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { MINUTE } from "../../../src/domain/time.ts";
import { BRAND, bookAt, type DeskHouse, DINNER, openHouse } from "../desk-house.ts";
import { inBrowser } from "../in-browser.ts";
import { hurdles, type Person, REFRESHED, SLOW_MS } from "../open-page.ts";

const TABLET = { width: 820, touch: true };
const PIN = "4071";

inBrowser("the door and a PIN, by touch", () => {
  let house: DeskHouse;
  let host: Person;
  let page: Page;
  let faults: readonly string[];
  let taps = 0;
  const tap = async (selector: string): Promise<void> => {
    taps += 1;
    await page.tap(selector);
  };
  const toast = (words: string) => page.waitForSelector(`#toast:has-text("${words}")`);
  /** How many taps `job` takes. */
  const tapsOf = async (job: () => Promise<unknown>): Promise<number> => {
    const before = taps;
    await job();
    return taps - before;
  };

  beforeAll(async () => {
    house = await openHouse();
    await house.desk.set(BRAND, "seats=6", "paceCovers=null");
    const id = await bookAt(house.desk, DINNER, { name: "Full Fay", numberOfPeople: 6 });
    await house.desk.goTo(DINNER + MINUTE);
    await house.desk.ok("mark_seated", { brand: BRAND, id });
    const manager = await house.person("manager", "Mara Manager");
    host = await house.person("host", "Jo Host");
    const opened = await house.open("/pin", { as: manager, ...TABLET });
    await opened.page.fill("[name=newPin]", PIN);
    await opened.page.fill("[name=again]", PIN);
    await opened.page.tap("text=Set the PIN");
    await opened.page.waitForSelector("#toast:has-text('Your PIN is set')");
    expect(opened.faults).toEqual([]);
    ({ page, faults } = await house.open("", { as: host, ...TABLET }));
  }, 3 * SLOW_MS);
  afterAll(() => house?.[Symbol.asyncDispose]());

  test(
    "a walk-in at a full restaurant is on the door list after three taps",
    async () => {
      const needed = await tapsOf(async () => {
        await tap("#walk-in > summary");
        await tap("#walk-in button:has-text('2')");
        await page.waitForSelector(".door-wait:has-text('The wait is about')");
        await page.fill("#walk-in-tables [name=name]", "Mia <i>Lind</i>");
        await page.fill("#walk-in-tables [name=phone]", "+12125550177");
        await tap("text=Add at the door");
        await toast("on the list at the door, about");
      });
      expect(needed).toBeLessThanOrEqual(3);
      expect(await hurdles(page)).toEqual([]);
      await page.tap(".rail .places a:has-text('Waitlist')");
      await page.waitForSelector(".door-party");
      expect(await page.textContent(".door-party h3")).toContain("Mia <i>Lind</i>");
      expect(await hurdles(page)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "once a table is free, one tap calls the party and another seats it",
    async () => {
      const { reservations } = await house.desk
        .ok("list_bookings", { brand: BRAND })
        .then(({ bookings }) => ({ reservations: bookings as { id: string }[] }));
      await house.desk.ok("mark_completed", { brand: BRAND, id: reservations[0]?.id });
      expect(await tapsOf(() => tap("text=Text: ready"))).toBe(1);
      await page.waitForSelector("text=Called, held until");
      expect(await tapsOf(() => tap(".door-party >> text=Seat"))).toBe(1);
      await page.waitForSelector(".door-party", { state: "detached" });
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a manager admits one party at the host's tablet with a PIN, a reason and one tap",
    async () => {
      await tap("nav[aria-label='Pages'] >> text=Tonight");
      await page.waitForSelector("#walk-in > summary");
      await tap("#walk-in > summary");
      await tap("#walk-in button:has-text('5')");
      await page.waitForSelector("text=Seat anyway");
      await page.evaluate(REFRESHED);
      expect(await hurdles(page)).toEqual([]);
      await page.fill("[name=pin]", "9090");
      await page.fill("[name=overrideReason]", "Regulars");
      await tap("text=Seat anyway");
      await page.waitForSelector("text=4 tries left");
      const needed = await tapsOf(async () => {
        await page.fill("[name=pin]", PIN);
        await page.fill("[name=overrideReason]", "Regulars");
        await tap("text=Seat anyway");
        await toast("seated");
      });
      expect(needed).toBe(1);
      expect(await page.textContent(".me summary")).toContain("Jo Host");
    },
    SLOW_MS,
  );

  test(
    "what a manager types to admit a refused party stays while colleagues make changes",
    async () => {
      const wish = { numberOfPeople: 2, date: "Friday, November 20, 2026", time: "8:00 PM" };
      const seeColleague = async (name: string) => {
        const known = { ...wish, name, phone: "+12125550178" };
        await house.desk.ok("add_to_waitlist", { brand: BRAND, ...known });
        await page.waitForSelector(`.waiting-guest:has-text("${name}")`);
      };
      await tap("nav[aria-label='Pages'] >> text=Waitlist");
      await page.fill("#add-at-door [name=numberOfPeople]", "3");
      await page.fill("#add-at-door [name=name]", "Olga");
      await tap("#add-at-door button");
      await tap(".door-party:has-text('Olga') >> text=Seat");
      await page.waitForSelector("#refused [name=pin]");
      await seeColleague("Zed");
      await page.fill("#refused [name=pin]", PIN);
      await page.fill("#refused [name=overrideReason]", "Regulars");
      await seeColleague("Yan");
      expect(await page.evaluate("document.activeElement.name")).toBe("overrideReason");
      await tap("#refused >> text=Continue anyway");
      await toast("Olga: seated");
      expect(await page.locator("#refused > *").count()).toBe(0);
    },
    SLOW_MS,
  );

  test(
    "at the host's tablet, a manager works under their own name until they stop",
    async () => {
      await tap(".me summary");
      await tap(".me >> text=Use a PIN");
      await page.waitForSelector("#use-title");
      expect(await hurdles(page)).toEqual([]);
      await page.fill("[name=pin]", PIN);
      await tap("text=Continue");
      await page.waitForSelector(".me summary:has-text('Mara Manager')");
      await tap(".me summary");
      await tap(".me >> text=Stop, or use another PIN");
      await tap("button:has-text('Stop')");
      await page.waitForSelector(".me summary:has-text('Jo Host')");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );
});
