import { memoize } from "../domain/memoize.ts";
import { plainPunctuation } from "../domain/segments.ts";
import { isTwice, zoneAbbreviation } from "../domain/time.ts";

type Format = (instant: number, zone: string) => string;

/** Replaces no-break spaces: they are not in the GSM-7 alphabet, so a text with one needs more segments. */
export function dateFormat(
  locale: string,
  style: Intl.DateTimeFormatOptions,
  tidy: (text: string) => string = (text) => text,
): Format {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return memoize((instant: number, zone: string) => {
    let formatter = formatters.get(zone);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat(locale, { ...style, timeZone: zone });
      formatters.set(zone, formatter);
    }
    return tidy(plainPunctuation(formatter.format(instant)));
  });
}

/** Adds the zone, such as "EST", to a time that comes twice because the clocks go back that night. */
export function timeFormat(locale: string, style: Intl.DateTimeFormatOptions): Format {
  const time = dateFormat(locale, style);
  const zoneName = dateFormat(
    locale,
    { timeZoneName: "short" },
    (text) => text.split(" ").at(-1) ?? "",
  );
  return (instant, zone) => {
    if (!isTwice(instant, zone)) return time(instant, zone);
    const name = zoneName(instant, zone);
    const known = /^[A-Z]+$/.test(name) ? name : zoneAbbreviation(instant, zone);
    return `${time(instant, zone)} ${known}`;
  };
}
