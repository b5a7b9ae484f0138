// Goal: a manager downloads the reservations of some days as the CSV file that `maitred export` writes.
// A spreadsheet must not read a guest's name as a formula. Method: the running product; the
// file is parsed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import Papa from "papaparse";
import { columnsOf } from "../../../src/operations/export/tables.ts";
import { ask, fillEvening, Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/export.csv`;

let desk: DeskWithUser;
let manager: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  await fillEvening(desk.server, BISTRO, 9);
  await ask(desk.server, BISTRO, "create_booking", {
    name: "=HYPERLINK(1)",
    phone: "+12125550111",
    numberOfPeople: 2,
    date: "Sunday, November 22, 2026",
    time: "7:00 PM",
    notes: 'A "quoted", note\nin two lines',
  });
  manager = new Visitor(desk.url);
  await manager.signIn(desk.user);
});
afterAll(() => desk[Symbol.asyncDispose]());

async function rowsAt(query: string): Promise<Record<string, string>[]> {
  const answer = await manager.get(`${PATH}${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // The byte order mark by which spreadsheets recognise UTF-8.
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const { data, errors, meta } = Papa.parse<Record<string, string>>(
    new TextDecoder().decode(bytes),
    { header: true, skipEmptyLines: true },
  );
  expect(errors).toEqual([]);
  expect(meta.fields).toEqual(columnsOf("reservations"));
  return data;
}

describe("a downloaded file", () => {
  test("has today's reservations by default", async () => {
    const rows = await rowsAt("");
    expect(rows).toHaveLength(9);
    expect(rows[0]).toMatchObject({ name: "Ana Lopez", phone: "'+12125550100", party_size: "2" });
  });

  test("of one day has that day's reservations, and the day in the file's name", async () => {
    const rows = await rowsAt("?date=2026-11-22");
    expect(rows).toMatchObject([
      { name: "'=HYPERLINK(1)", notes: 'A "quoted", note\nin two lines', time: "19:00" },
    ]);
    const answer = await manager.get(`${PATH}?date=2026-11-22`);
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="demo-bistro-2026-11-22.csv"',
    );
    await answer.body?.cancel();
  });

  test("of several days has the reservations of all days, first and last included, each once", async () => {
    const rows = await rowsAt("?from=2026-11-20&to=2026-11-22");
    expect(rows).toHaveLength(10);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(10);
    expect(await rowsAt("?from=2026-11-21&to=2026-11-22")).toHaveLength(1);
  });

  test("of a year is complete", async () => {
    expect(await rowsAt("?from=2026-11-20&to=2027-11-20")).toHaveLength(10);
  });

  test("of a day without reservations has only the header", async () => {
    expect(await rowsAt("?date=2026-12-24")).toEqual([]);
  });
});

test.each([
  ["more than 366 days", "?from=2026-11-20&to=2027-11-21", "at most 366"],
  ["days in the wrong order", "?from=2026-11-22&to=2026-11-20", "put the earlier day first"],
  ["an invalid date", "?date=yesterday", "is not a date such as"],
  ["a day that does not exist", "?from=2026-02-30", "is not a date such as"],
])("a file of %s is refused with a page that says why", async (_what, query, words) => {
  const answer = await manager.get(`${PATH}${query}`);
  expect(answer.headers.get("content-type")).toContain("text/html");
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(words);
});

test("hosts are told who may download the file, and see no link", async () => {
  const host = await personWith("host", desk, BISTRO);
  const answer = await host.get(PATH);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("needs a manager");
  expect(await (await host.get(`/b/${BISTRO}`)).text()).not.toContain("export.csv");
  expect(await (await manager.get(`/b/${BISTRO}`)).text()).toContain("export.csv");
});

test("users of another brand get the answer 404 for the file", async () => {
  const other = await personWith("owner", desk, "demo-trattoria");
  expect((await other.get(PATH)).status).toBe(404);
});
