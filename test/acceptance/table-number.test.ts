// Goal: a field that is said in one row goes all the way: form, answer, update, history, sheet,
// search, paper, table out and in, export, import, erasing. Method: the running product and verbs.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../cli/command-line.ts";
import { temporaryFolder } from "../support/database.ts";
import { ask, todayAt, type Visitor } from "../support/desk-evening.ts";
import { fieldsOf, personWith } from "../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const DATE = "2026-11-20";
const folder = temporaryFolder();
let desk: DeskWithUser;
let manager: Visitor;
let id: string;
beforeAll(async () => {
  desk = await deskWithUser("--clock", `${DATE}T15:00:00Z`);
  manager = await personWith("manager", desk, BISTRO);
  const page = await text(`/b/${BISTRO}/book?date=${DATE}`);
  const typed = {
    ...fieldsOf(page, "booking"),
    timestamp: String(todayAt(desk.server, BISTRO, 19)),
    name: "Ana Lopez",
    phone: "(212) 555-0123",
    tableNumber: "T-4711",
  };
  expect(page).toContain("Table number");
  await manager.post(`/b/${BISTRO}/do/book_table`, typed);
  const [made] = desk.server.stores.reservations.list({
    brand: BISTRO,
    fromDate: DATE,
    toDate: DATE,
    statuses: ["booked"],
    query: null,
    limit: 9,
    after: null,
  });
  id = made?.id ?? "";
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});
const text = async (path: string) => (await manager.get(path)).text();

test("on the wire, in an update and in the history", async () => {
  const got = await ask(desk.server, BISTRO, "get_booking", { id });
  expect(got).toMatchObject({ reservation: { tableNumber: "T-4711" } });
  await ask(desk.server, BISTRO, "update_booking", { id, tableNumber: "T-4712" });
  const after = JSON.stringify(await ask(desk.server, BISTRO, "get_booking", { id }));
  expect(after).toContain("tableNumber: T-4711 -> T-4712");
  expect(await text(`/b/${BISTRO}/reservations/${id}`)).toContain("Table number: T-4711 → T-4712");
});

test("on the sheet, in the search, on paper and in the day's file", async () => {
  expect(await text(`/b/${BISTRO}?date=${DATE}`)).toContain("T-4712");
  expect(await text(`/b/${BISTRO}?date=2026-11-27&q=T-4712`)).toContain("Ana Lopez");
  expect(await text(`/b/${BISTRO}/print?date=${DATE}`)).toContain("T-4712");
  expect(await text(`/b/${BISTRO}/export.csv?date=${DATE}`)).toContain("T-4712");
});

test("in a table in, a table out, an export, an import, and erased", async () => {
  const [one, two] = [join(folder.path, "one"), join(folder.path, "two")];
  for (const data of [one, two]) {
    const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
    await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place]);
  }
  const csv = join(folder.path, "in.csv");
  writeFileSync(
    csv,
    "date,time,name,phone,party,table_no\n2026-12-04,19:30,Ana,+12127365011,2,T-99\n",
  );
  const into = await command(["import", csv, "--brand", "bistro", "--data", one]);
  expect(into.exitCode).toBe(0);
  const table = await command(["export", "--brand", "bistro", "--format", "csv", "--data", one]);
  expect(table.out).toContain("table_number");
  expect(table.out).toContain("T-99");
  const lines = join(folder.path, "out.jsonl");
  await command(["export", "--brand", "bistro", "--out", lines, "--data", one]);
  expect(await Bun.file(lines).text()).toContain('"tableNumber":"T-99"');
  await command(["import", lines, "--data", two]);
  const copied = await command(["export", "--brand", "bistro", "--format", "csv", "--data", two]);
  expect(copied.out).toContain("T-99");
  await command(["erase", "--phone", "+12127365011", "--including-upcoming", "--data", one]);
  const erased = await command(["export", "--brand", "bistro", "--format", "csv", "--data", one]);
  expect(erased.out).not.toContain("T-99");
});
