// Wall times and instants for the acceptance tests. Shares no code with the product.

export const NEW_YORK = "America/New_York";
export const ROME = "Europe/Rome";
export const LONDON = "Europe/London";
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/**
 * The instant of a wall time such as ("2026-11-20", "19:00"), in epoch milliseconds. If the time
 * comes twice because clocks are put back, the first one counts.
 */
export function instant(date: string, wall: string, zone = NEW_YORK): number {
  return Temporal.PlainDateTime.from(`${date}T${wall}`).toZonedDateTime(zone).epochMilliseconds;
}

/** "Friday, November 20, 2026" of a local date "2026-11-20". */
export function dateWords(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return `${WEEKDAYS[day.dayOfWeek - 1]}, ${MONTHS[day.month - 1]} ${day.day}, ${day.year}`;
}

/** "7:30 PM" of a wall time "19:30". */
export function timeWords(wall: string): string {
  const time = Temporal.PlainTime.from(wall);
  const minute = String(time.minute).padStart(2, "0");
  return `${time.hour % 12 === 0 ? 12 : time.hour % 12}:${minute} ${time.hour < 12 ? "AM" : "PM"}`;
}

/** The parameters of a start: `when("2026-11-20", "19:30")`. */
export function when(date: string, wall: string): { date: string; time: string } {
  return { date: dateWords(date), time: timeWords(wall) };
}

/** The display date and display time of an instant. */
export function wordsOf(at: number, zone = NEW_YORK): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return {
    date: dateWords(local.toPlainDate().toString()),
    time: timeWords(local.toPlainTime().toString()),
  };
}

/** The local date `days` days after `date`. */
export function dayAfter(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}
