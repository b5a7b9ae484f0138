// Goal: a host sees the state of every table on one page, and moves parties there without scripts.
// Method: the running product, over HTTP as a browser does.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ask, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";
import { putFloor } from "../../support/floor.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const FLOOR = `${HOME}/floor`;
const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-20T18:30:00-05:00");
const NAME = "<b>Ana</b> Okafor";

let desk: DeskWithUser;
let host: Visitor;
beforeEach(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T18:30:00-05:00");
  const { stores, writer } = desk.server;
  await writer.write(() => {
    const overrides = { ...stores.brands.overrides(BRAND), tables: { mode: "suggest" } };
    stores.brands.update(BRAND, { overrides, now: 0 });
    for (const table of stores.floors.get(BRAND).tables) {
      stores.floors.putTable(BRAND, { ...table, name: `old ${table.name}`, archivedAt: 1 });
    }
    putFloor(stores, BRAND, { areas: { Room: "1:2 2:2 3:4" }, joins: "1+2:3-4" });
  });
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
});
afterEach(() => desk[Symbol.asyncDispose]());

const book = async (name: string, numberOfPeople: number, time = "7:00 PM"): Promise<string> => {
  const wish = { name, numberOfPeople, date: "Friday, November 20, 2026", time };
  return ((await ask(desk.server, BRAND, "create_booking", wish))["reservation"] as { id: string })
    .id;
};
const page = async (path = FLOOR): Promise<string> => (await host.get(path)).text();
const waiting = () =>
  desk.server.stores.waitlist.list({
    brand: BRAND,
    statuses: ["waiting"],
    day: null,
    after: null,
    limit: 10,
  });
const tablesOf = (id: string) => desk.server.stores.reservations.get(id)?.tables;
/** Sends the form with the id `formId` of a page. */
const send = async (path: string, formId: string, more: Record<string, string> = {}) => {
  const text = await page(path);
  const fields = hiddenFields(text, `id="${formId}"`);
  const action = new RegExp(`id="${formId}"[^>]*action="([^"]+)"`).exec(text)?.[1] ?? "";
  return host.post(action, { ...fields, ...more });
};

describe("the floor page", () => {
  test("is linked only if tables are used", async () => {
    expect(await page(HOME)).toContain(`href="${FLOOR}"`);
    expect(await page("/b/demo-trattoria")).not.toContain("/floor");
  });

  test("says the state of each table in words, and escapes guests' names", async () => {
    const id = await book(NAME, 4);
    const before = await page();
    expect(before).toContain("Free until 7:00 PM");
    expect(before).not.toContain(NAME);
    await desk.advance(HOUR / 2);
    await ask(desk.server, BRAND, "mark_seated", { id });
    await desk.advance(HOUR / 4);
    expect(await page()).toContain("Seated 15 min, until 8:45 PM");
    await desk.advance(2 * HOUR);
    expect(await page()).toContain("30 min over");
  });

  test("lists parties without a table first, and counts them", async () => {
    for (const time of ["7:00 PM", "7:15 PM", "7:30 PM"]) await book(`At ${time}`, 4, time);
    const text = await page();
    expect(text).toContain("1 party has no table");
    const parties = text.slice(text.indexOf(`id="parties"`));
    expect(parties.indexOf("No table")).toBeLessThan(parties.indexOf("Table 3"));
  });

  test("moves a party to a free table, which is then pinned, and unpins the table", async () => {
    const id = await book("Ada", 2);
    const first = tablesOf(id);
    const other = first?.[0] === "table-1" ? "table-2" : "table-1";
    const path = `${FLOOR}?party=${id}`;
    const moved = await send(path, `move-${other}`);
    expect(moved.headers.get("location")).toBe(FLOOR);
    expect(tablesOf(id)).toEqual([other]);
    expect(await page(path)).toContain("pinned by hand");
    await send(path, "any-table", { tables: "auto" });
    expect(desk.server.stores.reservations.get(id)?.tablePinned).toBe(false);
  });

  test("swaps the tables of two parties", async () => {
    const [ada, bo] = [await book("Ada", 2), await book("Bo", 2)];
    const [hers, his] = [tablesOf(ada), tablesOf(bo)];
    await send(`${FLOOR}?party=${ada}`, `move-${his?.[0]}`);
    expect([tablesOf(ada), tablesOf(bo)]).toEqual([his, hers]);
  });

  test("moves a party that was chosen by name, unless the reservation has changed meanwhile", async () => {
    const id = await book("Ada", 2);
    const revision = desk.server.stores.reservations.get(id)?.revision ?? 0;
    const chosen = { about: `${id} ${revision}`, tables: "3" };
    expect(await page()).toContain(`<option value="${chosen.about}"`);
    await send(FLOOR, "move-by-name", chosen);
    expect(tablesOf(id)).toEqual(["table-3"]);
    const late = await send(FLOOR, "move-by-name", { ...chosen, tables: "1" });
    expect(late.status).toBe(422);
    expect(await late.text()).toContain("changed meanwhile");
    expect(tablesOf(id)).toEqual(["table-3"]);
  });

  test("refuses a move from a page that is out of date", async () => {
    const id = await book("Ada", 2);
    const path = `${FLOOR}?party=${id}`;
    const fields = hiddenFields(await page(path), 'id="move-table-3"');
    await ask(desk.server, BRAND, "update_booking", { id, notes: "window" });
    const before = tablesOf(id);
    const refused = await host.post(`${HOME}/do/assign_table`, fields);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("changed meanwhile");
    expect(tablesOf(id)).toEqual(before);
  });

  test("blocks a table and frees it again", async () => {
    const path = `${FLOOR}?table=table-3`;
    const times = { from: "18:00", to: "20:00", reason: "heater broken" };
    await send(path, "block", times);
    expect(await page()).toContain("Blocked until 8:00 PM: heater broken");
    const { blocks } = desk.server.stores.floors.get(BRAND);
    await send(path, `lift-${blocks[0]?.from}`);
    expect(desk.server.stores.floors.get(BRAND).blocks).toEqual([]);
  });

  test("shows a block until the next day with both dates", async () => {
    const path = `${FLOOR}?table=table-3`;
    await send(path, "block", { from: "23:00", to: "22:00", reason: "leak" });
    expect(await page(path)).toContain("Fri Nov 20, 11:00 PM to Sat Nov 21, 10:00 PM: <bdi>leak");
  });

  test("blocks several tables of an area together", async () => {
    const path = `${FLOOR}?table=table-3`;
    const html = await page(path);
    for (const name of ["1", "2"]) {
      expect(html).toContain(`type="checkbox" name="tables" value="${name}"`);
    }
    const fields = new URLSearchParams(hiddenFields(html, 'id="block"'));
    for (const [key, value] of Object.entries({ from: "18:00", to: "20:00", reason: "rain" })) {
      fields.append(key, value);
    }
    fields.append("tables", "1");
    await host.post(`${HOME}/do/block_tables`, fields);
    expect(desk.server.stores.floors.get(BRAND).blocks).toMatchObject([
      { tables: ["table-3", "table-1"], reason: "rain" },
    ]);
  });

  test("frees a table on the shown day only, even if it is blocked for several days", async () => {
    const [from, to] = [NOW - 30 * HOUR, NOW + 30 * HOUR];
    const made = { createdAt: 0, createdBy: "user", reason: "wet floor" };
    await desk.server.writer.write(() =>
      desk.server.stores.floors.addBlock(BRAND, {
        id: "b",
        tables: ["table-3"],
        from,
        to,
        ...made,
      }),
    );
    const path = `${FLOOR}?table=table-3`;
    expect(await page(path)).toContain(
      "Thu Nov 19, 12:30 PM to Sun Nov 22, 12:30 AM: <bdi>wet floor",
    );
    await send(path, `lift-${from}`);
    const left = desk.server.stores.floors.get(BRAND).blocks;
    expect(left).toMatchObject([{ from }, { to }]);
    expect(left[0]?.to).toBeLessThan(NOW);
    expect(left[1]?.from).toBeGreaterThan(NOW);
  });

  test("blocks a table after midnight on the right calendar day", async () => {
    await using night = await deskWithUser("--clock", "2026-11-21T00:40:00-05:00");
    const { stores, writer } = night.server;
    await writer.write(() => {
      const late = [{ name: "Late", days: ["fri"], opens: "18:00", lastSeating: "01:00" }];
      const overrides = {
        ...stores.brands.overrides(BRAND),
        services: late.map((one) => ({ ...one, closes: "02:00", limits: {} })),
        tables: { mode: "suggest" },
      };
      stores.brands.update(BRAND, { overrides, now: 0 });
    });
    const late = new Visitor(night.url);
    await late.signIn(night.user);
    const [table] = stores.floors.get(BRAND).tables;
    const text = await (await late.get(`${FLOOR}?table=${table?.id}`)).text();
    const fields = hiddenFields(text, 'id="block"');
    const times = { from: "00:40", to: "02:00", reason: "wet" };
    await late.post(`${HOME}/do/block_tables`, { ...fields, ...times });
    const [block] = stores.floors.get(BRAND).blocks;
    expect(block?.from).toBe(Date.parse("2026-11-21T00:40:00-05:00"));
  });

  test("shows the tables of each server (waiter), with the number of guests there now and today", async () => {
    const servers = { "server.1": "Kim", "server.2": "kim", "server.3": "<i>Lee" };
    await send(FLOOR, "sections", servers);
    const text = await page();
    expect(text).toContain("Tables 1 and 2: 0 guests now, 0 today");
    expect(text).toContain("&lt;i&gt;Lee");
    await send(FLOOR, "sections", { "server.1": "", "server.2": "", "server.3": "" });
    expect(await page()).not.toContain("guests now");
  });

  test("seats a party at another table than the one it was given", async () => {
    const id = await book("Ada", 2);
    await send(`${FLOOR}?table=table-3`, "seat-here", { about: id });
    expect(desk.server.stores.reservations.get(id)).toMatchObject({
      status: "seated",
      tables: ["table-3"],
    });
  });

  test("preselects a party that fits the chosen table", async () => {
    await book("Four", 4, "6:30 PM");
    await book("Ada", 2, "6:45 PM");
    const chosen = /<option [^>]*selected[^>]*>([^<]*)</;
    expect(chosen.exec(await page(`${FLOOR}?table=table-1`))?.[1]).toBe("6:45 PM, 2 Ada");
  });

  test("corrects the table of a seated party, or gives a table to a seated party that had none", async () => {
    for (const name of ["Ada", "Bo"]) await book(name, 4, "6:30 PM");
    const petra = await book("Petra", 5, "6:30 PM");
    await ask(desk.server, BRAND, "mark_seated", { id: petra });
    expect(tablesOf(petra)).toEqual([]);
    expect(await page(`${FLOOR}?table=table-1`)).toMatch(
      /<option [^>]*>[^<]*Petra, seated without a table/,
    );
    await send(`${FLOOR}?table=table-1`, "seat-here", { about: petra });
    expect(tablesOf(petra)).toEqual(["table-1"]);
    const next = await page(`${FLOOR}?table=table-2`);
    expect(next).toMatch(/<option [^>]*>[^<]*Petra, seated: Table 1</);
    await send(`${FLOOR}?table=table-2`, "seat-here", { about: petra });
    expect(tablesOf(petra)).toEqual(["table-2"]);
  });

  test("seats a walk-in at a free table; a taken table has no form for walk-ins", async () => {
    await send(`${FLOOR}?table=table-3`, "walk-in-here", { numberOfPeople: "3" });
    const taken = await page(`${FLOOR}?table=table-3`);
    expect(taken).toContain("Walk-in</bdi></a>, party of 3");
    expect(taken).not.toContain('id="walk-in-here"');
  });

  test("shows a manager, but no host, the moves of a new plan before they are made", async () => {
    const plan = `${FLOOR}?plan=yes`;
    expect(await page(plan)).toContain("No party would change tables");
    const helper = await personWith("host", desk, BRAND);
    expect(await (await helper.get(plan)).text()).not.toContain("No party would change tables");
  });
});

describe("on the other pages, tables", () => {
  test("are in each row of Tonight, with parties without a table first", async () => {
    for (const time of ["7:00 PM", "7:15 PM", "7:30 PM"]) await book(`At ${time}`, 4, time);
    const text = await page(HOME);
    expect(text).toContain("Parties without a table");
    const rows = text.slice(text.indexOf("Parties without a table"));
    const order = ["no table", "Table 3", "Tables 1 and 2"].map((words) => rows.indexOf(words));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    expect(order).not.toContain(-1);
    expect(rows).toMatch(
      /<a class="to-read" href="[^"]+\/floor\?party=[^"]+#party"><span[^>]*>no table/,
    );
  });

  test("are offered for a walk-in on Tonight, and the toast names the chosen table", async () => {
    const text = await page(`${HOME}?walkIn=2`);
    expect(text).toContain("Walk-in, 2 people");
    await send(`${HOME}?walkIn=2`, "walk-in-2");
    const [seated] = desk.server.stores.reservations.list({
      brand: BRAND,
      fromDate: "2026-11-20",
      toDate: "2026-11-20",
      statuses: ["seated"],
      limit: 1,
      after: null,
    });
    expect(seated?.tables).toEqual(["table-2"]);
    expect(await page(HOME)).toContain("seated, table 2");
  });

  test("are on the printed sheet, in the export, and on the reservation's page with names in the history", async () => {
    const id = await book("Ada", 4);
    expect(await page(`${HOME}/print?date=2026-11-20`)).toContain("Table 3");
    expect(await page(`${HOME}/export.csv?date=2026-11-20`)).toMatch(/,3,Room?\r?$|,3,\r?$/m);
    await ask(desk.server, BRAND, "assign_table", { id, tables: ["1", "2"] });
    const text = await page(`${HOME}/reservations/${id}`);
    expect(text).toContain("Tables 1 and 2");
    expect(text).toContain("pinned by hand");
    expect(text).toMatch(/3 (?:→|-&gt;) 1, 2/);
    expect(text).not.toContain("table-3");
  });

  test("can be searched by name, regardless of case", async () => {
    const [ada, bo] = [await book("Ada", 4), await book("Bo", 2)];
    const found = await page(`${HOME}?q=TABLE+3`);
    expect(found).toContain(`id="r${ada}"`);
    expect(found).not.toContain(`id="r${bo}"`);
  });

  test("are in the history with the reason if they were given automatically", async () => {
    const id = await book("Ada", 2);
    const had = tablesOf(id)?.[0]?.replace("table-", "") ?? "";
    const other = await book("Bo Li", 2, "7:15 PM");
    await ask(desk.server, BRAND, "mark_arrived", { id: other });
    await ask(desk.server, BRAND, "mark_seated", { id: other, tables: [had] });
    const text = await page(`${HOME}/reservations/${id}`);
    expect(text).toContain("To make room for Bo Li.");
    expect(text).not.toContain(other.slice(0, 12));
  });

  test("decide the waiting time if none is free", async () => {
    for (const size of [2, 2, 4]) await book(`Of ${size}`, size, "6:30 PM");
    const full = await page(`${HOME}?walkIn=2`);
    expect(full).toContain("No table is free.");
    expect(full).toContain("Book 8:00 PM");
    // A table that becomes free after the last seating can no longer be booked.
    for (const size of [2, 2, 4]) await book(`Later ${size}`, size, "8:15 PM");
    const late = await page(`${HOME}?walkIn=4`);
    expect(late).toContain("due to leave at 9:45 PM");
    expect(late).not.toMatch(/Book \d/);
  });

  test("that are all too small for a party are mentioned once on Book, not for every time", async () => {
    const { stores, writer } = desk.server;
    const overrides = { ...stores.brands.overrides(BRAND), tables: { mode: "required" } };
    await writer.write(() => stores.brands.update(BRAND, { overrides, now: 0 }));
    const text = await page(`${HOME}/book?numberOfPeople=7&date=2026-11-21`);
    expect(text.match(/No table takes a party of 7\./g)).toHaveLength(1);
  });

  test("that are blocked are shown as free at the end of the block", async () => {
    for (const table of ["1", "2", "3"]) {
      const times = { from: "18:30", to: "19:30", reason: "rain" };
      await send(`${FLOOR}?table=table-${table}`, "block", times);
    }
    const full = await page(`${HOME}?walkIn=2`);
    expect(full).toMatch(/Next: Table \d, free at 7:30 PM\./);
    expect(full).toMatch(/The wait is about (55|60) min\./);
    // The toast of a block names no party.
    expect(full).toContain("<p>Blocked</p>");
  });

  test("can be waited for by a guest with a name and a phone", async () => {
    for (const size of [2, 2, 4]) await book(`Of ${size}`, size, "6:30 PM");
    const wim = { name: "Wim", phone: "(212) 555-0188" };
    const full = await page(`${HOME}?walkIn=2`);
    expect(full).toMatch(/The wait is about \d+ min\.|The wait is about \d h/);
    const refused = await send(`${HOME}?walkIn=2`, "add-at-door", { ...wim, phone: "12" });
    const again = await refused.text();
    expect(again).toContain('value="Wim"');
    expect(again).toContain("No table is free.");
    expect(waiting()).toEqual([]);
    await send(`${HOME}?walkIn=2`, "add-at-door", wim);
    expect(waiting()).toMatchObject([{ kind: "door", name: "Wim", partySize: 2 }]);
  });

  test("are not required if a manager seats a party anyway", async () => {
    for (const size of [2, 2, 4]) await book(`Of ${size}`, size, "6:30 PM");
    const seated = { overrideReason: "At the bar", override: "true" };
    await send(`${HOME}?walkIn=2`, "walk-in-anyway", seated);
    expect(await page(HOME)).toContain("Walk-in</bdi>: seated");
  });
});
