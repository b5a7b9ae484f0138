// Goal: forms change a restaurant's name, time zone, country, contact details, retention period and
// daily limit of texts. A value that was never set stays unset. Method: the running product, over
// HTTP as a browser without scripts does.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { hiddenFields } from "../../support/desk-evening.ts";
import { personWith } from "../../support/desk-people.ts";
import { at, BISTRO, problemOf, type SettingsDesk, settingsDesk } from "./settings-desk.ts";

let desk: SettingsDesk;
beforeEach(async () => {
  desk = await settingsDesk();
});
afterEach(() => desk[Symbol.asyncDispose]());

describe("the restaurant's own settings", () => {
  const saved = (fields: Record<string, string>) =>
    desk.save("restaurant", {
      "restaurant.name": "Demo Bistro",
      "restaurant.timeZone": "America/New_York",
      "restaurant.defaultCountry": "US",
      ...fields,
    });
  test("include a name, a time zone and a country; the name is logged like any setting", async () => {
    await saved({ "restaurant.name": "Chez Ana", "restaurant.timeZone": "Europe/Paris" });
    const { timeZone, defaultCountry } = desk.settings();
    expect([desk.name(), timeZone, defaultCountry]).toEqual(["Chez Ana", "Europe/Paris", "US"]);
    expect(JSON.parse(desk.audits()[0]?.after ?? "")).toEqual({
      name: "Chez Ana",
      settings: { timeZone: "Europe/Paris" },
    });
  });
  test.each([
    ["name", "\u200b\n", "1 to 120 visible characters on one line"],
    ["timeZone", "Europe/Pariss", 'like "Europe/Paris"'],
    ["defaultCountry", "France", "two capital letters"],
    ["language", "French", 'one of "en", "de", not "French"'],
  ])(
    "with the %s %j are refused, with the reason beside the field",
    async (field, typed, words) => {
      const text = await (await saved({ [`restaurant.${field}`]: typed })).text();
      expect(text).toContain(words.replaceAll('"', "&quot;"));
      expect(text).toMatch(new RegExp(`id="settings-restaurant-${field}-note" class="problem"`));
      expect(desk.audits()).toEqual([]);
    },
  );
});

describe("the contact details for guests", () => {
  const FACTS = {
    "contact.phone": "(212) 555-0142",
    "contact.address": "1 Main St",
    "contact.website": "https://demo-bistro.example",
    "contact.line": "Ring twice.",
  };
  test("are saved, shown as people write them, and removed by emptying their fields", async () => {
    await desk.save("restaurant", FACTS);
    expect(desk.settings().contact).toEqual({
      phone: "+12125550142",
      address: "1 Main St",
      website: "https://demo-bistro.example",
      line: "Ring twice.",
    });
    expect(await desk.page("restaurant")).toContain('value="(212) 555-0142"');
    await desk.save("restaurant", { ...FACTS, "contact.phone": "", "contact.line": "" });
    expect(Object.keys(desk.settings().contact ?? {})).toEqual(["address", "website"]);
  });
  test.each([
    ["phone", "12", "a number of your own country"],
    ["website", "http://demo-bistro.example", "https://demo-bistro.example"],
  ])(
    "with the %s %j are refused, with the reason beside the field",
    async (field, typed, words) => {
      const text = await (
        await desk.save("restaurant", { ...FACTS, [`contact.${field}`]: typed })
      ).text();
      expect(problemOf(text, `contact.${field}`)).toContain(words);
      expect(desk.settings().contact).toBeUndefined();
    },
  );
});

test("German is offered under its own name, and templates are previewed in it once it is the guests' language", async () => {
  expect(await desk.page("restaurant")).toContain('<option value="de">Deutsch</option>');
  await desk.save("restaurant", {
    "restaurant.name": "Demo Bistro",
    "restaurant.timeZone": "America/New_York",
    "restaurant.defaultCountry": "US",
    "restaurant.language": "de",
  });
  expect(desk.settings().language).toBe("de");
  expect(await desk.page("restaurant")).toMatch(/<option value="de" selected/);
  expect(await desk.page("templates")).toContain("Ihr Tisch für 4 ist am ");
});

test("a value that was never set stays unset if the form is saved as shown; emptying a field unsets its value", async () => {
  const before = desk.overrides();
  await desk.save("texts", { "smsBudget.perPhone": "6", "smsBudget.perBrand": "600" });
  await desk.save("restaurant", { "guestData.retentionDays": "180" });
  expect(desk.overrides()).toEqual(before);
  await desk.save("texts", { "smsBudget.perPhone": "9", "smsBudget.perBrand": "600" });
  await desk.save("restaurant", { "guestData.retentionDays": "" });
  expect(desk.overrides()).toEqual({ ...before, smsBudget: { perPhone: 9 }, retentionDays: null });
  await desk.save("texts", { "smsBudget.perPhone": "", "smsBudget.perBrand": "none" });
  expect(desk.settings().smsBudget).toEqual({ perPhone: 9 });
  await desk.save("texts", { "smsBudget.perPhone": "", "smsBudget.perBrand": "" });
  expect(desk.settings().smsBudget).toBeUndefined();
});

test("managers see the retention period, but only owners can change it, because cleared data cannot be restored", async () => {
  const manager = await personWith("manager", desk.desk, BISTRO);
  const before = desk.overrides();
  const page = await (await manager.get(at("restaurant"))).text();
  expect(page).toContain("Only owners can change this");
  expect(page).not.toContain("settings.guestData.retentionDays");
  const csrf = hiddenFields(page, "/do/set_settings")["csrf"] ?? "";
  const send = (fields: Record<string, string>) =>
    manager.post(`/b/${BISTRO}/do/set_settings`, { csrf, back: at("restaurant"), ...fields });
  for (const days of ["1", "3650", ""]) {
    const answer = await send({
      "settings.guestData.retentionDays": days,
      "settings.dedupeTwinSeconds.oauth": "7",
      "settings.dedupeTwinSeconds.apiKey": "7",
      "settings.dedupeTwinSeconds.session": "7",
    });
    expect([days, answer.status]).toEqual([days, 422]);
    expect(await answer.text()).toContain("Only an owner of demo-bistro");
  }
  expect(desk.overrides()).toEqual(before);
  // A manager's form with this field unchanged and another field changed is accepted.
  const usual = await send({
    "settings.guestData.retentionDays": "180",
    "settings.smsBudget.perPhone": "9",
    "settings.smsBudget.perBrand": "600",
  });
  expect([usual.status, desk.overrides()]).toEqual([
    303,
    { ...before, smsBudget: { perPhone: 9 } },
  ]);
  const owner = await personWith("owner", desk.desk, BISTRO);
  expect(await (await owner.get(at("restaurant"))).text()).toContain(
    "settings.guestData.retentionDays",
  );
});

test("the grace for past starts, and the seconds in which a call counts as a duplicate, are saved", async () => {
  await desk.save("parties", {
    "booking.minNoticeMinutes": "0",
    "booking.bookingWindowDays": "180",
    "booking.pastGraceMinutes": "45",
    "booking.seatingToleranceMinutes": "5",
    "booking.noShowGraceMinutes": "15",
  });
  await desk.save("restaurant", {
    "dedupeTwinSeconds.oauth": "20",
    "dedupeTwinSeconds.apiKey": "5",
    "dedupeTwinSeconds.session": "0",
  });
  expect(desk.settings()).toMatchObject({
    pastGraceMinutes: 45,
    seatingToleranceMinutes: 5,
    dedupeTwinSeconds: { oauth: 20, apiKey: 5, session: 0 },
  });
});
