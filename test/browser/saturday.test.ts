// Goal: two hosts and a manager run a Saturday of 114 covers on 40 seats and 18 tables at three
// tablets, one of them shared by PIN. Each job takes as many taps as JOBS says. The pages show
// fewer than ten warnings, and each is true. Method: Chromium at 820 px on the running product,
// with its clock moved; results and facts are read from the database. Parties without a warning are
// marked by direct calls, because their taps would only repeat others.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { MINUTE } from "../../src/domain/time.ts";
import { ask } from "../support/desk-evening.ts";
import { accountWith } from "../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";
import { inBrowser } from "./in-browser.ts";
import { closePages, openSignedIn, SLOW_MS } from "./open-page.ts";
import {
  GUESTS,
  type Guest,
  isWarnedOf,
  LATE_MINUTES,
  NO_SHOW,
  turnOf,
  UNMARKED,
} from "./saturday-guests.ts";
import { type Step, stepsOf } from "./saturday-steps.ts";
import { LINES, partiesOf, ROWS, watchWarnings } from "./saturday-warnings.ts";
import { countTaps, type Tablet } from "./tapping.ts";

/** How many taps each job takes from its page; typing is not counted. */
const JOBS = {
  "seat a party that is booked": 1,
  "a party has left": 1,
  "undo a mistake": 1,
  "a party did not come": 2,
  "seat a walk-in, on Floor": 2,
  "seat a walk-in, on Tonight": 3,
  "put a walk-in on the door list": 4,
  "text the door that a table is ready": 1,
  "seat a party from the door list": 1,
  "give a party another table": 2,
  "block a table": 3,
  "a seated party grows": 3,
  "book a caller": 3,
  "answer a text with a ready answer": 2,
  "decide a large party's request": 1,
  "work under one's own name by PIN": 3,
  "say after closing that a party came": 1,
  "see a party of Tonight on the floor": 1,
  "go to another page": 1,
} as const;

const BRAND = "demo-bistro";
const TONIGHT = `/b/${BRAND}`;
const SATURDAY = "Saturday, November 21, 2026";
const MIDNIGHT = Date.parse("2026-11-21T00:00:00-05:00");
const LIMITS = {
  seats: 40,
  paceCovers: 12,
  tables: { mode: "required" },
  largeParty: { from: 8, mode: "pending" },
};
const clockOf = (minutes: number): string =>
  `${Math.floor(minutes / 60) - 12}:${String(minutes % 60).padStart(2, "0")} PM`;

/** Refreshes the page, as it does each minute, until it shows this instant or a later one. */
const shownAt = (now: number): string => `new Promise((shown) => {
  const isShown = () => Number(document.getElementById("desk").dataset.now) >= ${now};
  const look = () => {
    if (!isShown()) return;
    document.removeEventListener("htmx:after:swap", look);
    setTimeout(shown);
  };
  document.addEventListener("htmx:after:swap", look);
  if (isShown()) look();
  else document.dispatchEvent(new Event("visibilitychange"));
})`;

inBrowser("a Saturday of 114 covers", () => {
  let desk: DeskWithUser;
  const ids = new Map<string, string>();
  const { tablet, job, taken } = countTaps();

  const row = (name: string): string => `#r${ids.get(name) ?? "?"}`;
  const table = (says: string): string => `a[data-table][aria-label*="${says}"]`;
  const entry = (name: string): string => `.floor-parties [data-party="${ids.get(name) ?? "?"}"]`;

  async function book({ name, size, booked }: Guest): Promise<void> {
    const wish = { name, numberOfPeople: size, date: SATURDAY, time: clockOf(booked) };
    const phone = `+121255501${String(ids.size).padStart(2, "0")}`;
    const made = await ask(desk.server, BRAND, "create_booking", { ...wish, phone });
    ids.set(name, (made["reservation"] as { id: string }).id);
  }

  beforeAll(async () => {
    desk = await deskWithUser("--clock", "2026-11-21T15:50:00-05:00");
    const { stores, writer } = desk.server;
    const overrides = { ...stores.brands.overrides(BRAND), ...LIMITS };
    await writer.write(() => stores.brands.update(BRAND, { overrides, now: 0 }));
    for (const one of [...GUESTS, NO_SHOW, UNMARKED]) await book(one);
  }, SLOW_MS);
  afterAll(async () => {
    await closePages();
    await desk?.[Symbol.asyncDispose]();
  });

  const open = async (role: "host" | "manager", path: string): Promise<Tablet> => {
    const who = await accountWith(role, desk, BRAND);
    const viewing = { width: 820, touch: true, hears: true };
    const { page, faults } = await openSignedIn(desk.url, who, path, viewing);
    return tablet(page, faults);
  };
  /** Opens a page without live updates, for tablets that are seldom used. */
  const openAside = async (role: "host" | "manager", path: string): Promise<Tablet> => {
    const aside = await open(role, path);
    await aside.page.route(/\/events\?/, () => undefined);
    await aside.page.reload();
    return aside;
  };

  test(
    "takes the stated taps, and shows fewer than ten warnings, all true",
    async () => {
      const { server } = desk;
      const tonight = await open("host", TONIGHT);
      const floor = await openAside("host", `${TONIGHT}/floor`);
      const manager = await openAside("manager", `${TONIGHT}/pin`);
      const tablets = [tonight, floor, manager];
      const pages = tablets.map(({ page }) => page);
      const warnings = watchWarnings({ server, brand: BRAND, graceMinutes: LATE_MINUTES });
      const texts = async (name: string, body: string): Promise<void> => {
        const phone = await openSignedIn(desk.url, desk.user, `${TONIGHT}/messages?view=phone`);
        await phone.page.click(`.phone-list a:has-text('${name}')`);
        await phone.page.waitForSelector(`.phone-screen:has-text('${name}')`);
        await phone.page.fill("#reply", body);
        await phone.page.click(".phone-answer button");
        await phone.page.waitForSelector(`.bubbles li.mine:has-text("${body}")`);
        await phone.context.close();
        await manager.page.reload();
      };
      const steps = stepsOf({ staff: { tonight, floor, manager }, job, row, table, entry, texts });
      const ofGuests = GUESTS.flatMap((guest): Step[] => {
        const { name, booked, late, size, over } = guest;
        const sitsAt = booked + late;
        const becomes = (status: string, label: string) => async (): Promise<void> => {
          await tonight.tap(`${row(name)} button:has-text("${label}")`);
          await tonight.page.waitForSelector(`${row(name)}.${status}`, { state: "attached" });
        };
        const marks = (tool: string) => () =>
          ask(server, BRAND, tool, { id: ids.get(name) ?? "" }).then(() => undefined);
        const aside = !isWarnedOf(guest);
        const [comes, leaves] = aside
          ? [marks("mark_seated"), marks("mark_completed")]
          : [
              () => job("seat a party that is booked", becomes("seated", "Seat")),
              () => job("a party has left", becomes("completed", "Done")),
            ];
        return [
          { at: sitsAt, act: comes, aside },
          { at: sitsAt + turnOf(size) + over, act: leaves, aside },
        ];
      });
      /** Times at which any of the tablets may be used; at other times, only the first. */
      const shared = new Set(steps.map(({ at }) => at));
      const all = [...steps, ...ofGuests];
      for (const now of [...new Set(all.map(({ at }) => at))].toSorted(
        (one, other) => one - other,
      )) {
        await desk.advance(MIDNIGHT + now * MINUTE - server.clock());
        const due = all.filter(({ at }) => at === now);
        for (const { act } of due.filter(({ aside }) => aside)) await act();
        const ofTablets = due.filter(({ aside }) => !aside);
        if (ofTablets.length === 0) continue;
        const inUse = shared.has(now) ? pages : [tonight.page];
        await Promise.all(inUse.map((page) => page.evaluate(shownAt(server.clock()))));
        await warnings.lookAt(inUse, ROWS);
        for (const { act } of ofTablets) {
          await act();
          await warnings.lookAt(inUse, LINES);
        }
      }
      expect(Object.fromEntries(taken)).toEqual(JOBS);
      const warned = [...warnings.all.values()];
      expect(warned.filter(({ isTrue }) => !isTrue)).toEqual([]);
      // The page says that a party has another table, but not as a warning.
      expect(warned.filter(({ kind }) => kind !== "moved").length).toBeLessThan(10);
      expect(tablets.flatMap(({ faults }) => faults)).toEqual([]);
      const evening = partiesOf(server, BRAND);
      expect(evening.reduce((sum, { partySize }) => sum + partySize, 0)).toBe(114);
      const notCompleted = evening.filter(({ status }) => status !== "completed");
      expect(notCompleted.map(({ name, status }) => [name, status])).toEqual([
        [NO_SHOW.name, "no_show"],
      ]);
      const approved = server.stores.audit
        .ofReservation(ids.get("Whitfield") ?? "", 50)
        .find(({ operation }) => operation === "approve_request");
      expect(approved?.actor).toMatchObject({ name: "Sam the manager (signed in: Sam the host)" });
    },
    4 * SLOW_MS,
  );
});
