import { remembered } from "../domain/remembered.ts";
import { plainPunctuation } from "../domain/segments.ts";
import { isTwice, zoneAbbreviation } from "../domain/time.ts";

/** Writes an instant (epoch milliseconds) as the clocks of an IANA zone show it. */
type Written = (instant: number, zone: string) => string;

/**
 * Days or times as a locale writes them. One formatter is made per zone, and what was written once
 * is kept: every text of an evening shows one of the same few starts. Punctuation is plain, so that
 * no space of a locale doubles the price of a text. `tidy` shortens what Intl writes.
 */
export function written(
  locale: string,
  style: Intl.DateTimeFormatOptions,
  tidy: (text: string) => string = (text) => text,
): Written {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return remembered((instant: number, zone: string) => {
    let formatter = formatters.get(zone);
    if (formatter === undefined) {
      formatter = new Intl.DateTimeFormat(locale, { ...style, timeZone: zone });
      formatters.set(zone, formatter);
    }
    return tidy(plainPunctuation(formatter.format(instant)));
  });
}

/** The same for times; in the night in which the clocks show a time twice with its zone. */
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
