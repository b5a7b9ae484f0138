// Goal: a manager makes an address for a calendar program, sees it once, sees when it was read, and
// revokes it. Method: the running product, a browser without scripts, and a calendar program.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BISTRO = "demo-bistro";
const PATH = `/b/${BISTRO}/settings/calendars`;
const FORM = 'id="new-calendar"';

let desk: DeskWithUser;
let manager: Visitor;
beforeEach(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  manager = new Visitor(desk.url);
  await manager.signIn(desk.user);
});
afterEach(() => desk[Symbol.asyncDispose]());

const page = async (headers: Record<string, string> = {}) =>
  (await manager.get(PATH, headers)).text();
const addressIn = (text: string): string | undefined =>
  /<textarea[^>]*>[^<]*(\/feeds\/[\w-]{32}\.ics)<\/textarea>/.exec(text)?.[1];
const make = async (name = "Kitchen screen", fields?: Record<string, string>) =>
  manager.post(PATH, { ...(fields ?? hiddenFields(await page(), FORM)), name });
const read = (path = "") => fetch(desk.url + path);
const feeds = () => desk.server.stores.calendarFeeds.live(BISTRO, 100);

test("a form that was sent after the session ended is kept, ready to send again", async () => {
  const fields = hiddenFields(await page(), FORM);
  manager.forget((name) => name.endsWith("maitred"));
  const late = (await make("Kitchen <screen>", fields)).headers.get("location") ?? "";
  const next = new URL(late, desk.url).searchParams.get("next") ?? "";
  await manager.signIn(desk.user);
  const elsewhere = await manager.get(next.replace(BISTRO, "demo-trattoria"));
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    404,
    expect.not.stringContaining("Kitchen"),
  ]);
  const kept = await (await manager.get(next)).text();
  expect(kept).toContain("<h2>Make a calendar link</h2>");
  expect(kept).toContain("Kitchen &lt;screen&gt;");
  expect(feeds()).toEqual([]);
  expect((await manager.post(PATH, hiddenFields(kept, "settings/calendars"))).status).toBe(303);
  const file = await read(addressIn(await page()));
  expect([file.status, feeds().map(({ name }) => name)]).toEqual([200, ["Kitchen <screen>"]]);
});

test("an address of one restaurant is not on the calendar page of another", async () => {
  await make();
  const other = await manager.get("/b/demo-trattoria/settings/calendars");
  expect(await other.text()).not.toContain("/feeds/");
});

test("the pages say that an address keeps working after the colleague who made it has left", async () => {
  const leaving = await personWith("manager", desk, BISTRO);
  const fields = hiddenFields(await (await leaving.get(PATH)).text(), FORM);
  await leaving.post(PATH, { ...fields, name: "My <own> phone" });
  await make("Kitchen screen");
  expect(await page()).toMatch(/Created just now by <bdi>Sam the manager<\/bdi>/);
  expect(await page()).not.toContain("no longer works here");
  const team = `/b/${BISTRO}/access/team`;
  const text = await (await manager.get(team)).text();
  expect(text).toMatch(/keep working after the person leaves[^.]*My &lt;own&gt; phone/);
  expect(text.match(/keep working after the person leaves/g)).toHaveLength(1);
  const { stores } = desk.server;
  const id = stores.users.list().find(({ name }) => name === "Sam the manager")?.id ?? "";
  const { csrf = "" } = hiddenFields(text, "/look");
  const form = { csrf, back: team, id };
  await manager.post(`/b/${BISTRO}/do/close_account`, form);
  expect(await page()).toMatch(/Sam the manager<\/bdi>, <strong>who no longer works here/);
  expect(await (await manager.get(team)).text()).toMatch(/still work[^.]*My &lt;own&gt; phone/);
  await manager.post(`/b/${BISTRO}/do/take_out`, form);
  const after = await page();
  expect(after.match(/who no longer works here/g)).toHaveLength(1);
  expect(feeds()).toHaveLength(2);
});

describe("a new address for a calendar", () => {
  test("opens the calendar, and is shown only on the next page", async () => {
    expect(await page()).toContain("No links yet.");
    const answer = await make();
    expect([answer.status, answer.headers.get("location")]).toEqual([303, PATH]);
    const shown = await page();
    const address = addressIn(shown);
    expect(shown).toContain("it is shown only once");
    expect(shown).toContain("not read yet");
    const file = await read(address);
    expect([file.status, file.headers.get("content-type")]).toEqual([
      200,
      "text/calendar; charset=utf-8",
    ]);
    // A page that refreshes itself keeps showing the address; a page that is opened again does not.
    expect(addressIn(await page({ "x-live": "1" }))).toBe(address);
    expect(addressIn(await page())).toBeUndefined();
    expect(addressIn(await page({ "x-live": "1" }))).toBeUndefined();
  });

  test("is made once even if its form is sent twice, and both answers show it", async () => {
    const fields = hiddenFields(await page(), FORM);
    await make("Kitchen screen", fields);
    const first = addressIn(await page());
    await make("Kitchen screen", fields);
    expect(addressIn(await page())).toBe(first);
    expect(feeds()).toHaveLength(1);
  });

  test("is different for each form", async () => {
    const fields = hiddenFields(await page(), FORM);
    await make("One", fields);
    const one = addressIn(await page());
    await make("Two");
    const two = addressIn(await page());
    expect(new Set([one, two, undefined]).size).toBe(3);
  });

  test("is not logged", async () => {
    await make();
    const address = addressIn(await page()) ?? "";
    await read(address);
    expect(desk.logged.join("\n")).not.toContain(address.slice(7, -4));
  });
});

test("an address with an invalid name is refused beside the field, keeping what was typed", async () => {
  const refused = await make("x".repeat(121));
  expect(refused.status).toBe(422);
  const text = await refused.text();
  expect(text).toContain(`value="${"x".repeat(121)}"`);
  expect(text).toContain('id="name-note" class="problem"');
  expect(feeds()).toEqual([]);
});

test("a form with a wrong CSRF token makes no address", async () => {
  await manager.post(PATH, { csrf: "forged", idempotencyKey: "a", name: "Kitchen" });
  expect(feeds()).toEqual([]);
});

test("the page shows when an address was last read, to within a quarter of an hour", async () => {
  await make();
  const address = addressIn(await page());
  const readAt = () => feeds()[0]?.readAt ?? null;
  const until = async (wanted: (at: number | null) => boolean) => {
    for (let tries = 0; tries < 200 && !wanted(readAt()); tries += 1) await Bun.sleep(5);
    return readAt();
  };
  await read(address);
  const first = await until((at) => at !== null);
  expect(first).not.toBeNull();
  expect(await page()).toContain("last read just now");
  await desk.advance(14 * 60_000);
  await read(address);
  await desk.advance(5000);
  expect(readAt()).toBe(first);
  await desk.advance(60_000);
  await read(address);
  expect(await until((at) => at !== first)).toBeGreaterThanOrEqual((first ?? 0) + 15 * 60_000);
});

test("a revoked address does not work", async () => {
  await make();
  const address = addressIn(await page());
  const fields = hiddenFields(await page(), "/do/revoke_feed");
  expect((await manager.post(`/b/${BISTRO}/do/revoke_feed`, fields)).status).toBe(303);
  expect((await read(address)).status).toBe(404);
  const text = await page();
  expect(text).toContain("Revoked: the link no longer works");
  expect(text).toContain("No links yet.");
});

test("a host cannot make an address, neither with the page nor with a form of their own", async () => {
  const host = await personWith("host", desk, BISTRO);
  const text = await (await host.get(PATH)).text();
  expect(text).toContain("Settings are for managers");
  const { csrf = "" } = hiddenFields(text, "/look");
  await host.post(PATH, { csrf, back: PATH, idempotencyKey: "a", name: "Mine" });
  expect(feeds()).toEqual([]);
});
