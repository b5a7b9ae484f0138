// Goal: an edit changes only the settings that it names. It merges objects and replaces lists.
// Unsetting a key restores the default. Unknown keys are refused with an explanation.
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { DomainError } from "../../src/domain/errors.ts";
import { nearestWord } from "../../src/domain/nearest.ts";
import {
  editOverrides,
  resolveSettings,
  retentionDaysOf,
  type SettingsEdit,
} from "../../src/domain/settings.ts";
import { refusalBy, said } from "../support/said.ts";

const REQUIRED = { timeZone: "America/New_York", defaultCountry: "US" };

const refusalOf = (overrides: object, edit: SettingsEdit): string => {
  try {
    editOverrides(overrides, edit);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect(error.code).toBe("INVALID_INPUT");
    return said(error);
  }
  throw new Error("The edit was accepted");
};

describe("an edit", () => {
  test.each([
    ["sets a key", {}, { set: { seats: 30 } }, { seats: 30 }],
    [
      "sets one field of an object by a key with dots",
      {},
      { set: { "largeParty.mode": "allow" } },
      { largeParty: { mode: "allow" } },
    ],
    [
      "sets and unsets fields that have no default",
      { templates: { update: "{day} {time}" } },
      { set: { "smsBudget.perPhone": 9 }, unset: ["templates.update"] },
      { smsBudget: { perPhone: 9 } },
    ],
    [
      "keeps neighbouring keys",
      { largeParty: { from: 7 } },
      { set: { "largeParty.mode": "allow" } },
      { largeParty: { from: 7, mode: "allow" } },
    ],
    [
      "merges objects",
      { largeParty: { from: 7 } },
      { set: { largeParty: { mode: "allow" } } },
      { largeParty: { from: 7, mode: "allow" } },
    ],
    ["replaces lists", { services: [1, 2] }, { set: { services: [3] } }, { services: [3] }],
    ["stores null", { seats: 30 }, { set: { seats: null } }, { seats: null }],
    [
      "adds a special day",
      { specialDays: { "2026-12-25": { closed: true } } },
      { set: { "specialDays.2026-12-31": { closed: true } } },
      { specialDays: { "2026-12-25": { closed: true }, "2026-12-31": { closed: true } } },
    ],
    [
      "sets one field of a special day",
      {},
      { set: { "specialDays.2026-12-31.note": "Gala" } },
      { specialDays: { "2026-12-31": { note: "Gala" } } },
    ],
    [
      "merges a whole file",
      { seats: 30 },
      { merge: { seats: 20, attendance: { enabled: false } } },
      { seats: 20, attendance: { enabled: false } },
    ],
    [
      "lets single keys win over the file",
      {},
      { merge: { seats: 20 }, set: { seats: 25 } },
      { seats: 25 },
    ],
    ["unsets a key", { seats: 30, paceCovers: 12 }, { unset: ["seats"] }, { paceCovers: 12 }],
    ["unsets a key that the file sets", {}, { merge: { seats: 20 }, unset: ["seats"] }, {}],
    [
      "unsets one field of an object",
      { largeParty: { from: 7, mode: "allow" } },
      { unset: ["largeParty.from"] },
      { largeParty: { mode: "allow" } },
    ],
    ["leaves no empty object", { largeParty: { from: 7 } }, { unset: ["largeParty.from"] }, {}],
    [
      "may unset keys that are not set",
      { seats: 3 },
      { unset: ["paceCovers", "largeParty.from", "specialDays.2026-12-25"] },
      { seats: 3 },
    ],
    [
      "unsets an object before it sets a field in it",
      { largeParty: { from: 7 } },
      { unset: ["largeParty"], set: { "largeParty.mode": "allow" } },
      { largeParty: { mode: "allow" } },
    ],
    [
      "puts an object where null was",
      { largeParty: null },
      { set: { "largeParty.mode": "allow" } },
      { largeParty: { mode: "allow" } },
    ],
    [
      "sets the brand's own words for a text",
      {},
      { set: { "templates.reminder": "{day} {time}" } },
      { templates: { reminder: "{day} {time}" } },
    ],
    [
      "restores the standard text",
      { templates: { reminder: "{day} {time}" }, smsBudget: { perPhone: 3, perBrand: 90 } },
      { unset: ["templates.reminder", "smsBudget.perBrand"] },
      { smsBudget: { perPhone: 3 } },
    ],
    ["changes nothing when it is empty", { seats: 3 }, {}, { seats: 3 }],
  ] as [string, object, SettingsEdit, object][])("%s", (_name, overrides, edit, expected) => {
    const before = structuredClone(overrides);
    expect(editOverrides(overrides, edit)).toEqual(expected);
    expect(overrides).toEqual(before);
  });

  test.each([
    [{ set: { seets: 1 } }, 'There is no setting "seets". Did you mean "seats"?'],
    [{ unset: ["largeparty.from"] }, 'Did you mean "largeParty"?'],
    [{ set: { qqqqqqqq: 1 } }, "Known: timeZone"],
    [{ set: { "services.0.opens": "17:00" } }, "services is a list, which is set as a whole"],
    [{ set: { "seats.max": 3 } }, "seats is a single value"],
    [{ set: { "largeParty..mode": 3 } }, "is not a key. A key is names joined by dots"],
    [{ set: { "specialDays.a.b.c.d.e.f": 3 } }, "is not a key. A key is names joined by dots"],
    [{ set: { seats: 1 }, unset: ["seats"] }, "seats is both set and unset"],
    [{ set: { __proto__: null, "__proto__.x": 1 } }, 'There is no setting "__proto__"'],
    [{ merge: [] }, "Settings must be one object"],
    [{ merge: null }, "Settings must be one object"],
  ] as unknown as [SettingsEdit, string][])("%j is refused", (edit, message) => {
    expect(refusalOf({}, edit)).toContain(message);
  });

  test("is validated as a whole only when the settings are resolved", () => {
    const edited = editOverrides(REQUIRED, { set: { seats: 8, "largeParty.mode": "pending" } });
    expect(resolveSettings(edited)).toMatchObject({
      seats: 8,
      largeParty: { from: 9, mode: "pending" },
    });
    const unset = editOverrides(edited, { unset: ["timeZone"] });
    expect(refusalBy(() => resolveSettings(unset))).toContain("timeZone is missing");
    const unknown = editOverrides(REQUIRED, { set: { "largeParty.form": 3 } });
    expect(refusalBy(() => resolveSettings(unknown))).toContain('Did you mean "from"?');
  });

  test("that sets and then unsets the same keys restores the previous settings", () => {
    const keys = fc.subarray([
      "seats",
      "paceCovers",
      "largeParty.from",
      "attendance.enabled",
      "quietHours.to",
    ]);
    fc.assert(
      fc.property(keys, fc.jsonValue(), (names, value) => {
        const start = { ...REQUIRED, bufferMinutes: 10 };
        fc.pre(typeof value !== "object" || value === null);
        const edited = editOverrides(start, {
          set: Object.fromEntries(names.map((name) => [name, value])),
        });
        expect(editOverrides(edited, { unset: names })).toEqual(start);
      }),
    );
  });
});

describe("settings without a default", () => {
  test.each([
    ["retentionDays", 90],
    ["retentionDays", null],
    ["smsBudget.perPhone", 3],
    ["templates.reminder", "{brand}: {day} {time}"],
  ])("%s can be set to %p and unset again", (key, value) => {
    const set = editOverrides(REQUIRED, { set: { [key]: value } });
    expect(set).not.toEqual(REQUIRED);
    expect(() => resolveSettings(set)).not.toThrow();
    expect(editOverrides(set, { unset: [key] })).toEqual(REQUIRED);
  });

  test("guests' data is kept for 180 days, for another number of days, or for ever", () => {
    const days = (set: Record<string, unknown>): number | null =>
      retentionDaysOf(resolveSettings(editOverrides(REQUIRED, { set })));
    expect(days({})).toBe(180);
    expect(days({ retentionDays: 7 })).toBe(7);
    expect(days({ retentionDays: null })).toBeNull();
    expect(refusalBy(() => days({ retentionDays: 0 }))).toContain("retentionDays");
  });
});

describe("the nearest known word", () => {
  const known = ["seats", "paceCovers", "paceParties", "services", "from", "to", "date"];
  test.each([
    ["seat", "seats"],
    ["SEATS", "seats"],
    ["saets", "seats"],
    ["pacecover", "paceCovers"],
    ["paceparty", "paceParties"],
    ["service", "services"],
    ["form", "from"],
    ["dates", "date"],
    ["name", null],
    ["xyzzy", null],
    ["", null],
    ["q", null],
  ])("for %p is %p", (word, nearest) => {
    expect(nearestWord(word, known)).toBe(nearest);
  });

  test("for a word of a million letters is null, found within the time limit of a test", () => {
    expect(nearestWord("s".repeat(1_000_000), known)).toBeNull();
  });
});
