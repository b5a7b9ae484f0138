// Goal: a host leads a service from the floor alone, by touch on a tablet or by keyboard, sees what
// others do meanwhile, and everybody can use the page, whatever guests are called.
// Method: Chromium on the running product; what was done is read from the database.
import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { MINUTE } from "../../src/domain/time.ts";
import { ask, NAMES } from "../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { inBrowser } from "./in-browser.ts";
import { closePages, hurdles, openSignedIn, SLOW_MS, type Viewing } from "./open-page.ts";

const BRAND = "demo-bistro";
const FLOOR = `/b/${BRAND}/floor`;
const FRIDAY = "Friday, November 20, 2026";

inBrowser("the floor in a browser", () => {
  let desk: DeskWithUser;

  beforeEach(async () => {
    desk = await deskWithUser("--clock", "2026-11-20T17:45:00-05:00");
    const { stores, writer } = desk.server;
    const set = { tables: { mode: "suggest" }, seats: null, paceCovers: null };
    await writer.write(() =>
      stores.brands.update(BRAND, {
        overrides: { ...stores.brands.overrides(BRAND), ...set },
        now: 0,
      }),
    );
  });
  afterEach(async () => {
    await closePages();
    await desk?.[Symbol.asyncDispose]();
  });

  const open = (viewing: Viewing, path = FLOOR) =>
    openSignedIn(desk.url, desk.user, path, { hears: true, ...viewing });
  const book = async (name: string, numberOfPeople: number, time: string): Promise<string> => {
    const wish = { name, numberOfPeople, date: FRIDAY, time, notifyCustomer: false };
    const made = await ask(desk.server, BRAND, "create_booking", wish);
    return (made["reservation"] as { id: string }).id;
  };
  const kept = (id: string) => desk.server.stores.reservations.get(id);
  const idOf = (name: string): string =>
    desk.server.stores.floors.get(BRAND).tables.find((one) => one.name === name)?.id ?? "";
  /** The table on the plan, once it stands so. */
  const table = (id: string, says = "Table"): string =>
    `a[data-table="${id}"][aria-label*="${says}"]`;
  const tableOf = (party: string, says = "Table"): string =>
    table(kept(party)?.tables[0] ?? "", says);
  const toast = (page: Page, says: string) => page.waitForSelector(`#toast:has-text("${says}")`);

  test(
    "a whole service by touch on a tablet",
    async () => {
      const lena = await book("Late Lena", 2, "6:00 PM");
      const ada = await book("Ada", 4, "7:00 PM");
      const { page, faults } = await open({ width: 820, touch: true });

      await page.tap(table(idOf("12"), "free"));
      await page.tap("#walk-in-here button[value='5']");
      await toast(page, "Walk-in: seated, table 12");
      await page.waitForSelector(table(idOf("12"), "Walk-in, party of 5, seated 0 min"));

      const before = kept(ada)?.tables;
      await page.tap(`[data-party="${ada}"]:has-text("Ada") a`);
      await page.tap("#party button:has-text('Table T6')");
      await toast(page, "Ada: table given");
      expect(before).not.toEqual([idOf("T6")]);
      expect(kept(ada)?.tables).toEqual([idOf("T6")]);

      await desk.advance(25 * MINUTE);
      await page.reload();
      await page.tap(tableOf(lena, "10 min late"));
      await page.tap("#table button:has-text('Arrived')");
      await page.tap("#table:has-text('Arrived, waiting 0 min') button:has-text('Seat')");
      await page.waitForSelector("#table:has-text('Seated 0 min')");

      await page.tap(table(idOf("T5")));
      await page.tap("#table summary:has-text('Block')");
      await page.fill("#table [name=to]", "20:00");
      await page.fill("#table [name=reason]", "Heater broken");
      await page.tap("#block button");
      await page.waitForSelector(table(idOf("T5"), "blocked until 8:00 PM: Heater broken"));

      await page.tap(table(idOf("12")));
      await page.tap("#table button:has-text('Done')");
      await page.waitForSelector(table(idOf("12"), "free"));
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );

  test(
    "a service by keyboard alone",
    async () => {
      const ada = await book("Ada", 2, "6:00 PM");
      const { page, faults } = await open({});
      await goTo(page, tableOf(ada));
      await page.keyboard.press("Enter");
      await page.waitForSelector("#table");
      await goTo(page, "#table .b:has-text('Move')");
      await page.keyboard.press("Enter");
      await page.waitForSelector("#party");
      await goTo(page, "#party button:has-text('Table T2')");
      await page.keyboard.press("Enter");
      await toast(page, "Ada: table given");
      expect(kept(ada)).toMatchObject({ tables: [idOf("T2")], tablePinned: true });

      for (const [button, says] of [
        ["Seat", "seated"],
        ["Done", "free"],
      ] as const) {
        await goTo(page, table(idOf("T2")));
        await page.keyboard.press("Enter");
        await page.waitForSelector("#table");
        await goTo(page, `#table button:has-text("${button}")`);
        await page.keyboard.press("Enter");
        await page.waitForSelector(table(idOf("T2"), says));
      }

      await goTo(page, table(idOf("1")));
      await page.keyboard.press("Enter");
      await page.waitForSelector("#table:has-text('Table 1')");
      await goTo(page, "#table summary");
      await page.keyboard.press("Enter");
      await goTo(page, "#block [name=reason]");
      await page.keyboard.type("Wobbles");
      await page.keyboard.press("Enter");
      await page.waitForSelector(table(idOf("1"), "Wobbles"));
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );

  test(
    "a change that a colleague makes is shown, and a move on top of it is refused",
    async () => {
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
    "can be used by everybody in every look, whatever guests are called",
    async () => {
      const ids: string[] = [];
      for (let index = 0; index < 26; index += 1) {
        const name = NAMES[index % NAMES.length] ?? "";
        ids.push(await book(name, [2, 4, 2, 3, 6][index % 5] ?? 2, "6:00 PM"));
      }
      for (const id of ids.slice(0, 6)) await ask(desk.server, BRAND, "mark_seated", { id });
      const without = ids.find((id) => kept(id)?.tables.length === 0) ?? "";
      const { page, faults } = await open({ look: "light" });
      const problems: string[] = [];
      const panels = `?table=${idOf("7")}&party=${without}&plan=yes`;
      for (const query of ["", panels, `?party=${ids[7]}`]) {
        await page.goto(desk.url + FLOOR + query);
        problems.push(...(await hurdles(page)).map((one) => `${query} ${one}`));
      }
      expect(problems).toEqual([]);
      expect(await page.locator(".without-table li").count()).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    },
    2 * SLOW_MS,
  );

  test(
    "a drag that a colleague's move overtakes is refused",
    async () => {
      const ada = await book("Ada", 2, "7:00 PM");
      const { page } = await open({ width: 1440 });
      const from = await page.locator(`.floor-parties [data-party="${ada}"]`).boundingBox();
      const to = await page.locator(`[data-table="${idOf("T3")}"]`).boundingBox();
      if (from === null || to === null) throw new Error("Both must be seen at once.");
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await ask(desk.server, BRAND, "assign_table", { id: ada, tables: ["T1"] });
      await page.waitForSelector(`.floor-parties [data-party="${ada}"]:has-text("Table T1")`);
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
      await page.mouse.up();
      await page.waitForSelector(".reasons:has-text('changed meanwhile')");
      expect(kept(ada)?.tables).toEqual([idOf("T1")]);
    },
    SLOW_MS,
  );

  test(
    "a party is dragged onto a table, and by tap and tap given another",
    async () => {
      const ada = await book("Ada", 2, "7:00 PM");
      const { page, faults } = await open({ width: 1440 });
      const bar = page.locator(`.floor-parties [data-party="${ada}"]`);
      const free = page.locator(`[data-table="${idOf("T3")}"]`);
      const from = await bar.boundingBox();
      const to = await free.boundingBox();
      if (from === null || to === null) throw new Error("Both must be seen at once.");
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
      await page.mouse.up();
      await toast(page, "Ada: table given");
      expect(kept(ada)?.tables).toEqual([idOf("T3")]);

      await page.click(`.floor-parties [data-party="${ada}"] a`);
      await page.waitForSelector("#party");
      await page.click(`.table.fits [data-table="${idOf("T4")}"]`);
      await page.waitForSelector(tableOf(ada));
      await page.waitForFunction("document.querySelector('#party') === null");
      expect(kept(ada)?.tables).toEqual([idOf("T4")]);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );
});

/** More than the page has of what Tab stops at. */
const MOST_TABS = 300;

/** Goes on with Tab until what is at the selector has the keyboard. */
async function goTo(page: Page, selector: string): Promise<void> {
  const wanted = page.locator(selector).first();
  await wanted.waitFor();
  for (let press = 0; press < MOST_TABS; press += 1) {
    if (await wanted.evaluate((one) => one === one.ownerDocument.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${selector}.`);
}
