// What two hosts and a manager do on a Saturday besides seating booked guests. Each step has its
// time.
import { toast } from "./floor-desk.ts";
import { at, UNMARKED } from "./saturday-guests.ts";
import type { Tablet } from "./tapping.ts";

export const PIN = "718293";

export interface Step {
  /** Minutes after midnight. */
  readonly at: number;
  /** True if the step calls a tool, so that nobody needs a tablet for it. */
  readonly aside?: boolean;
  act(): Promise<void>;
}

/**
 * Three tablets: one of each host and one of the manager. The manager sometimes works on `tonight`,
 * a host's tablet, with a PIN.
 */
export interface Staff {
  readonly tonight: Tablet;
  readonly floor: Tablet;
  readonly manager: Tablet;
}

interface House {
  readonly staff: Staff;
  job(name: string, work: () => Promise<void>): Promise<void>;
  /** A selector of a party's row on Tonight. */
  row(name: string): string;
  /** A selector of a table on the plan. */
  table(name: string): string;
  /** A selector of a party's entry on the plan. */
  entry(name: string): string;
  /** A guest texts the restaurant. */
  texts(name: string, body: string): Promise<void>;
}

export function stepsOf({ staff, job, row, table, entry, texts }: House): readonly Step[] {
  const { tonight, floor, manager } = staff;
  const go = ({ tap, page }: Tablet, place: string) =>
    job("go to another page", async () => {
      const link = `.rail .places a:has-text("${place}")`;
      const path = await page.getAttribute(link, "href");
      await tap(link);
      // Checks the path too, because the menu also marks Tonight on a reservation's page.
      await page.waitForURL(({ pathname }) => pathname === path);
      await page.waitForSelector(`.rail .places a[aria-current]:has-text("${place}")`);
    });
  const walkIn = (size: number) =>
    job("seat a walk-in, on Tonight", async () => {
      await tonight.tap("#walk-in > summary");
      await tonight.tap(`#walk-in a:has-text('${size}')`);
      await tonight.tap("#walk-in-tables .places-for button");
      await toast(tonight.page, "Walk-in: seated");
    });
  const walkInLeaves = () =>
    job("a party has left", async () => {
      const rows = tonight.page.locator('.row.seated:has-text("Walk-in")');
      const before = await rows.count();
      await tonight.tap('.row.seated:has-text("Walk-in") button:has-text("Done")');
      await rows.nth(before - 1).waitFor({ state: "detached" });
    });
  const steps: Record<string, () => Promise<void>> = {
    async "3:55"() {
      await manager.write("#set-pin [name=newPin]", PIN);
      await manager.write("#set-pin [name=again]", PIN);
      await manager.tap("#set-pin button");
      await toast(manager.page, "Your PIN is set");
      await go(manager, "Tonight");
    },
    async "4:00"() {
      await job("work under one's own name by PIN", async () => {
        await tonight.tap(".me > summary");
        await tonight.tap(".me >> text=Use a PIN");
        await tonight.write("#use-pin [name=pin]", PIN);
        await tonight.tap("#use-pin button");
        await tonight.page.waitForSelector(".me > summary:has-text('Sam the manager')");
      });
      await job("decide a large party's request", async () => {
        await tonight.tap("#requests button:has-text('Approve')");
        await toast(tonight.page, "Whitfield");
      });
    },
    async "4:45"() {
      await tonight.page.waitForSelector(".me > summary:has-text('Sam the host')");
    },
    async "5:05"() {
      await job("seat a walk-in, on Floor", async () => {
        await floor.tap(table("free"));
        await floor.tap("#walk-in-here button[value='2']");
        await toast(floor.page, "Walk-in: seated");
      });
    },
    "5:20": () => walkIn(2),
    "8:50": () => walkIn(1),
    "10:20": () => walkInLeaves(),
    async "9:32"() {
      await tonight.tap('.row:has-text("Petrov") button:has-text("Seat")');
      await tonight.page.waitForSelector('.row.seated:has-text("Petrov")', { state: "attached" });
    },
    async "11:00"() {
      await tonight.tap('.row.seated:has-text("Petrov") button:has-text("Done")');
      await tonight.page.waitForSelector('.row.completed:has-text("Petrov")', {
        state: "attached",
      });
    },
    async "6:10"() {
      await go(manager, "Book");
      await job("book a caller", async () => {
        await manager.tap("label[for=party-2]");
        await manager.tap(".strip label:has-text('9:30')");
        await manager.write("#name", "Petrov");
        await manager.write("#phone", "2125550143");
        await manager.tap(".end button:has-text('Book')");
        await toast(manager.page, "Petrov");
      });
      await go(manager, "Tonight");
    },
    async "6:15"() {
      await job("give a party another table", async () => {
        await floor.tap(`${entry("Brandt")} a`);
        await floor.tap("#party .places-for button");
        await toast(floor.page, "Brandt: table given");
      });
    },
    async "6:20"() {
      await job("a seated party grows", async () => {
        await tonight.tap(`${row("Reid")} .name`);
        await tonight.tap(`${row("Reid")} a:has-text('Open, move, cancel')`);
        await tonight.write("#party-size [name=numberOfPeople]", "4");
        await tonight.tap("#party-size button");
        await toast(tonight.page, "Reid");
      });
      await go(tonight, "Tonight");
    },
    "6:35": () => walkInLeaves(),
    async "6:50"() {
      await walkInLeaves();
    },
    async "6:40"() {
      await job("undo a mistake", async () => {
        await tonight.page.tap(`${row("Okafor")} button:has-text("Done")`);
        await tonight.tap("#toast button:has-text('Undo')");
        await tonight.page.waitForSelector(`${row("Okafor")}.seated`);
      });
    },
    async "7:20"() {
      await job("see a party of Tonight on the floor", async () => {
        await manager.tap(`${row("Cruz")} .at-table`);
        await manager.page.waitForSelector("#party:has-text('Cruz')");
      });
      await go(manager, "Tonight");
    },
    async "6:05"() {
      await job("put a walk-in on the door list", async () => {
        await tonight.tap("#walk-in > summary");
        await tonight.tap("#walk-in a:has-text('2')");
        await tonight.tap("text=Add to the door list");
        await tonight.write("#door [name=name]", "Mia Lind");
        await tonight.write("#door [name=phone]", "2125550144");
        await tonight.tap("text=Add at the door");
        await toast(tonight.page, "on the list at the door, about");
      });
      await go(tonight, "Tonight");
    },
    async "7:40"() {
      await texts("Duarte", "We are running 20 min late, sorry!");
      await job("answer a text with a ready answer", async () => {
        await manager.tap(`${row("Duarte")} .to-read`);
        await manager.tap(".conversation-quick button:has-text('hold')");
        await toast(manager.page, "");
      });
      await go(manager, "Tonight");
    },
    async "6:52"() {
      await go(tonight, "Waitlist");
      await job("text the door that a table is ready", async () => {
        await tonight.tap("text=Text: ready");
        await tonight.page.waitForSelector("text=/Called, Tables? .+ held until/");
      });
      await job("seat a party from the door list", async () => {
        await tonight.tap(".door-party >> text=Seat");
        await tonight.page.waitForSelector(".door-party", { state: "detached" });
      });
      await go(tonight, "Tonight");
    },
    async "8:40"() {
      await job("a party did not come", async () => {
        await tonight.tap(`${row("Solberg")} .more-acts summary`);
        await tonight.tap(`${row("Solberg")} button:has-text('No-show')`);
        await tonight.page.waitForSelector(`${row("Solberg")}.no_show`);
      });
      await job("block a table", async () => {
        await floor.tap(table("free"));
        await floor.tap("#table summary:has-text('Block')");
        await floor.write("#block [name=reason]", "Heater broken");
        await floor.tap("#block button");
        await toast(floor.page, "Blocked");
      });
    },
    async "8:22"() {
      await job("a party has left", async () => {
        await tonight.tap('.row.seated:has-text("Mia Lind") button:has-text("Done")');
        await tonight.page.waitForSelector('.row.completed:has-text("Mia Lind")', {
          state: "attached",
        });
      });
    },
    async "11:45"() {
      await job("say after closing that a party came", async () => {
        await tonight.tap(`#unmarked button[aria-label$="${UNMARKED.name}"]`);
        await toast(tonight.page, UNMARKED.name);
      });
    },
  };
  return Object.entries(steps).map(([time, act]) => ({ at: at(time), act }));
}
