// Goal: on the demo's full Saturday a phone shows many parties and texts on one screen, and a
// seated party's size is saved by a button that appears while typing. Method: Chromium on the
// product with its demo.
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { start } from "../../../src/app.ts";
import type { RunningServer } from "../../../src/instance/server.ts";
import { running } from "../../cli/command-line.ts";
import type { Person } from "../../support/browserless-consent.ts";
import { ask } from "../../support/desk-evening.ts";
import { inBrowser } from "../in-browser.ts";
import {
  closePages,
  hurdles,
  openSignedIn,
  overhang,
  SLOW_MS,
  type Viewing,
} from "../open-page.ts";

const BRAND = "demo-bistro";
const SATURDAY = "2026-11-21";
const EVENING = Date.parse(`${SATURDAY}T18:50:00-05:00`);

inBrowser("the demo's Saturday", () => {
  let desk: ReturnType<typeof running>;
  let server: RunningServer;
  let line: { readonly url: string; readonly user: Person; readonly test: string; apiKey: string };
  let seated = "";

  beforeAll(async () => {
    const flags = ["--json", "--log-level", "error", "--port", "0"];
    const clock = ["--clock", "2026-11-20T18:50:00-05:00"];
    const started = Promise.withResolvers<RunningServer>();
    desk = running(["dev", ...flags, ...clock], {
      now: Date.now,
      start: async (options) => {
        const one = await start(options);
        started.resolve(one);
        return one;
      },
    });
    line = JSON.parse(await desk.ready);
    server = await started.promise;
    const advance = async (to: number) => {
      const headers = { authorization: `Bearer ${line.apiKey}` };
      const body = JSON.stringify({ advance: to - server.clock() });
      await fetch(`${line.test}/clock`, { method: "POST", headers, body });
    };
    const filter = { brand: BRAND, fromDate: SATURDAY, toDate: SATURDAY };
    const statuses = ["booked"] as const;
    const rows = server.stores.reservations.list({ ...filter, statuses, limit: 100, after: null });
    await advance(EVENING);
    const due = rows.filter(({ startAt }) => startAt < EVENING - 1_800_000);
    for (const [index, { id }] of due.entries()) {
      const mark = index % 5 === 4 ? "mark_arrived" : "mark_seated";
      if (index % 7 === 3) continue;
      await ask(server, BRAND, mark, { id });
      if (mark === "mark_seated") seated = id;
    }
  }, SLOW_MS);
  afterEach(closePages);
  afterAll(async () => {
    await desk?.stop();
  });

  const open = (path: string, viewing: Viewing) =>
    openSignedIn(line.url, line.user, `/b/${BRAND}${path}`, viewing);

  test(
    "on a phone the row of a party is at most 72 px high, and an opened row is shown in full",
    async () => {
      const { page } = await open(`?date=${SATURDAY}`, { width: 360 });
      const tall = await page.evaluate<[number, string[]]>(`(() => {
        const rows = [...document.querySelectorAll(".row")];
        return [rows.length, rows.filter((row) => row.offsetHeight > 72).map((row) => row.id)];
      })()`);
      expect(tall[0]).toBeGreaterThan(40);
      expect(tall[1]).toEqual([]);
      await page.click(".row .more-acts > summary");
      const cutOff = await page.evaluate<string[]>(`(() => {
        const right = document.querySelector(".sheet").getBoundingClientRect().right;
        const buttons = [...document.querySelectorAll(".row .acts .b")];
        const isCut = (one) => one.checkVisibility() && one.getBoundingClientRect().right > right;
        return buttons.filter(isCut).map((one) => one.textContent);
      })()`);
      expect(cutOff).toEqual([]);
      const covered = await page.evaluate<string[]>(`(() => {
        const rows = [...document.querySelectorAll(".row:has(.more-acts)")];
        const edge = (row, what, side) => row.querySelector(what)?.getBoundingClientRect()[side];
        return rows.filter((row) => [".at-table", ".flags"].some((part) =>
          edge(row, part, "right") > edge(row, ".acts", "left"))).map((row) => row.id);
      })()`);
      expect(covered).toEqual([]);
      expect(await overhang(page)).toEqual([]);
      const alert = page.locator(".row:has-text('Jakub') .badge.stop").first();
      const words = (): Promise<boolean> =>
        alert.evaluate((one) => one.scrollWidth <= one.clientWidth);
      expect(await words()).toBe(false);
      await page.click(".row:has-text('Jakub') a.name");
      await page.waitForSelector(".row:has-text('Jakub') .detail");
      expect(await words()).toBe(true);
      expect(await hurdles(page)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a phone shows each text in at most three lines",
    async () => {
      const { page } = await open("/messages", { width: 360 });
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll(".outbox-text")].map((text) => text.offsetHeight)`,
      );
      expect(heights.length).toBeGreaterThan(20);
      expect(Math.max(...heights)).toBeLessThan(90);
      expect(await overhang(page)).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "a seated party's size is saved by a button that appears while typing",
    async () => {
      const { page } = await open(`/reservations/${seated}`, { width: 820 });
      const save = page.locator("#party-size button");
      expect(await save.isVisible()).toBe(false);
      await page.fill("#move-party", "5");
      expect(await save.isVisible()).toBe(true);
      await save.click();
      await page.waitForSelector("#toast");
      expect(server.stores.reservations.get(seated)?.partySize).toBe(5);
      expect(await save.isVisible()).toBe(false);
      const plain = await open(`/reservations/${seated}`, { scripts: false });
      expect(await plain.page.locator("#party-size button").isVisible()).toBe(true);
    },
    SLOW_MS,
  );
});
