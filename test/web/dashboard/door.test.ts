// Goal: a host adds, calls, seats and removes parties on the door list without scripts. Method: the
// running product on an evening, over HTTP with the forms of its pages.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { fillEvening, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const HOME = "/b/demo-bistro";
const HOUR = 3_600_000;
const MINUTE = 60_000;

let desk: DeskWithUser;
let host: Visitor;

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  await fillEvening(desk.server, "demo-bistro", 16);
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
  await desk.advance(4 * HOUR);
});
afterAll(() => desk[Symbol.asyncDispose]());

const listOf = async (): Promise<string> => {
  const page = await (await host.get(`${HOME}/waitlist`)).text();
  return /<section class="card stack door"[\s\S]*?<\/section>/.exec(page)?.[0] ?? "";
};
const toastOf = async (path = "/waitlist"): Promise<string> => {
  const page = await (await host.get(HOME + path)).text();
  return /id="toast"[\s\S]*?<\/div>/.exec(page)?.[0] ?? "";
};
const add = async (name: string, more: object = {}) => {
  const fields = hiddenFields(await listOf(), "/do/add_to_door");
  return host.post(`${HOME}/do/add_to_door`, { ...fields, name, numberOfPeople: "2", ...more });
};
/** Presses a button in a party's row. */
const tap = async (operation: string, name: string) => {
  const list = await listOf();
  const rows = list.split('<li class="waiting-guest door-party"');
  const row = rows.find((one) => one.includes(`<bdi>${name}</bdi>`)) ?? "";
  return host.post(`${HOME}/do/${operation}`, hiddenFields(row, `/do/${operation}`));
};

describe("the door list", () => {
  test("shows the wait for common sizes before asking for a name", async () => {
    const list = await listOf();
    expect(list).toContain("For 2:</b>");
    expect(list).toMatch(/no wait|about \d+ min/);
    expect(list).not.toContain("door-party");
  });

  test("adds a party by name and size, and says how long it will wait", async () => {
    expect((await add("Mia <b>")).status).toBe(303);
    expect(await toastOf()).toMatch(/on the list at the door, (no wait|about \d+ min)/);
    await desk.advance(7 * MINUTE);
    const list = await listOf();
    expect(list).toContain("<bdi>Mia &lt;b&gt;</bdi>");
    expect(list).toContain("Waiting 7 min");
  });

  test("shows until when a called party's table is kept, and later that the party was not seated by then", async () => {
    await add("Otto", { phone: "+12125550177" });
    await tap("call_party", "Otto");
    expect(await listOf()).toMatch(/Called, held until 7:\d\d PM/);
    await desk.advance(11 * MINUTE);
    expect(await listOf()).toMatch(/Called, not seated by 7:\d\d PM/);
  });

  test("seats a party or removes it with one tap", async () => {
    expect((await tap("seat_from_door", "Otto")).status).toBe(303);
    expect(await toastOf("")).toContain("seated");
    await tap("remove_from_waitlist", "Mia &lt;b&gt;");
    expect(await listOf()).not.toContain("door-party");
    const { waitlist } = desk.server.stores;
    const day = { date: null, startsAt: 0 };
    const ended = waitlist.list({
      brand: "demo-bistro",
      statuses: ["booked", "left"],
      day,
      after: null,
      limit: 10,
    });
    expect(ended.map(({ name, status }) => [name, status])).toEqual([
      ["Mia <b>", "left"],
      ["Otto", "booked"],
    ]);
  });

  test("says why a party cannot be seated, and lets a manager seat the party anyway", async () => {
    const { stores, writer, clock } = desk.server;
    const former = stores.brands.overrides("demo-bistro") ?? {};
    const set = (overrides: object) =>
      writer.write(() => stores.brands.update("demo-bistro", { overrides, now: clock() }));
    await set({ ...former, seats: 10, tables: { mode: "off" } });
    await add("Uma");
    const refused = await tap("seat_from_door", "Uma");
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain("No room for a party of 2");
    expect(page).toContain("Continue anyway");
    const again = page.slice(page.indexOf('id="again-seat_from_door"'));
    const fields = hiddenFields(`<form action="/do/seat_from_door" ${again}`, "/do/seat_from_door");
    const answer = { ...fields, override: "true", overrideReason: "At the bar" };
    expect((await host.post(`${HOME}/do/seat_from_door`, answer)).status).toBe(303);
    expect(await listOf()).not.toContain("Uma");
    await set(former);
  });

  test("shows an error beside its field, and keeps what was typed", async () => {
    const page = await (await add("Nils", { phone: "12" })).text();
    expect(page).toContain('value="Nils"');
    expect(page).toMatch(/class="problem"/);
  });

  test("says outside the opening hours that no service is running", async () => {
    await add("Pia");
    await desk.advance(5 * HOUR);
    expect(await listOf()).toContain("No service is running");
    expect(await listOf()).not.toContain("Pia");
    const { stores, writer, clock } = desk.server;
    const overrides = { ...stores.brands.overrides("demo-bistro"), tables: { mode: "required" } };
    await writer.write(() => stores.brands.update("demo-bistro", { overrides, now: clock() }));
    const panel = await (await host.get(`${HOME}?walkIn=2`)).text();
    expect(panel).toContain("Walk-in, 2 people");
    expect(panel).not.toContain("Add to the door list");
  });
});
