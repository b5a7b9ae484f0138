// Goal: at a shared tablet users work under their own names by PIN, and a manager's PIN seats one
// party over the limit. A PIN opens neither settings nor access nor exports. Method: requests like
// those of a browser without scripts to the running product, in a host's session.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { accountWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const HOUR = 3_600_000;
const MINUTE = 60_000;
const PIN = "4071";

let desk: DeskWithUser;
let host: Visitor;
let manager: Visitor;
let mara: string;
let jo: string;

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  const { stores, writer, clock } = desk.server;
  const overrides = { ...stores.brands.overrides(BRAND), tables: { mode: "off" }, seats: 4 };
  await writer.write(() => stores.brands.update(BRAND, { overrides, now: clock() }));
  const accounts = {
    mara: await accountWith("manager", desk, BRAND),
    jo: await accountWith("host", desk, BRAND),
  };
  mara = stores.users.byEmail(accounts.mara.email)?.id ?? "";
  jo = stores.users.byEmail(accounts.jo.email)?.id ?? "";
  await desk.advance(3 * HOUR);
  manager = new Visitor(desk.url);
  await manager.signIn(accounts.mara);
  host = new Visitor(desk.url);
  await host.signIn(accounts.jo);
});
afterAll(() => desk[Symbol.asyncDispose]());

const pageAt = async (path = "", who = host): Promise<string> =>
  (await who.get(HOME + path)).text();
const fieldsIn = (page: string, form: string): Record<string, string> =>
  hiddenFields(page.slice(page.indexOf(`<form id="${form}"`)), "/pin");
/** Sends a form of the PIN page. */
async function pin(who: Visitor, form: "use-pin" | "set-pin" | "stop-pin", typed: object) {
  const page = await pageAt(`/pin?to=${HOME}`, who);
  const fields = fieldsIn(page, form);
  return who.post(`${HOME}/pin`, { ...fields, ...typed });
}
const use = (typed: string, person = mara) => pin(host, "use-pin", { pinOf: person, pin: typed });
const walkIn = async (size: number, more: object = {}) => {
  const fields = hiddenFields(await pageAt(), "/do/seat_walk_in");
  return host.post(`${HOME}/do/seat_walk_in`, { ...fields, numberOfPeople: String(size), ...more });
};
const changes = (limit: number) =>
  desk.server.stores.auditList.page(
    {
      brand: BRAND,
      reservationId: null,
      from: null,
      until: null,
      actorKind: null,
      principal: null,
      operation: null,
    },
    null,
    limit,
  ).rows;
/** The number of forms on a page that change something. */
const formsOn = async (path: string, who: Visitor): Promise<number> =>
  (await pageAt(path, who)).match(/<form[^>]*method="post"/g)?.length ?? 0;
const lastChange = () => changes(1)[0];

describe("setting a PIN", () => {
  test("needs the same PIN twice, and refuses PINs that are easily guessed", async () => {
    const unlike = await pin(manager, "set-pin", { newPin: PIN, again: "4072" });
    expect(await unlike.text()).toContain("The two PINs differ");
    const plain = await (await pin(manager, "set-pin", { newPin: "1234", again: "1234" })).text();
    expect(plain).toContain("easy to guess");
    expect(plain).not.toContain('value="1234"');
    expect((await pin(manager, "set-pin", { newPin: PIN, again: PIN })).status).toBe(303);
    expect(desk.server.stores.pins.holders(BRAND).has(mara)).toBe(true);
  });

  test("is possible only shortly after signing in", async () => {
    await desk.advance(16 * MINUTE);
    const page = await pageAt("/pin");
    expect(page).toContain("sign out and in again");
    expect(page).not.toContain('id="set-pin"');
    const fields = { ...fieldsIn(page, "use-pin"), act: "set_pin", newPin: "8025", again: "8025" };
    expect((await host.post(`${HOME}/pin`, fields)).status).toBe(422);
    expect(desk.server.stores.pins.holders(BRAND).has(jo)).toBe(false);
  });
});

describe("a PIN at a host's tablet", () => {
  test("lets a manager work under their own name, and the audit log also names the user signed in there", async () => {
    expect((await use(PIN)).status).toBe(303);
    await walkIn(2);
    expect(lastChange()).toMatchObject({ principal: mara, operation: "mark_seated" });
    expect(lastChange()?.actor.name).toContain("signed in:");
    expect(await pageAt()).toContain("by PIN");
  });

  test("does not open settings, access or exports", async () => {
    for (const path of ["/access/team", "/access/keys", "/access/audit", "/close", "/settings"]) {
      const [own, managers] = [await formsOn(path, host), await formsOn(path, manager)];
      expect([path, own < managers]).toEqual([path, true]);
    }
    const [own, managers] = [
      await host.get(`${HOME}/export.csv`),
      await manager.get(`${HOME}/export.csv`),
    ];
    expect(own.headers.get("content-type")).not.toBe(managers.headers.get("content-type"));
    expect(await pageAt()).not.toContain(`href="${HOME}/settings"`);
    const fields = hiddenFields(await pageAt(), "/look");
    const settings = { ...fields, "settings.seats": "99" };
    expect((await host.post(`${HOME}/do/set_settings`, settings)).status).toBe(422);
    const close = { ...fields, date: "Saturday, November 21, 2026" };
    expect((await host.post(`${HOME}/do/close_with_parties`, close)).status).toBe(422);
  });

  test("is valid for two minutes, however often the page refreshes itself", async () => {
    await desk.advance(MINUTE);
    await host.get(HOME, { "x-live": "1" });
    await desk.advance(MINUTE + 1000);
    await walkIn(1);
    expect(lastChange()).toMatchObject({ principal: jo });
  });

  test("that is wrong is answered with the number of tries left, and after five tries with a wait", async () => {
    expect(await (await use("9999")).text()).toContain("4 tries left");
    expect(await (await use("9999", jo)).text()).toContain("4 tries left");
    for (let tries = 0; tries < 4; tries += 1) await use("9999");
    const waiting = await (await use(PIN)).text();
    expect(waiting).toContain("Too many wrong PINs");
    expect(waiting).not.toContain(`value="${PIN}"`);
    await desk.advance(MINUTE);
    expect((await use(PIN)).status).toBe(303);
    expect((await pin(host, "stop-pin", {})).status).toBe(303);
    expect(await pageAt()).not.toContain("by PIN");
  });
});

describe("an override by PIN", () => {
  test("seats one walk-in, and after that the host has no override", async () => {
    const refused = await (await walkIn(4)).text();
    expect(refused).toContain("Seat anyway");
    expect(refused).toContain('name="pinOf"');
    const wrong = { pinOf: mara, pin: "0001", overrideReason: "Regulars", override: "true" };
    const again = await (await walkIn(4, wrong)).text();
    expect(again).toContain("4 tries left");
    expect(again).toContain("Seat anyway");
    const right = await walkIn(4, { ...wrong, pin: PIN });
    expect(right.status).toBe(303);
    expect(lastChange()).toMatchObject({ principal: mara });
    expect((await walkIn(4)).status).toBe(422);
    expect(await pageAt()).not.toContain("by PIN");
  });

  test("needs no second PIN while a manager works by PIN, and then ends the manager's use of the tablet", async () => {
    await use(PIN);
    expect((await walkIn(4, { overrideReason: "The chef agrees", override: "true" })).status).toBe(
      303,
    );
    expect(await pageAt()).not.toContain("by PIN");
  });

  test("does not change settings", async () => {
    const fields = hiddenFields(await pageAt(), "/look");
    const typed = { pinOf: mara, pin: PIN, "settings.seats": "99" };
    expect((await host.post(`${HOME}/do/set_settings`, { ...fields, ...typed })).status).toBe(422);
  });
});

test("a PIN in a form that was sent while signed out is not kept, and no PIN is shown on a page or written to the audit log", async () => {
  const stranger = new Visitor(desk.url);
  const fields = hiddenFields(await pageAt(), "/do/seat_walk_in");
  const lost = await stranger.post(`${HOME}/do/seat_walk_in`, {
    ...fields,
    numberOfPeople: "2",
    pinOf: mara,
    pin: PIN,
  });
  expect(lost.headers.get("location")).not.toContain(PIN);
  const page = await pageAt(lost.headers.get("location")?.slice(HOME.length) ?? "");
  expect(page).not.toContain(PIN);
  expect(JSON.stringify(changes(100))).not.toContain(`"${PIN}"`);
});
