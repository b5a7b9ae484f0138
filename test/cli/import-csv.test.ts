// Goal: reservations from another program can be imported, even if admission would refuse them.
// Importing again adds nothing, no guest is texted, and overfull times are named.
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { retention } from "../../src/background/retention.ts";
import { newReservation } from "../../src/domain/reservation.ts";
import { silentLog } from "../background/machine.ts";
import { openDesk } from "../support/desk-in-folder.ts";
import { fixedRandom } from "../support/fixed-random.ts";
import { command, type Finished, running, SYSTEM_NOW } from "./command-line.ts";
import { type House, houses } from "./import-house.ts";

const { folder, openHouse } = houses();
const DAY = 86_400_000;
const FORMER = "Former guest";
const HEAD = "name,party_size,date,time";
const refusedIn = ({ json }: Finished) =>
  (json?.["refused"] ?? []) as { line: number; message: string }[];

test("a row becomes a reservation as if it had been booked", async () => {
  const house = await openHouse();
  const { exitCode, json } = await house.import(
    'name,party_size,date,time,phone,email,notes\n"Lopez, Ana",4,2026-11-20,19:30,(212) 736-5011,ana@example.com,"by the\nwindow"\n',
  );
  expect([exitCode, json?.["added"], json?.["overFull"]]).toEqual([0, { reservation: 1 }, []]);
  const made = newReservation(
    {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: "Lopez, Ana",
      phone: "+12127365011",
      email: "ana@example.com",
      partySize: 4,
      startAt: Date.parse("2026-11-21T00:30:00Z"),
      endAt: Date.parse("2026-11-21T02:15:00Z"),
      status: "booked",
      attendance: "not_required",
      notes: "by the\nwindow",
      source: "import",
      flags: ["call_to_confirm"],
    },
    {
      brand: { slug: "bistro", settings: { timeZone: "America/New_York" } },
      service: { name: "Dinner", serviceDate: "2026-11-20" },
      now: SYSTEM_NOW,
      by: "operator",
    },
  );
  expect(house.reservations()).toEqual([made]);
  expect(house.texts()).toBe(0);
});

test("a missing file is named as missing", async () => {
  const data = ["--data", join(folder.path, "no-file")];
  const place = ["--time-zone", "America/New_York", "--country", "US"];
  await command(["brand", "create", "--slug", "bistro", "--name", "Bistro", ...place, ...data]);
  const file = join(folder.path, "nothing.csv");
  const { error } = await command(["import", file, "--brand", "bistro", "--json", ...data]);
  expect(error.message).toBe(`There is no file ${file}.`);
});

test("other programs' headings, dates and words are understood", async () => {
  const house = await openHouse();
  const { json } = await house.import(
    "\ufeffGuest Name;Covers;Date;Time;Mobile;Status;Table\r\n" +
      'Ana;2;"Friday, November 20, 2026";7:30 PM;+12127365011;Confirmed;7\r\n' +
      "Bob;3;2026-11-21;18:00:00;;NO-SHOW;8\r\n\r\n",
  );
  expect(json?.["refused"]).toEqual([]);
  expect(json?.["warnings"]).toEqual(["Ignored columns: Table."]);
  expect(house.reservations().map(({ name, status }) => [name, status])).toEqual([
    ["Ana", "booked"],
    ["Bob", "no_show"],
  ]);
});

test("past reservations are completed, unless the file gives another status", async () => {
  const house = await openHouse();
  await house.import(`${HEAD},status\nAna,2,2026-11-13,19:00,\nBob,2,2026-11-13,20:00,cancelled\n`);
  expect(house.reservations().map(({ status, flags }) => [status, flags])).toEqual([
    ["completed", []],
    ["cancelled", []],
  ]);
});

test("more than 100,000 rows are read; a quoted cell that does not end is refused", async () => {
  const house = await openHouse();
  const rows = "Ana,2,2026-11-20,19:00\n".repeat(100_001);
  const long = await house.import(`${HEAD}\n${rows}`, "--dry-run");
  expect([long.exitCode, long.json?.["added"]]).toEqual([0, { reservation: 100_001 }]);
  const endless = await house.import(`${HEAD}\nAna,2,"${" ".repeat(3 * 1024 * 1024)}`);
  expect(endless.error.message).toContain("A quoted cell in line 2 of");
}, 60_000);

describe("guests whose visit is longer ago than the retention period", () => {
  const csv = `${HEAD}\nAna,2,2024-11-20,19:00\nBob,2,2024-11-21,19:00\nCleo,2,2026-11-21,19:00\n`;
  const names = (house: House): string[] => house.reservations().map(({ name }) => name);
  const keptUntil = (house: House): unknown => {
    using desk = openDesk(house.data, SYSTEM_NOW);
    return desk.stores.brands.get("bistro")?.settings.keepGuestsUntil;
  };
  /** Runs retention at `now`, and returns the guests' names. */
  const cleared = async (house: House, now: number): Promise<string[]> => {
    using desk = openDesk(house.data, now);
    const { stores, writer } = desk;
    const machine = { stores, writer, log: silentLog, random: fixedRandom(), clock: () => now };
    await retention(machine).run(now);
    return names(house);
  };

  test("are kept for a month if nobody is at a terminal to be asked, and the answer says so", async () => {
    const house = await openHouse();
    const { json, exitCode } = await house.import(csv);
    expect(exitCode).toBe(0);
    expect(json?.["pastRetention"]).toEqual({ guests: { bistro: 2 }, until: "2026-12-20" });
    expect(keptUntil(house)).toBe("2026-12-20");
    expect(await cleared(house, SYSTEM_NOW)).toEqual(["Ana", "Bob", "Cleo"]);
    expect(await cleared(house, SYSTEM_NOW + 31 * DAY)).toEqual([FORMER, FORMER, "Cleo"]);
  });

  test("are kept until the date in the flag, even if that is today", async () => {
    const house = await openHouse();
    await house.import(csv, "--keep-guests-until", "2027-12-31");
    expect(keptUntil(house)).toBe("2027-12-31");
    const other = await openHouse();
    await other.import(csv, "--keep-guests-until", "2026-11-20");
    expect(await cleared(other, SYSTEM_NOW)).toEqual([FORMER, FORMER, "Cleo"]);
    const wrong = await other.import(csv, "--keep-guests-until", "soon");
    expect([wrong.exitCode, wrong.error.code]).toEqual([2, "USAGE"]);
  });

  test("are kept until the date that a person types when the command asks", async () => {
    const house = await openHouse();
    const file = join(folder.path, "asked.csv");
    writeFileSync(file, csv);
    const words = ["import", file, "--brand", "bistro", "--data", house.data];
    const asked: string[] = [];
    const answers = ["next year", "2028-01-01"];
    const ask = (question: string): Promise<string> => {
      asked.push(question);
      return Promise.resolve(answers.shift() ?? "");
    };
    const { err } = await running(words, { ask }).finished;
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain(
      "2 reservations and waitlist entries of bistro ended more than retentionDays days ago",
    );
    expect(err).toContain("kept until Saturday, January 1, 2028");
    expect(keptUntil(house)).toBe("2028-01-01");
  });

  test("are counted in a dry run, which changes nothing", async () => {
    const house = await openHouse();
    const { json } = await house.import(csv, "--dry-run");
    expect(json?.["pastRetention"]).toMatchObject({ guests: { bistro: 2 } });
    expect(keptUntil(house)).toBeUndefined();
  });
});

describe("importing", () => {
  const rows = `${HEAD},reference\nAna,2,2026-11-20,19:00,A1\nAna,2,2026-11-20,19:00,A2\nBob,2,2026-11-20,19:00,\nBob,2,2026-11-20,19:00,\n`;

  test("a file again adds nothing, even if the file has duplicate rows", async () => {
    const house = await openHouse();
    expect((await house.import(rows)).json?.["added"]).toEqual({ reservation: 4 });
    expect((await house.import(rows)).json).toMatchObject({
      saved: false,
      added: {},
      present: { reservation: 4 },
    });
    expect(house.reservations()).toHaveLength(4);
  });

  test("a file again after rows were added to it adds only the new rows", async () => {
    const house = await openHouse();
    await house.import(rows);
    const longer = rows.replace("\n", "\nEve,2,2026-11-20,20:00,\n");
    expect((await house.import(longer)).json?.["added"]).toEqual({ reservation: 1 });
  });

  test("our own CSV export into another instance changes no reservation", async () => {
    const house = await openHouse();
    await house.import(
      `${HEAD},phone,notes\n=1+1,2,2026-11-20,19:00,+12127365011,+nuts\nBob,7,2026-11-01,01:30,,\n`,
    );
    const before = house.reservations();
    const file = join(folder.path, "own.csv");
    await command(["export", "--format", "csv", "--json", "--out", file, "--data", house.data]);
    const other = await openHouse();
    const words = ["import", file, "--brand", "bistro", "--json", "--data", other.data];
    expect((await command(words)).json?.["refused"]).toEqual([]);
    expect(other.reservations()).toEqual(before);
  });
});

describe("imports skip admission:", () => {
  const full = `${HEAD}\n${"Ana,4,2026-11-20,19:00\n".repeat(3)}Bob,2,2026-11-21,19:00\n`;

  test("times with too many guests are named afterwards", async () => {
    const house = await openHouse("seats=10", "paceCovers=10");
    const { exitCode, json } = await house.import(full);
    expect(exitCode).toBe(0);
    expect(json?.["overFull"]).toEqual([
      {
        brand: "bistro",
        of: "seats",
        from: Date.parse("2026-11-21T00:00:00Z"),
        to: Date.parse("2026-11-21T01:45:00Z"),
        count: 12,
        limit: 10,
      },
      {
        brand: "bistro",
        of: "pace",
        from: Date.parse("2026-11-21T00:00:00Z"),
        to: Date.parse("2026-11-21T00:15:00Z"),
        count: 12,
        limit: 10,
      },
    ]);
  });

  test("reservations at closed times are imported and named", async () => {
    const house = await openHouse();
    const { json } = await house.import(`${HEAD}\nAna,2,2026-11-20,11:00\n`);
    expect(json?.["warnings"]).toEqual([
      "line 2: bistro is closed at 11:00 AM on Friday, November 20, 2026.",
    ]);
    expect(house.reservations()).toMatchObject([{ service: null, serviceDate: "2026-11-20" }]);
  });

  test("but after them a call can book no further party at an overfull time", async () => {
    const house = await openHouse("seats=10", "paceCovers=10");
    await house.import(full);
    using desk = openDesk(house.data, SYSTEM_NOW);
    const wish = {
      name: "Eve",
      numberOfPeople: 2,
      date: "Friday, November 20, 2026",
      time: "7:30 PM",
    };
    const refused = await desk.call("create_booking", wish).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "CAPACITY_FULL" });
  });
});

test("empty cells without a heading are ignored", async () => {
  const house = await openHouse();
  const { exitCode, json } = await house.import(`${HEAD}\nAna,2,2026-11-20,19:00,,\n`);
  expect([exitCode, json?.["added"]]).toEqual([0, { reservation: 1 }]);
});

test("a status with the name of a JavaScript property, such as constructor, is refused", async () => {
  const house = await openHouse();
  const done = await house.import(`${HEAD},status\nAna,2,2026-11-20,19:00,constructor\n`);
  expect(refusedIn(done)[0]?.message).toContain("must be booked");
});

test("a dry run says what would be added and changes nothing; an import is logged", async () => {
  const house = await openHouse();
  const csv = `${HEAD}\nAna,2,2026-11-20,19:00\n`;
  expect((await house.import(csv, "--dry-run")).json).toMatchObject({
    saved: false,
    added: { reservation: 1 },
  });
  expect(house.reservations()).toEqual([]);
  await house.import(csv);
  using desk = openDesk(house.data, SYSTEM_NOW);
  const rows = desk.database
    .query("SELECT actor_name, after FROM audit WHERE operation = 'import'")
    .all();
  expect(rows).toEqual([
    { actor_name: "command line", after: expect.stringContaining('"reservation":1') as unknown },
  ]);
});

test.each([
  [["import", "x.csv"], "--brand"],
  [["import", "x.jsonl", "--brand", "bistro"], "--brand"],
  [["import", "x", "--format", "xml"], "--format"],
])("%j is a usage error", async (words, word) => {
  const { exitCode, err } = await command(words);
  expect(exitCode).toBe(2);
  expect(err).toContain(word);
});

test("if the brand uses tables, a reservation gets a table if one is free", async () => {
  const house = await openHouse("tables.mode=required");
  const plan = join(folder.path, "plan.json");
  const tables = [{ name: "1", area: "Room", minCovers: 1, maxCovers: 4 }];
  writeFileSync(plan, JSON.stringify({ areas: [{ name: "Room" }], tables }));
  await command(["floor", "import", "bistro", plan, "--data", house.data]);
  await house.import(
    `${HEAD}\nAna,4,2026-11-20,19:30\nBen,2,2026-11-20,19:30\nCy,2,2026-11-20,17:00\n`,
  );
  const given = house.reservations().map(({ name, tables: all }) => `${name} ${all.length}`);
  expect(given.toSorted()).toEqual(["Ana 1", "Ben 0", "Cy 1"]);
});
