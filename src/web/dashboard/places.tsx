/** @jsxImportSource hono/jsx */
import { getCountries } from "libphonenumber-js/min";

/** A country as a phone's country: two letters and its name in English. */
export interface Country {
  readonly value: string;
  readonly label: string;
}

const names = new Intl.DisplayNames("en", { type: "region" });

/** Every country whose phone numbers can be read, by name. */
export const COUNTRIES: readonly Country[] = getCountries()
  .map((value): Country => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));

/** Cities that the runtime knows a country of by an older spelling only. */
const RENAMED: Readonly<Record<string, string>> = {
  "America/Nuuk": "GL",
  "Asia/Ho_Chi_Minh": "VN",
  "Asia/Kathmandu": "NP",
  "Asia/Kolkata": "IN",
  "Asia/Yangon": "MM",
  "Atlantic/Faroe": "FO",
};
const countries = new Map(Object.entries(RENAMED));
for (const { value } of COUNTRIES) {
  for (const zone of new Intl.Locale(`und-${value}`).getTimeZones?.() ?? []) {
    if (!countries.has(zone)) countries.set(zone, value);
  }
}
// "America/Argentina/Salta" lies where "America/Salta" did: each is known by its city.
const byCity = new Map([...countries].map(([zone, country]) => [cityOf(zone), country]));

function cityOf(zone: string): string {
  return zone.split("/").at(-1) ?? zone;
}

/** The country that a time zone lies in; null: none, or several. */
export const countryOfZone = (zone: string): string | null =>
  countries.get(zone) ?? byCity.get(cityOf(zone)) ?? null;

const ZONES = Intl.supportedValuesOf("timeZone").filter(
  (zone) => zone.includes("/") && !zone.startsWith("Etc/"),
);

/** What an input with `list={ZONES_ID}` proposes: found by city and by country. */
export const ZONES_ID = "zones";
export const Zones = () => (
  <datalist id={ZONES_ID}>
    {ZONES.map((zone) => {
      const country = countryOfZone(zone);
      return (
        <option
          value={zone}
          label={
            country === null
              ? undefined
              : `${cityOf(zone).replaceAll("_", " ")}, ${names.of(country)}`
          }
          data-country={country}
        />
      );
    })}
  </datalist>
);
