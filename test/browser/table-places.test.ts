// Goal: a manager places the tables on the plan by mouse or by keyboard, and one button saves them
// all. Method: Chromium on the running product; the saved places are read from the database.
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { BRAND, type FloorDesk, openFloorDesk, toast } from "./floor-desk.ts";
import { inBrowser } from "./in-browser.ts";
import { hurdles, SLOW_MS } from "./open-page.ts";

const SETTINGS = `/b/${BRAND}/settings/tables`;
const SAVE = "#table-places button";

inBrowser("a table on the plan", () => {
  let floor: FloorDesk;
  beforeEach(async () => {
    floor = await openFloorDesk();
  });
  afterEach(() => floor?.[Symbol.asyncDispose]());

  const placeOf = (name: string) => {
    const { tables } = floor.desk.server.stores.floors.get(BRAND);
    const { x, y } = tables.find((one) => one.name === name) ?? {};
    return [x, y];
  };
  const onPlan = (name: string): string => `[data-place="${name}"]`;

  test(
    "can be dragged, and one button saves all moved tables",
    async () => {
      const { page, faults } = await floor.open({ width: 820, hears: false }, SETTINGS);
      expect(await page.isDisabled(SAVE)).toBe(true);
      await drag(page, onPlan("7"), [2, 1]);
      await drag(page, onPlan("T1"), [-1, -2]);
      expect(placeOf("7")).toEqual([0, 4]);
      await page.click(SAVE);
      await toast(page, "Floor plan changed");
      expect([placeOf("7"), placeOf("T1"), placeOf("8")]).toEqual([
        [2, 5],
        [-1, -2],
        [4, 4],
      ]);
      expect(await hurdles(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "can be moved with the arrow keys up to the edge of the plan, and the page says where the table stands",
    async () => {
      const { page, faults } = await floor.open({ look: "light", hears: false }, SETTINGS);
      await page.focus(onPlan("1"));
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowDown");
      expect(await page.textContent("#places-said")).toBe(
        "Table 1: 1 from the left, 1 from the top.",
      );
      for (let press = 0; press < 12; press += 1) await page.keyboard.press("ArrowUp");
      expect(await page.textContent("#places-said")).toBe(
        "Table 1: 1 from the left, -3 from the top.",
      );
      await page.focus(SAVE);
      await page.keyboard.press("Enter");
      await toast(page, "Floor plan changed");
      expect(placeOf("1")).toEqual([1, -3]);
      expect(await hurdles(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );
});

/** Drags a table by a number of grid units. */
async function drag(page: Page, table: string, [right, down]: readonly [number, number]) {
  const one = page.locator(table);
  await one.scrollIntoViewIfNeeded();
  const box = await one.locator("rect, ellipse").boundingBox();
  const unit = await page.evaluate(
    `(() => { const svg = document.querySelector('${table}').ownerSVGElement;
      return svg.dataset.unit * svg.clientWidth / svg.viewBox.baseVal.width; })()`,
  );
  if (typeof unit !== "number") throw new Error("The drawing has no unit.");
  if (box === null) throw new Error(`${table} is not visible.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right * unit, y + down * unit, { steps: 4 });
  await page.mouse.up();
}
