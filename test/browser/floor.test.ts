// Goal: a host sees others' changes on the floor and moves parties by dragging, and the page is
// accessible whatever the guests' names. A whole evening is in floor-evening.test.ts. Method:
// Chromium on the running product; results are read from the database.
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOUR } from "../../src/domain/time.ts";
import { ask, NAMES } from "../support/desk-evening.ts";
import { BRAND, FLOOR, type FloorDesk, FRIDAY, openFloorDesk, toast } from "./floor-desk.ts";
import { inBrowser } from "./in-browser.ts";
import { hurdles, LARGE_TEXT_PX, SLOW_MS } from "./open-page.ts";

inBrowser("the floor in a browser", () => {
  let floor: FloorDesk;
  beforeEach(async () => {
    floor = await openFloorDesk();
  });
  afterEach(() => floor?.[Symbol.asyncDispose]());

  test(
    "a colleague's change is shown, and a move that ignores it is refused",
    async () => {
      const { book, desk, idOf, kept, open } = floor;
      const ada = await book("Ada", 2, "7:00 PM");
      const one = await open({});
      const other = await open({ scripts: false, hears: false }, `${FLOOR}?party=${ada}`);
      await ask(desk.server, BRAND, "assign_table", { id: ada, tables: ["T1"] });
      await one.page.waitForSelector(`[data-party="${ada}"]:has-text("Table T1")`);
      await other.page.click("#party button:has-text('Table T4')");
      await other.page.waitForSelector("text=changed meanwhile");
      expect(kept(ada)?.tables).toEqual([idOf("T1")]);
      expect(one.faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "is accessible in light and dark, whatever the guests' names",
    async () => {
      const { book, desk, idOf, kept } = floor;
      const ids: string[] = [];
      for (let index = 0; index < 26; index += 1) {
        const name = NAMES[index % NAMES.length] ?? "";
        ids.push(await book(name, [2, 4, 2, 3, 6][index % 5] ?? 2, "6:00 PM"));
      }
      for (const id of ids.slice(0, 6)) await ask(desk.server, BRAND, "mark_seated", { id });
      const evening = { date: FRIDAY, from: "5:00 PM", to: "11:00 PM" };
      const blocked = { tables: ["T5"], reason: "Heater broken" };
      await ask(desk.server, BRAND, "block_tables", { ...evening, ...blocked });
      const without = ids.find((id) => kept(id)?.tables.length === 0) ?? "";
      const { page, faults } = await floor.open({ look: "light" });
      expect(await page.locator(".without-table li").count()).toBeGreaterThan(0);
      const problems: string[] = [];
      const panels = `${FLOOR}?table=${idOf("7")}&party=${without}&plan=yes`;
      // Here everything is unfolded; every-page.test.ts checks both pages folded.
      for (const path of [panels, `/b/${BRAND}?walkIn=4`]) {
        await page.goto(desk.url + path);
        problems.push(...(await hurdles(page, LARGE_TEXT_PX)).map((one) => `${path} ${one}`));
      }
      expect(problems).toEqual([]);
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );

  test("the buttons for a walk-in's size are large enough to tap, and a tap closes them and shows the tables", async () => {
    const { page } = await floor.open({ width: 820, touch: true }, `/b/${BRAND}`);
    await page.tap("#walk-in > summary");
    const two = page.locator("#walk-in a:has-text('2')");
    expect((await two.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    await two.tap();
    await page.waitForSelector("#walk-in-tables");
    expect(await page.locator("#walk-in[open]").count()).toBe(0);
  });

  test(
    "a drag is refused if a colleague moves the party meanwhile",
    async () => {
      const { book, desk, idOf, kept, open, table } = floor;
      const ada = await book("Ada", 2, "7:00 PM");
      const { page } = await open({ width: 1440 });
      const row = `.floor-parties [data-party="${ada}"]`;
      await drag(page, row, table("T3"), async () => {
        await ask(desk.server, BRAND, "assign_table", { id: ada, tables: ["T1"] });
        await page.waitForSelector(`${row}:has-text("Table T1")`);
      });
      await page.waitForSelector(".reasons:has-text('changed meanwhile')");
      expect(kept(ada)?.tables).toEqual([idOf("T1")]);
    },
    SLOW_MS,
  );

  test(
    "a party can be dragged onto a table, or moved there by two clicks",
    async () => {
      const { book, idOf, kept, open, table, tableOf } = floor;
      const rowOf = (name: string): string => `.timeline g[data-table="${idOf(name)}"]`;
      const ada = await book("Ada", 2, "7:00 PM");
      const { page, faults } = await open({ width: 1440 });
      const row = `.floor-parties [data-party="${ada}"]`;
      await drag(page, row, table("T3"));
      await toast(page, "Ada: table given");
      expect(kept(ada)?.tables).toEqual([idOf("T3")]);

      await page.click(`${row} a`);
      await page.waitForSelector("#party");
      await page.click(`.table.fits ${table("T4")}`);
      await page.waitForSelector(tableOf(ada));
      await page.waitForSelector("#party", { state: "detached" });
      expect(kept(ada)?.tables).toEqual([idOf("T4")]);

      await page.click(`${row} a`);
      await page.waitForSelector("#party");
      await page.click(rowOf("T2"));
      await page.waitForSelector(`${row}:has-text("Table T2")`);

      await page.locator("#timeline").scrollIntoViewIfNeeded();
      await drag(page, `${rowOf("T2")} [data-party]`, rowOf("T1"), async () => {
        await page.waitForSelector(".drag-ghost:has-text('Ada')");
      });
      await page.waitForSelector(`${row}:has-text("Table T1")`);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "by keyboard, a party gets a fitting table; the focus goes to the opened panel and then back to the party",
    async () => {
      const { book, idOf, kept, open, table } = floor;
      const ada = await book("Ada", 4, "7:00 PM");
      const { page, faults } = await open({});
      const row = `.floor-parties [data-party="${ada}"]`;
      const about = () => page.evaluate("document.activeElement.dataset.about");
      await page.focus(`${row} a`);
      await page.keyboard.press("Enter");
      await page.waitForSelector("#party");
      expect(await about()).toBe(ada);
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.waitForSelector("body:not(:has(#party))");
      expect(await page.locator(`${row} a`).evaluate((one) => one.matches(":focus"))).toBe(true);

      await page.keyboard.press("Enter");
      await page.waitForSelector("#party");
      await page.keyboard.press("ArrowDown");
      const fits = page.locator(".table.fits a:focus");
      const first = await fits.getAttribute("data-table");
      await page.keyboard.press("ArrowRight");
      const next = await fits.getAttribute("data-table");
      expect(next).not.toBe(first);
      await page.keyboard.press("Enter");
      await page.waitForSelector("body:not(:has(#party))");
      expect(kept(ada)?.tables).toEqual([next ?? ""]);

      await page.focus(table("T6"));
      await page.keyboard.press("Enter");
      await page.waitForSelector("#table");
      expect(await about()).toBe(idOf("T6"));
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "on a phone, the timeline opens at the current time, and a new reservation does not scroll it",
    async () => {
      const { book, desk, open } = floor;
      const ada = await book("Ada", 2, "6:00 PM");
      await ask(desk.server, BRAND, "mark_seated", { id: ada });
      await desk.advance(4 * HOUR);
      const { page } = await open({ width: 360 });
      const timeline = page.locator(".timeline-scroll");
      const names = await page.locator(".timeline-names").boundingBox();
      const now = await page.locator(".timeline .now line").boundingBox();
      expect(now?.x).toBeGreaterThan((names?.x ?? 0) + (names?.width ?? 0));
      expect(now?.x).toBeLessThan(360);
      await timeline.evaluate((one) => one.scrollTo({ left: 20 }));
      await book("Bo", 2, "10:00 PM");
      await page.waitForSelector(".timeline:has-text('2 Bo')");
      expect(await timeline.evaluate((one) => one.scrollLeft)).toBe(20);
    },
    SLOW_MS,
  );
});

/** Drags with the mouse; `halfway` runs while the button is held. */
async function drag(
  page: Page,
  what: string,
  onto: string,
  halfway: () => Promise<void> = async () => {},
): Promise<void> {
  const from = await page.locator(what).boundingBox();
  const to = await page.locator(onto).boundingBox();
  if (from === null || to === null) throw new Error("Both elements must be visible.");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await halfway();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
  await page.mouse.up();
}
