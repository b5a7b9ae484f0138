// Goal: a guest reads every page completely in the restaurant's language; if the restaurant is
// unknown, in the browser's language. Method: real HTTP over a real database.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { BISTRO, DAY, EVENING, NOW } from "../../storage/samples.ts";
import { type GuestSite, openGuestSite } from "./guest-site.ts";

let site: GuestSite;
beforeEach(async () => {
  site = await openGuestSite();
  const { brands } = site.app.house.stores;
  brands.update(BISTRO, { overrides: { ...brands.overrides(BISTRO), language: "de" }, now: NOW });
});
afterEach(() => site.app[Symbol.asyncDispose]());

describe("a restaurant set to German", () => {
  /** Words that are common on English pages and on no German page. */
  const ENGLISH = /\b(the|you|your|table|please|reservation|we|is|day|guests)\b/i;
  const textOf = (body: string): string =>
    body.replace(/<style>.*<\/style>/s, "").replace(/<[^>]*>/g, " ");

  test("shows a reservation in German at every step", async () => {
    const { path } = site.booked();
    const asked = await site.get(path);
    expect(asked.body).toContain('<html lang="de">');
    for (const part of [
      "Ihre Reservierung",
      "Guten Tag Ada!",
      "Freitag, 20. November 2026",
      "19:00 Uhr",
      "Ja, wir kommen",
      "Reservierung stornieren",
    ]) {
      expect(asked.body).toContain(part);
    }
    await site.press(path, "confirm");
    const confirmed = await site.get(path);
    expect(confirmed.body).toContain("Vielen Dank für Ihre Bestätigung");
    await site.press(path, "cancel");
    const cancelled = await site.get(path);
    expect(cancelled.body).toContain("Diese Reservierung ist storniert");
    const late = await site.press(path, "confirm");
    expect([late.status, late.body.includes("Das ist nicht mehr möglich")]).toEqual([409, true]);
    site.app.now = EVENING + 2 * DAY;
    const over = await site.get(path);
    expect([over.status, over.body.includes("Dieser Link ist abgelaufen")]).toEqual([410, true]);
    for (const { body } of [asked, confirmed, cancelled, late, over]) {
      expect(textOf(body)).not.toMatch(ENGLISH);
    }
  });

  test("shows an offer in German, during and after the hold", async () => {
    const { path, held } = site.offered();
    const open = await site.get(path);
    expect(open.body).toContain("bis <strong>Do 19.11., 20:00 Uhr</strong> für Sie frei.");
    site.app.now = held.holdUntil;
    const late = await site.get(path);
    expect(late.body).toContain("Tisch anfragen");
    await site.press(path, "accept");
    const taken = await site.get(path);
    expect(taken.body).toContain("Zur Reservierung");
    for (const { body } of [open, late, taken]) expect(textOf(body)).not.toMatch(ENGLISH);
  });

  test("writes the guest's calendar file in German", async () => {
    const { body, headers } = await site.get(`${site.booked().path}/calendar.ics`);
    expect(body).toContain("Tisch für ");
    expect(headers.get("content-disposition")).toContain("reservierung.ics");
  });
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de", "Dieser Link funktioniert nicht"],
  ["fr-CH, fr;q=0.9, de;q=0.7", "de", "Dieser Link funktioniert nicht"],
  ["en-GB,de;q=0.5", "en", "This link does not work"],
  ["*", "en", "This link does not work"],
  ["dexter", "en", "This link does not work"],
])("if a browser asks for %j, the page of an unknown link is in %s", async (asked, lang, title) => {
  const headers = { "Accept-Language": asked };
  const body = await (await fetch(`${site.app.url}/r/nothing`, { headers })).text();
  expect(body).toContain(`<html lang="${lang}">`);
  expect(body).toContain(title);
});
