// Goal: a host can lead a whole evening from the floor page alone, by touch on a tablet, and can
// use each kind of control by keyboard. Method: Chromium on the running product, with its clock
// moved; results are read from the page and the database.
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { HOUR, MINUTE } from "../../src/domain/time.ts";
import { BRAND, type FloorDesk, openFloorDesk, toast } from "./floor-desk.ts";
import { inBrowser } from "./in-browser.ts";
import { hurdles, SLOW_MS } from "./open-page.ts";

/** How a host operates the page. */
interface Hand {
  /** Activates a link, a button or a disclosure. */
  press(selector: string): Promise<void>;
  /** Chooses an option of a list; the first has index 0. */
  choose(selector: string, index: number): Promise<void>;
  write(selector: string, text: string): Promise<void>;
}

inBrowser("an evening on the floor", () => {
  let floor: FloorDesk;
  beforeEach(async () => {
    floor = await openFloorDesk();
  });
  afterEach(() => floor?.[Symbol.asyncDispose]());

  /** The parts of the evening, in order. */
  async function evening(page: Page, { press, choose, write }: Hand) {
    const { book, desk, idOf, kept, table, tableOf } = floor;
    const lena = await book("Lena", 2, "6:00 PM");
    const okafor = await book("Okafor", 6, "6:00 PM");
    const ada = await book("Ada", 4, "7:00 PM");
    const bo = await book("Bo", 4, "7:00 PM");
    await book("Kim", 2, "6:15 PM");
    const mia = await book("Mia", 2, "6:30 PM");
    const later = async (ms: number): Promise<void> => {
      await desk.advance(ms);
      await page.reload();
    };
    const nameOf = (party: string): string => {
      const { tables } = desk.server.stores.floors.get(BRAND);
      return tables.find(({ id }) => id === kept(party)?.tables[0])?.name ?? "";
    };
    await page.waitForSelector(`[data-party="${mia}"]`);

    return {
      async walkIn() {
        await press(table("5", "free"));
        await press("#walk-in-here button[value='2']");
        await toast(page, "Walk-in: seated, table 5");
        await page.waitForSelector(table("5", "Walk-in, party of 2, seated 0 min"));
      },

      /** Booked parties come, one of them late. */
      async come() {
        await later(25 * MINUTE);
        await press(tableOf(okafor, "10 min late"));
        await press("#table button:has-text('Arrived')");
        await press("#table:has-text('Arrived, waiting 0 min') button:has-text('Seat')");
        await page.waitForSelector("#table:has-text('Seated 0 min')");
        await press(tableOf(lena, "Lena"));
        await press("#table:has-text('Lena') button:has-text('Seat')");
        await page.waitForSelector(tableOf(lena, "seated"));
      },

      async move() {
        await press(`.floor-parties [data-party="${ada}"] a`);
        await page.waitForSelector("#party:has-text('Ada')");
        await press(table("T6"));
        await page.waitForSelector(`.floor-parties [data-party="${ada}"]:has-text("Table T6")`);
        expect(kept(ada)).toMatchObject({ tables: [idOf("T6")], tablePinned: true });
      },

      async swap() {
        await press(`.floor-parties [data-party="${bo}"] a`);
        const before = kept(bo)?.tables;
        await press("#party:has-text('Bo') button:has-text('Swap: Table T6')");
        await toast(page, "Bo: table given");
        expect([kept(bo)?.tables, kept(ada)?.tables]).toEqual([[idOf("T6")], before]);
      },

      async block() {
        await press(table("T5"));
        await press("#table:has-text('Table T5') summary:has-text('Block')");
        await write("#block [name=reason]", "Heater broken");
        await press("#block button");
        await page.waitForSelector(table("T5", "Heater broken"));
      },

      /** Seats a party at an occupied table; the party there gets another table. */
      async displace() {
        const hers = nameOf(lena);
        await press(tableOf(lena));
        await choose("#seat-here select", 1);
        await press("#seat-here button");
        await page.waitForSelector(table(hers, "Mia"));
        expect(kept(mia)).toMatchObject({ status: "seated", tables: [idOf(hers)] });
        expect(kept(lena)).toMatchObject({ status: "seated", tables: [] });
        await press(".without-table a:has-text('Lena')");
        await press("#party:has-text('Lena') button:has-text('Table 6')");
        await page.waitForSelector(table("6", "Lena"));
        expect(await page.locator(".without-table").count()).toBe(0);
      },

      /** Parties overstay, then leave. */
      async leave() {
        await later(2 * HOUR);
        await page.waitForSelector(table("5", "min over"));
        for (const name of ["5", "6", nameOf(okafor)]) {
          await press(table(name));
          await press("#table button:has-text('Done')");
          await page.waitForSelector(table(name, "free"));
        }
        expect([lena, okafor].map((id) => kept(id)?.status)).toEqual(["completed", "completed"]);
      },
    };
  }

  test(
    "works by touch on a tablet",
    async () => {
      const { page, faults } = await floor.open({ width: 820, touch: true });
      const parts = await evening(page, {
        press: (selector) => page.tap(selector),
        async choose(selector, index) {
          await page.selectOption(selector, { index });
        },
        write: (selector, text) => page.fill(selector, text),
      });
      for (const part of Object.values(parts)) await part();
      expect(await hurdles(page)).toEqual([]);
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );

  test(
    "works by keyboard alone, with each kind of control",
    async () => {
      const { page, faults } = await floor.open({ width: 820 });
      const { walkIn, come, move, block, displace } = await evening(page, {
        async press(selector) {
          await (selector.startsWith("a[data-table") ? steerTo : goTo)(page, selector);
          await page.keyboard.press("Enter");
        },
        async choose(selector, index) {
          await goTo(page, selector);
          await page.keyboard.press("Home");
          for (let down = 0; down < index; down += 1) await page.keyboard.press("ArrowDown");
        },
        async write(selector, text) {
          await goTo(page, selector);
          await page.keyboard.type(text);
        },
      });
      // The remaining parts of the evening use the same kinds of controls.
      for (const part of [walkIn, come, move, block, displace]) await part();
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );
});

/** More than the number of Tab stops on the page. */
const MOST_TABS = 300;

/** Presses Tab until the selected element has the focus. */
async function goTo(page: Page, selector: string): Promise<void> {
  const wanted = page.locator(selector).first();
  await wanted.waitFor();
  let presses = 0;
  while (presses < MOST_TABS) {
    // Press once for each stop in between: looking up the focus takes longer than a press.
    const ahead = await wanted.evaluate((one) => {
      const { activeElement } = one.ownerDocument;
      if (activeElement === one) return 0;
      const all = [...one.ownerDocument.querySelectorAll("a, button, input, select, summary")];
      const from = all.indexOf(activeElement);
      // On a newly opened page, Tab starts at the element that the address names.
      const between = from < 0 ? [] : all.slice(from + 1, all.indexOf(one));
      return 1 + between.filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility()).length;
    });
    if (ahead === 0) return;
    for (let press = 0; press < ahead; press += 1) await page.keyboard.press("Tab");
    presses += ahead;
  }
  throw new Error(`Tab never reached ${selector}.`);
}

/** More than the number of tables in the plan. */
const MOST_STEPS = 40;

/** Goes to a table of the plan with the arrow keys, from the first one. */
async function steerTo(page: Page, selector: string): Promise<void> {
  const wanted = page.locator(selector);
  await wanted.waitFor();
  await goTo(page, "a[data-table]");
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [right, down] = await wanted.evaluate((one) => {
      const [to, from] = [one, one.ownerDocument.activeElement].map((it) =>
        it.getBoundingClientRect(),
      );
      return [to.x - from.x, to.y - from.y];
    });
    if (right === 0 && down === 0) return;
    const across = right < 0 ? "ArrowLeft" : "ArrowRight";
    const along = down < 0 ? "ArrowUp" : "ArrowDown";
    await page.keyboard.press(Math.abs(right) > Math.abs(down) ? across : along);
  }
  throw new Error(`The arrow keys never reached ${selector}.`);
}
