import { nameInLine } from "../../../domain/plain-text.ts";
import { clockTime, displayDate, inWords } from "../../../domain/time.ts";

export const nextPage = (cursor: string | null): string =>
  cursor === null ? "" : ` Next page: cursor "${cursor}".`;

export const textState = (text: {
  readonly kind: string;
  readonly state: string;
  readonly segments: number;
}): string => `text ${text.kind}: ${text.state}, ${text.segments} SMS`;

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

/** "12 (Terrace, for 2 to 4): seated, Ana Lopez, party of 4 (6afe...) until 8:15 PM." */
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
  { at, zone }: { readonly at: number; readonly zone: string },
): string {
  const timeOf = (instant: number): string =>
    displayDate(instant, zone) === displayDate(at, zone)
      ? clockTime(instant, zone)
      : inWords(instant, zone);
  const { minCovers, maxCovers, party, until, next } = table;
  const takes = minCovers === maxCovers ? `${maxCovers}` : `${minCovers} to ${maxCovers}`;
  const who =
    party === null
      ? ""
      : `, ${nameInLine(party.name)}, party of ${party.numberOfPeople} (${party.id})`;
  const ends = until === null ? "" : ` until ${timeOf(until)}`;
  const then =
    next === null
      ? ""
      : ` Next: ${nameInLine(next.name)} at ${timeOf(next.timestamp)} (${next.id}).`;
  return `${table.name} (${table.area}, for ${takes}): ${table.state}${who}${ends}.${then}`;
}
