import { nameInLine } from "../../../domain/plain-text.ts";
import { clockTime, formatDate, inWords } from "../../../domain/time.ts";

// What the tools that read say besides their data.

/** At the end of a page of a list; null: it is the last. */
const nextPage = (cursor: string | null): string =>
  cursor === null ? "" : ` Next page: cursor "${cursor}".`;

/** At the end of a list of reservations. */
export function reservationsFound(found: {
  readonly total: number;
  readonly covers: number;
  readonly nextCursor: string | null;
  readonly fromDate: string;
  readonly toDate: string;
  /** Somebody searched without a date. */
  readonly todayAlone: boolean;
}): string {
  const { total, covers, fromDate, toDate } = found;
  const days =
    fromDate === toDate
      ? `on ${formatDate(fromDate)}`
      : `from ${formatDate(fromDate)} to ${formatDate(toDate)}`;
  const count = `${total} reservation(s), ${covers} covers in all ${days}.`;
  // Nobody is to conclude from today alone that the guest has no booking.
  const others =
    total === 0 && found.todayAlone
      ? " Only that day was searched: pass date and toDate to search others."
      : "";
  return `${count}${nextPage(found.nextCursor)}${others}`;
}

/** At the end of a list of waiting guests. */
export const guestsFound = (total: number, nextCursor: string | null): string =>
  total === 0 ? "Nobody is waiting." : `${total} guest(s) in all.${nextPage(nextCursor)}`;

/** A text of a reservation. */
export const textState = (text: {
  readonly kind: string;
  readonly state: string;
  readonly segments: number;
}): string => `text ${text.kind}: ${text.state}, ${text.segments} SMS`;

/** A change of a reservation. */
export const changeLine = (
  change: {
    readonly at: number;
    readonly operation: string;
    readonly actor: string;
    readonly summary: string;
  },
  zone: string,
): string =>
  `${inWords(change.at, zone)}, ${change.operation} by ${nameInLine(change.actor)}: ${change.summary}`;

export const NO_BRANDS = "No brands.";

export const brandLine = (brand: {
  readonly slug: string;
  readonly name: string;
  readonly timeZone: string;
  readonly today: string;
  readonly now: string;
}): string => `${brand.slug}: ${brand.name}, ${brand.timeZone}, now ${brand.today} ${brand.now}`;

export const NO_TABLES = "There are no tables.";
export const TABLES_OFF = "Tables are not assigned to parties here.";

/** "12 (Terrace, 2 to 4): seated, Ana Lopez, party of 4 (6afe...), until 8:15 PM." */
export function tableLine(
  table: {
    readonly name: string;
    readonly area: string;
    readonly minCovers: number;
    readonly maxCovers: number;
    readonly state: string;
    readonly party: {
      readonly id: string;
      readonly name: string;
      readonly numberOfPeople: number;
    } | null;
    readonly until: number | null;
    readonly next: {
      readonly id: string;
      readonly name: string;
      readonly timestamp: number;
    } | null;
  },
  zone: string,
): string {
  const { minCovers, maxCovers, party, until, next } = table;
  const takes = minCovers === maxCovers ? `${maxCovers}` : `${minCovers} to ${maxCovers}`;
  const who =
    party === null
      ? ""
      : `, ${nameInLine(party.name)}, party of ${party.numberOfPeople} (${party.id})`;
  const ends = until === null ? "" : ` until ${clockTime(until, zone)}`;
  const then =
    next === null
      ? ""
      : ` Next: ${nameInLine(next.name)} at ${clockTime(next.timestamp, zone)} (${next.id}).`;
  return `${table.name} (${table.area}, ${takes}): ${table.state}${who}${ends}.${then}`;
}
