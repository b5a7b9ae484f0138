// The demo bistro with its tables switched on, and the browsers of its hosts.
import type { Page } from "playwright-core";
import { ask } from "../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { closePages, type OpenPage, openSignedIn, type Viewing } from "./open-page.ts";

export const BRAND = "demo-bistro";
export const FLOOR = `/b/${BRAND}/floor`;
export const FRIDAY = "Friday, November 20, 2026";

/** The running product on Friday, November 20, 2026, at 5:45 PM, without reservations. */
export interface FloorDesk extends AsyncDisposable {
  readonly desk: DeskWithUser;
  open(viewing: Viewing, path?: string): Promise<OpenPage>;
  /** Books for this Friday and returns the id. */
  book(name: string, numberOfPeople: number, time: string): Promise<string>;
  /** The reservation in the database. */
  kept(id: string): ReturnType<DeskWithUser["server"]["stores"]["reservations"]["get"]>;
  /** The id of a table. */
  idOf(name: string): string;
  /** A selector of a table on the plan whose label contains `says`. */
  table(name: string, says?: string): string;
  /** The same for the first table of a party. `party` is a reservation's id. */
  tableOf(party: string, says?: string): string;
}

export async function openFloorDesk(): Promise<FloorDesk> {
  const desk = await deskWithUser("--clock", "2026-11-20T17:45:00-05:00");
  const { stores, writer } = desk.server;
  const set = { tables: { mode: "suggest" }, seats: null, paceCovers: null };
  const overrides = { ...stores.brands.overrides(BRAND), ...set };
  await writer.write(() => stores.brands.update(BRAND, { overrides, now: 0 }));
  const kept = (id: string) => stores.reservations.get(id);
  const idOf = (name: string): string =>
    stores.floors.get(BRAND).tables.find((one) => one.name === name)?.id ?? "";
  const onPlan = (id: string, says: string): string =>
    `a[data-table="${id}"][aria-label*="${says}"]`;
  return {
    desk,
    open: (viewing, path = FLOOR) =>
      openSignedIn(desk.url, desk.user, path, { hears: true, ...viewing }),
    async book(name, numberOfPeople, time) {
      const wish = { name, numberOfPeople, date: FRIDAY, time, notifyCustomer: false };
      const made = await ask(desk.server, BRAND, "create_booking", wish);
      return (made["reservation"] as { id: string }).id;
    },
    kept,
    idOf,
    table: (name, says = "Table") => onPlan(idOf(name), says),
    tableOf: (party, says = "Table") => onPlan(kept(party)?.tables[0] ?? "", says),
    async [Symbol.asyncDispose]() {
      await closePages();
      await desk[Symbol.asyncDispose]();
    },
  };
}

/** Waits until the page confirms an action. If it does not, the error shows the page. */
export async function toast(page: Page, says: string): Promise<void> {
  try {
    await page.waitForSelector(`#toast:has-text("${says}")`);
  } catch (cause) {
    throw new Error(
      `No toast "${says}" at ${page.url()}:\n${await page.locator("body").ariaSnapshot()}`,
      {
        cause,
      },
    );
  }
}
