import { lastDigits } from "../../../domain/phone.ts";
import { shownPhone } from "../../../domain/phone-text.ts";
import type { DaySheet, SheetRow, SheetService } from "../../../operations/desk/day-sheet.ts";
import type { WaitingGuest } from "../../../operations/desk/waiting-guests.ts";
import { countsAsCovers } from "../tonight/tonight-view.ts";

export interface Paper {
  /** Null for parties and waiting guests outside all services. */
  readonly service: SheetService | null;
  readonly rows: readonly SheetRow[];
  readonly waiting: readonly WaitingGuest[];
  readonly covers: number;
  readonly parties: number;
  readonly cancelled: number;
}

/**
 * One sheet per service, or only the sheet of the `wanted` service. If there is only one sheet, it
 * also lists the guests outside all services. Otherwise, they get an extra sheet.
 */
export function papersOf(
  sheet: DaySheet,
  guests: readonly WaitingGuest[],
  wanted: string | null,
): Paper[] {
  const { services } = sheet;
  const chosen = services.filter(({ name }) => name === wanted);
  const shown = chosen.length > 0 ? chosen : services;
  const isAlone = shown.length === 1;
  const named = (row: SheetRow): boolean => services.some(({ name }) => name === row.service);
  const isOutside = (guest: WaitingGuest): boolean =>
    !services.some((service) => isFor(guest, service));
  const papers = shown.map((service) =>
    paperOf(
      service,
      sheet.rows.filter((row) => row.service === service.name || (isAlone && !named(row))),
      guests.filter((guest) => isFor(guest, service) || (isAlone && isOutside(guest))),
    ),
  );
  if (isAlone) return papers;
  const rest = sheet.rows.filter((row) => !named(row));
  const waiting = guests.filter(isOutside);
  return rest.length + waiting.length === 0 ? papers : [...papers, paperOf(null, rest, waiting)];
}

function paperOf(
  service: SheetService | null,
  rows: readonly SheetRow[],
  waiting: readonly WaitingGuest[],
): Paper {
  const present = rows.filter(({ status }) => status !== "cancelled");
  const counted = present.filter(countsAsCovers);
  return {
    service,
    rows: present,
    waiting,
    covers: counted.reduce((sum, { numberOfPeople }) => sum + numberOfPeople, 0),
    parties: counted.length,
    cancelled: rows.length - present.length,
  };
}

const isFor = (guest: WaitingGuest, { opens, lastSeating }: SheetService): boolean =>
  guest.earliestTimestamp <= lastSeating && guest.latestTimestamp >= opens;

export function phoneOf(phone: string | null, whole: boolean, country: string): string {
  if (phone === null || phone === "") return "";
  return whole ? shownPhone(phone, country) : `…${lastDigits(phone)}`;
}
