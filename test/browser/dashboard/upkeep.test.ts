// Goal: a manager makes and revokes a calendar address, downloads the day as a file, and prints 300
// reservations without cut rows. Method: Chromium with scripts, and the PDF that it prints.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { BrowserContext } from "playwright-core";
import { fillEvening } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { newProfile } from "../chromium.ts";
import { inBrowser } from "../in-browser.ts";

const BISTRO = "demo-bistro";
const HOME = `/b/${BISTRO}`;
/** Long, because starting a browser takes time on a busy machine. */
const SLOW_MS = 90_000;
/** The printable area of a US letter sheet, in pixels at 96 per inch. */
const PAPER_WIDTH = 733;

inBrowser("upkeep in a browser", () => {
  let desk: DeskWithUser;

  beforeAll(async () => {
    desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
    await fillEvening(desk.server, BISTRO, 300);
  }, SLOW_MS);
  afterAll(() => desk?.[Symbol.asyncDispose]());

  /** Signs in and opens a page; collects the page's errors. */
  async function open(context: BrowserContext, path: string) {
    await context.addCookies([{ name: "maitred-look", value: "light", url: desk.url }]);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (line) => {
      if (line.type() === "error") faults.push(line.text());
    });
    await page.goto(`${desk.url}/sign-in?next=${encodeURIComponent(HOME + path)}`);
    await page.fill("#email", desk.user.email);
    await page.fill("#password", desk.user.password);
    await page.click("main button[type=submit]");
    await page.waitForURL(desk.url + HOME + path);
    return { page, faults };
  }

  test(
    "a calendar address stays visible when the page refreshes itself, and can be revoked",
    async () => {
      await using context = await newProfile({ viewport: { width: 820, height: 900 } });
      const { page, faults } = await open(context, "/settings/calendars");
      await page.fill("#new-calendar #name", "Kitchen screen");
      await page.click("#new-calendar button");
      const address = await page.inputValue(".feed-address textarea");
      expect((await fetch(address)).status).toBe(200);
      const before = await page.getAttribute("#desk", "data-now");
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.waitForSelector(`#desk:not([data-now="${before}"])`);
      expect(await page.inputValue(".feed-address textarea")).toBe(address);
      expect(await page.inputValue("#new-calendar #name")).toBe("");
      await page.click(".feeds button:has-text('Revoke')");
      await page.waitForSelector("text=No links yet.");
      expect(await page.locator(".feed-address").count()).toBe(0);
      expect((await fetch(address)).status).toBe(404);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "the printed sheet of 300 reservations repeats its head on each page, cuts no row and fits the paper",
    async () => {
      await using context = await newProfile({ viewport: { width: PAPER_WIDTH, height: 1000 } });
      const { page, faults } = await open(context, "/print?service=Dinner");
      await page.emulateMedia({ media: "print" });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PAPER_WIDTH);
      expect(await page.isVisible("header.bar")).toBe(false);
      const rules = await page.evaluate<string[]>(
        `[getComputedStyle(document.querySelector(".paper thead")).display,
          getComputedStyle(document.querySelector(".paper tbody tr")).breakInside]`,
      );
      expect(rules).toEqual(["table-header-group", "avoid"]);
      const broken = await page.evaluate<
        string[]
      >(`["Seated", "No-show", "Cancelled"].filter((word) => {
        const mark = Object.assign(document.createElement("span"), { className: "mark" });
        mark.textContent = word;
        document.querySelector(".paper tbody td").replaceChildren(mark);
        return mark.getClientRects().length > 1;
      })`);
      expect(broken).toEqual([]);
      for (const format of ["A4", "Letter"]) {
        const pdf = (await page.pdf({ format })).toString("latin1");
        const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
        expect(pages).toBeGreaterThan(10);
        expect(pages).toBeLessThan(25);
      }
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "the day's file is downloaded from Tonight with two clicks",
    async () => {
      await using context = await newProfile({ viewport: { width: 1440, height: 900 } });
      const { page, faults } = await open(context, "?service=Dinner");
      await page.click("#export > summary");
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.click("#export button"),
      ]);
      expect(file.suggestedFilename()).toBe("demo-bistro-2026-11-20.csv");
      expect((await Bun.file(await file.path()).text()).trimEnd().split("\r\n")).toHaveLength(301);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );
});
