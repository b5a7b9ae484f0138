import { createHash } from "node:crypto";
import { endOf } from "../domain/admission.ts";
import { serviceAt } from "../domain/calendar.ts";
import type { Field } from "../domain/fields.ts";
import { withoutQuotes } from "../domain/formula-safe.ts";
import { NOTE_FIELDS, newReservation, notesIn, type Reservation } from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import type { StoredFlag } from "../domain/reservation-states.ts";
import type { Brand } from "../domain/settings.ts";
import { resolveStart } from "../domain/start.ts";
import { DAY, inWords } from "../domain/time.ts";
import { visibleText } from "../domain/visible-text.ts";
import { sayReason, sayWarning } from "../words/render.ts";
import { readCsv } from "./csv-rows.ts";
import {
  faultIn,
  type Row,
  type RowSchema,
  rowSchemaFor,
  STATUSES,
  type Values,
  wordOf,
} from "./import-cells.ts";
import type { ImportLine } from "./import-check.ts";
import type { RowSeats } from "./import-seats.ts";
import { CliError } from "./verb.ts";

type Columns = Readonly<Record<string, readonly string[]>>;

/** The names that other programs use for each column. */
export const CSV_COLUMNS: Columns = {
  ...Object.fromEntries(
    Object.values<Field>(RESERVATION_FIELDS).flatMap(({ column, csv = column, aliases }) =>
      aliases === undefined ? [] : [[csv, aliases]],
    ),
  ),
  date: ["reservation_date", "day"],
  time: ["reservation_time", "start_time"],
  reference: ["confirmation", "confirmation_number", "booking_reference"],
};

const SEAT_COLUMNS = { tables: ["table", "table_number"], area: [] };
const REQUIRED = ["name", "party_size", "date", "time"] as const;

export async function* tableLines(
  path: string,
  brand: Brand,
  now: number,
  seats: RowSeats | null = null,
): AsyncGenerator<ImportLine> {
  const ids = new RowIds();
  const schema = rowSchemaFor(brand);
  const columns = seats === null ? CSV_COLUMNS : { ...CSV_COLUMNS, ...SEAT_COLUMNS };
  for await (const { line, row, fault, notes, digest } of tableRows(path, columns)) {
    const given = row["id"] ?? row["reference"] ?? null;
    const read = fault === null ? readRow(row, { schema, brand, now }) : fault;
    if (typeof read === "string") yield { line, id: given, digest, read, warnings: notes };
    else {
      const id = ids.of(row, read.reservation);
      const placed = seats?.of(line, row, { ...read.reservation, id });
      const { nextQuestionAt: _, ...reservation } = { ...read.reservation, ...placed?.seat, id };
      const said = [...read.warnings, ...(placed?.warnings ?? [])];
      const warnings = [...notes, ...said.map((warning) => `line ${line}: ${warning}`)];
      yield { line, id: given, digest, read: { type: "reservation", ...reservation }, warnings };
    }
  }
}

interface TableRow {
  readonly line: number;
  readonly row: Row;
  readonly fault: string | null;
  /** Warnings about the whole file. Only the first row has them. */
  readonly notes: readonly string[];
  readonly digest: number;
}

async function* tableRows(path: string, known: Columns): AsyncGenerator<TableRow> {
  let columns: readonly (string | null)[] | null = null;
  let notes: readonly string[] = [];
  for await (const { line, cells } of readCsv(path)) {
    if (columns === null) {
      columns = columnsOf(path, cells, known);
      const ignored = cells.filter((_, at) => columns?.[at] === null);
      if (ignored.length > 0) notes = [`Ignored columns: ${ignored.join(", ")}.`];
    } else if (cells.some((cell) => cell.trim() !== "")) {
      const digest = Bun.hash.xxHash32(JSON.stringify(cells));
      yield { line, ...rowOf(cells, columns), notes, digest };
      notes = [];
    }
  }
  if (columns === null) columnsOf(path, [], known);
}

function columnsOf(
  path: string,
  headings: readonly string[],
  known: Columns,
): readonly (string | null)[] {
  const names = new Map<string, string>();
  for (const [column, others] of Object.entries(known)) {
    for (const name of [column, ...others]) names.set(name, column);
  }
  const columns = headings.map((heading) => names.get(wordOf(heading)) ?? null);
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw new CliError(
      "INVALID_INPUT",
      `The first line of ${path} must name the columns; missing: ${missing.join(", ")}. ` +
        `Found: ${headings.join(", ").slice(0, 300) || "nothing"}.`,
    );
  }
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice !== undefined)
    throw new CliError("INVALID_INPUT", `Two columns of ${path} are read as ${twice}.`);
  return columns;
}

function rowOf(
  cells: readonly string[],
  columns: readonly (string | null)[],
): Pick<TableRow, "row" | "fault"> {
  const named = cells.flatMap((cell, at) => {
    const column = columns[at];
    return column === null || column === undefined || cell.trim() === ""
      ? []
      : [[column, visibleText(withoutQuotes(cell))]];
  });
  const surplus = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  const fault = surplus ? tooMany(cells.length, columns.length) : null;
  return { row: Object.fromEntries(named), fault };
}

const tooMany = (cells: number, columns: number): string =>
  `it has ${cells} cells, but the first line names ${columns}. Put quotes around a cell that contains ` +
  "a separator.";

interface Read {
  readonly reservation: Reservation;
  readonly warnings: readonly string[];
}

/** Skips admission, because the restaurant has already accepted these guests. */
function readRow(
  row: Row,
  { schema, brand, now }: { schema: RowSchema; brand: Brand; now: number },
): Read | string {
  const parsed = schema.safeParse(row);
  if (!parsed.success) {
    const said = parsed.error.issues.map(({ path, message }) =>
      faultIn(row, path.join("."), message),
    );
    return said.join("; ");
  }
  const values = parsed.data;
  const { date, time, phone = null } = values;
  const timestamp = values.start === undefined ? null : Date.parse(values.start);
  const start = resolveStart({ date, time, timestamp }, brand.settings, now);
  if (!start.ok) return sayReason(start.reason, "agent");
  const { startAt } = start.value;
  const end = values.end === undefined ? null : Date.parse(values.end);
  if (end !== null && (end <= startAt || end - startAt > DAY)) {
    return "end must be after the start, and within a day of it.";
  }
  const reservation = reservationOf(values, brand, now, {
    startAt,
    endAt: end ?? endOf(startAt, values.party_size, brand.settings),
    phone: phone?.phone ?? null,
  });
  const warnings = [
    ...[...start.value.warnings, ...(phone?.warning ? [phone.warning] : [])].map((one) =>
      sayWarning(one, "agent"),
    ),
    ...(reservation.service === null && reservation.status === "booked"
      ? [`${brand.slug} is closed at ${inWords(startAt, brand.settings.timeZone)}.`]
      : []),
  ];
  return { reservation, warnings };
}

function reservationOf(
  values: Values,
  brand: Brand,
  now: number,
  at: Pick<Reservation, "startAt" | "endAt" | "phone">,
): Reservation {
  const { settings } = brand;
  const said = values.status === undefined ? undefined : STATUSES[values.status];
  const status = said ?? (at.endAt <= now ? "completed" : "booked");
  const notes = NOTE_FIELDS.map((field) => [field, values[RESERVATION_FIELDS[field].column]]);
  return newReservation(
    {
      ...at,
      ...notesIn(Object.fromEntries(notes)),
      id: "",
      name: values.name,
      email: values.email ?? null,
      partySize: values.party_size,
      status,
      attendance: "not_required",
      source: "import",
      flags: status === "booked" && at.startAt > now ? flagsOf(values.party_size, settings) : [],
      completedAt: status === "completed" ? at.endAt : null,
      cancelledAt: status === "cancelled" ? now : null,
    },
    { brand, service: serviceAt(settings, at.startAt), now, by: "operator" },
  );
}

/** An import sends no texts, so somebody must call large parties and parties that must confirm. */
function flagsOf(partySize: number, { largeParty, attendance }: Brand["settings"]): StoredFlag[] {
  const large = partySize >= largeParty.from;
  const call = large || (attendance.enabled && partySize >= attendance.fromParty);
  return [...(large ? (["large"] as const) : []), ...(call ? (["call_to_confirm"] as const) : [])];
}

/** A second import of a file gives each row the same id as before, so it adds nothing. */
class RowIds {
  readonly #timesSeen = new Map<string, number>();

  of(row: Row, { brand, startAt, partySize, name, phone }: Reservation): string {
    if (row["id"] !== undefined) return row["id"];
    const reference = row["reference"];
    const what = reference ?? JSON.stringify([startAt, partySize, name.toLowerCase(), phone]);
    const key = JSON.stringify([brand, reference !== undefined, what]);
    const seen = reference === undefined ? (this.#timesSeen.get(key) ?? 0) : 0;
    if (reference === undefined) this.#timesSeen.set(key, seen + 1);
    return createHash("sha256").update(`${key}${seen}`).digest("hex").slice(0, 24);
  }
}
