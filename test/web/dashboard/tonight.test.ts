// Goal: a host can run the evening in a browser without scripts. Method: the running product over
// HTTP, with the forms of its pages.
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { NAMES_AT_ONCE } from "../../../src/storage/reservation-search.ts";
import { ask, fillEvening, hiddenFields, Visitor } from "../../support/desk-evening.ts";
import { accountWith } from "../../support/desk-people.ts";
import { type DeskWithUser, deskWithUser } from "../../support/desk-with-user.ts";

const BRAND = "demo-bistro";
const HOME = `/b/${BRAND}`;
const HOUR = 3_600_000;
/** All buttons of the sheet belong to this form. */
const SHEET = 'id="act"';

let desk: DeskWithUser;
let host: Visitor;
let ids: string[];

beforeAll(async () => {
  desk = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
  ids = await fillEvening(desk.server, BRAND, 16);
  host = new Visitor(desk.url);
  await host.signIn(desk.user);
  await desk.advance(3 * HOUR);
});
afterAll(() => desk[Symbol.asyncDispose]());

const pageAt = async (path = HOME): Promise<string> => (await host.get(path)).text();
const statusOf = (id: string | undefined): string | undefined =>
  desk.server.stores.reservations.get(id ?? "")?.status;
/** Sends the form of the sheet, as a tap on one of its buttons does. */
const tap = async (operation: string, id: string | undefined, page?: string): Promise<Response> => {
  const fields = hiddenFields(page ?? (await pageAt()), SHEET);
  return host.post(`${HOME}/do/${operation}`, { ...fields, id: id ?? "" });
};

describe("the start page", () => {
  test("redirects a signed-in user to their restaurant", async () => {
    const answer = await host.get("/");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(HOME);
  });

  test("asks for sign-in first, and remembers the requested page", async () => {
    const answer = await new Visitor(desk.url).get(`${HOME}?date=2026-11-21`);
    expect(answer.headers.get("location")).toBe(
      `/sign-in?next=${encodeURIComponent(`${HOME}?date=2026-11-21`)}`,
    );
  });

  test("tells programs that this is maitred", async () => {
    const answer = await fetch(desk.url);
    expect(((await answer.json()) as { name: string }).name).toBe("maitred");
  });

  test("answers 404 for an unknown restaurant and an unknown page", async () => {
    expect((await host.get("/b/no-such-house")).status).toBe(404);
    expect((await host.get(`${HOME}/no-such-page`)).status).toBe(404);
  });

  test("loads only our own scripts and styles", async () => {
    const policy = (await host.get(HOME)).headers.get("content-security-policy");
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    const page = await pageAt();
    expect(page).not.toMatch(/\sstyle="|\son[a-z]+="|<script>(?!<\/)/);
  });
});

describe("the day sheet", () => {
  test("has every reservation once, and escapes guests' names", async () => {
    const page = await pageAt();
    for (const id of ids) expect(page.split(`id="r${id}"`)).toHaveLength(2);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("shows an allergy in the note's words", async () => {
    expect(await pageAt()).toContain("Alert: <bdi>Nut allergy, carries an EpiPen</bdi>");
  });

  test("can be searched by part of a name and by the last digits of a phone", async () => {
    const byName = await pageAt(`${HOME}?q=raman`);
    expect(byName.match(/class="name"/g)).toHaveLength(2);
    const byDigits = await pageAt(`${HOME}?q=0103`);
    expect(byDigits.match(/class="name"/g)).toHaveLength(1);
    expect(await pageAt(`${HOME}?q=nobody`)).toContain("Nobody on this day for");
  });

  test("shows the open row even in a list of parties with another status", async () => {
    const [id = "", other = ""] = ids;
    const here = await pageAt(`${HOME}?show=here&open=${id}`);
    expect(here).toContain(`id="r${id}"`);
    expect(here).not.toContain(`id="r${other}"`);
  });

  test("of a day without reservations says that there are none", async () => {
    expect(await pageAt(`${HOME}?date=2026-11-25`)).toContain("No reservations yet");
  });
});

describe("one tap on the day sheet", () => {
  test("marks a party as arrived, seated or done, and the last mark can be undone", async () => {
    const [id] = ids;
    for (const [operation, status] of [
      ["mark_arrived", "arrived"],
      ["mark_seated", "seated"],
      ["mark_completed", "completed"],
    ] as const) {
      const answer = await tap(operation, id);
      expect(answer.status).toBe(303);
      expect(answer.headers.get("location")).toBe(HOME);
      expect(statusOf(id)).toBe(status);
    }
    const page = await pageAt();
    expect(page).toContain("<bdi>Ana Lopez</bdi>: done");
    const undo = await host.post(
      `${HOME}/do/undo_last_change`,
      hiddenFields(page, "undo_last_change"),
    );
    expect(undo.status).toBe(303);
    expect(statusOf(id)).toBe("seated");
  });

  test("updates the number of guests present now, on today's page only", async () => {
    const inNow = async (path?: string): Promise<string | undefined> =>
      /<dt>Here now<\/dt><dd>(.*?)<\/dd>/.exec(await pageAt(path))?.[1]?.replace(/<[^>]*>/g, "");
    const size = desk.server.stores.reservations.get(ids[0] ?? "")?.partySize;
    expect(await inNow()).toBe(`1 ${size} covers`);
    await tap("mark_completed", ids[0]);
    expect(await inNow()).toBe("0");
    await tap("undo_last_change", ids[0]);
    expect(await inNow(`${HOME}?date=2026-11-19`)).toBeUndefined();
  });

  test("that is repeated makes one change", async () => {
    const id = ids[1];
    await tap("mark_arrived", id);
    const before = desk.server.stores.reservations.get(id ?? "")?.revision;
    expect((await tap("mark_arrived", id)).status).toBe(303);
    expect(desk.server.stores.reservations.get(id ?? "")?.revision).toBe(before);
  });

  test("that is not possible yet is refused with a reason that names the button", async () => {
    const answer = await tap("mark_no_show", ids[15]);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("“No-show” is possible from");
    expect(statusOf(ids[15])).toBe("booked");
  });

  test("in a form without its CSRF token does nothing, and the form can be sent again", async () => {
    const answer = await host.post(`${HOME}/do/mark_seated`, { id: ids[2] ?? "", back: HOME });
    expect(answer.headers.get("location")).toStartWith(`${HOME}/kept/`);
    expect(statusOf(ids[2])).toBe("booked");
    const page = await pageAt(answer.headers.get("location") ?? "");
    await host.post(`${HOME}/do/mark_seated`, hiddenFields(page, "mark_seated"));
    expect(statusOf(ids[2])).toBe("seated");
  });

  test("in a form from another site is refused", async () => {
    const answer = await fetch(`${desk.url}${HOME}/do/mark_seated`, {
      method: "POST",
      body: new URLSearchParams({ id: ids[3] ?? "" }),
      headers: {
        cookie: host.cookie,
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
      },
    });
    expect(answer.status).toBe(403);
    expect(statusOf(ids[3])).toBe("booked");
  });

  test("redirects only to a page of the same restaurant", async () => {
    const fields = hiddenFields(await pageAt(), SHEET);
    for (const back of [
      "https://evil.example/",
      "//evil.example",
      "/connected-apps",
      "/b/demo-trattoria",
    ]) {
      const answer = await host.post(`${HOME}/do/mark_arrived`, {
        ...fields,
        id: ids[1] ?? "",
        back,
      });
      expect(answer.headers.get("location")).toBe(HOME);
    }
  });
});

describe("walk-ins on Tonight", () => {
  test("are seated with one form, and only once however often it is sent", async () => {
    const fields = { ...hiddenFields(await pageAt(), "seat_walk_in"), numberOfPeople: "3" };
    await host.post(`${HOME}/do/seat_walk_in`, fields);
    await host.post(`${HOME}/do/seat_walk_in`, fields);
    const found = await ask(desk.server, BRAND, "list_bookings", { query: "Walk-in" });
    expect(found["bookings"]).toMatchObject([{ status: "seated", numberOfPeople: 3 }]);
    expect(found["total"]).toBe(1);
  });

  test("get the wait, the form of the door list and a manager's override if the restaurant is full", async () => {
    const { stores, writer, clock } = desk.server;
    const former = stores.brands.overrides(BRAND) ?? {};
    const set = (overrides: object) =>
      writer.write(() => stores.brands.update(BRAND, { overrides, now: clock() }));
    await set({ ...former, seats: 12 });
    const fields = { ...hiddenFields(await pageAt(), "seat_walk_in"), numberOfPeople: "5" };
    const answer = await host.post(`${HOME}/do/seat_walk_in`, fields);
    await set(former);
    const text = await answer.text();
    const reasons = text.slice(text.indexOf('class="reasons"'), text.indexOf('class="tabs"'));
    expect(reasons).toContain("No room for a party of 5");
    expect(reasons).not.toContain("November 21");
    expect(reasons).toMatch(/The wait is about|No table comes free before closing/);
    expect(hiddenFields(text, "add_to_door")["numberOfPeople"]).toBe("5");
    expect(reasons).toContain("Seat anyway");
  });

  test("get the reason without an empty line if there is no other time", async () => {
    const fields = { ...hiddenFields(await pageAt(), "seat_walk_in"), numberOfPeople: "999" };
    const text = await (await host.post(`${HOME}/do/seat_walk_in`, fields)).text();
    const reasons = text.slice(text.indexOf('class="reasons"'), text.indexOf('class="tabs"'));
    expect(reasons).toContain("A party of 999 counts as large here");
    expect(reasons).not.toMatch(/<p[^>]*><\/p>/);
  });
});

describe("the note about the table", () => {
  const note = async (page: string, text: string): Promise<Response> =>
    host.post(`${HOME}/do/add_note`, { ...hiddenFields(page, "add_note"), note: text });

  test("can be written in the open row", async () => {
    await note(await pageAt(`${HOME}?open=${ids[4]}`), "12 by the window");
    expect(await pageAt()).toContain("12 by the window");
  });

  test("is refused from an outdated page, keeping what was typed", async () => {
    const id = ids[5] ?? "";
    const page = await pageAt(`${HOME}?open=${id}`);
    await ask(desk.server, BRAND, "add_note", { id, field: "seatingNotes", note: "Bar 1" });
    const answer = await note(page, "Bar 2");
    expect(answer.status).toBe(422);
    const again = await answer.text();
    expect(again).toContain("changed meanwhile");
    expect(again).toContain('value="Bar 2"');
    expect(desk.server.stores.reservations.get(id)?.seatingNotes).toBe("Bar 1");
    expect((await note(again, "Bar 2")).status).toBe(303);
    expect(desk.server.stores.reservations.get(id)?.seatingNotes).toBe("Bar 2");
  });
});

describe("a search for a guest", () => {
  test("shows the guest's reservations on other days, with their dates, below those of this day", async () => {
    for (const [name, date] of [
      ["Quentin Quill", "Friday, November 20, 2026"],
      ["Quentin Quill", "Saturday, November 28, 2026"],
      ["Quentin Quill", "Sunday, January 3, 2027"],
    ] as const) {
      const guest = { name, phone: "+12125550177", numberOfPeople: 2, notes: "Piano corner" };
      await ask(desk.server, BRAND, "create_booking", { ...guest, date, time: "7:30 PM" });
    }
    for (const query of ["quill", "0177", "piano"]) {
      const page = await pageAt(`${HOME}?q=${query}`);
      const [sheet = "", others = ""] = page.split('id="other-days"');
      expect(sheet).toContain("Quentin Quill");
      expect([...others.matchAll(/day-and-time">([^<]*)</g)].map(([, when]) => when)).toEqual([
        "Sat Nov 28, 7:30 PM",
        "Sun Jan 3 2027, 7:30 PM",
      ]);
    }
    expect(await pageAt()).not.toContain("other-days");
  });

  test("that stops before the oldest reservations has a link that searches further back", async () => {
    using database = new Database(desk.server.database);
    database.run(
      `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i <= ${NAMES_AT_ONCE})
       INSERT INTO reservation (id, brand, name, name_search, party_size, start_at, end_at,
         service_date, service, status, attendance, notes, food_drink_notes, seating_notes,
         notify_customer, source, flags, completed_at, created_at, created_by, updated_at, revision,
         time_revision)
       SELECT printf('%024x', i), '${BRAND}', iif(i > ${NAMES_AT_ONCE}, 'Ottilie Old', 'Somebody'),
         iif(i > ${NAMES_AT_ONCE}, 'ottilie old', 'somebody'), 2, at, at + 60000, date(at / 1000,
         'unixepoch'), 'Dinner', 'completed', 'not_required', '', '', '', 0, 'tool', '[]', at, at,
         'test', at, 1, 1
       FROM (SELECT i, unixepoch('2026-11-01') * 1000 - i * 60000 AS at FROM n)`,
    );
    const page = await pageAt(`${HOME}?q=ottilie`);
    expect(page).toContain("Names were searched back to");
    expect(page).not.toContain("Ottilie Old");
    const [, link = ""] = /class="further" href="([^"]*)"/.exec(page) ?? [];
    const further = await pageAt(link.replaceAll("&amp;", "&"));
    expect(further).toContain("Ottilie Old");
    expect(further).not.toContain("Look further back");
    database.run("DELETE FROM reservation WHERE created_by = 'test'");
  });
});

describe("a form that maitred kept instead of acting on it", () => {
  test("waits until its sender has signed in again and sends it", async () => {
    const late = new Visitor(desk.url);
    await late.signIn(desk.user);
    const page = await (await late.get(`${HOME}?open=${ids[6]}`)).text();
    const fields = { ...hiddenFields(page, "add_note"), note: "Terrace <4>" };
    late.forget((name) => name === "__Host-maitred");
    const answer = await late.post(`${HOME}/do/add_note`, fields);
    const next = new URL(answer.headers.get("location") ?? "", desk.url).searchParams.get("next");
    expect(next).toStartWith(`${HOME}/kept/`);
    const { email, password } = desk.user;
    const signIn = await (await late.get(answer.headers.get("location") ?? "")).text();
    const back = await late.post("/sign-in", { ...hiddenFields(signIn), email, password });
    expect(back.headers.get("location")).toBe(next);
    const kept = await (await late.get(next ?? "")).text();
    expect(kept).toContain("Terrace &lt;4&gt;");
    await late.post(`${HOME}/do/add_note`, hiddenFields(kept, "add_note"));
    expect(desk.server.stores.reservations.get(ids[6] ?? "")?.seatingNotes).toBe("Terrace <4>");
  });

  test.each([
    ["while nobody was signed in", false],
    ["under another person's session", true],
  ])("that was sent %s is shown only to the person who filled it in", async (_, isShared) => {
    const id = ids[9] ?? "";
    const tablet = new Visitor(desk.url);
    await tablet.signIn(desk.user);
    const page = await (await tablet.get(`${HOME}?open=${id}`)).text();
    const fields = { ...hiddenFields(page, "add_note"), note: "Asked for the quiet table" };
    const other = await accountWith("manager", desk, BRAND);
    const changeTo = (person: typeof other) => {
      tablet.forget((name) => name === "__Host-maitred");
      return tablet.signIn(person);
    };
    if (isShared) await changeTo(other);
    else tablet.forget((name) => name === "__Host-maitred");
    const answer = await tablet.post(`${HOME}/do/add_note`, fields);
    const location = new URL(answer.headers.get("location") ?? "", desk.url);
    const kept = location.searchParams.get("next") ?? location.pathname;
    expect(kept).toStartWith(`${HOME}/kept/`);
    await changeTo(other);
    const seen = await tablet.get(kept);
    expect(seen.status).toBe(404);
    const text = await seen.text();
    expect(text).toContain("only for the person who filled them in");
    expect(text).not.toContain("quiet table");
    await changeTo(desk.user);
    expect(await (await tablet.get(kept)).text()).toContain("Asked for the quiet table");
    expect(desk.server.stores.reservations.get(id)?.seatingNotes ?? "").toBe("");
  });

  test("is not found in another browser", async () => {
    const fields = hiddenFields(await pageAt(), SHEET);
    const answer = await host.post(`${HOME}/do/mark_seated`, {
      ...fields,
      csrf: "",
      id: ids[7] ?? "",
    });
    const other = new Visitor(desk.url);
    await other.signIn(desk.user);
    expect((await other.get(answer.headers.get("location") ?? "")).status).toBe(404);
  });
});

describe("light and dark", () => {
  test("follow the time of day, or the user's choice", async () => {
    const page = await pageAt();
    expect(page).toContain('data-theme="dark"');
    await host.post(`${HOME}/look`, { ...hiddenFields(page, "/look"), look: "light" });
    expect(await pageAt()).toContain('data-theme="light"');
  });
});

describe("the page weight", () => {
  test("of a first visit, with everything it loads, is under 100 KB on a day with 300 reservations", async () => {
    await using full = await deskWithUser("--clock", "2026-11-20T15:00:00-05:00");
    await fillEvening(full.server, BRAND, 300);
    const manager = new Visitor(full.url);
    await manager.signIn(full.user);
    const page = await (await manager.get(HOME)).text();
    const files = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? "",
    );
    expect(files.length).toBeGreaterThanOrEqual(3);
    let bytes = 0;
    for (const path of [HOME, ...files]) {
      const answer = await fetch(full.url + path, {
        headers: { cookie: manager.cookie, "accept-encoding": "gzip, br" },
        decompress: false,
      } as RequestInit);
      bytes += (await answer.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThan(100_000);
    expect(bytes).toBeGreaterThan(20_000);
  }, 60_000);
});
