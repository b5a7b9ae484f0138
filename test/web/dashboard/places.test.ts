// Goal: the set-up form can guess the country of a restaurant from its time zone.
import { expect, test } from "bun:test";
import { COUNTRIES, countryOfZone } from "../../../src/web/dashboard/places.tsx";

/** Zones without restaurants, or in a country without its own phone numbers. */
const WITHOUT_COUNTRY = [
  "Atlantic/South_Georgia",
  "Indian/Kerguelen",
  "Pacific/Midway",
  "Pacific/Pitcairn",
  "Pacific/Wake",
  "UTC",
];

test("every zone with restaurants has a country that the form lists", () => {
  const codes = new Set(COUNTRIES.map(({ value }) => value));
  const unknown = Intl.supportedValuesOf("timeZone").filter(
    (zone) => !/^(Antarctica|Etc)\//u.test(zone) && !codes.has(countryOfZone(zone) ?? ""),
  );
  expect(unknown).toEqual(WITHOUT_COUNTRY);
});

test.each([
  ["Europe/Kyiv", "UA"],
  ["Africa/Asmara", "ER"],
  ["Pacific/Pohnpei", "FM"],
  ["America/Argentina/Buenos_Aires", "AR"],
])("%s is in %s", (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});
