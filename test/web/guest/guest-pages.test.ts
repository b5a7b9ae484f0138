// Goal: a guest's link shows the reservation and acts only when a button is pressed; wrong links do
// nothing, and a page shows only what the guest knows already. Method: real HTTP over a real
// database.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { BISTRO, DAY, EVENING, HOUR, MINUTE, NOW, reservation } from "../../storage/samples.ts";
import { GUEST, type GuestSite, openGuestSite } from "./guest-site.ts";

let site: GuestSite;
let app: GuestSite["app"];
beforeEach(async () => {
  site = await openGuestSite();
  app = site.app;
});
afterEach(() => app[Symbol.asyncDispose]());
const booked: GuestSite["booked"] = (change) => site.booked(change);
const offered: GuestSite["offered"] = (change) => site.offered(change);
const get: GuestSite["get"] = (path) => site.get(path);
const press: GuestSite["press"] = (path, action, more) => site.press(path, action, more);
const kept = (id: string) => app.house.stores.reservations.get(id);
const rows = () =>
  ["reservation", "waitlist_offer", "waitlist_entry", "message", "slot_freed", "audit"].map(
    (table) => JSON.stringify(app.house.database.query(`SELECT * FROM ${table}`).all()),
  );

describe("the restaurant's contact details", () => {
  const told = (contact: object) => {
    const { brands } = app.house.stores;
    brands.update(BISTRO, { overrides: { ...brands.overrides(BISTRO), contact }, now: NOW });
  };
  const ALL = {
    phone: "+12125550142",
    address: "1 Main St <b>",
    website: "https://demo-bistro.example/",
    line: "Park behind & ring.",
  };
  const PHONE = '<a class="phone" href="tel:+12125550142">+1 212 555 0142</a>';

  test("are on every guest page, and a sentence that asks for a call has the phone", async () => {
    told(ALL);
    const { path } = booked();
    await press(path, "confirm");
    const pages = [await get(path), await get(offered().path)];
    await press(path, "cancel");
    pages.push(await get(path));
    for (const { body } of pages) {
      expect(body).toContain(`<p>${PHONE}</p>`);
      expect(body).toContain("<p>1 Main St &lt;b&gt;</p>");
      expect(body).toContain("<p>Park behind &amp; ring.</p>");
      expect(body).toContain(
        '<a href="https://demo-bistro.example/" rel="noopener">demo-bistro.example</a>',
      );
    }
    expect(pages[2]?.body).toContain(`please call us at ${PHONE}.</p>`);
    const late = await press(path, "confirm");
    expect(late.body).toContain(`That is no longer possible. Please call us at ${PHONE}.`);
  });

  test("leave no gap if the restaurant has set none", async () => {
    const { path } = booked();
    await press(path, "cancel");
    const { body } = await get(path);
    expect(body).toContain("please call us.</p>");
    expect(body).not.toContain("<footer");
  });
});

describe("opening a link", () => {
  test("changes nothing unless the method is POST: messengers and scanners open links, too", async () => {
    const { path } = booked();
    const { path: offerPath } = offered();
    const before = rows();
    for (const one of [path, offerPath, `${path}/calendar.ics`]) {
      for (const method of ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]) {
        await fetch(`${app.url}${one}?action=cancel&revision=1`, { method });
      }
    }
    expect(rows()).toEqual(before);
  });

  test("shows no more about the guest than the first name", async () => {
    for (const path of [booked().path, offered().path]) {
      const { status, body } = await get(path);
      expect(status).toBe(200);
      expect(body).toContain("Hello Ada,");
      for (const secret of ["Lovelace", GUEST.slice(-7), "window seat"]) {
        expect(body).not.toContain(secret);
      }
      for (const fact of ["Friday, November 20, 2026", "7:00 PM", "demo-bistro"]) {
        expect(body).toContain(fact);
      }
    }
  });

  test("escapes the guest's name", async () => {
    const { path } = booked({ name: "<script>alert(1)</script> & Co" });
    const { body } = await get(path);
    expect(body).not.toContain("<script>");
    expect(body).toContain("&lt;script&gt;");
  });

  test("gives a page that is not cached and reveals the link to no other site", async () => {
    const { headers } = await get(booked().path);
    expect(headers.get("cache-control")).toBe("no-store");
    // With no-referrer, a browser's form would come from the origin "null" and be refused.
    expect(headers.get("referrer-policy")).toBe("same-origin");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  });

  test("gives a page that has no scripts and loads nothing", async () => {
    const { body } = await get(booked().path);
    expect(body).not.toMatch(/<script|\bon\w+=|src=|url\(|https?:\/\//);
    expect(body).toContain('name="viewport"');
  });

  test("leaves no token in the log", async () => {
    const { path } = booked();
    await get(path);
    await press(path, "confirm");
    const token = path.slice(3);
    expect(JSON.stringify(app.log)).not.toContain(token);
    expect(app.log.map(({ fields }) => fields["path"])).toContain("/r/:token");
  });
});

describe("a guest's reservation", () => {
  test("is confirmed by a button, and the page says so; a second press changes nothing", async () => {
    const { path, id } = booked();
    expect((await get(path)).body).toContain("Yes, we are coming");
    expect(await press(path, "confirm")).toMatchObject({ status: 303, location: path });
    expect(await press(path, "confirm")).toMatchObject({ status: 303 });
    expect(kept(id)).toMatchObject({ attendance: "confirmed", revision: 2 });
    const { body } = await get(path);
    expect(body).not.toContain("Yes, we are coming");
    expect(body).toContain("Thank you for confirming");
  });

  test("can be confirmed after the deadline, and then no text is sent", async () => {
    const { path, id } = booked({ attendance: "no_reply", flags: ["call_to_confirm"] });
    expect(await press(path, "confirm")).toMatchObject({ status: 303 });
    expect(kept(id)).toMatchObject({ attendance: "confirmed", flags: [] });
    expect(app.house.stores.messages.list({ brand: null, phone: GUEST })).toEqual([]);
  });

  test("is cancelled by a button, which frees the seats; the audit log names the guest, and a second press changes nothing", async () => {
    const { path, id } = booked();
    expect(await press(path, "cancel")).toMatchObject({ status: 303, location: path });
    expect(await press(path, "cancel")).toMatchObject({ status: 303 });
    expect(kept(id)).toMatchObject({ status: "cancelled", attendance: "declined", revision: 2 });
    const [change] = app.house.stores.audit.ofReservation(id, 1);
    expect(change).toMatchObject({ operation: "cancel_booking", actor: { kind: "guest", id } });
    const { database } = app.house;
    expect(database.query("SELECT cause FROM slot_freed").all()).toEqual([
      { cause: "cancel_booking" },
    ]);
    const { body } = await get(path);
    expect(body).toContain("is cancelled");
    expect(body).not.toContain("<form");
  });

  test.each([
    ["seated", { status: "seated" as const, seatedAt: NOW }],
    ["a no-show", { status: "no_show" as const }],
    ["under way", { startAt: NOW - MINUTE, endAt: NOW + HOUR }],
  ])("that is %s cannot be cancelled on its page", async (_, state) => {
    const { path, id } = booked(state);
    expect((await get(path)).body).not.toContain("Cancel the reservation");
    const { status, body } = await press(path, "cancel");
    expect(status).toBe(409);
    expect(body).toContain("Please call us");
    expect(kept(id)?.revision).toBe(1);
  });

  test("that is still a request can be withdrawn", async () => {
    const { path, id } = booked({ status: "pending", attendance: "not_required" });
    expect((await get(path)).body).toContain("not booked yet");
    await press(path, "cancel");
    expect(kept(id)).toMatchObject({ status: "cancelled", attendance: "not_required" });
  });

  test("that was moved after the page was opened is shown again instead of confirmed", async () => {
    const { path, id } = booked();
    const before = kept(id);
    if (before === null) throw new Error("There is no reservation");
    const startAt = EVENING + HOUR;
    const moved = { ...before, startAt, endAt: startAt + HOUR, revision: 2, timeRevision: 2 };
    app.house.stores.reservations.update(moved);
    const { status, body } = await press(path, "confirm");
    expect(status).toBe(409);
    expect(body).toContain("has changed since");
    expect(body).toContain("8:00 PM");
    expect(kept(id)?.attendance).toBe("pending");
    expect(await press(path, "confirm", { revision: "2" })).toMatchObject({ status: 303 });
    expect(kept(id)?.attendance).toBe("confirmed");
  });

  test("has a calendar file", async () => {
    const { path, id } = booked();
    const { status, headers, body } = await get(`${path}/calendar.ics`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toStartWith("text/calendar");
    expect(body).toContain(`UID:${id}@maitred\r\n`);
    expect(body).toContain("DTSTART:20261121T000000Z\r\n");
    expect(body).not.toContain("Ada");
  });
});

describe("the page of an offer", () => {
  test("accepts the offer by a button, and links to the reservation; a second press changes nothing", async () => {
    const { path, held } = offered();
    expect((await get(path)).body).toContain("Take the table");
    expect(await press(path, "accept")).toMatchObject({ status: 303, location: path });
    expect(await press(path, "accept")).toMatchObject({ status: 303 });
    const waits = app.house.stores.waitlist.entry(held.entryId);
    expect(waits?.status).toBe("booked");
    expect(kept(waits?.bookingId ?? "")).toMatchObject({ status: "booked", source: "waitlist" });
    const { body } = await get(path);
    expect(body).toContain("The table is yours");
    const link = /href="(\/r\/[\w-]{27})"/.exec(body)?.[1] ?? "";
    expect((await get(link)).status).toBe(200);
  });

  test("declines the offer by a button", async () => {
    const { path, held } = offered();
    expect(await press(path, "pass")).toMatchObject({ status: 303 });
    expect(await press(path, "pass")).toMatchObject({ status: 303 });
    expect(app.house.stores.offers.get(held.id)?.state).toBe("declined");
    expect((await get(path)).body).toContain("still on our waitlist");
  });

  test("still gives the table after the hold if the table is free", async () => {
    const { path, held } = offered();
    app.now = held.holdUntil;
    const { body } = await get(path);
    expect(body).toContain("Ask for the table");
    expect(body).not.toContain("Take the table");
    expect(await press(path, "accept")).toMatchObject({ status: 303 });
    expect((await get(path)).body).toContain("The table is yours");
  });

  test("says after the hold that a taken table is gone, and no text is sent", async () => {
    const { path, held } = offered();
    app.now = held.holdUntil;
    app.house.stores.reservations.insert(reservation({ partySize: 40 }));
    const { status, body } = await press(path, "accept");
    expect(status).toBe(409);
    expect(body).toContain("has just been taken");
    expect(app.house.stores.messages.list({ brand: null, phone: GUEST })).toEqual([]);
  });

  test("accepts the offer even if its text failed", async () => {
    const { path, held } = offered({ state: "failed" });
    const { body } = await get(path);
    expect(body).toContain("Ask for the table");
    expect(body).not.toContain("held this table until");
    expect(await press(path, "accept")).toMatchObject({ status: 303 });
    expect(app.house.stores.waitlist.entry(held.entryId)?.status).toBe("booked");
    expect((await get(path)).body).toContain("The table is yours");
  });

  test("says that a withdrawn offer is gone", async () => {
    const { path } = offered({ state: "withdrawn" });
    expect((await get(path)).body).toContain("no longer free");
    expect((await press(path, "accept")).status).toBe(409);
    expect((await press(path, "pass")).status).toBe(409);
  });
});

describe("guests' links that do not work:", () => {
  test("unknown links and links for another kind of page are not found, and do nothing", async () => {
    const { path } = booked();
    const { path: offerPath } = offered();
    const before = rows();
    const token = path.slice(3);
    const strange = [
      `/r/${"A".repeat(27)}`,
      `/r/${"A".repeat(22)}`,
      `/o/${token}`,
      `/r/${offerPath.slice(3)}`,
      `/r/${token}x`,
      "/r/%2e%2e%2f",
      `/o/${"x".repeat(3000)}`,
    ];
    for (const one of strange) {
      const { status, body } = await get(one);
      expect([one, status]).toEqual([one, 404]);
      expect(body).not.toContain("Ada");
      expect((await press(one, "cancel")).status).toBe(404);
    }
    expect(rows()).toEqual(before);
  });

  test("a shortened or lengthened link leads to a page that asks the guest to check it", async () => {
    const { path } = booked();
    const whole = [`${path}/`, `${path}/x`, `${path}/calendar.ics/x`];
    for (const one of ["/r", "/r/", "/o", "/o/", ...whole]) {
      const { status, headers, body } = await get(one);
      expect([one, status]).toEqual([one, 404]);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(body).toContain("Please check that it is complete, or call the restaurant.");
      expect((await press(one, "cancel")).status).toBe(404);
    }
  });

  test("a link to an offer expires at the offered start, and a link to a reservation a day after its end", async () => {
    const { path, id } = booked();
    const { path: offerPath, held } = offered();
    app.now = held.startAt;
    expect((await get(offerPath)).status).toBe(410);
    expect((await press(offerPath, "accept")).status).toBe(410);
    app.now = (kept(id)?.endAt ?? 0) + DAY;
    const { status, body } = await get(path);
    expect(status).toBe(410);
    expect(body).not.toContain("Ada");
    expect((await press(path, "cancel")).status).toBe(410);
    expect((await get(`${path}/calendar.ics`)).status).toBe(410);
  });

  test("a link that is opened too often is limited, and other links are not", async () => {
    const { path } = booked();
    const { path: other } = offered();
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) statuses.push((await get(path)).status);
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
    const { status, headers } = await get(path);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await get(other)).status).toBe(200);
    app.now += 10 * MINUTE;
    expect((await get(path)).status).toBe(200);
  });

  test("a program that guesses links is soon refused with 429", async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 40; count += 1) {
      statuses.add((await get(`/r/${String(count).padStart(22, "A")}`)).status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });
});

describe("forms that we did not show", () => {
  test.each([
    ["no body", {}],
    ["another action", { body: new URLSearchParams({ action: "delete", revision: "1" }) }],
    ["no revision", { body: new URLSearchParams({ action: "cancel" }) }],
    ["JSON", { body: JSON.stringify({ action: "cancel", revision: 1 }) }],
    ["an offer's action", { body: new URLSearchParams({ action: "accept", revision: "1" }) }],
    ["a long body", { body: new URLSearchParams({ action: "cancel", more: "x".repeat(2000) }) }],
  ])("with %s change nothing", async (_, init) => {
    const { path, id } = booked();
    const { status } = await fetch(app.url + path, { method: "POST", ...init });
    expect([400, 409, 413]).toContain(status);
    expect(kept(id)?.revision).toBe(1);
  });

  test("from another site are refused", async () => {
    const { path, id } = booked();
    for (const origin of ["https://evil.example", "null"]) {
      const { status } = await fetch(app.url + path, {
        method: "POST",
        headers: { Origin: origin },
        body: new URLSearchParams({ action: "cancel", revision: "1" }),
      });
      expect(status).toBe(403);
    }
    expect(kept(id)?.status).toBe("booked");
  });
});
