// Goal: only a program with the address of a calendar feed can read the brand's reservations, and
// the address is stored nowhere. Method: the real routes over real HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createLog } from "../../src/log.ts";
import { readFeed } from "../../src/operations/feed/calendar-feed.ts";
import { createCalendarFeeds } from "../../src/web/calendar-feeds.ts";
import { addBrands, BISTRO, DAY, EVENING, reservation, TRATTORIA } from "../storage/samples.ts";
import { everyRow } from "../support/load-sweep.ts";
import { type ServedApp, serveApp } from "../support/served-app.ts";

let app: ServedApp;
const feeds: { current: ReturnType<typeof createCalendarFeeds> } = {
  current: () => new Response(null),
};
beforeAll(async () => {
  app = await serveApp({
    app: { calendarFeeds: (request, address) => feeds.current(request, address) },
  });
  addBrands(app.house.stores);
});
afterAll(() => app[Symbol.asyncDispose]());

let token = "";
let serial = 0;
/** Each test begins with a new feed, no reservations and unused limits. */
beforeEach(() => {
  const { stores, database } = app.house;
  database.run("DELETE FROM reservation");
  app.now = EVENING - DAY / 2;
  feeds.current = createCalendarFeeds({
    read: (one) => readFeed(one, { stores, now: app.now }),
    noteRead: async (id) => stores.calendarFeeds.noteRead(id, app.now),
    clock: () => app.now,
    log: createLog({ level: "error", now: () => app.now, write: () => undefined }),
  });
  serial += 1;
  token = String(serial).padStart(32, "T");
  stores.calendarFeeds.insert(
    { id: `feed-${serial}`, brand: BISTRO, name: "Kitchen", createdAt: app.now },
    token,
  );
});

const read = (headers: Record<string, string> = {}, path = `/feeds/${token}.ics`, method = "GET") =>
  fetch(app.url + path, { method, headers });

/** The events in a file, each as its properties. */
async function eventsIn(response: Response): Promise<Record<string, string>[]> {
  const lines = (await response.text()).trimEnd().replaceAll("\r\n ", "").split("\r\n");
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    if (line === "BEGIN:VEVENT") events.push({});
    const at = line.indexOf(":");
    const event = events.at(-1);
    if (event !== undefined) event[line.slice(0, at)] ??= line.slice(at + 1);
  }
  return events;
}

describe("a calendar feed", () => {
  test("has each guest's name, party size and times, and nothing else", async () => {
    const made = reservation({ email: "ada@example.com", notes: "allergic", revision: 3 });
    app.house.stores.reservations.insert(made);
    const response = await read();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(await eventsIn(response)).toEqual([
      {
        BEGIN: "VEVENT",
        UID: `${made.id}@maitred`,
        SEQUENCE: "2",
        DTSTAMP: "20261120T000000Z",
        DTSTART: "20261121T000000Z",
        DTEND: "20261121T014500Z",
        SUMMARY: "Ada Lovelace (4)",
        DESCRIPTION: "Dinner\\, booked",
        STATUS: "CONFIRMED",
        TRANSP: "TRANSPARENT",
        END: "VEVENT",
      },
    ]);
    const text = await (await read()).text();
    for (const secret of ["2125550123", "ada@example.com", "allergic"])
      expect(text).not.toContain(secret);
  });

  test("has the brand's name and zone, and the time until it should be read again", async () => {
    const lines = (await (await read()).text()).split("\r\n");
    for (const line of [
      `X-WR-CALNAME:${BISTRO}`,
      "X-WR-TIMEZONE:America/New_York",
      "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ]) {
      expect(lines).toContain(line);
    }
  });

  test.each([
    [{ status: "cancelled", cancelledAt: EVENING }, "CANCELLED"],
    [{ status: "no_show" }, "CANCELLED"],
    [{ status: "pending" }, "TENTATIVE"],
    [{ status: "completed", completedAt: EVENING }, "CONFIRMED"],
  ] as const)("a reservation with %j is %s in the feed", async (change, status) => {
    app.house.stores.reservations.insert(reservation(change));
    expect(await eventsIn(await read())).toMatchObject([{ STATUS: status }]);
  });

  test("has the reservations from one week ago to three months ahead, by days in the brand's zone", async () => {
    // Midnight in New York. The clocks go back within these days.
    const first = Date.parse("2026-11-13T05:00:00Z");
    const last = Date.parse("2027-02-19T05:00:00Z") - 60_000;
    for (const startAt of [first - 60_000, first, last, last + 60_000]) {
      app.house.stores.reservations.insert(reservation({ startAt }));
    }
    const starts = (await eventsIn(await read())).map((event) => event["DTSTART"]);
    expect(starts).toEqual(["20261113T050000Z", "20270219T045900Z"]);
  });

  test("has only the brand's reservations", async () => {
    app.house.stores.reservations.insert(reservation({ brand: TRATTORIA }));
    expect(await eventsIn(await read())).toEqual([]);
  });
});

describe("a program that reads the feed again", () => {
  test('gets "not modified" by tag or by time', async () => {
    app.house.stores.reservations.insert(reservation());
    const first = await read();
    const etag = first.headers.get("ETag") ?? "";
    const modified = first.headers.get("Last-Modified") ?? "";
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect((await read({ "If-None-Match": etag })).status).toBe(304);
    expect((await read({ "If-None-Match": `W/${etag}, "x"` })).status).toBe(304);
    expect((await read({ "If-Modified-Since": modified })).status).toBe(304);
  });

  test("gets a new file after a change, and on a new day", async () => {
    const { reservations } = app.house.stores;
    const made = reservation();
    reservations.insert(made);
    const first = await read();
    const known = { "If-None-Match": first.headers.get("ETag") ?? "" };
    const since = { "If-Modified-Since": first.headers.get("Last-Modified") ?? "" };
    reservations.update({ ...made, partySize: 5, revision: 2, updatedAt: app.now });
    expect((await read(known)).status).toBe(200);
    expect((await read(since)).status).toBe(200);
    app.now += 1000;
    const seen = { "If-Modified-Since": new Date(app.now).toUTCString() };
    expect((await read(seen)).status).toBe(304);
    app.now += 1000;
    reservations.setTables(made.id, [], true, app.now);
    expect((await read(seen)).status).toBe(200);
    app.now += DAY;
    expect(
      (await read({ "If-Modified-Since": new Date(app.now - DAY + 1000).toUTCString() })).status,
    ).toBe(200);
  });

  test("may only use GET and HEAD", async () => {
    expect((await read({}, undefined, "HEAD")).status).toBe(200);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const refused = await read({}, undefined, method);
      expect([refused.status, refused.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
      expect(await refused.text()).not.toContain(token);
    }
  });

  test("too often is refused, and the answer says how long to wait", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 25; n += 1) statuses.push((await read()).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const refused = await read();
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    app.now += 60_000;
    expect((await read()).status).toBe(200);
  });

  test("too often stays refused, even if many invalid addresses are read meanwhile", async () => {
    for (let n = 0; n < 20; n += 1) await read();
    for (let n = 0; n < 10_000; n += 1) {
      // Calls the handler directly: over the network this would take seconds.
      feeds.current(new Request(`${app.url}/feeds/${n}.ics`), "192.0.2.1");
    }
    expect((await read()).status).toBe(429);
  });
});

describe("the address of a feed", () => {
  test.each([
    ["with another token", () => `/feeds/${"x".repeat(32)}.ics`],
    ["with half of the token", () => `/feeds/${token.slice(0, 16)}.ics`],
    ["without its ending", () => `/feeds/${token}`],
    ["without a token", () => "/feeds/.ics"],
  ])("%s does not work", async (_, path) => {
    const response = await read({}, path());
    expect(response.status).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });

  test("does not work after it was revoked", async () => {
    expect((await read()).status).toBe(200);
    app.house.stores.calendarFeeds.revoke(`feed-${serial}`, app.now);
    expect((await read()).status).toBe(404);
  });

  test("cannot be guessed, because guesses are limited", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 15; n += 1) {
      statuses.push((await read({}, `/feeds/${String(n).padStart(32, "x")}.ics`)).status);
    }
    expect(statuses.slice(10)).toEqual([429, 429, 429, 429, 429]);
    // A program with a valid address is not limited by the guesses.
    expect((await read()).status).toBe(200);
  });

  test("appears neither in the log nor in the database", async () => {
    await read();
    await read({}, `/feeds/${token}.ics/more`);
    expect(JSON.stringify(app.log)).not.toContain(token);
    expect(everyRow(app.house.database)).not.toContain(token);
    expect(
      app.log.filter(({ fields }) => fields["path"] === "/feeds/:token").length,
    ).toBeGreaterThan(0);
  });

  test("is not passed on by browsers and search engines", async () => {
    const { headers } = await read();
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("X-Robots-Tag")).toBe("noindex");
    expect(headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});
