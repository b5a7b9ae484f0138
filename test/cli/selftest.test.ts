// Goal: the self-test finds what is broken and names it exactly. It accepts an evening over its limit
// if there is an explanation, and does not change the user's database. Method: break one thing at a
// time directly in the database.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "../support/database.ts";
import { type Desk, openDesk } from "../support/desk-in-folder.ts";
import { everyRow } from "../support/load-sweep.ts";
import { command, type Finished, SYSTEM_NOW } from "./command-line.ts";

setDefaultTimeout(60_000);

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
let serial = 0;
const FRIDAY = "Friday, November 20, 2026";
const wish = { name: "Zenobia", numberOfPeople: 4, date: FRIDAY, time: "7:00 PM" };

/** A restaurant of ten seats with one party of four on Friday and one waiting guest. */
async function openHouse(): Promise<Desk & { readonly data: string; readonly id: string }> {
  serial += 1;
  const data = join(folder.path, `house-${serial}`);
  const place = ["--time-zone", "America/New_York", "--country", "US", "--data", data];
  const set = ["--set", "seats=10", "--set", "paceCovers=10"];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...set]);
  const desk = openDesk(data, SYSTEM_NOW);
  const { reservation } = await desk.call("create_booking", { ...wish, idempotencyKey: "k" });
  await desk.call("add_to_waitlist", { ...wish, phone: "+12127365011", time: "8:00 PM" });
  return Object.assign(desk, { data, id: reservation.id as string });
}

const selftest = (data: string): Promise<Finished> =>
  command(["selftest", "--json", "--data", data]);
const findingsIn = ({ json }: Finished): string[] => (json?.["findings"] ?? []) as string[];
const copies = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("maitred-selftest-"));

test("a healthy instance passes, and its database is only read", async () => {
  using house = await openHouse();
  const [before, left] = [everyRow(house.database), copies()];
  const { exitCode, json } = await selftest(house.data);
  expect(exitCode).toBe(0);
  expect(json).toMatchObject({ ok: true, parties: 1, explained: 0, findings: [] });
  expect(json?.["roundTrips"]).toEqual({ done: ["bistro"], notTried: [] });
  expect(everyRow(house.database)).toBe(before);
  expect(copies()).toEqual(left);
});

test("the self-test works while a server keeps booking", async () => {
  using house = await openHouse();
  const days = [21, 22, 24, 25, 26].map((day) => `2026-11-${day}`);
  const booked = days.map((day) => {
    const weekday = new Date(`${day}T12:00Z`).toLocaleDateString("en-US", { weekday: "long" });
    const date = `${weekday}, November ${Number(day.slice(-2))}, 2026`;
    return house.call("create_booking", { ...wish, date });
  });
  const [tested] = await Promise.all([selftest(house.data), ...booked]);
  expect(findingsIn(tested)).toEqual([]);
  expect((await selftest(house.data)).json?.["parties"]).toBe(6);
});

/** Adds a party directly, without admission. */
function crowd({ stores }: Desk, id: string, change: object): void {
  const one = stores.reservations.get(id);
  if (one === null) throw new Error("There is no reservation");
  stores.reservations.insert({ ...one, id: "f".repeat(24), partySize: 8, ...change });
}

describe("an evening that is too full", () => {
  test("is reported with its minutes and numbers, and without the names of guests", async () => {
    using house = await openHouse();
    crowd(house, house.id, {});
    const done = await selftest(house.data);
    expect(done.exitCode).toBe(1);
    expect(findingsIn(done)).toEqual([
      "bistro is overbooked on Friday, November 20, 2026 from 7:00 PM to 8:45 PM: 12 people for 10 seats",
      "bistro has too many arrivals on Friday, November 20, 2026 from 7:00 PM to 7:15 PM: 12, limit 10",
    ]);
    expect(done.out).not.toContain("Zenobia");
  });

  test.each([
    ["a party was admitted over a limit", { flags: ["over_limit"] }],
    ["a party was imported", { source: "import" }],
    ["a party sits at its table", { status: "seated", seatedAt: SYSTEM_NOW, partySize: 12 }],
  ])("is counted as explained if %s", async (_, change) => {
    using house = await openHouse();
    crowd(house, house.id, { ...change });
    const { exitCode, json } = await selftest(house.data);
    expect([exitCode, json?.["findings"]]).toEqual([0, []]);
    expect(json?.["explained"]).toBeGreaterThan(0);
  });

  test("is counted as explained if a party admitted over the limit has shrunk since", async () => {
    using house = await openHouse();
    crowd(house, house.id, { flags: ["over_limit"] });
    const changed = await house.call("update_booking", { id: "f".repeat(24), numberOfPeople: 7 });
    expect(changed.reservation.flags).not.toContain("over_limit");
    const { exitCode, json } = await selftest(house.data);
    expect([exitCode, json?.["findings"]]).toEqual([0, []]);
    expect(json?.["explained"]).toBeGreaterThan(0);
  });

  test("is counted as explained if the limit was lowered afterwards", async () => {
    using house = await openHouse();
    await command([
      "brand",
      "set",
      "bistro",
      "--set",
      "seats=3",
      "--set",
      "maxPartySize=3",
      "--set",
      "paceCovers=3",
      "--data",
      house.data,
    ]);
    const { exitCode, json } = await selftest(house.data);
    expect([exitCode, json?.["findings"]]).toEqual([0, []]);
    expect(json?.["explained"]).toBeGreaterThan(0);
  });
});

describe("invalid records are found:", () => {
  test.each([
    ["UPDATE waitlist_entry SET status = 'offered'", "has no live offer or several"],
    ["UPDATE waitlist_entry SET status = 'booked'", "a booked entry has no reservation"],
    ["UPDATE idempotency SET brand = 'gone'", "brand that does not exist"],
    [
      "UPDATE reservation SET status = 'no_show'; UPDATE message SET kind = 'reminder'",
      "no longer booked",
    ],
    [
      `INSERT INTO brand SELECT 'tavern', name, overrides, created_at, updated_at, guided FROM brand;
       UPDATE audit SET brand = 'tavern' WHERE reservation_id IS NOT NULL`,
      "another brand",
    ],
    [
      "PRAGMA foreign_keys = OFF; UPDATE audit SET reservation_id = 'gone'",
      "refers to a missing row",
    ],
  ])("after %s", async (sql, words) => {
    using house = await openHouse();
    house.database.run(
      `UPDATE reservation SET phone = '+12127365012';
       INSERT INTO message (id, brand, reservation_id, time_revision, kind, recipient, body, segments,
         due_at, expires_at, state, attempt, unique_key, created_at, created_by)
       SELECT 'm', brand, id, 1, 'follow_up', phone, 'b', 1, start_at, start_at, 'due', 0, 'u', 0, 'k'
       FROM reservation`,
    );
    for (const statement of sql.split(";")) house.database.run(statement);
    const done = await selftest(house.data).catch((error: unknown) => error as Finished);
    const said = JSON.stringify(done.json);
    expect(done.exitCode).toBe(1);
    expect(said).toContain(words);
  });

  test("a table held for a guest who opted out", async () => {
    using house = await openHouse();
    house.database.run(
      `INSERT INTO waitlist_offer SELECT NULL, 'o', id, brand, phone, 2, earliest_at, earliest_at + 3600000,
         'sent', 0, 0, latest_at, '', NULL, NULL FROM waitlist_entry`,
    );
    house.database.run("UPDATE waitlist_entry SET status = 'offered'");
    expect(findingsIn(await selftest(house.data))).toEqual([]);
    house.stores.optOuts.add("+12127365011", SYSTEM_NOW);
    expect(findingsIn(await selftest(house.data))).toEqual([
      "a table is held for a guest who wants no texts: o",
    ]);
  });
});
