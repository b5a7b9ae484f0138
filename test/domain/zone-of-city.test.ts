// Goal: a restaurant can give its city instead of an IANA time zone. For an unknown city, zones
// with a similar name are suggested.
import { expect, test } from "bun:test";
import { editOverrides } from "../../src/domain/settings.ts";
import { nearZones, zoneOf } from "../../src/domain/zone-of-city.ts";

test.each([
  ["New York", "America/New_York"],
  ["new york ", "America/New_York"],
  ["new_york", "America/New_York"],
  ["Berlin", "Europe/Berlin"],
  ["Kolkata", "Asia/Kolkata"],
  ["São Paulo", "America/Sao_Paulo"],
  ["St. Johns", "America/St_Johns"],
  ["Port-au-Prince", "America/Port-au-Prince"],
  ["buenos aires", "America/Argentina/Buenos_Aires"],
  ["europe/rome", "Europe/Rome"],
  ["Asia/Calcutta", "Asia/Calcutta"],
])("%s is stored as %s", (typed, zone) => {
  expect(zoneOf(typed)).toBe(zone);
  expect(editOverrides({}, { merge: { timeZone: typed } })).toEqual({ timeZone: zone });
});

test.each(["", "Europe", "Springfield", "+02:00", "Berln"])(
  "%j names no time zone, and is kept as it was typed",
  (typed) => {
    expect(zoneOf(typed)).toBeNull();
    expect(editOverrides({}, { merge: { timeZone: typed } })).toEqual({ timeZone: typed });
  },
);

test.each([
  ["Berln", ["Europe/Berlin"]],
  ["north dakota", /^America\/North_Dakota\/\w+$/],
  ["buenos", ["America/Argentina/Buenos_Aires"]],
  ["Europe/Roma", ["Europe/Rome"]],
  ["Europe/Pariss", ["Europe/Paris"]],
  ["Amerika/New_York", ["America/New_York"]],
  ["Europe/Wien", []],
  ["Atlantis", []],
])("the zones suggested for %s are those with a similar name", (typed, near) => {
  const found = nearZones(typed);
  if (near instanceof RegExp) {
    expect(found).toHaveLength(3);
    for (const zone of found) expect(zone).toMatch(near);
  } else expect(found).toEqual(near);
});
