// Goal: what hosts and managers do on an evening besides seating (see saturday.test.ts) takes as few
// taps on a tablet as JOBS says. Method: Chromium at 820 px on the running product, each
// job on its own page; results are read from the page or the database.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { displayDate } from "../../src/domain/time.ts";
import { ask, todayAt } from "../support/desk-evening.ts";
import { accountWith } from "../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { toast } from "./floor-desk.ts";
import { inBrowser } from "./in-browser.ts";
import { closePages, hurdles, openSignedIn, SLOW_MS } from "./open-page.ts";
import { countTaps, type Tablet } from "./tapping.ts";

/** How many taps each job takes from its page; typing is not counted. */
const JOBS = {
  "fill in a known guest and one of their notes": 2,
  "book a guest who seems to be booked already": 2,
  "write a text to a guest from their row": 3,
  "read a text that needs no answer": 2,
  "remove a party from the door list": 2,
  "open a day of the month": 2,
  "close a day: one party texted, one moved, one kept": 4,
  "open the day again": 1,
} as const;

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const ZONE = "America/New_York";
const PHONE = "+12125550171";
const CHRISTMAS = "2026-12-25";

inBrowser("the other jobs of an evening", () => {
  let desk: DeskWithUser;
  const { tablet, job, taken } = countTaps();
  const ids = new Map<string, string>();

  const book = async (name: string, wish: object): Promise<void> => {
    const made = await ask(desk.server, BRAND, "create_booking", {
      name,
      numberOfPeople: 2,
      ...wish,
    });
    ids.set(name, (made["reservation"] as { id: string }).id);
  };
  const open = async (role: "host" | "manager", path: string): Promise<Tablet> => {
    const who = await accountWith(role, desk, BRAND);
    const { page, faults } = await openSignedIn(desk.url, who, HOME + path, {
      width: 820,
      touch: true,
    });
    return tablet(page, faults);
  };
  const done = async ({ page, faults }: Tablet): Promise<void> => {
    expect(await hurdles(page)).toEqual([]);
    expect(faults).toEqual([]);
    await closePages();
  };

  beforeAll(async () => {
    desk = await deskWithUser("--clock", "2026-11-20T17:30:00-05:00");
    const tonight = displayDate(todayAt(desk.server, BRAND, 20), ZONE);
    await book("Nora Vance", {
      phone: PHONE,
      date: tonight,
      time: "8:00 PM",
      notes: "Nut allergy",
    });
    const closed = { date: "Friday, December 25, 2026" };
    await book("Ada", { ...closed, phone: "+12125550172", time: "7:00 PM" });
    await book("Bob", { ...closed, time: "7:30 PM" });
    await book("Cleo", { ...closed, phone: "+12125550173", time: "8:00 PM" });
    await desk.advance(5000);
  }, SLOW_MS);
  afterAll(async () => {
    await closePages();
    await desk?.[Symbol.asyncDispose]();
  });

  test(
    "on the Book page",
    async () => {
      const host = await open("host", "/book?numberOfPeople=2&date=2026-11-20&time=20:30");
      const { page } = host;
      await job("fill in a known guest and one of their notes", async () => {
        await host.write("#name", "nor");
        await host.tap(".known button:has-text('Use')");
        await host.tap(".known button:has-text('Copy note')");
      });
      expect(await page.inputValue("#phone")).toContain("555-0171");
      expect(await page.inputValue("[name=notes]")).toBe("Nut allergy");
      await job("book a guest who seems to be booked already", async () => {
        await host.tap(".end button:has-text('Book')");
        await host.tap("button:has-text('Book this one as well')");
        await toast(page, "Nora Vance: booked, Friday, November 20, 2026, 8:30 PM, party of 2");
      });
      await done(host);
    },
    SLOW_MS,
  );

  test(
    "with texts",
    async () => {
      const { stores } = desk.server;
      const host = await open("host", "");
      const row = `#r${ids.get("Nora Vance") ?? ""}`;
      await job("write a text to a guest from their row", async () => {
        await host.tap(`${row} .name`);
        await host.tap(`${row} .detail a:has-text('Texts')`);
        await host.write("#body", "Your window table is ready from 7:45, see you then!".repeat(4));
        await host.page.waitForSelector("#text-cost:has-text('2 segments')");
        await host.tap("#text-guest button");
        await toast(host.page, "Text on its way, 2 segments");
      });
      expect(stores.messageList.thread(BRAND, PHONE, 1)).toMatchObject([{ kind: "staff" }]);
      await desk.advance(5000);
      const phone = await openSignedIn(desk.url, desk.user, `${HOME}/messages?view=phone`, {});
      await phone.page.fill("#reply", "We come at eight then");
      await phone.page.click(".phone-answer button");
      await phone.page.waitForSelector(".bubbles li.mine:has-text('We come at eight then')");
      await host.page.goto(desk.url + HOME);
      await job("read a text that needs no answer", async () => {
        await host.tap(`${row} .to-read`);
        await host.tap("button:has-text('Mark as read')");
        await host.page.waitForSelector(".conversation-unread", { state: "detached" });
      });
      await done(host);
    },
    SLOW_MS,
  );

  test(
    "at the door",
    async () => {
      const host = await open("host", "/waitlist");
      await host.write("#add-at-door [name=name]", "Otto");
      await host.tap("#add-at-door button");
      await host.page.waitForSelector(".door-party:has-text('Otto')");
      await job("remove a party from the door list", async () => {
        await host.tap(".door-party summary:has-text('Gone')");
        await host.tap("button:has-text('Otto has gone')");
        await host.page.waitForSelector(".door-party", { state: "detached" });
      });
      await done(host);
    },
    SLOW_MS,
  );

  test(
    "of a manager who closes a day",
    async () => {
      const manager = await open("manager", "");
      const { page } = manager;
      await job("open a day of the month", async () => {
        await manager.tap(".when h1 a");
        await manager.tap("main a[href*='date=2026-11-27']");
        await page.waitForURL(/date=2026-11-27/);
      });
      await page.goto(`${desk.url}${HOME}?date=${CHRISTMAS}`);
      const choose = async (name: string, wish: string): Promise<void> => {
        // Choosing from a native list counts as one tap, however the browser draws it.
        const list = `[aria-label="What to do with ${name}"]`;
        const value = page.locator(`${list} option:has-text("${wish}")`).first();
        await manager.tap(list);
        await page.selectOption(list, (await value.getAttribute("value")) ?? "");
      };
      await job("close a day: one party texted, one moved, one kept", async () => {
        await manager.tap(".day-tools a:has-text('Close this day')");
        await page.waitForSelector("#close-title");
        await manager.write("[name=note]", "Christmas");
        await choose("Ada", "Text and cancel");
        await choose("Cleo", "Move to");
        await manager.tap("#close-day button");
        await toast(page, "1 party cancelled, 1 party moved, 1 party kept");
      });
      const status = (name: string) => desk.server.stores.reservations.get(ids.get(name) ?? "");
      expect(status("Ada")?.status).toBe("cancelled");
      expect(status("Cleo")?.serviceDate).not.toBe(CHRISTMAS);
      expect(status("Bob")?.status).toBe("booked");
      expect(await page.locator("a[href^='tel:']").count()).toBeGreaterThan(0);
      await job("open the day again", async () => {
        await manager.tap("button:has-text('Open again')");
        await toast(page, "open again");
      });
      await done(manager);
    },
    SLOW_MS,
  );

  test("each takes as many taps as JOBS says", () => {
    expect(Object.fromEntries(taken)).toEqual(JOBS);
  });
});
