// Goal: a manager sees special days on a calendar, adds one or several at once, gives them their
// own hours and limits, and removes them. Method: the running product, a browser without scripts.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ask } from "../../support/desk-evening.ts";
import { BISTRO, problemOf, type SettingsDesk, settingsDesk } from "./settings-desk.ts";

let desk: SettingsDesk;
beforeEach(async () => {
  desk = await settingsDesk();
});
afterEach(() => desk[Symbol.asyncDispose]());

describe("a day with reservations", () => {
  test("can be closed, and the settings page and the day sheet say that the guests get no text", async () => {
    const guest = { numberOfPeople: 2, notifyCustomer: false, date: "Friday, December 25, 2026" };
    for (const time of ["7:00 PM", "8:00 PM"]) {
      await ask(desk.desk.server, BISTRO, "create_booking", {
        name: `Ada ${time}`,
        time,
        ...guest,
      });
    }
    await ask(desk.desk.server, BISTRO, "create_booking", {
      ...guest,
      name: "Bo",
      time: "6:00 PM",
      numberOfPeople: 9,
      phone: "+12125550177",
      requestReview: true,
    });
    const answer = await desk.save("days", {
      "specialDay.day": "2026-12-25",
      "specialDay.kind": "closed",
      "specialDay.note": "Christmas",
    });
    expect(answer.status).toBe(303);
    expect(await desk.page("days")).toContain(
      "3 parties have a booking or a request for times that are closed now (Friday, December 25, 2026). The guests get no text about this",
    );
    const sheet = await (await desk.manager.get(`/b/${BISTRO}?date=2026-12-25`)).text();
    expect(sheet).toContain("<strong>Closed on this day.</strong> <bdi>Christmas</bdi>");
    expect(sheet).toContain(
      "2 parties are still booked, and 1 request is undecided. The guests were not texted about the closing. ",
    );
    expect(sheet).toContain(">Move or cancel them</a>");
  });
});

describe("special days", () => {
  const day = (fields: Record<string, string>) =>
    desk.save("days", {
      "specialDay.day": "2026-12-25",
      "specialDay.kind": "closed",
      "specialDay.note": "",
      ...fields,
    });
  test("are added, replaced and removed", async () => {
    await day({ "specialDay.note": "Closed for <b>Christmas</b>" });
    expect(desk.settings().specialDays["2026-12-25"]).toEqual({
      closed: true,
      note: "Closed for <b>Christmas</b>",
    });
    expect(await desk.page("days")).toContain("Closed for &lt;b&gt;Christmas");
    await day({
      "specialDay.kind": "open",
      "specialDay.services.0.name": "Brunch",
      "specialDay.services.0.opens": "11:00",
      "specialDay.services.0.lastSeating": "13:00",
      "specialDay.services.0.closes": "15:00",
    });
    expect(desk.settings().specialDays["2026-12-25"]).toMatchObject({
      services: [{ name: "Brunch" }],
    });
    expect(desk.settings().specialDays["2026-12-25"]?.closed).toBeUndefined();
    await desk.save("days", { "usualDay.day": "2026-12-25" });
    expect(desk.settings().specialDays).toEqual({});
  });
  test("are shown by month, and new ones start with the hours of their weekday", async () => {
    await day({ "specialDay.note": "Christmas" });
    const december = await desk.page("days?month=2026-12");
    expect(december).toContain("December 2026");
    expect(december).toMatch(/class="closed"[^>]*aria-label="[^"]*25, 2026: closed, Christmas"/);
    expect(december).toContain("/settings/days?month=2027-01");
    const chosen = await desk.page("days?day=2026-12-24");
    expect(chosen).toContain("A usual day: Lunch 12:00 PM to 4:00 PM, Dinner 5:00 PM to 11:30 PM.");
    expect(chosen).toMatch(/name="settings.specialDay.services.1.opens"[^>]*value="17:00"/);
    expect(await desk.page("days?month=2026-13")).toContain("November 2026");
  });
  test("can be added for several dates at once, with their own limits", async () => {
    const answer = await day({
      "specialDay.until": "2026-12-27",
      "specialDay.kind": "open",
      "specialDay.services.0.name": "Brunch",
      "specialDay.services.0.opens": "11:00",
      "specialDay.services.0.lastSeating": "13:00",
      "specialDay.services.0.closes": "15:00",
      "specialDay.services.0.limits.seats": "20",
      "specialDay.services.0.limits.paceCovers": "none",
      ...Object.fromEntries(
        ["overbookCovers", "paceParties", "slotMinutes", "maxPartiesPresent"].map((key) => [
          `specialDay.services.0.limits.${key}`,
          "",
        ]),
      ),
    });
    expect(answer.status).toBe(303);
    const days = desk.settings().specialDays;
    expect(Object.keys(days)).toEqual(["2026-12-25", "2026-12-26", "2026-12-27"]);
    expect(days["2026-12-26"]?.services?.[0]?.limits).toEqual({ seats: 20, paceCovers: null });
    expect(await desk.page("days?day=2026-12-26")).toContain('value="none"');
  });
  test.each(["2026-12-24", "2027-12-25", "soon"])(
    "from 2026-12-25 until %s are refused, with the reason beside the field",
    async (until) => {
      const text = await (await day({ "specialDay.until": until })).text();
      expect(problemOf(text, "specialDay.until")).toContain("within 92 days");
      expect(desk.settings().specialDays).toEqual({});
    },
  );
  test("with invalid hours are refused, with the reason beside the field", async () => {
    const answer = await day({
      "specialDay.kind": "open",
      "specialDay.services.0.name": "Brunch",
      "specialDay.services.0.opens": "11:00",
      "specialDay.services.0.lastSeating": "",
      "specialDay.services.0.closes": "15:00",
    });
    const text = await answer.text();
    expect(problemOf(text, "specialDay.services.0.lastSeating")).toContain("24-hour time");
  });
});
