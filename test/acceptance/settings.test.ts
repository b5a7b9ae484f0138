// Goal: the settings of one call are checked together and either all saved or none. The running
// product applies them at its next request.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DINNER, LUNCH, PLAIN } from "./houses.ts";
import { when } from "./moments.ts";
import { type Desk, startDesk } from "./support.ts";

setDefaultTimeout(30_000);

let desk: Desk;
let key: string;
beforeAll(async () => {
  desk = await startDesk("2026-11-20T10:00:00-05:00");
  await desk.brand("house", PLAIN);
  key = await desk.key(["house"]);
});
afterAll(() => desk?.close());

const guest = { name: "Ada", numberOfPeople: 2, ...when("2026-11-24", "19:00") };
type Settings = Record<string, unknown>;
const show = async (slug = "house") =>
  (await desk.setUp(["brand", "show", slug]))["settings"] as Settings;

const DEFAULTS = {
  seats: 40,
  maxPartiesPresent: null,
  slotMinutes: 15,
  paceCovers: 10,
  paceParties: null,
  overbookCovers: 0,
  bufferMinutes: 0,
  turnMinutes: [
    { upTo: 2, minutes: 90 },
    { upTo: 4, minutes: 105 },
    { upTo: 6, minutes: 120 },
    { upTo: null, minutes: 150 },
  ],
  services: [
    {
      name: "Dinner",
      days: ["tue", "wed", "thu", "fri", "sat", "sun"],
      opens: "17:00",
      lastSeating: "21:30",
      closes: "23:30",
      limits: {},
    },
  ],
  specialDays: {},
  largeParty: { from: 9, mode: "refuse" },
  maxPartySize: null,
  attendance: {
    enabled: true,
    minLeadHours: 26,
    fromParty: 1,
    phoneRequiredFrom: 7,
    askHoursBefore: 24,
    remindHoursBefore: 5,
    deadlineHoursBefore: 3,
    onNoReply: "flag",
  },
  quietHours: { from: "21:30", to: "09:00" },
  noShowGraceMinutes: 15,
  minNoticeMinutes: 0,
  pastGraceMinutes: 30,
  bookingWindowDays: 180,
  cancelNotification: true,
  updateNotification: false,
  reminderHoursBefore: null,
  dedupeTwinSeconds: { oauth: 10, apiKey: 0, session: 0 },
};

describe("brand create and show", () => {
  test("a new brand has the documented defaults", async () => {
    const flags = ["--slug", "fresh", "--name", "Fresh", "--time-zone", "Europe/London"];
    const made = await desk.cliOk(["brand", "create", ...flags, "--country", "GB"]);
    expect(Object.keys(made)).toEqual(["slug", "name", "settings"]);
    expect(made).toMatchObject({
      slug: "fresh",
      name: "Fresh",
      settings: { timeZone: "Europe/London", defaultCountry: "GB", ...DEFAULTS },
    });
    expect(await desk.setUp(["brand", "show", "fresh"])).toMatchObject(made);
    const listed = (await desk.setUp(["brand", "list"]))["brands"] as { slug: string }[];
    expect(listed.map((brand) => brand.slug)).toContain("fresh");
  });
  test("an eight-seat bar can be set up", async () => {
    await desk.brand("bar", {
      seats: 8,
      paceCovers: 4,
      maxPartySize: 4,
      turnMinutes: [{ upTo: null, minutes: 75 }],
    });
    expect(await show("bar")).toMatchObject({ seats: 8, maxPartySize: 4 });
  });
  test.each([
    ["an unknown zone", ["--time-zone", "Mars/Olympus", "--country", "US"]],
    ["an unknown country", ["--time-zone", "Europe/Rome", "--country", "XX"]],
    ["a bad slug", ["--slug", "Bad Slug!", "--time-zone", "Europe/Rome", "--country", "IT"]],
  ])("%s is refused", async (_name, flags) => {
    const args = ["brand", "create", "--slug", "bad", "--name", "Bad", ...flags];
    const result = await desk.verb(args);
    expect([1, 2]).toContain(result.exitCode);
    const listed = JSON.stringify(await desk.setUp(["brand", "list"]));
    expect(listed.toLowerCase()).not.toContain('"bad');
  });
  test("a second brand with the same slug is refused", async () => {
    const flags = ["--slug", "house", "--name", "Again", "--time-zone", "Europe/Rome"];
    const result = await desk.verb(["brand", "create", ...flags, "--country", "IT"]);
    expect(result.exitCode).toBe(1);
    expect(result.json?.["error"]).toBeDefined();
  });
});

describe("settings in one call", () => {
  const conflicts: [string[], string[]][] = [
    [
      ["paceCovers=7", "largeParty.from=9"],
      ["paceCovers", "largeParty.from"],
    ],
    [
      ["paceCovers=3", "maxPartySize=4"],
      ["paceCovers", "maxPartySize"],
    ],
    [["maxPartySize=31"], ["maxPartySize", "seats"]],
    [
      ["seats=10", "overbookCovers=2", "maxPartySize=13"],
      ["maxPartySize", "seats"],
    ],
    [[`services=${JSON.stringify([DINNER, { ...LUNCH, closes: "17:30" }])}`], ["Dinner", "Lunch"]],
    [
      [
        `services=${JSON.stringify([
          { ...DINNER, opens: "20:00", closes: "02:00", lastSeating: "01:00" },
          { ...LUNCH, opens: "01:30", closes: "04:00", lastSeating: "03:00" },
        ])}`,
      ],
      ["Dinner", "Lunch"],
    ],
    [[`services=${JSON.stringify([{ ...DINNER, lastSeating: "16:30" }])}`], ["lastSeating"]],
    [
      [`services=${JSON.stringify([{ ...DINNER, limits: { paceCovers: 2 } }])}`, "maxPartySize=4"],
      ["paceCovers", "maxPartySize"],
    ],
    [
      [
        'specialDays={"2026-12-24":{"services":[{"name":"A","opens":"12:00","lastSeating":"15:00","closes":"16:00"},{"name":"B","opens":"15:00","lastSeating":"17:00","closes":"18:00"}]}}',
      ],
      ["A", "B"],
    ],
  ];
  let before: Settings;
  beforeAll(async () => {
    before = await show();
  });
  test.each(conflicts)(
    "%j are refused because they conflict; the message names %j",
    async (pairs, named) => {
      const flags = ["seats=30", ...pairs].flatMap((pair) => ["--set", pair]);
      const { exitCode, error } = await desk.verb(["brand", "set", "house", ...flags]);
      expect(exitCode).toBe(1);
      expect(error.code).toBe("SETTINGS_CONFLICT");
      for (const name of named) expect(error.message).toContain(name);
    },
  );
  test("are not saved by these refused calls", async () => {
    expect(await show()).toEqual(before);
  });
  test("that do not conflict are saved", async () => {
    await desk.brand("tried", PLAIN);
    const input = JSON.stringify({ overbookCovers: 0, maxPartySize: null, ...PLAIN });
    for (const pairs of [
      ["paceCovers=8", "largeParty.from=9"],
      ["paceCovers=null", "largeParty.from=9"],
      ["paceCovers=4", "maxPartySize=4", "largeParty.from=1000"],
      ["maxPartySize=32", "overbookCovers=2", "paceCovers=null"],
      [`services=${JSON.stringify([DINNER, { ...LUNCH, closes: "17:00" }])}`],
      [`services=${JSON.stringify([{ ...DINNER, lastSeating: "23:29" }])}`],
    ]) {
      const flags = pairs.flatMap((pair) => ["--set", pair]);
      await desk.setUp(["brand", "set", "tried", "--settings", "-", ...flags], input);
    }
  });
});

describe("brand set", () => {
  test("keys with dots set parts of objects; objects are merged, arrays replaced", async () => {
    await desk.set("house", "largeParty.mode=allow", "attendance.fromParty=3");
    expect(await show()).toMatchObject({
      largeParty: { from: 1000, mode: "allow" },
      attendance: { enabled: false, fromParty: 3, minLeadHours: 26 },
    });
    const merged = JSON.stringify({ attendance: { minLeadHours: 5 }, services: [LUNCH, DINNER] });
    await desk.setUp(["brand", "set", "house", "--settings", "-"], merged);
    const settings = await show();
    expect(settings["attendance"]).toMatchObject({ enabled: false, fromParty: 3, minLeadHours: 5 });
    expect(settings["services"]).toHaveLength(2);
    await desk.setUp(
      ["brand", "set", "house", "--settings", "-"],
      JSON.stringify({ services: [DINNER] }),
    );
    expect((await show())["services"]).toHaveLength(1);
  });
  test("null means no limit; --unset restores the default", async () => {
    await desk.set("house", "bookingWindowDays=null");
    expect((await show())["bookingWindowDays"]).toBeNull();
    await desk.setUp(["brand", "set", "house", "--unset", "bookingWindowDays"]);
    expect((await show())["bookingWindowDays"]).toBe(180);
  });
  test("a value that is not JSON is taken as text", async () => {
    await desk.set("house", "quietHours.from=22:15");
    expect((await show())["quietHours"]).toEqual({ from: "22:15", to: "09:00" });
  });
  test.each([
    ["seets=4", "seats"],
    ["seats=many", "seats"],
    ["seats=-1", "seats"],
    ["seats=2.5", "seats"],
    ["largeParty.mode=perhaps", "largeParty.mode"],
    ["attendance.enabeld=true", "enabled"],
    ["timeZone=Mars/Olympus", "timeZone"],
    ["turnMinutes=[]", "turnMinutes"],
    [
      'services=[{"name":"X","days":["funday"],"opens":"25:00","lastSeating":"1","closes":"2"}]',
      "services",
    ],
    ["__proto__.polluted=1", "__proto__"],
    ['specialDays={"2026-02-30":{"closed":true}}', "specialDays"],
  ])("%s is refused, and the message contains %s", async (pair, named) => {
    const both = ["--set", "noShowGraceMinutes=20", "--set", pair];
    const result = await desk.verb(["brand", "set", "house", ...both]);
    expect([1, 2]).toContain(result.exitCode);
    const text = result.out + result.err;
    expect(text).toContain(named);
    expect(text).not.toMatch(/\n\s+at /);
  });
  test("the valid setting in each of these refused calls is not saved either", async () => {
    expect((await show())["noShowGraceMinutes"]).toBe(15);
  });
  test("an unknown brand gives exit 1 and an error code", async () => {
    const result = await desk.cli(["brand", "set", "nowhere", "--set", "seats=4"]);
    expect(result.exitCode).toBe(1);
    expect((result.json["error"] as { code: string }).code).toBeString();
  });
  test("an unknown flag or verb is a usage error: exit 2", async () => {
    expect((await desk.cli(["brand", "set", "house", "--sett", "seats=4"])).exitCode).toBe(2);
    expect((await desk.verb(["brand", "paint"])).exitCode).toBe(2);
    expect((await desk.verb(["no-such-verb"])).exitCode).toBe(2);
  });
  test("the running product applies a change at its next request", async () => {
    await desk.ok("create_booking", guest, key);
    await desk.set("house", "seats=3", "maxPartySize=null");
    await desk.refused("create_booking", guest, "CAPACITY_FULL", key);
    await desk.set("house", "seats=30");
    await desk.ok("create_booking", guest, key);
  });
  test("a brand made while the product runs works immediately", async () => {
    const late = await desk.house("late", PLAIN);
    const { reservation } = await desk.ok("create_booking", guest, late);
    expect(reservation.brand).toBe("late");
  });
});
