/** @jsxImportSource hono/jsx */
import { getCountries } from "libphonenumber-js/min";
import { LANGUAGES } from "../../domain/languages.ts";

export interface Country {
  readonly value: string;
  readonly label: string;
}

const names = new Intl.DisplayNames("en", { type: "region" });

export const COUNTRIES: readonly Country[] = getCountries()
  .map((value): Country => ({ value, label: names.of(value) ?? value }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));

export const GUEST_LANGUAGES = LANGUAGES.map((value) => ({
  value,
  label: new Intl.DisplayNames([value], { type: "language" }).of(value) ?? value,
}));

/** Zones that Intl.Locale lists only under an older name. */
const RENAMED: Readonly<Record<string, string>> = {
  "Africa/Asmara": "ER",
  "America/Atikokan": "CA",
  "America/Nuuk": "GL",
  "Asia/Ho_Chi_Minh": "VN",
  "Asia/Kathmandu": "NP",
  "Asia/Kolkata": "IN",
  "Asia/Yangon": "MM",
  "Atlantic/Faroe": "FO",
  "Europe/Kyiv": "UA",
  "Pacific/Chuuk": "FM",
  "Pacific/Kanton": "KI",
  "Pacific/Pohnpei": "FM",
};

/** Country code by zone and by city. Built at the first use, because building it is slow. */
let countryOf: ReadonlyMap<string, string> | null = null;

function countriesByZone(): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(RENAMED));
  for (const { value } of COUNTRIES) {
    for (const zone of new Intl.Locale(`und-${value}`).getTimeZones?.() ?? []) {
      if (!found.has(zone)) found.set(zone, value);
    }
  }
  // Add the cities too: Intl.Locale lists "America/Buenos_Aires", which is now
  // "America/Argentina/Buenos_Aires".
  for (const [zone, country] of found) {
    if (!found.has(cityOf(zone))) found.set(cityOf(zone), country);
  }
  return found;
}

const cityOf = (zone: string): string => zone.split("/").at(-1) ?? zone;

export function countryOfZone(zone: string): string | null {
  countryOf ??= countriesByZone();
  return countryOf.get(zone) ?? countryOf.get(cityOf(zone)) ?? null;
}

export const ZONES_ID = "zones";

export const Zones = () => (
  <datalist id={ZONES_ID}>
    {zones().map((zone) => {
      const country = countryOfZone(zone);
      const place = country === null ? undefined : `${spoken(zone)}, ${names.of(country)}`;
      return <option value={zone} label={place} data-country={country} />;
    })}
  </datalist>
);

const zones = (): string[] =>
  Intl.supportedValuesOf("timeZone").filter(
    (zone) => zone.includes("/") && !zone.startsWith("Etc/"),
  );

const spoken = (zone: string): string => cityOf(zone).replaceAll("_", " ");
