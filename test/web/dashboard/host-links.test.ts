// Goal: no page that a host uses has a link to a page that refuses hosts, even while a manager
// works with a PIN in the host's browser. Method: the running product in states in which pages
// advise managers: a closed day with and without parties, a waitlist that is off, a floor without
// tables.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { ask, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { accountWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const PIN = "4071";
const [EMPTY, BOOKED] = ["2026-12-25", "2026-12-26"];
const PAGES = [
  "",
  `?date=${EMPTY}`,
  `?date=${BOOKED}`,
  "/waitlist",
  "/floor",
  "/book",
  "/messages",
  "/month",
];
/** Pages that refuse hosts. */
const FOR_MANAGERS = /\/(settings|access|health|close|export)\b/;

let desk: DeskWithUser;
let host: Visitor;
let manager: string;

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T18:00:00-05:00");
  const { stores, writer, clock } = desk.server;
  const wish = { date: "Saturday, December 26, 2026", time: "7:00 PM" };
  await ask(desk.server, BRAND, "create_booking", { name: "Ada", numberOfPeople: 2, ...wish });
  await writer.write(() => {
    const former = stores.brands.overrides(BRAND);
    const specialDays = { [EMPTY]: { closed: true }, [BOOKED]: { closed: true } };
    const waitlist = { enabled: false };
    const overrides = { ...former, specialDays, waitlist };
    stores.brands.update(BRAND, { overrides, now: clock() });
    for (const table of stores.floors.get(BRAND).tables) {
      stores.floors.putTable(BRAND, { ...table, archivedAt: clock() });
    }
  });
  const mara = await accountWith("manager", desk, BRAND);
  manager = stores.users.byEmail(mara.email)?.id ?? "";
  const own = new Visitor(desk.url);
  await own.signIn(mara);
  const form = hiddenFields(await (await own.get(`${HOME}/pin`)).text(), `${HOME}/pin`);
  await own.post(`${HOME}/pin`, { ...form, act: "set_pin", newPin: PIN, again: PIN });
  host = new Visitor(desk.url);
  await host.signIn(await accountWith("host", desk, BRAND));
});
afterAll(() => desk[Symbol.asyncDispose]());

/** All links to pages for managers, on all pages. */
async function wrongLinks(): Promise<string[]> {
  const found: string[] = [];
  for (const path of PAGES) {
    const page = await (await host.get(HOME + path)).text();
    const links = [...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(4);
    found.push(
      ...links.filter((href) => FOR_MANAGERS.test(href)).map((href) => `${path}: ${href}`),
    );
  }
  return found;
}

test("a host sees no link to a page for managers", async () => {
  expect(await wrongLinks()).toEqual([]);
});

test("a host sees no link to a page for managers while a manager's PIN is in use: those pages accept no PIN", async () => {
  const page = await (await host.get(`${HOME}/pin`)).text();
  const form = hiddenFields(page.slice(page.indexOf('<form id="use-pin"')), `${HOME}/pin`);
  await host.post(`${HOME}/pin`, { ...form, pinOf: manager, pin: PIN });
  expect(/Sam the manager/.test(await (await host.get(HOME)).text())).toBe(true);
  expect(await wrongLinks()).toEqual([]);
});
