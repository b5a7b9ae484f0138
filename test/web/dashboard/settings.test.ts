// Goal: managers change how the restaurant works with forms. An error is shown beside its field
// and nothing is changed; a valid change applies at once, is logged, and passes freed seats to the
// waitlist. Method: the running product, a browser without scripts.

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { displayDate } from "../../../src/domain/time.ts";
import { settingsMark } from "../../../src/operations/desk/set-settings.ts";
import { ask, hiddenFields, todayAt } from "../../support/desk-evening.ts";
import { fieldsOf } from "../../support/desk-people.ts";
import { at, BISTRO, problemOf, type SettingsDesk, settingsDesk } from "./settings-desk.ts";

let open: SettingsDesk;
let desk: SettingsDesk["desk"];
let manager: SettingsDesk["manager"];
beforeEach(async () => {
  open = await settingsDesk();
  ({ desk, manager } = open);
});
afterEach(() => open[Symbol.asyncDispose]());

const { settings, overrides, page, save, audits } = {
  settings: () => open.settings(),
  overrides: () => open.overrides(),
  page: (section: string) => open.page(section),
  save: (...args: Parameters<SettingsDesk["save"]>) => open.save(...args),
  audits: (operation?: string) => open.audits(operation),
};
const LIMITS = {
  "limits.seats": "40",
  "limits.overbookCovers": "0",
  "limits.paceCovers": "10",
  "limits.paceParties": "",
  "limits.slotMinutes": "15",
  "limits.maxPartiesPresent": "",
  "limits.bufferMinutes": "0",
};
test("every part of the settings has a page, and an unknown part is not found", async () => {
  const parts = [
    "limits",
    "services",
    "days",
    "parties",
    "attendance",
    "waitlist",
    "tables",
    "texts",
    "templates",
    "restaurant",
  ];
  for (const part of parts) {
    const answer = await manager.get(at(part));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain(`href="${at(part)}" aria-current="page"`);
  }
  expect((await manager.get(at("nothing"))).status).toBe(404);
});

describe("limits on the settings page", () => {
  test("apply as soon as they are saved; only changed values are stored, with the user who changed them", async () => {
    const before = overrides();
    const answer = await save("limits", {
      ...LIMITS,
      "limits.paceCovers": "",
      "limits.seats": "52",
    });
    expect(answer.status).toBe(303);
    expect(settings()).toMatchObject({ seats: 52, paceCovers: null, slotMinutes: 15 });
    expect(overrides()).toEqual({ ...before, seats: 52, paceCovers: null });
    const [row, ...more] = audits();
    expect(more).toEqual([]);
    expect(row?.actor_kind).toBe("user");
    expect(JSON.parse(row?.after ?? "")).toEqual({ settings: { seats: 52, paceCovers: null } });
    expect(await page("limits")).toContain("Settings saved");
  });

  test("are confirmed as saved even if a preview was requested at the same moment", async () => {
    const answer = await save("limits", { ...LIMITS, "limits.seats": "53" });
    expect(answer.status).toBe(303);
    // While somebody types, the browser requests the page again and shows only the new preview.
    const preview = { "hx-request": "true", "hx-target": "section#what-if" };
    await manager.get(at("limits"), preview);
    const shown = await manager.get(at("limits"), {
      "hx-request": "true",
      "hx-target": "div#desk",
    });
    expect(await shown.text()).toContain("Settings saved");
    await manager.get(at("limits"), preview);
    const live = await manager.get(at("limits"), { "x-live": "1", "hx-target": "div#desk" });
    expect(await live.text()).toContain("Settings saved");
  });

  test("that are saved unchanged change nothing", async () => {
    const { seats, paceCovers } = settings() ?? {};
    const same = {
      ...LIMITS,
      "limits.seats": String(seats),
      "limits.paceCovers": String(paceCovers),
    };
    await save("limits", same);
    expect(audits()).toEqual([]);
  });

  test("that are invalid are refused beside their field, keeping what was typed, and nothing changes", async () => {
    const before = overrides();
    const answer = await save("limits", {
      ...LIMITS,
      "limits.seats": "many",
      "limits.slotMinutes": "",
    });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain('value="many"');
    expect(problemOf(text, "limits.seats")).toContain("whole number from 1 to 10000");
    expect(problemOf(text, "limits.slotMinutes")).toContain("whole number from 5 to 120");
    expect(overrides()).toEqual(before);
  });

  test("that contradict each other are refused beside a field of the form", async () => {
    const text = await (await save("limits", { ...LIMITS, "limits.paceCovers": "2" })).text();
    expect(problemOf(text, "limits.paceCovers")).toContain("Raise paceCovers to");
  });

  test("can be previewed on a day without being saved", async () => {
    const query = "day=2026-11-20&settings.limits.seats=40&settings.limits.paceCovers=";
    expect(await page(`limits?${query}`)).toContain("No change.");
    const opens = todayAt(desk.server, BISTRO, 19);
    await ask(desk.server, BISTRO, "create_booking", {
      name: "Ada",
      numberOfPeople: 6,
      date: displayDate(opens, "America/New_York"),
      time: "7:00 PM",
      notifyCustomer: false,
    });
    expect(await page("limits?day=2026-11-20&settings.limits.seats=6")).toMatch(
      /\d+ that have room now would be full/,
    );
    const many = await page("limits?settings.limits.seats=many");
    expect(many).toContain(
      "A limit must be a whole number, or empty for no limit. Got &quot;many&quot;.",
    );
    expect(audits()).toEqual([]);
  });

  test("that admit more guests lead to an offer to a waiting guest", async () => {
    const date = displayDate(todayAt(desk.server, BISTRO, 19), "America/New_York");
    const wish = { name: "Wim", phone: "+12125550188", numberOfPeople: 2, date, time: "7:00 PM" };
    await ask(desk.server, BISTRO, "add_to_waitlist", wish);
    await save("limits", { ...LIMITS, "limits.seats": "60" });
    await desk.advance(5000);
    expect(desk.server.stores.offers.liveOfPhone("+12125550188")).not.toBeNull();
  });
});

test("a form that was opened before a colleague's change is refused as outdated, and keeps what was typed", async () => {
  const quiet = ["settings.quietHours.from", "settings.quietHours.to"];
  const { csrf = "" } = hiddenFields(await page("texts"), "/do/set_settings");
  const fields = {
    csrf,
    back: at("texts"),
    seen: settingsMark({ quietHours: { from: "20:00" } }, quiet),
    "settings.quietHours.from": "23:15",
    "settings.quietHours.to": "08:00",
  };
  const answer = await manager.post(`/b/${BISTRO}/do/set_settings`, fields);
  expect(answer.status).toBe(422);
  const text = await answer.text();
  expect(text).toContain("REVISION_CONFLICT");
  expect(text).toContain('value="23:15"');
  expect(text).toContain(`name="seen" value="${settingsMark(overrides(), quiet)}"`);
  expect(settings()?.quietHours.from).not.toBe("23:15");
});

test("a form that was opened before another form of the page was saved can still be saved", async () => {
  const text = await page("templates");
  const behind = fieldsOf(text, "set-templates-reminder");
  const saved = fieldsOf(text, "set-templates-cancellation");
  const wording = (kind: string) => `settings.templates.${kind}.text`;
  const sent = async (fields: Record<string, string>) =>
    (await manager.post(`/b/${BISTRO}/do/set_settings`, fields)).status;
  const cancelled = "{name}, {brand} has cancelled {day} {time} for {size}.";
  const reminder = "{brand}, {name}: see you {day} {time}, {size}.";
  expect(await sent({ ...saved, [wording("cancellation")]: cancelled })).toBe(303);
  expect(await sent({ ...behind, [wording("reminder")]: reminder })).toBe(303);
  expect(settings()?.templates).toMatchObject({ cancellation: cancelled, reminder });
  await sent({
    csrf: behind["csrf"] ?? "",
    [wording("cancellation")]: "",
    [wording("reminder")]: "",
  });
});

describe("services on the settings page", () => {
  const none = [
    "seats",
    "overbookCovers",
    "paceCovers",
    "paceParties",
    "slotMinutes",
    "maxPartiesPresent",
  ];
  const row = (
    index: number,
    change: Record<string, string>,
    days: string[],
  ): [string, string][] => {
    const prefix = `services.${index}`;
    const fields = {
      name: "Dinner",
      opens: "17:00",
      lastSeating: "21:30",
      closes: "23:30",
      ...change,
    };
    return [
      ...Object.entries(fields).map(([key, value]): [string, string] => [
        `${prefix}.${key}`,
        value,
      ]),
      [`${prefix}.days`, ""],
      ...days.map((day): [string, string] => [`${prefix}.days`, day]),
      ...none
        .filter((key) => !(`limits.${key}` in change))
        .map((key): [string, string] => [`${prefix}.limits.${key}`, ""]),
    ];
  };

  test("are saved together, with their own limits", async () => {
    const answer = await save("services", [
      ...row(0, { "limits.seats": "none", "limits.paceCovers": "12" }, ["fri", "sat"]),
      ...row(1, { name: "", opens: "", lastSeating: "", closes: "" }, []),
      ...row(2, { name: "Late", opens: "23:30", lastSeating: "01:00", closes: "02:00" }, ["fri"]),
    ]);
    expect(answer.status).toBe(303);
    expect(settings()?.services).toMatchObject([
      { name: "Dinner", days: ["fri", "sat"], limits: { seats: null, paceCovers: 12 } },
      { name: "Late", days: ["fri"], limits: {} },
    ]);
    const text = await page("services");
    expect(text).toContain('class="week-open"');
    expect(text).toContain('value="none"');
  });

  test("that are invalid are refused in their own row, even if a row before them is empty", async () => {
    const answer = await save("services", [
      ...row(0, { name: "", opens: "" }, []),
      ...row(1, { lastSeating: "23:45" }, ["fri"]),
      ...row(2, { name: "Lunch", opens: "12:00", lastSeating: "14:00", closes: "15:00" }, []),
    ]);
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(problemOf(text, "services.2.days")).toContain("days of the week");
  });
});

describe("templates of texts", () => {
  const kind = "templates.confirmation.text";
  test("are saved, previewed with their segments, and reset by emptying", async () => {
    const own = "{brand}: see you {day} at {time}, {name}";
    expect((await save("templates", { [kind]: own })).status).toBe(303);
    expect(settings()?.templates).toEqual({ confirmation: own });
    const query = new URLSearchParams({ [`settings.${kind}`]: `${own} ${"ł".repeat(60)}` });
    expect(await page(`templates?${query.toString()}`)).toMatch(
      /2 segments, because of a special character/,
    );
    await save("templates", { [kind]: "" });
    expect(settings()?.templates?.confirmation).toBeUndefined();
  });
  test("that lack a required placeholder are refused beside the field", async () => {
    const text = await (await save("templates", { [kind]: "See you soon" })).text();
    expect(problemOf(text, kind)).toContain("{day} and {time}");
    expect(text).toContain(">See you soon</textarea>");
  });
});

test("large parties, attendance, quiet hours, texts, turns, the waitlist and tables are saved", async () => {
  await save("parties", {
    "largeParty.from": "11",
    "largeParty.mode": "pending",
    "largeParty.maxPartySize": "20",
  });
  await save("attendance", {
    "attendance.enabled": "true",
    "attendance.onNoReply": "release",
    "attendance.minLeadHours": "30",
    "attendance.fromParty": "3",
    "attendance.phoneRequiredFrom": "7",
    "attendance.askHoursBefore": "26",
    "attendance.remindHoursBefore": "6",
    "attendance.deadlineHoursBefore": "4",
  });
  await save("texts", { "quietHours.from": "22:00", "quietHours.to": "08:30" });
  await save("texts", {
    "texts.cancelNotification": "false",
    "texts.updateNotification": "true",
    "texts.reminderHoursBefore": "3",
  });
  await save("waitlist", { "waitlist.enabled": "false", "waitlist.onEarlyCompletion": "true" });
  await save("tables", { "tables.mode": "suggest", "tables.freezeMinutes": "90" });
  await save("limits", {
    "turns.0.upTo": "4",
    "turns.0.minutes": "100",
    "turns.1.upTo": "",
    "turns.1.minutes": "140",
    "turns.2.upTo": "",
    "turns.2.minutes": "",
  });
  expect(settings()).toMatchObject({
    largeParty: { from: 11, mode: "pending" },
    maxPartySize: 20,
    attendance: { fromParty: 3, onNoReply: "release", askHoursBefore: 26 },
    quietHours: { from: "22:00", to: "08:30" },
    cancelNotification: false,
    updateNotification: true,
    reminderHoursBefore: 3,
    waitlist: { enabled: false, onEarlyCompletion: true },
    tables: { mode: "suggest", freezeMinutes: 90 },
    turnMinutes: [
      { upTo: 4, minutes: 100 },
      { upTo: null, minutes: 140 },
    ],
  });
});

describe("a test text", () => {
  const send = async (phone: string) =>
    manager.post(`/b/${BISTRO}/do/send_test_text`, {
      csrf: hiddenFields(await page("texts"), "/do/send_test_text")["csrf"] ?? "",
      back: at("texts"),
      phone,
    });
  test("can be sent once a minute", async () => {
    expect((await send("(212) 555-0177")).status).toBe(303);
    await desk.advance(5000);
    const [text] = desk.server.stores.messages.list({ brand: BISTRO, phone: "+12125550177" });
    expect(text).toMatchObject({ kind: "reply", state: "delivered" });
    expect(audits("send_test_text")).toMatchObject([{ after: JSON.stringify({ text: text?.id }) }]);
    const again = await send("(212) 555-0177");
    expect(await again.text()).toContain("within the last minute");
  });
  test("to an invalid phone is refused beside the field", async () => {
    expect(await (await send("12")).text()).toMatch(/id="phone-note" class="problem"/);
  });
});

test("hosts can neither see nor change settings", async () => {
  const { csrf = "" } = hiddenFields(await page("texts"), "/do/set_settings");
  const before = overrides();
  const database = new Database(desk.server.database);
  database.run("UPDATE user SET owns_instance = 0");
  database.run("DELETE FROM team_member");
  database.run(`INSERT INTO team_member SELECT id, '${BISTRO}', 'host', 0 FROM user`);
  database.close();
  const answer = await manager.post(`/b/${BISTRO}/do/set_settings`, {
    csrf,
    back: at("texts"),
    "settings.quietHours.from": "22:00",
    "settings.quietHours.to": "08:00",
  });
  expect(answer.status).toBe(422);
  expect(await page("limits")).toContain("Settings are for managers");
  expect(overrides()).toEqual(before);
});
