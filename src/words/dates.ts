import { memoize } from "../domain/memoize.ts";
import { plainPunctuation } from "../domain/segments.ts";
import { isTwice, zoneAbbreviation } from "../domain/time.ts";

/** Writes an instant (epoch milliseconds) as the clocks of an IANA zone show it. */
type Written = (instant: number, zone: string) => string;

/**
 * Days or times as a locale writes them, in plain punctuation: a no-break space would double the
 * price of a text. Formatters are made once per zone and results are kept, because all texts of an
 * evening show the same few starts. `tidy` shortens what Intl writes.
 */
export function written(
  locale: string,
  style: Intl.DateTimeFormatOptions,
  tidy: (text: string) => string = (text) => text,
): Written {
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

/** The same for times, with the zone in the night in which the clocks show a time twice. */
export function writtenTime(locale: string, style: Intl.DateTimeFormatOptions): Written {
  const time = written(locale, style);
  const zoneName = written(
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
