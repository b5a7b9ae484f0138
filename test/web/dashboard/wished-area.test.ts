// Goal: a host can say where a guest would like to sit, sees where the guest sits instead, and can
// change the wish. Method: the running product, browsers without scripts.
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ask, todayAt, Visitor } from "../../support/desk-evening.ts";
import { fieldsOf } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { putFloor } from "../../support/floor.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const WISH = { name: "Ana Lopez", phone: "(212) 555-0123", area: "Patio" };

let desk: DeskWithUser;
let host: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00Z");
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  const { stores, writer } = desk.server;
  for (const { id } of stores.reservations.list(TODAY)) {
    await ask(desk.server, BRAND, "cancel_booking", { id });
  }
  await writer.write(() => {
    const { areas, tables } = stores.floors.get(BRAND);
    for (const table of tables.filter(({ name }) => !name.startsWith("old"))) {
      stores.floors.putTable(BRAND, { ...table, name: `old ${table.id.slice(-4)}`, archivedAt: 1 });
    }
    for (const area of areas) stores.floors.putArea(BRAND, { ...area, archivedAt: 1 });
    putFloor(stores, BRAND, { areas: { Room: "1:2 2:2", Patio: "P1:2" } });
  });
  await keepTables("required");
});

const TODAY = {
  brand: BRAND,
  fromDate: "2026-11-20",
  toDate: "2026-11-20",
  statuses: ["booked"],
  limit: 100,
  after: null,
} as const;
const keepTables = (mode: string) =>
  desk.server.writer.write(() => {
    const { brands } = desk.server.stores;
    brands.update(BRAND, { overrides: { ...brands.overrides(BRAND), tables: { mode } }, now: 0 });
  });
const page = async (path: string) => (await host.get(`${HOME}${path}`)).text();
const atSeven = () => String(todayAt(desk.server, BRAND, 19));
/** Books a table at seven with the form, and returns the next page. */
const book = async (typed: object = {}): Promise<string> => {
  const fields = fieldsOf(await page("/book?date=2026-11-20"), "booking");
  const answer = await host.post(`${HOME}/do/book_table`, {
    ...fields,
    ...WISH,
    timestamp: atSeven(),
    ...typed,
  });
  return page(new URL(answer.headers.get("location") ?? "", desk.url).pathname.slice(HOME.length));
};
const stored = () => {
  const [found] = desk.server.stores.reservations.list(TODAY);
  if (found === undefined) throw new Error("Nobody is booked");
  return found;
};

test("an area can be chosen if there is more than one and tables are used", async () => {
  expect(await page("/book")).toContain('<option value="Patio">Patio</option>');
  await keepTables("off");
  expect(await page("/book")).not.toContain('name="area"');
});

test("a party gets a table in another area if its area has none free, and the page says so", async () => {
  expect(await book()).toContain("table P1: in the area that was asked for");
  expect(stored()).toMatchObject({ tables: ["table-P1"], area: "area-Patio" });
  const told = await book({ name: "Ben", evenIfTwice: "true" });
  expect(told).toContain("table 1 in Room: no table for 2 is free in Patio at that time");
});

test("the area can be changed on the reservation's page, and the history names it", async () => {
  await book({ area: "any" });
  const { id } = stored();
  const path = `/reservations/${id}`;
  expect(stored()).toMatchObject({ tables: ["table-1"], area: null });
  const asked = await page(`${path}?numberOfPeople=2&date=2026-11-20&time=19:00&area=Patio`);
  expect(asked).toContain("Table P1: the only one free for 2.");
  expect(asked).toContain("Change area to Patio");
  const fields = fieldsOf(asked, "move-to-wish");
  await host.post(`${HOME}/do/update_booking`, fields);
  expect(stored()).toMatchObject({ tables: ["table-P1"], area: "area-Patio" });
  const shown = await page(path);
  expect(shown).toContain("Area: none → Patio");
  expect(shown).toContain('<option value="Patio" selected');
  const back = await page(`${path}?numberOfPeople=2&date=2026-11-20&time=19:00&area=any`);
  await host.post(`${HOME}/do/update_booking`, fieldsOf(back, "move-to-wish"));
  expect(stored()).toMatchObject({ tables: ["table-P1"], area: null });
  expect(await page(path)).toContain("Area: Patio → none");
});

test("the waitlist names the area that a guest waits for, and the Book page starts with that area", async () => {
  const guest = { name: "Wim", phone: "+12125550188", numberOfPeople: 2, time: "7:00 PM" };
  const wish = { ...guest, date: "Friday, November 20, 2026", area: "Patio" };
  const { entry } = await ask(desk.server, BRAND, "add_to_waitlist", wish);
  const text = await page("/waitlist");
  expect(text).toMatch(/wants 7:00 PM, <bdi>Patio<\/bdi>/);
  const { id } = entry as { id: string };
  expect(await page(`/book?entry=${id}`)).toContain('<option value="Patio" selected');
});
