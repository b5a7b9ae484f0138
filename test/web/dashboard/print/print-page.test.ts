// Goal: the printed day sheet has what hosts need during a power cut: every party with its phone,
// the waiting guests, and lines for walk-ins. Method: the running product, a browser without scripts.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ask, fillEvening, type Visitor } from "../../../support/desk-evening.ts";
import { personWith } from "../../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/print`;

let desk: DeskWithUser;
let host: Visitor;
beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  const ids = await fillEvening(desk.server, BISTRO, 8);
  await ask(desk.server, BISTRO, "add_note", {
    id: ids[3],
    field: "seatingNotes",
    note: "Table 12",
  });
  await ask(desk.server, BISTRO, "add_note", {
    id: ids[5],
    field: "foodDrinkNotes",
    note: `Vegan ${"and more ".repeat(300)}sesame`,
  });
  await ask(desk.server, BISTRO, "cancel_booking", { id: ids[6] });
  await ask(desk.server, BISTRO, "add_to_waitlist", {
    name: "Wim Waits",
    phone: "+12125550188",
    numberOfPeople: 4,
    date: "Friday, November 20, 2026",
    time: "7:00 PM",
  });
  host = await personWith("host", desk, BISTRO);
});
afterAll(() => desk[Symbol.asyncDispose]());

const page = async (query = "") => (await host.get(`${PATH}${query}`)).text();
const sheets = (text: string): string[] =>
  text.match(/<table class="paper">[\s\S]*?<\/table>/g) ?? [];

describe("the printed sheet of a service", () => {
  test("has its name, day, totals and the time of printing", async () => {
    const [sheet = ""] = sheets(await page("?service=Dinner"));
    for (const words of [
      "Dinner",
      "Friday, November 20, 2026",
      "21 covers",
      "7 parties",
      "1 cancelled",
    ]) {
      expect(sheet).toContain(words);
    }
    expect(sheet).toContain("Printed 3:00 PM EST");
    // The table's head is repeated on every printed page.
    expect(sheet.slice(0, sheet.indexOf("</thead>"))).toContain("Dinner");
  });

  test("has every party with its full phone, notes, table and allergies", async () => {
    const [sheet = ""] = sheets(await page("?service=Dinner"));
    expect(sheet).toContain("(212) 555-0100");
    expect(sheet).toContain("ALERT: <bdi>Nut allergy, carries an EpiPen</bdi>");
    expect(sheet).toContain("Table 12");
    expect(sheet).toContain("Birthday, cake at 9");
    expect(sheet).toContain("call to confirm");
    expect(sheet).toContain("&lt;script&gt;");
    expect(sheet).not.toContain("<script>");
    // Cancelled reservations are counted, but not listed.
    expect(sheet).not.toContain(">J</bdi>");
  });

  test("shortens long notes, but keeps an allergy in them", async () => {
    const text = await page("?service=Dinner");
    expect(text).toContain("ALERT: <bdi>… more and more sesame</bdi>");
    expect(text).not.toContain("more and more and more sesame");
    expect(text.length).toBeLessThan(40_000);
  });

  test("has the waiting guests, and empty lines for walk-ins", async () => {
    const [sheet = ""] = sheets(await page("?service=Dinner"));
    expect(sheet).toContain("Waitlist (1)");
    expect(sheet).toContain("Wim Waits");
    expect(sheet).toContain("(212) 555-0188");
    expect(sheet.match(/<tr class="blank">/g)).toHaveLength(8);
  });

  test("shows only the last digits of phones on request", async () => {
    const text = await page("?service=Dinner&phones=short");
    expect(text).toContain("…0100");
    expect(text).toContain("…0188");
    expect(text).not.toContain("555-01");
  });
});

describe("the printed sheets of a day", () => {
  test("are one for each service, and a waiting guest is on only one of them", async () => {
    const all = sheets(await page());
    expect(all).toHaveLength(2);
    expect(all[0]).toContain("Lunch");
    expect(all[0]).toContain("No reservations yet.");
    expect(all[0]).not.toContain("Wim Waits");
    expect(all[1]).toContain("Wim Waits");
  });

  test("link back to Tonight, on the same date", async () => {
    expect(await page("?date=2026-11-21")).toContain(`href="/b/${BISTRO}?date=2026-11-21"`);
    expect(await page()).toContain(`href="/b/${BISTRO}"`);
  });

  test("say so if the date is closed", async () => {
    const { stores, writer, clock } = desk.server;
    const overrides = {
      ...stores.brands.overrides(BISTRO),
      specialDays: { "2026-12-25": { closed: true, note: "Merry Christmas" } },
    };
    await writer.write(() => stores.brands.update(BISTRO, { overrides, now: clock() }));
    const text = await page("?date=2026-12-25");
    expect(text).toContain("Closed on this day.");
    expect(text).toContain("Merry Christmas");
    expect(sheets(text)).toEqual([]);
  });

  test("include guests whose service no longer takes place on that day", async () => {
    const { stores, writer, clock } = desk.server;
    const before = stores.brands.overrides(BISTRO) ?? {};
    const [service] = (stores.brands.get(BISTRO)?.settings.services ?? []).filter(
      ({ name }) => name === "Dinner",
    );
    const services = [{ ...service, name: "Supper" }];
    await writer.write(() =>
      stores.brands.update(BISTRO, { overrides: { ...before, services }, now: clock() }),
    );
    try {
      const [only = "", ...others] = sheets(await page());
      expect(others).toEqual([]);
      expect(only).toContain("Supper");
      expect(only).toContain("Ana Lopez");
    } finally {
      await writer.write(() => stores.brands.update(BISTRO, { overrides: before, now: clock() }));
    }
  });
});

test("the only sheet of a day also has the guests who wait for a time outside its service", async () => {
  const { stores, writer, clock } = desk.server;
  const before = stores.brands.overrides(BISTRO) ?? {};
  const services = (stores.brands.get(BISTRO)?.settings.services ?? []).filter(
    ({ name }) => name === "Lunch",
  );
  await writer.write(() =>
    stores.brands.update(BISTRO, { overrides: { ...before, services }, now: clock() }),
  );
  try {
    const [only = "", ...others] = sheets(await page());
    expect(others).toEqual([]);
    expect(only).toContain("Ana Lopez");
    expect(only).toContain("Wim Waits");
  } finally {
    await writer.write(() => stores.brands.update(BISTRO, { overrides: before, now: clock() }));
  }
});

test("the printed page has a strict security policy, no menu of the dashboard and no inline styles", async () => {
  const answer = await host.get(PATH);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await answer.text();
  expect(text).not.toContain('id="desk"');
  expect(text).not.toContain("style=");
});

test("the printed page is one tap away from Tonight", async () => {
  const text = await (await host.get(`/b/${BISTRO}?service=Dinner`)).text();
  expect(text).toContain(`href="${PATH}?date=2026-11-20&amp;service=Dinner"`);
});
