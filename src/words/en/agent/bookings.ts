import type { Alert } from "../../../domain/alerts.ts";
import { nameInLine } from "../../../domain/plain-text.ts";
import { NOTE_FIELDS, type NoteField } from "../../../domain/reservation.ts";
import { clockTime, displayDate, formatDate } from "../../../domain/time.ts";
import { tableNamed } from "../both/seating.ts";
import { counted } from "../phrases.ts";
import { typed, typedField } from "../typed.ts";

const NOTE_IN_ROW = 120;

interface Row extends Readonly<Record<NoteField, string>> {
  readonly id: string | null;
  readonly name: string;
  readonly phone: string | null;
  readonly numberOfPeople: number;
  readonly timestamp: number;
  readonly status: string;
  readonly attendance: string;
  readonly flags: readonly string[];
  readonly tables: readonly string[];
  readonly tablePinned: boolean;
  readonly alerts: readonly Alert[];
}

export function bookingRows(rows: readonly Row[], zone: string): string[] {
  const byDate = Map.groupBy(rows, ({ timestamp }) => displayDate(timestamp, zone));
  return [...byDate].flatMap(([date, ofDate]) => [
    `${date} (booked and without notes unless the row says otherwise):`,
    ...ofDate.map((row) => bookingRow(row, zone)),
  ]);
}

function bookingRow(row: Row, zone: string): string {
  const { id, name, phone, numberOfPeople, timestamp, status, attendance, flags, tables } = row;
  const pinned = row.tablePinned ? " (pinned)" : "";
  const facts = [
    `${id}: ${nameInLine(name)}`,
    `party of ${numberOfPeople}`,
    clockTime(timestamp, zone),
    ...(status === "booked" ? [] : [status]),
    ...(phone === null ? [] : [`phone ending ${phone}`]),
    ...(tables.length === 0 ? [] : [`${tableNamed(tables.join(" + "))}${pinned}`]),
    ...(attendance === "not_required" ? [] : [`attendance ${attendance}`]),
    ...flags,
  ];
  return [facts.join(", "), ...row.alerts.map(alertIn), ...notesIn(row)].join("; ");
}

const alertIn = ({ phrase, field }: Alert): string => `ALERT ${typed(phrase)} (${field})`;

const notesIn = (row: Row): string[] =>
  NOTE_FIELDS.filter((field) => row[field].trim() !== "").map((field) =>
    typedField(field, row[field], NOTE_IN_ROW),
  );

export const alertsLine = (alerts: readonly Alert[]): string =>
  alerts.length === 0 ? "alerts: none" : alerts.map(alertIn).join("; ");

interface Narrowed {
  readonly query?: string | undefined;
  readonly service?: string | undefined;
  readonly flag?: string | undefined;
  readonly hasNotes?: boolean | undefined;
  readonly alert?: boolean | undefined;
  readonly status?: readonly string[] | undefined;
}

function narrowedBy({ query, service, flag, hasNotes, alert, status }: Narrowed): string {
  const parts = [
    ...(query === undefined ? [] : [`matching ${typed(query)}`]),
    ...(service === undefined ? [] : [`in service ${typed(service)}`]),
    ...(status === undefined ? [] : [`with status ${status.join(" or ")}`]),
    ...(flag === undefined ? [] : [`with flag ${flag}`]),
    ...(hasNotes === undefined ? [] : [hasNotes ? "with notes" : "without notes"]),
    ...(alert === undefined ? [] : [alert ? "with an alert" : "without an alert"]),
  ];
  return parts.join(", ");
}

export function bookingsFound(found: {
  readonly total: number;
  readonly covers: number;
  readonly fromDate: string;
  readonly toDate: string;
  readonly narrowed: Narrowed;
  /** True if no date was given, so that only today was searched. */
  readonly todayAlone: boolean;
}): string {
  const { total, covers, fromDate, toDate } = found;
  const days =
    fromDate === toDate
      ? `on ${formatDate(fromDate)}`
      : `from ${formatDate(fromDate)} to ${formatDate(toDate)}`;
  const by = narrowedBy(found.narrowed);
  const count = `${counted(total, "reservation")}, ${counted(covers, "cover")}`;
  if (by === "") return `${count} ${days}, without cancelled ones and no-shows.`;
  const others =
    total === 0 && found.todayAlone
      ? " Only that day was searched: pass date and toDate to search other days."
      : "";
  const without =
    found.narrowed.status === undefined ? ", without cancelled ones and no-shows" : "";
  return `${count} ${by} ${days}${without}.${others}`;
}
