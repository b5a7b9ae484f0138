// Goal: what a restaurant is called and where it lies, how long guests are kept and how many texts a
// day go out are changed by forms; what nobody set stays unset. Method: the running product, a
// browser without scripts.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type SettingsDesk, settingsDesk } from "./settings-desk.ts";

let desk: SettingsDesk;
beforeEach(async () => {
  desk = await settingsDesk();
});
afterEach(() => desk[Symbol.asyncDispose]());

describe("the house", () => {
  const house = (fields: Record<string, string>) =>
    desk.save("house", {
      "house.name": "Demo Bistro",
      "house.timeZone": "America/New_York",
      "house.defaultCountry": "US",
      ...fields,
    });
  test("has a name, a zone and a country; the name is on record like any setting", async () => {
    await house({ "house.name": "Chez Ana", "house.timeZone": "Europe/Paris" });
    const { timeZone, defaultCountry } = desk.settings();
    expect([desk.name(), timeZone, defaultCountry]).toEqual(["Chez Ana", "Europe/Paris", "US"]);
    expect(JSON.parse(desk.audits()[0]?.after ?? "")).toEqual({
      name: "Chez Ana",
      settings: { timeZone: "Europe/Paris" },
    });
  });
  test.each([
    ["name", "\u200b\n", "1 to 120 characters"],
    ["timeZone", "Europe/Pariss", 'like "Europe/Paris"'],
    ["defaultCountry", "France", "two capital letters"],
  ])("with the %s %j is refused beside the field", async (field, typed, words) => {
    const text = await (await house({ [`house.${field}`]: typed })).text();
    expect(text).toContain(words.replaceAll('"', "&quot;"));
    expect(text).toMatch(new RegExp(`id="settings-house-${field}-note" class="problem"`));
    expect(desk.audits()).toEqual([]);
  });
});

test("what nobody set stays unset where it is saved as it is shown, and goes back when emptied", async () => {
  const before = desk.overrides();
  await desk.save("texts", { "smsBudget.perPhone": "6", "smsBudget.perBrand": "600" });
  await desk.save("house", { "guestData.retentionDays": "180" });
  expect(desk.overrides()).toEqual(before);
  await desk.save("texts", { "smsBudget.perPhone": "9", "smsBudget.perBrand": "600" });
  await desk.save("house", { "guestData.retentionDays": "" });
  expect(desk.overrides()).toEqual({ ...before, smsBudget: { perPhone: 9 }, retentionDays: null });
  await desk.save("texts", { "smsBudget.perPhone": "", "smsBudget.perBrand": "none" });
  expect(desk.settings().smsBudget).toEqual({ perPhone: 9 });
  await desk.save("texts", { "smsBudget.perPhone": "", "smsBudget.perBrand": "" });
  expect(desk.settings().smsBudget).toBeUndefined();
});

test("the past grace and the seconds of twin calls are saved", async () => {
  await desk.save("parties", {
    "booking.minNoticeMinutes": "0",
    "booking.bookingWindowDays": "180",
    "booking.pastGraceMinutes": "45",
    "booking.noShowGraceMinutes": "15",
  });
  await desk.save("house", {
    "dedupeTwinSeconds.oauth": "20",
    "dedupeTwinSeconds.apiKey": "5",
    "dedupeTwinSeconds.session": "0",
  });
  expect(desk.settings()).toMatchObject({
    pastGraceMinutes: 45,
    dedupeTwinSeconds: { oauth: 20, apiKey: 5, session: 0 },
  });
});
