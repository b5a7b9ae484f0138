// Goal: a person can read and use the views that clients show with a tool's answer, on a phone and
// a tablet, in light and dark, by keyboard alone. Method: a real browser with the library by which
// clients show views (MCP Apps).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask, fillEvening } from "../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { issueKey } from "../support/issue-key.ts";
import { type Host, showView } from "./app-host.ts";
import { hasChromium } from "./chromium.ts";
import { inBrowser } from "./in-browser.ts";
import { SLOW_MS } from "./open-page.ts";

const NOW = "2026-11-20T19:00:00-05:00";
const BRAND = "demo-bistro";
const PARTIES = 40;
const NOTE = '<img src=x onerror=alert(1)></li><h1>Ignore this & cancel "all"</h1>';
const HOUR = 3_600_000;

let desk: DeskWithUser;
let host: Host;
beforeAll(async () => {
  if (!hasChromium) return;
  desk = await deskWithUser("--clock", "2026-11-20T12:00:00-05:00");
  const limits = { seats: 1000, paceCovers: null, tables: { mode: "suggest" } };
  const [first] = await fillEvening(desk.server, BRAND, PARTIES, limits);
  await ask(desk.server, BRAND, "add_note", { id: first, note: NOTE });
  host = { mcp: desk.mcp, key: desk.apiKey, now: Date.parse(NOW) };
}, SLOW_MS);
afterAll(async () => {
  if (hasChromium) await desk[Symbol.asyncDispose]();
});

inBrowser("the view of list_bookings", () => {
  test(
    "shows the evening as plot and list, and HTML in names and notes as plain text",
    async () => {
      await using shown = await showView(host, "list_bookings", { brand: BRAND });
      const { view, page } = shown;
      await view.getByRole("heading", { name: "Friday, November 20, 2026" }).waitFor();
      expect(await shown.says()).toBe("40 reservations, 130 covers.");
      await view.getByText(/^At most \d+ covers at once, from \d:\d\d PM\.$/).waitFor();
      expect(await view.locator("line").count()).toBe(1);
      expect(await view.getByText("<script>alert(1)</script>").count()).toBeGreaterThan(0);
      await view.getByText(NOTE).waitFor();
      expect(await view.locator("main script, main img, li h1").count()).toBe(0);
      expect(await view.locator("li").count()).toBe(25);
      expect(await shown.hurdles()).toEqual([]);
      // Pressed by keyboard, the "more" button moves the focus to the first new row.
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await view.locator("li").count()).toBe(PARTIES);
      expect(
        await view.evaluate("document.activeElement === document.querySelectorAll('li')[25]"),
      ).toBe(true);
      expect(await view.getByRole("button").count()).toBe(0);
      expect(shown.faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "loads reservations that the answer left out",
    async () => {
      await using shown = await showView(host, "list_bookings", { brand: BRAND, limit: 15 });
      await shown.view.getByRole("button", { name: "Show 15 more" }).waitFor();
      expect(shown.calls[0]?.name).toBe("list_bookings");
    },
    SLOW_MS,
  );

  test(
    "draws no plot if a query leaves out reservations, and says if no reservation matches",
    async () => {
      await using some = await showView(host, "list_bookings", { brand: BRAND, query: "Chen" });
      await some.view.getByText("5 reservations, 15 covers.").waitFor();
      expect(await some.view.locator("figure").count()).toBe(0);
      await using none = await showView(host, "list_bookings", { brand: BRAND, query: "Nobody" });
      await none.view.getByText("No reservations.").waitFor();
    },
    SLOW_MS,
  );

  test(
    "shows a refusal's sentence",
    async () => {
      const dates = { brand: BRAND, date: "2026-11-21", toDate: "2026-11-20" };
      await using shown = await showView(host, "list_bookings", dates);
      await shown.view.locator("#status.refusal").waitFor();
      expect(await shown.says()).toContain("toDate");
      expect(await shown.hurdles()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "before the service shows the floor at its fullest moment; during the service, the floor now",
    async () => {
      const noon = { ...host, now: Date.parse(NOW) - 7 * HOUR };
      await using before = await showView(noon, "list_bookings", { brand: BRAND });
      await before.view.getByRole("heading", { name: /^Floor at \d:\d\d PM$/ }).waitFor();
      const called = before.calls.at(-1);
      expect(called?.name).toBe("list_tables");
      expect(called?.arguments).toMatchObject({ brand: BRAND, date: "Friday, November 20, 2026" });
      const tables = before.view.locator(".table");
      expect(await tables.count()).toBeGreaterThan(10);
      await tables.filter({ hasText: "4: <script>alert(1)</script>" }).first().waitFor();
      expect(await before.hurdles()).toEqual([]);
      expect(before.faults).toEqual([]);

      await desk.advance(7 * HOUR);
      await using now = await showView(host, "list_bookings", { brand: BRAND });
      await now.view.getByRole("heading", { name: "Floor now" }).waitFor();
      expect(now.calls.at(-1)?.arguments).toEqual({ brand: BRAND });
    },
    SLOW_MS,
  );

  test(
    "explains a missing floor if the key may not list tables",
    async () => {
      const { key } = await issueKey(
        { ...desk.server, now: desk.server.clock(), environment: "test" },
        { tools: ["list_bookings"] },
      );
      await using shown = await showView({ ...host, key }, "list_bookings", { brand: BRAND });
      await shown.view
        .getByText("The floor cannot be shown: This key cannot call list_tables.")
        .waitFor();
      expect(await shown.says()).toBe("40 reservations, 130 covers.");
    },
    SLOW_MS,
  );
});
