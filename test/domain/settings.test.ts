// Goal: a brand's settings are the owner's values, with defaults for the rest, validated as a
// whole. A refusal names all wrong keys together, with their values and what was expected.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { DomainError, type Reason } from "../../src/domain/errors.ts";
import {
  type BrandSettings,
  editOverrides,
  limitsOf,
  maxPartySizeOf,
  resolveSettings,
  SETTINGS_DEFAULTS,
  settingsSchema,
  settingsView,
  turnMinutesFor,
} from "../../src/domain/settings.ts";
import { said } from "../support/said.ts";

const REQUIRED = { timeZone: "America/New_York", defaultCountry: "US" };
const dinner = {
  name: "Dinner",
  days: ["fri"],
  opens: "17:00",
  lastSeating: "21:00",
  closes: "23:00",
};

/** The reasons for which overrides are refused; [] if they are accepted. */
function reasonsOf(overrides: object): readonly Reason[] {
  try {
    resolveSettings(overrides);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.reasons;
    throw error;
  }
}
const messageOf = (overrides: object): string => {
  const reasons = reasonsOf({ ...REQUIRED, ...overrides });
  expect(reasons.map(({ code }) => code)).toEqual(["INVALID_INPUT"]);
  return said(reasons[0]) ?? "";
};

describe("defaults", () => {
  test("require only a time zone and a country", () => {
    expect(resolveSettings(REQUIRED)).toEqual({
      ...REQUIRED,
      ...SETTINGS_DEFAULTS,
    } as BrandSettings);
  });

  test("are exactly these, in this order", () => {
    const documented = `{ "timeZone": "America/New_York", "defaultCountry": "US", "seats": 40, "maxPartiesPresent": null,
      "slotMinutes": 15, "paceCovers": 10, "paceParties": null, "overbookCovers": 0, "bufferMinutes": 0,
      "turnMinutes": [ { "upTo": 2, "minutes": 90 }, { "upTo": 4, "minutes": 105 }, { "upTo": 6, "minutes": 120 }, { "upTo": null, "minutes": 150 } ],
      "services": [ { "name": "Dinner", "days": ["tue","wed","thu","fri","sat","sun"], "opens": "17:00", "lastSeating": "21:30", "closes": "23:30", "limits": {} } ],
      "specialDays": { "2026-12-25": { "closed": true, "note": "Christmas" } },
      "largeParty": { "from": 9, "mode": "refuse" }, "maxPartySize": null,
      "attendance": { "enabled": true, "minLeadHours": 26, "fromParty": 1, "phoneRequiredFrom": 7, "askHoursBefore": 24, "remindHoursBefore": 5, "deadlineHoursBefore": 3, "onNoReply": "flag" },
      "quietHours": { "from": "21:30", "to": "09:00" }, "noShowGraceMinutes": 15, "minNoticeMinutes": 0, "pastGraceMinutes": 30, "seatingToleranceMinutes": 10, "bookingWindowDays": 180,
      "cancelNotification": true, "updateNotification": false, "reminderHoursBefore": null, "dedupeTwinSeconds": { "oauth": 10, "apiKey": 0, "session": 0 }, "waitlist": { "enabled": true, "onEarlyCompletion": false },
      "tables": { "mode": "off", "freezeMinutes": 60 } }`;
    const settings = resolveSettings({
      ...REQUIRED,
      specialDays: { "2026-12-25": { closed: true, note: "Christmas" } },
    });
    expect(JSON.stringify(settingsView(settings))).toBe(JSON.stringify(JSON.parse(documented)));
    expect(resolveSettings(JSON.parse(documented))).toEqual(settings);
  });

  test("do not change when resolved settings are changed", () => {
    const settings = resolveSettings(REQUIRED);
    (settings.services as unknown[]).pop();
    expect(SETTINGS_DEFAULTS.services.length).toBe(1);
    expect(resolveSettings(REQUIRED).services.length).toBe(1);
  });

  test("are merged with given objects, replaced by given lists, and replaced by null", () => {
    const settings = resolveSettings({
      ...REQUIRED,
      seats: null,
      bookingWindowDays: null,
      largeParty: { mode: "pending" },
      attendance: { fromParty: 3 },
      services: [dinner],
    });
    expect(settings.seats).toBeNull();
    expect(settings.bookingWindowDays).toBeNull();
    expect(settings.largeParty).toEqual({ from: 9, mode: "pending" });
    expect(settings.attendance).toEqual({ ...SETTINGS_DEFAULTS.attendance, fromParty: 3 });
    expect(settings.services).toEqual([{ ...dinner, limits: {} }] as never);
  });

  test("do not change settings that were resolved already", () => {
    const settings = resolveSettings({
      ...REQUIRED,
      seats: 12,
      specialDays: { "2027-01-01": { closed: true } },
    });
    expect(resolveSettings(settings)).toEqual(settings);
    expect<object>(settingsSchema.parse(settings)).toEqual(settings);
  });
});

describe("the contact details that guests see", () => {
  const edited = (contact: object, defaultCountry = "US") =>
    resolveSettings(
      editOverrides({ timeZone: "Europe/Rome", defaultCountry }, { merge: { contact } }),
    );
  test("the phone is parsed like a guest's and stored with its country code", () => {
    expect(edited({ phone: "(212) 555-0142" }).contact?.phone).toBe("+12125550142");
    expect(edited({ phone: "030 901820" }, "DE").contact?.phone).toBe("+4930901820");
    const stored = editOverrides(
      { defaultCountry: "US" },
      { set: { "contact.phone": "2125550142" } },
    );
    const moved = editOverrides(stored, { set: { defaultCountry: "FR" } });
    expect(moved).toMatchObject({ contact: { phone: "+12125550142" } });
  });
  test.each([
    [{ phone: "555" }, 'contact.phone must be a phone like "+1 212 555 0142", or a'],
    [{ phone: "call Ana" }, 'not "call Ana"'],
    [
      { website: "http://chez-ana.example/menu" },
      'like "https://chez-ana.example/menu", not "http:',
    ],
    [{ website: "chez-ana.example" }, 'like "https://chez-ana.example", not "chez-ana.example"'],
    [{ website: "javascript:alert(1)" }, 'like "https://www.example.com"'],
    [{ website: "https://ana:secret@chez-ana.example" }, 'like "https://www.example.com"'],
    [{ website: "https://localhost" }, 'like "https://www.example.com"'],
    [{ address: " " }, "contact.address must be a text of 1 to 200 characters on one line"],
    [{ line: "one\ntwo" }, "contact.line must be a text of 1 to 160 characters on one line"],
    [{ fax: "1" }, "fax"],
  ])("%j is refused with an explanation", (contact, words) => {
    expect(messageOf({ contact })).toContain(words);
  });
});

describe("wrong values", () => {
  test.each([
    [
      { seats: "forty" },
      'seats must be a whole number from 1 to 10000, or null for no limit, not "forty".',
    ],
    [{ seats: 0 }, "seats must be a whole number from 1 to 10000, or null for no limit, not 0."],
    [{ seats: 10_001 }, "not 10001."],
    [{ seats: 7.5 }, "not 7.5."],
    [{ slotMinutes: 4 }, "slotMinutes must be a whole number from 5 to 120, not 4."],
    [{ slotMinutes: null }, "slotMinutes must be a whole number from 5 to 120, not null."],
    [{ slotMinutes: 121 }, "not 121."],
    [{ bufferMinutes: 241 }, "bufferMinutes must be a whole number from 0 to 240, not 241."],
    [{ overbookCovers: -1 }, "overbookCovers"],
    [{ paceCovers: 0 }, "paceCovers"],
    [{ turnMinutes: [] }, "turnMinutes must be a list of 1 to 50 turn times, not []."],
    [
      { turnMinutes: [{ upTo: null, minutes: 4 }] },
      "turnMinutes[0].minutes must be a whole number from 5 to 720",
    ],
    [{ turnMinutes: [{ upTo: null, minutes: 721 }] }, "turnMinutes[0].minutes"],
    [{ turnMinutes: [{ minutes: 90 }] }, "turnMinutes[0].upTo is missing"],
    [{ services: {} }, "services must be a list of 0 to 20 services, not {}."],
    [
      { services: Array.from({ length: 21 }, () => dinner) },
      "services must be a list of 0 to 20 services",
    ],
    [
      { services: [{ ...dinner, opens: "5 PM" }] },
      'services[0].opens must be a 24-hour time like "17:00"',
    ],
    [{ services: [{ ...dinner, closes: "24:00" }] }, 'not "24:00".'],
    [
      { services: [{ ...dinner, name: " " }] },
      "services[0].name must be a text of 1 to 60 characters",
    ],
    [{ services: [{ ...dinner, name: "a\nb" }] }, "on one line"],
    [{ services: [{ ...dinner, days: ["Fri"] }] }, 'services[0].days[0] must be one of "mon"'],
    [{ services: [{ ...dinner, days: [] }] }, "services[0].days must be a list of 1 to 7 days"],
    [{ services: [{ ...dinner, days: ["fri", "fri"] }] }, "each day of the week once"],
    [{ services: [{ ...dinner, limits: { slotMinutes: 0 } }] }, "services[0].limits.slotMinutes"],
    [
      { specialDays: { "2026-02-30": { closed: true } } },
      'The key "2026-02-30" in specialDays must be an existing date',
    ],
    [
      { specialDays: { "2026-12-25": { closed: "yes" } } },
      "specialDays.2026-12-25.closed must be true or false",
    ],
    [{ specialDays: { "2026-12-25": null } }, "specialDays.2026-12-25 must be an object"],
    [{ specialDays: [] }, "specialDays must be an object of special days by date, not []."],
    [{ largeParty: null }, "largeParty must be an object"],
    [
      { largeParty: { mode: "maybe" } },
      'largeParty.mode must be one of "refuse", "pending", "allow", not "maybe".',
    ],
    [{ attendance: { onNoReply: "cancel" } }, "attendance.onNoReply"],
    [
      { attendance: { askHoursBefore: 721 } },
      "attendance.askHoursBefore must be a whole number from 0 to 720",
    ],
    [{ quietHours: { from: "9:00" } }, "quietHours.from"],
    [{ bookingWindowDays: -1 }, "bookingWindowDays"],
    [{ cancelNotification: "on" }, 'cancelNotification must be true or false, not "on".'],
    [{ reminderHoursBefore: 0 }, "reminderHoursBefore"],
    [{ dedupeTwinSeconds: { oauth: -1 } }, "dedupeTwinSeconds.oauth"],
    [{ waitlist: { enabled: 1 } }, "waitlist.enabled"],
    [
      { timeZone: "Europe/Roma" },
      'timeZone must be a time zone like "Europe/Rome", or a large city in it, not "Europe/Roma".',
    ],
    [{ timeZone: "america/new_york" }, 'a time zone like "America/New_York"'],
    [{ timeZone: "America/NewYork" }, 'a time zone like "America/New_York"'],
    [{ timeZone: "+02:00" }, "timeZone must be a time zone like"],
    [{ timeZone: 2 }, "timeZone must be a time zone like"],
    [
      { defaultCountry: "USA" },
      'defaultCountry must be a country in two capital letters like "US", not "USA".',
    ],
    [{ defaultCountry: "us" }, "defaultCountry"],
    [
      { quickAnswers: ["See you on {day}.", "Call {phone}."] },
      'quickAnswers[1] must be a text with no fields but {day} {time} {until}, not "Call {phone}."',
    ],
  ])("%j is refused with an explanation", (overrides, expected) => {
    expect(messageOf(overrides)).toContain(expected);
  });

  test.each([
    [{ seets: 8 }, 'There is no setting "seets". Did you mean "seats"?'],
    [{ paceCover: 8 }, 'Did you mean "paceCovers"?'],
    [{ largeParty: { form: 8 } }, 'There is no setting "largeParty.form". Did you mean "from"?'],
    [{ attendance: { enable: true } }, 'Did you mean "enabled"?'],
    [
      { services: [{ ...dinner, lastseating: "1" }] },
      'There is no setting "services[0].lastseating". Did you mean "lastSeating"?',
    ],
    [
      { services: [{ ...dinner, limits: { seat: 3 } }] },
      'There is no setting "services[0].limits.seat". Did you mean "seats"?',
    ],
    [{ specialDays: { "2026-12-25": { close: true } } }, 'Did you mean "closed"?'],
    [{ turnMinutes: [{ upto: 1, upTo: null, minutes: 90 }] }, 'Did you mean "upTo"?'],
    [{ quietHours: { xyzzy: "1" } }, "Known: from, to."],
  ])("the unknown key %j is refused with the nearest known key", (overrides, expected) => {
    expect(messageOf(overrides)).toContain(expected);
  });

  test("all problems are named together, each once", () => {
    const reasons = reasonsOf({ seats: -1.5, seets: 1, slott: 2, largeParty: { from: "9" } });
    expect(reasons.map((one) => said(one).split(" ")[0])).toEqual([
      "timeZone",
      "defaultCountry",
      "seats",
      "largeParty.from",
      "There",
      "There",
    ]);
  });

  test("a huge value is shortened in the refusal", () => {
    expect(messageOf({ timeZone: "x".repeat(100_000) }).length).toBeLessThan(200);
    expect(messageOf({ ["k".repeat(100_000)]: 1 }).length).toBeLessThan(900);
  });

  test("a value that is not an object is refused with an explanation", () => {
    for (const value of [[], null, "x", 7]) {
      expect(reasonsOf(value as never).map(({ code }) => code)).toEqual(["INVALID_INPUT"]);
    }
  });

  test("an unknown key with the name of a built-in property is refused like any other", () => {
    const overrides = JSON.parse(`{"__proto__": {"seats": 1}, "constructor": 1}`);
    const reasons = reasonsOf({ ...REQUIRED, ...overrides, ...overrides });
    expect(reasons.length).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)["seats"]).toBeUndefined();
    expect(
      reasonsOf(JSON.parse(`{"timeZone":"UTC","defaultCountry":"US","__proto__":{"a":1}}`)),
    ).toHaveLength(1);
  });

  test("random values are accepted, or refused with short reasons; no other error is thrown", () => {
    const key = fc.constantFrom(
      "timeZone",
      "defaultCountry",
      ...Object.keys(SETTINGS_DEFAULTS),
      "x",
    );
    const shape = fc.dictionary(
      key,
      fc.oneof(
        fc.jsonValue(),
        fc.array(fc.record({ name: fc.string(), days: fc.jsonValue(), limits: fc.jsonValue() })),
        fc.dictionary(fc.constantFrom("2026-12-25", "from", "mode", "enabled"), fc.jsonValue()),
      ),
    );
    fc.assert(
      fc.property(shape, (overrides) => {
        for (const reason of reasonsOf({ ...REQUIRED, ...overrides })) {
          expect(["INVALID_INPUT", "SETTINGS_CONFLICT"]).toContain(reason.code);
          expect(said(reason).length).toBeLessThan(1_000);
          expect(said(reason)).not.toContain("Invalid input");
        }
      }),
      { numRuns: 1_000 },
    );
  }, 60_000);
});

describe("limits and sizes", () => {
  test("days in a special day's services are accepted and dropped", () => {
    const settings = resolveSettings({
      ...REQUIRED,
      specialDays: { "2026-12-31": { services: [dinner] } },
    });
    const { days: _days, ...rest } = dinner;
    expect(settings.specialDays["2026-12-31"]?.services).toEqual([{ ...rest, limits: {} }]);
  });

  test("the turn is in the first row whose upTo is not below the party size", () => {
    const settings = resolveSettings(REQUIRED);
    const sizes = [1, 2, 3, 4, 5, 6, 7, 500];
    expect(sizes.map((size) => turnMinutesFor(settings, size))).toEqual([
      90, 90, 105, 105, 120, 120, 150, 150,
    ]);
  });

  test("the largest party is maxPartySize; if that is null, the seats; if both are null, there is no limit", () => {
    expect(maxPartySizeOf(resolveSettings({ ...REQUIRED, maxPartySize: 12 }))).toBe(12);
    expect(maxPartySizeOf(resolveSettings(REQUIRED))).toBe(40);
    expect(maxPartySizeOf(resolveSettings({ ...REQUIRED, seats: null }))).toBeNull();
  });

  test("the brand's limits are these six", () => {
    expect(limitsOf(resolveSettings({ ...REQUIRED, seats: 12, paceParties: 3 }))).toEqual({
      seats: 12,
      maxPartiesPresent: null,
      overbookCovers: 0,
      slotMinutes: 15,
      paceCovers: 10,
      paceParties: 3,
    });
  });
});
