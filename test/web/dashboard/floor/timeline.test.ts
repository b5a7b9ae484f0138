// Goal: the timeline shows every party once in each row it belongs to, at the right time even in
// the night in which the clocks go back.
import { expect, test } from "bun:test";
import type {
  FloorParty,
  FloorTable,
  FloorView,
} from "../../../../src/operations/desk/floor-view.ts";
import { rowsOf, startOf } from "../../../../src/web/dashboard/floor/timeline-rows.ts";
import { ask, Visitor } from "../../../support/desk-evening.ts";
import { deskWithUser } from "../../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
/** Pixels per minute. */
const WIDE = 2;

const party = (id: string, from: number, to: number, tables: string[] = []): FloorParty =>
  ({ id, from, to, tables, noTable: tables.length === 0 }) as unknown as FloorParty;
const table = (id: string, area: string): FloorTable =>
  ({ id, name: id, area }) as unknown as FloorTable;
const rows = (areas: string[], tables: FloorTable[], parties: FloorParty[]) =>
  rowsOf({ areas: areas.map((id) => ({ id, name: id })), tables, parties } as FloorView).map(
    (row) => row.area ?? [row.table?.name ?? "none", ...row.parties.map(({ id }) => id)].join(" "),
  );

test("parties without a table share a row unless they overlap", () => {
  const parties = [party("a", 1, 3), party("b", 2, 4), party("c", 3, 5), party("d", 3, 4)];
  expect(rows([], [], parties)).toEqual(["none a c", "none b", "none d"]);
});

test("tables stand below the name of their area, and a party at a combination is in the row of each table", () => {
  const tables = [table("1", "Room"), table("T1", "Terrace"), table("2", "Room")];
  const parties = [party("a", 1, 2, ["1", "2"]), party("b", 2, 3, ["1"])];
  const found = rows(["Room", "Bar", "Terrace"], tables, parties);
  expect(found).toEqual(["Room", "1 a b", "2 a", "Terrace", "T1"]);
  expect(rows(["Room"], tables.slice(0, 1), parties)).toEqual(["1 a b"]);
});

test.each([
  ["Europe/Rome", "2026-11-20T17:00+01:00", "2026-11-20T19:20+01:00", "2026-11-20T19:00+01:00"],
  ["Asia/Kolkata", "2026-11-20T17:00+05:30", "2026-11-20T19:20+05:30", "2026-11-20T19:00+05:30"],
  ["Asia/Kolkata", "2026-11-20T17:30+05:30", "2026-11-20T17:40+05:30", "2026-11-20T17:30+05:30"],
])(
  "in %s, with opening at %s and the first party at %s, the timeline begins at %s",
  (zone, opens, first, begins) => {
    const parties = [party("a", Date.parse(first), Date.parse(first) + 1)];
    const view = { parties, opens: Date.parse(opens), date: "2026-11-20", today: "2026-11-18" };
    expect(startOf(view as unknown as FloorView, zone)).toBe(Date.parse(begins));
  },
);

test("in the night when the clocks go back, the hours, a party after midnight and the present time are in the right places", async () => {
  await using desk = await deskWithUser("--clock", "2026-10-31T23:30:00-04:00");
  const { stores, writer } = desk.server;
  const late = { name: "Late", opens: "18:00", lastSeating: "01:30", closes: "03:00" };
  const set = { tables: { mode: "suggest" }, specialDays: { "2026-10-31": { services: [late] } } };
  const overrides = { ...stores.brands.overrides(BRAND), ...set };
  await writer.write(() => stores.brands.update(BRAND, { overrides, now: 0 }));
  const wish = { date: "Sunday, November 1, 2026", time: "12:45 AM", name: "Ada" };
  const made = await ask(desk.server, BRAND, "create_booking", { ...wish, numberOfPeople: 2 });
  const { id } = made["reservation"] as { id: string };
  const host = new Visitor(desk.url);
  await host.signIn(desk.user);
  await desk.advance(60 * 60_000);

  const page = await (await host.get(`/b/${BRAND}/floor`)).text();
  const hours = [...page.matchAll(/class="hour-text" x="(\d+)"[^>]*>([^<]+)</g)].map(
    ([, x, hour]) => [hour?.trim(), Number(x)] as const,
  );
  expect(hours.map(([hour]) => hour)).toEqual(["11 PM", "12 AM", "1 AM EDT", "1 AM EST", "2 AM"]);
  const [, midnight = 0] = hours[1] ?? [];
  const bar = new RegExp(`data-party="${id}"><rect x="(\\d+)" y="\\d+" width="(\\d+)"`).exec(page);
  const x = Number(bar?.[1]);
  // 4 px between the line of an hour and its label; 2 px between two bars.
  expect(x).toBe(midnight - 4 + 45 * WIDE);
  expect(Number(bar?.[2])).toBe(90 * WIDE - 2);
  expect(page).toContain(`data-now-x="${midnight - 4 + 30 * WIDE}"`);
  expect(page).toContain("Now 12:30");
});
