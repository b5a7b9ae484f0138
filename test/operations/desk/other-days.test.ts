// Goal: a search on a day's page also finds the guest on every other day, by name, phone or a word
// of the notes. Method: reservations of several months, searched as a host does.
import { describe, expect, test } from "bun:test";
import { daySheet, type SheetRow } from "../../../src/operations/desk/day-sheet.ts";
import { type OtherDays, otherDays } from "../../../src/operations/desk/other-days.ts";
import { reservation } from "../../storage/samples.ts";
import {
  BISTRO,
  caller,
  DAY,
  EVENING,
  type House,
  MINUTE,
  openHouse,
  TRATTORIA,
} from "../house.ts";
import { HOST } from "./people.ts";

const TODAY = "2026-11-20";

/** Stores a reservation `days` days after TODAY. */
function keep(house: House, days: number, change: object = {}) {
  const startAt = EVENING + days * DAY;
  const row = reservation({
    brand: BISTRO,
    startAt,
    endAt: startAt + 90 * MINUTE,
    serviceDate: new Date(Date.parse(TODAY) + days * DAY).toISOString().slice(0, 10),
    ...change,
  });
  house.stores.reservations.insert(row);
  return row.id;
}
const search = async (house: House, query: string, date = TODAY) =>
  (await house.invoke(otherDays, { query, date }, HOST)).structured as unknown as OtherDays;
const idsOf = ({ ahead, back }: OtherDays) => [ahead, back].map((rows) => rows.map(({ id }) => id));

describe("a guest is found on other days", () => {
  const GUEST = {
    name: "Zoë Söderström",
    phone: "+12125550177",
    notes: "Anniversary",
    foodDrinkNotes: "no Oysters, Crème brûlée",
    seatingNotes: "Booth 7",
  };
  test.each([
    "söder",
    "SODERSTROM",
    "zoe s",
    "0177",
    "5550177",
    "(212) 555-0177",
    "+1 212 555 0177",
    "02125550177",
    "anniversary",
    "oyster",
    "creme BRULEE",
    "crème",
    "booth 7",
  ])("by %p", async (query) => {
    using house = openHouse();
    const [next, last] = [keep(house, 7, GUEST), keep(house, -30, GUEST)];
    keep(house, 8, { name: "Somebody else", phone: "+12125550999" });
    expect(idsOf(await search(house, query))).toEqual([[next], [last]]);
  });
  test.each(["nobody", "9999", "%", "_", "'"])("not by %p", async (query) => {
    using house = openHouse();
    keep(house, 7, GUEST);
    expect(idsOf(await search(house, query))).toEqual([[], []]);
  });
  test("in any status: future visits with the next one first, past visits with the latest one first", async () => {
    using house = openHouse();
    const far = keep(house, 90, GUEST);
    const near = keep(house, 1, { ...GUEST, status: "cancelled", cancelledAt: EVENING });
    const old = keep(house, -400, GUEST);
    const recent = keep(house, -5, { ...GUEST, status: "no_show" });
    const found = await search(house, "zoe");
    expect(idsOf(found)).toEqual([
      [near, far],
      [recent, old],
    ]);
    expect(found.ahead[0]).toMatchObject({ phone: "0177", status: "cancelled" });
    expect(found.ahead[0]).not.toHaveProperty("email");
  });
  test("but not on the page's own day, and not in another restaurant", async () => {
    using house = openHouse();
    keep(house, 0, GUEST);
    keep(house, 3, { ...GUEST, brand: TRATTORIA });
    const other = keep(house, 2, GUEST);
    expect(idsOf(await search(house, "0177"))).toEqual([[other], []]);
    const there = await search(house, "zoe", "2026-11-22");
    expect(there.ahead.map(({ serviceDate }) => serviceDate)).toEqual([TODAY]);
  });
  test("up to a limit, and the answer says that there are more", async () => {
    using house = openHouse();
    for (let day = 1; day <= 25; day += 1) keep(house, day, GUEST);
    const found = await search(house, "zoe");
    expect(found.ahead).toHaveLength(20);
    expect(found.more).toBe(true);
    expect((await search(house, "0177")).more).toBe(true);
    expect((await search(house, "booth")).ahead).toHaveLength(20);
  });
  test("by users, not by API keys", async () => {
    using house = openHouse();
    const input = { query: "zoe", date: TODAY };
    expect((await house.refused(otherDays, input, caller())).code).toBe("FORBIDDEN_TOOL");
  });
});

test("the page's own day is searched by the same words", async () => {
  using house = openHouse();
  const id = keep(house, 0, { name: "Zoë", phone: "+12125550177", notes: "Crème brûlée" });
  keep(house, 0, { name: "Bo", phone: "+12125550999" });
  for (const query of ["zoe", "0177", "55501", "creme"]) {
    const { structured } = await house.invoke(daySheet, { date: TODAY, query }, HOST);
    expect((structured["rows"] as SheetRow[]).map((row) => row.id)).toEqual([id]);
  }
});
