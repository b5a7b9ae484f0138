import { nearestWord } from "./nearest.ts";
import { isTimeZone, zoneName } from "./time.ts";

const MOST_NAMED = 3;

/** Built on first use, because listing the zones is slow. */
let zoneOfCity: ReadonlyMap<string, string> | null = null;
const zonesByCity = (): ReadonlyMap<string, string> => {
  zoneOfCity ??= new Map(
    Intl.supportedValuesOf("timeZone").map((zone) => [plain(zone.split("/").at(-1) ?? zone), zone]),
  );
  return zoneOfCity;
};

/** The same text for "São Paulo", "sao_paulo" and "SAO PAULO". */
const plain = (typed: string): string =>
  typed
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");

export function zoneOf(typed: string): string | null {
  if (isTimeZone(typed)) return typed;
  return zonesByCity().get(plain(typed)) ?? zoneName(typed.trim());
}

/** Time zones that `typed` may mean, such as "America/Indiana/Knox" for "indiana". */
export function nearZones(typed: string): readonly string[] {
  const known = zonesByCity();
  const meant = zoneOf(typed);
  if (meant !== null) return [meant];
  const begun = plain(typed);
  const zones = [...known.values()];
  const found = zones.filter((zone) =>
    zone.split("/").some((part) => begun.length > 2 && plain(part).startsWith(begun)),
  );
  if (found.length > 0) return found.slice(0, MOST_NAMED);
  // Compare only the city, because a shared "Europe/" would make all short names look similar.
  const city = plain(typed.split("/").at(-1) ?? typed);
  const zone = known.get(nearestWord(city, [...known.keys()]) ?? "");
  return zone === undefined ? [] : [zone];
}
