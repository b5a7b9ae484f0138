// Goal: the view of check_availability shows free times as buttons, makes a dry run before each
// booking, and books nothing without confirmation. Method: a real browser with the library by which
// clients show views (MCP Apps).
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask } from "../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { type Host, type ShownView, showView } from "./app-host.ts";
import { hasChromium } from "./chromium.ts";
import { inBrowser } from "./in-browser.ts";
import { SLOW_MS } from "./open-page.ts";

const BRAND = "demo-bistro";
const FRIDAY = "Friday, November 20, 2026";
const DATE = "2026-11-20";
const NAME = "<img src=x onerror=alert(1)> Lopez";
const NOTE = 'Nut allergy"></textarea><script>alert(2)</script>';
const SETTINGS = {
  seats: 12,
  paceCovers: null,
  tables: { mode: "off" },
  largeParty: { from: 7, mode: "pending" },
  specialDays: { "2026-11-25": { closed: true, note: "Staff outing" } },
};

let desk: DeskWithUser;
let host: Host;
beforeAll(async () => {
  if (!hasChromium) return;
  desk = await deskWithUser("--clock", "2026-11-20T12:00:00-05:00");
  const { stores, writer } = desk.server;
  const overrides = { ...stores.brands.overrides(BRAND), ...SETTINGS };
  await writer.write(() => stores.brands.update(BRAND, { overrides, now: 0 }));
  host = { mcp: desk.mcp, key: desk.apiKey, now: Date.parse("2026-11-20T12:00:00-05:00") };
}, SLOW_MS);
afterAll(async () => {
  if (hasChromium) await desk[Symbol.asyncDispose]();
});

const times = (change: object = {}, as: Partial<Host> = {}) =>
  showView({ ...host, ...as }, "check_availability", {
    brand: BRAND,
    date: DATE,
    numberOfPeople: 2,
    ...change,
  });

/** The names of all reservations of a day. */
async function booked(date = DATE): Promise<string[]> {
  const { bookings } = await ask(desk.server, BRAND, "list_bookings", { date, limit: 200 });
  return (bookings as { name: string }[]).map(({ name }) => name);
}

const heading = async ({ view }: ShownView, name: string): Promise<void> =>
  view.getByRole("heading", { name }).waitFor();

inBrowser("the view of check_availability", () => {
  test(
    "books a time by keyboard alone, after a dry run, and tells the model",
    async () => {
      await using shown = await times();
      const { view, page, calls } = shown;
      await heading(shown, FRIDAY);
      expect(await shown.says()).toMatch(/^\d+ free times for a party of 2\.$/);
      expect(await shown.hurdles()).toEqual([]);

      await view.getByRole("button", { name: "7:30 PM" }).focus();
      await page.keyboard.press("Enter");
      await heading(shown, `7:30 PM, ${FRIDAY}, party of 2`);
      expect(await view.evaluate("document.activeElement.tagName")).toBe("H2");
      expect(await shown.hurdles()).toEqual([]);
      for (const typed of [NAME, "+12125550188", NOTE]) {
        await page.keyboard.press("Tab");
        await page.keyboard.type(typed);
      }
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await heading(shown, "Book this table?");
      expect(await shown.says()).toBe("Nothing is booked yet.");
      await view.getByText(NAME, { exact: false }).first().waitFor();
      await view.getByText("Text to the guest: Demo Bistro:", { exact: false }).first().waitFor();
      expect(await shown.hurdles()).toEqual([]);
      expect(calls.map(({ name, arguments: given }) => [name, given?.["dryRun"]])).toEqual([
        ["create_booking", true],
      ]);
      expect(await booked()).not.toContain(NAME);

      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await heading(shown, "Booked");
      expect(calls[1]?.arguments).toMatchObject({
        name: NAME,
        notes: NOTE,
        date: FRIDAY,
        time: "7:30 PM",
        numberOfPeople: 2,
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      });
      expect(calls[1]?.arguments).not.toHaveProperty("dryRun");
      expect((await booked()).filter((name) => name === NAME).length).toBe(1);
      expect(shown.told.length).toBe(1);
      expect(shown.told[0]).toContain("create_booking answered:");
      expect(shown.faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "shows a refused dry run with other times, and continues from one of them",
    async () => {
      await using shown = await times();
      const { view } = shown;
      await view.getByRole("button", { name: "8:00 PM" }).click();
      await heading(shown, `8:00 PM, ${FRIDAY}, party of 2`);
      // In the meantime another caller takes the seats.
      const rest = { name: "Others", date: FRIDAY, time: "8:30 PM", notifyCustomer: false };
      for (const numberOfPeople of [6, 4]) {
        await ask(desk.server, BRAND, "create_booking", { ...rest, numberOfPeople });
      }
      await view.getByLabel("Name").fill("Ana Lopez");
      await view.getByRole("button", { name: "Check" }).click();
      await heading(shown, "This cannot be booked");
      expect(await shown.says()).toContain("No room for a party of 2");
      expect(await shown.hurdles()).toEqual([]);
      await view.getByRole("button", { name: "Change" }).click();
      expect(await view.getByLabel("Name").inputValue()).toBe("Ana Lopez");
      await view.getByRole("button", { name: "Check" }).click();
      await heading(shown, "This cannot be booked");
      const [other] = await view.getByRole("button").all();
      const [, time = ""] = /, (\d+:\d\d [AP]M)$/.exec((await other?.textContent()) ?? "") ?? [];
      await other?.click();
      await view.getByRole("heading", { name: new RegExp(`^${time}, `) }).waitFor();
      expect(await booked()).not.toContain("Ana Lopez");
      expect(shown.faults).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "says that the key may not book",
    async () => {
      await using shown = await times({ date: "2026-11-21" }, { keyOfView: desk.readOnlyKey });
      const { view } = shown;
      await view.getByRole("button", { name: "6:00 PM" }).click();
      await view.getByLabel("Name").fill("Ana Lopez");
      await view.getByRole("button", { name: "Check" }).click();
      await heading(shown, "This cannot be booked");
      expect(await shown.says()).toStartWith("create_booking needs the scope bookings.write");
      expect(await shown.hurdles()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "sends a request for a large party",
    async () => {
      const wish = { date: "2026-11-21", numberOfPeople: 8, time: "7:00 PM" };
      await using shown = await times(wish);
      const { view } = shown;
      expect(await view.locator(".buttons").first().textContent()).toMatch(/6:45.*7:00.*7:15/s);
      await view.getByRole("button", { name: "7:00 PM, as a request" }).click();
      await view.getByLabel("Name").fill("Society of the Tables");
      await view.getByLabel("Phone").fill("+12125550189");
      await view.getByRole("button", { name: "Check" }).click();
      await heading(shown, "File this request?");
      await view.getByRole("button", { name: "File the request" }).click();
      await heading(shown, "The request is filed");
      expect(await booked("2026-11-21")).toContain("Society of the Tables");
    },
    SLOW_MS,
  );

  test(
    "shows the times of another day and party size",
    async () => {
      await using shown = await times();
      const { view, calls } = shown;
      await view.getByLabel("Date").fill("2026-11-24");
      await view.getByLabel("People").fill("3");
      await view.getByRole("button", { name: "Show times" }).click();
      await heading(shown, "Tuesday, November 24, 2026");
      expect(await shown.says()).toMatch(/ for a party of 3\.$/);
      expect(calls.at(-1)).toMatchObject({
        name: "check_availability",
        arguments: { brand: BRAND, date: "2026-11-24", numberOfPeople: 3 },
      });
      expect(await shown.hurdles()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    "shows the nearest times if the day has none, and the reason if the call is refused",
    async () => {
      await using closed = await times({ date: "2026-11-25" });
      await heading(closed, "Nearest free times");
      expect(await closed.says()).toBe("Closed: Staff outing.");
      const nearest = closed.view.getByRole("button", { name: /^\w+day, November 2\d, 2026, / });
      expect(await nearest.count()).toBe(3);
      expect(await closed.hurdles()).toEqual([]);
      await using refused = await times({ date: "never" });
      await refused.view.locator("#status.refusal").waitFor();
      expect(await refused.says()).toContain("never");
      expect(await refused.hurdles()).toEqual([]);
    },
    SLOW_MS,
  );
});
