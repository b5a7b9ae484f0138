export interface CalendarEvent {
  readonly uid: string;
  readonly sequence: number;
  readonly updatedAt: number;
  readonly startAt: number;
  readonly endAt: number;
  readonly summary: string;
  readonly cancelled: boolean;
  readonly tentative?: boolean;
  readonly description?: string;
}

export interface CalendarName {
  readonly name: string;
  readonly zone: string;
  readonly refreshMinutes: number;
}

/** Maximum octets per line (RFC 5545, section 3.1). */
const MAX_OCTETS = 75;

/** A file with one event (RFC 5545). Times are in UTC, so that calendars need not know the zone. */
export const calendarFile = (event: CalendarEvent): string => fileOf([], [event]);

/**
 * A feed of events (RFC 7986). The `X-` lines are for older calendars. TRANSPARENT events do not show
 * the subscriber as busy.
 */
export function calendarFeed(
  { name, zone, refreshMinutes }: CalendarName,
  events: readonly CalendarEvent[],
): string {
  const period = `PT${refreshMinutes}M`;
  const header = [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${escaped(zone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${period}`,
    `X-PUBLISHED-TTL:${period}`,
  ];
  return fileOf(header, events, ["TRANSP:TRANSPARENT"]);
}

function fileOf(
  header: readonly string[],
  events: readonly CalendarEvent[],
  ofEach: readonly string[] = [],
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//maitred//reservations//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...header,
    ...events.flatMap((event) => linesOf(event, ofEach)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const linesOf = (event: CalendarEvent, more: readonly string[]): string[] => [
  "BEGIN:VEVENT",
  `UID:${event.uid}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.updatedAt)}`,
  `DTSTART:${utc(event.startAt)}`,
  `DTEND:${utc(event.endAt)}`,
  `SUMMARY:${escaped(event.summary)}`,
  ...(event.description === undefined ? [] : [`DESCRIPTION:${escaped(event.description)}`]),
  `STATUS:${event.cancelled ? "CANCELLED" : event.tentative === true ? "TENTATIVE" : "CONFIRMED"}`,
  ...more,
  "END:VEVENT",
];

const utc = (instant: number): string =>
  `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** RFC 5545, section 3.3.11. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r?\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");

const encoder = new TextEncoder();

function folded(line: string): string {
  // Fast path: nearly all lines are short, and a feed can have 250,000 lines.
  if (encoder.encode(line).length <= MAX_OCTETS) return line;
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
