// Goal: while others work on the same evening, nobody loses the text they typed, the focus or the
// scroll position; an opened reservation is accessible. together.test.ts tests that people see each
// other's changes. Method: Chromium with scripts, at the widths of a phone, a tablet and a desktop.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { ask, fillEvening } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { inBrowser } from "../in-browser.ts";
import { closePages, hurdles, openSignedIn, overhang, SLOW_MS } from "../open-page.ts";

const BRAND = "demo-bistro";

inBrowser("tonight in a browser", () => {
  let desk: DeskWithUser;
  let ids: string[];

  beforeAll(async () => {
    desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
    ids = await fillEvening(desk.server, BRAND, 12);
    const time = { date: "Friday, November 20, 2026", time: "8:00 PM" };
    for (const name of ["Wim", "Pia", "Ole", "Bartholomew Featherstonehaugh-Cholmondeley", "Uma"]) {
      const guest = { name, phone: "+12125550188", numberOfPeople: 2 };
      await ask(desk.server, BRAND, "add_to_waitlist", { ...guest, ...time });
    }
    await desk.advance(3 * 3_600_000);
  }, SLOW_MS);
  afterEach(closePages);
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  /** Opens Tonight, signed in and connected to the stream of changes. */
  const open = (width: number) =>
    openSignedIn(desk.url, desk.user, `/b/${BRAND}`, { width, hears: true });

  test(
    "if a button disappears when somebody presses it, the focus stays in its row or form",
    async () => {
      const { page, faults } = await open(820);
      const at = (): Promise<string> =>
        page.evaluate(`(() => {
          const here = document.activeElement;
          return (here.closest("li[id]")?.id ?? here.closest("[id]")?.id) + " " + here.textContent.trim();
        })()`);
      const press = async (key: string, until: string): Promise<void> => {
        await page.keyboard.press(key);
        await page.waitForSelector(until);
      };
      const row = `r${ids[1]}`;
      const name = await page.textContent(`#${row} a.name`);
      await page.focus(`#${row} button:has-text("Seat")`);
      await press("Enter", `#${row}.seated`);
      expect(await at()).toBe(`${row} ${name}`);
      await page.keyboard.press("Tab");
      await press("Enter", `#${row}.completed`);
      expect(await at()).toBe(`${row} ${name}`);
      await page.keyboard.press("u");
      expect(await at()).toBe("toast-undo Undo");
      await press("Enter", `#${row}.seated`);
      expect(await at()).toStartWith(row);
      await page.keyboard.press("w");
      expect(await at()).toBe("walk-in Walk-in");
      await page.keyboard.press("Tab");
      await press("Enter", "#toast:has-text('Walk-in: seated')");
      expect(await at()).toBe("walk-in Walk-in");
      await page.keyboard.press("u");
      await press("Enter", "#toast:has-text('removed')");
      await page.focus("#toast .close");
      await press("Enter", "body:not(:has(#toast))");
      expect(await at()).toBe("walk-in Walk-in");
      await page.goto(`${desk.url}/b/${BRAND}/waitlist`);
      const guest = await page.locator("li.waiting-guest:has-text('Uma')").getAttribute("id");
      await page.focus(`#${guest} button:has-text("Pause")`);
      await press("Enter", `#${guest}.paused`);
      expect(await at()).toStartWith(`${guest} `);
      await page.focus(`#${guest} button:has-text("Resume")`);
      await press("Enter", `#${guest}.waiting`);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test.each([360, 1440])(
    "a tap does not scroll the sheet, and a refusal is scrolled into view, at %d px",
    async (width) => {
      const { page, faults } = await open(width);
      await page.setViewportSize({ width, height: 500 });
      const id = ids[width === 360 ? 7 : 8] ?? "";
      const row = `#r${id}`;
      const place = (): Promise<number> => page.evaluate("scrollY");
      await page.locator(row).scrollIntoViewIfNeeded();
      const before = await place();
      expect(before).toBeGreaterThan(0);
      for (const [what, until] of [
        [`${row} button:has-text("Arrived")`, `${row}.arrived`],
        ["#toast button:has-text('Undo')", `${row}.booked`],
        [`${row} a.name`, `${row} .detail`],
      ] as const) {
        await page.click(what);
        await page.waitForSelector(until);
        expect([what, await place()]).toEqual([what, before]);
      }
      const note = `#table-${id}`;
      await page.fill(note, "Bar 7");
      await ask(desk.server, BRAND, "add_note", { id, note: "Late, by train" });
      await page.click(`${row} button:has-text("Save")`);
      await page.waitForSelector("text=changed meanwhile");
      const top: number = await page.evaluate(
        `document.querySelector("${row} .reasons p").getBoundingClientRect().top`,
      );
      expect(top > 0 && top < 500).toBe(true);
      await page.click(`${row} a:has-text("Open, move, cancel")`);
      await page.waitForURL(/\/reservations\//);
      expect(await place()).toBe(0);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a refusal's reason and what was typed stay while others make changes",
    async () => {
      const { page } = await open(820);
      const [id, other] = [ids[6] ?? "", ids[10] ?? ""];
      const news = async (note: string): Promise<void> => {
        await ask(desk.server, BRAND, "add_note", { id: other, field: "seatingNotes", note });
        await page.waitForSelector(`#r${other} .place:has-text("${note}")`);
      };
      await page.click("#walk-in > summary");
      await page.evaluate(`document.querySelector("#walk-in button[value='8']").value = "2000"`);
      await page.click("#walk-in button[value='2000']");
      await page.waitForSelector("main .reasons");
      for (const note of ["Bar 1", "Bar 2"]) await news(note);
      expect(await page.locator("main .reasons:has-text('2000')").count()).toBe(1);

      await page.click(`#r${id} a.name`);
      await page.waitForSelector(`#table-${id}`);
      expect(await page.locator("main .reasons p").count()).toBe(0);
      await page.fill(`#table-${id}`, "Bar 9");
      await ask(desk.server, BRAND, "add_note", { id, note: "By train" });
      await page.click(`#r${id} button:has-text("Save")`);
      await page.waitForSelector("text=changed meanwhile");
      await news("Bar 3");
      expect(await page.locator("text=changed meanwhile").count()).toBe(1);
      expect(await page.inputValue(`#table-${id}`)).toBe("Bar 9");
      await page.click(`#r${id} button:has-text("Save")`);
      await page.waitForSelector(`#r${id} .place:has-text("Bar 9")`);
      expect(await page.locator("text=changed meanwhile").count()).toBe(0);
    },
    SLOW_MS,
  );

  test(
    "typed text stays while somebody else changes the same reservation, and a notice says so",
    async () => {
      const { page, faults } = await open(1440);
      const id = ids[3] ?? "";
      await page.click(`#r${id} a.name`);
      await page.fill(`#table-${id}`, "Bar 2");
      await ask(desk.server, BRAND, "add_note", { id, field: "seatingNotes", note: "Terrace 9" });
      await page.waitForSelector(`#r${id} .place:has-text("Terrace 9")`);
      expect(await page.inputValue(`#table-${id}`)).toBe("Bar 2");
      await page.click(`#r${id} button:has-text("Save")`);
      await page.waitForSelector("text=changed meanwhile");
      expect(await page.inputValue(`#table-${id}`)).toBe("Bar 2");
      await page.click(`#r${id} button:has-text("Save")`);
      await page.waitForSelector(`#r${id} .place:has-text("Bar 2")`);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a refresh requested before a tap does not undo the tap's result",
    async () => {
      const { page, faults } = await open(900);
      const id = ids[5] ?? "";
      // The refresh is answered after the tap.
      let held = 0;
      await page.route(/\/b\/demo-bistro$/, async (route) => {
        if (route.request().headers()["x-live"] !== undefined && held === 0) {
          held += 1;
          const answer = await route.fetch();
          await page.waitForSelector(".detail");
          await route.fulfill({ response: answer });
        } else await route.continue();
      });
      const refresh = page.waitForRequest((one) => one.headers()["x-live"] !== undefined);
      await ask(desk.server, BRAND, "add_note", { id, field: "notes", note: "New" });
      await refresh;
      const again = page.waitForResponse(
        (one) => one.url().includes("open=") && one.request().headers()["x-live"] !== undefined,
      );
      await page.click(`#r${id} a.name`);
      await again;
      expect(held).toBe(1);
      expect(await page.locator(".detail").count()).toBe(1);
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "on a phone with text twice as large, no total breaks into two lines and no text overlaps another",
    async () => {
      const viewing = { width: 360, textPx: 32 };
      const { page } = await openSignedIn(desk.url, desk.user, `/b/${BRAND}`, viewing);
      const problems = await page.evaluate<string[]>(`(() => {
        const boxes = (one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return [...range.getClientRects()];
        };
        const lines = (one) => new Set(boxes(one).map(({ top }) => top)).size;
        const all = (selector) => [...document.querySelectorAll(selector)];
        for (const number of all(".totals dd")) number.firstChild.textContent = "292";
        const over = (one, other) => boxes(one).some((a) => boxes(other).some((b) =>
          a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1));
        const texts = all(".when h1, .when p, .when .square, .row:first-of-type .time, .row:first-of-type .name");
        return [
          ...all(".totals dt, .totals dd").filter((one) => lines(one.firstChild) > 1),
          ...texts.filter((one) => texts.some((other) => one !== other && over(one, other))),
        ].map(({ textContent, className }) => className + " " + textContent.trim());
      })()`);
      expect(problems).toEqual([]);
      expect(await overhang(page)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "while an input method composes text, ArrowDown and Escape do not leave the search field",
    async () => {
      const { page, faults } = await open(1440);
      await page.focus("#q");
      for (const told of ["isComposing: true", "keyCode: 229"]) {
        for (const key of ["ArrowDown", "Escape"]) {
          await page.evaluate(`document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", { key: "${key}", ${told}, bubbles: true }))`);
          expect(await page.evaluate("document.activeElement.id")).toBe("q");
        }
      }
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate("document.activeElement.id")).not.toBe("q");
      expect(faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "keys move through the sheet, find a guest and open the booking page",
    async () => {
      const { page, faults } = await open(1440);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate("document.activeElement.closest('li').id")).toBe(`r${ids[1]}`);
      await page.keyboard.press("/");
      await page.keyboard.type("raman");
      await page.waitForURL(/q=raman/);
      await page.waitForSelector(".row:has-text('Priya Raman')");
      expect(await page.locator(".row").count()).toBe(1);
      expect(await page.inputValue("#q")).toBe("raman");
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Priya Raman");
      await page.keyboard.press("n");
      await page.waitForURL(/\/book/);
      expect(faults.filter((fault) => !fault.includes("404"))).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "an opened reservation is no wider than the screen and is accessible",
    async () => {
      const { page } = await open(360);
      await page.click(`#r${ids[4]} a.name`);
      await page.waitForSelector(".detail");
      expect(await hurdles(page)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "the tabs of a day with many services do not make the page wider than the screen",
    async () => {
      const { stores, writer, clock } = desk.server;
      const services = Array.from({ length: 8 }, (_, index) => ({
        name: `A service of the day, ${index}`,
        opens: `${10 + index}:00`,
        lastSeating: `${10 + index}:30`,
        closes: `${11 + index}:00`,
      }));
      const overrides = { ...stores.brands.overrides(BRAND) };
      const present = { ...overrides, specialDays: { "2026-12-01": { services } } };
      await writer.write(() => stores.brands.update(BRAND, { overrides: present, now: clock() }));
      const { page } = await open(360);
      await page.goto(`${desk.url}/b/${BRAND}?date=2026-12-01`);
      expect(await page.locator(".tabs a").count()).toBe(9);
      expect(await overhang(page)).toEqual([]);
      await page.setViewportSize({ width: 820, height: 1000 });
      expect(await overhang(page)).toEqual([]);
    },
    SLOW_MS,
  );
});
