/** A stay as a calendar needs it. Instants are epoch milliseconds. */
export interface CalendarEvent {
  /** The same for every version of the event. */
  readonly uid: string;
  /** Counts the versions, from 0. */
  readonly sequence: number;
  readonly updatedAt: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly summary: string;
  readonly cancelled: boolean;
}

/** Octets of a line of an iCalendar file (RFC 5545, section 3.1). */
const MAX_OCTETS = 75;

/**
 * An iCalendar file with one event (RFC 5545), its times in UTC so that no calendar needs to know
 * the zone.
 */
export function calendarFile(event: CalendarEvent): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//maitred//reservations//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.updatedAt)}`,
    `DTSTART:${utc(event.startAt)}`,
    `DTEND:${utc(event.endAt)}`,
    `SUMMARY:${escaped(event.summary)}`,
    `STATUS:${event.cancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const utc = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** RFC 5545, section 3.3.11. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r?\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");

/** Continues a long line on the next, which begins with a space; no character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let result = "";
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_OCTETS) {
      result += "\r\n ";
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}
