import { createHash } from "node:crypto";
import { z } from "zod";
import { endOf } from "../domain/admission.ts";
import { serviceAt } from "../domain/calendar.ts";
import type { Field } from "../domain/fields.ts";
import { withoutQuotes } from "../domain/formula-safe.ts";
import { normalisePhone } from "../domain/phone.ts";
import {
  NOTE_FIELDS,
  type NoteField,
  newReservation,
  notesIn,
  type Reservation,
} from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import type { Status, StoredFlag } from "../domain/reservation-states.ts";
import { keptFrom } from "../domain/retention.ts";
import type { Brand } from "../domain/settings.ts";
import { resolveStart } from "../domain/start.ts";
import { DAY, inWords, parseDate, parseTime } from "../domain/time.ts";
import { visibleText } from "../domain/visible-text.ts";
import { emailParam, nameParam, noteParam } from "../operations/params.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { sayReason, sayWarning } from "../words/render.ts";
import { readCsv } from "./csv-rows.ts";
import { BATCH, type Following, NOBODY } from "./import-broken-off.ts";
import { type Checked, changed, Findings, notThatFile } from "./import-report.ts";

/** A guess at the most that anybody has; the ids of all rows are kept while they are looked at. */
const MAX_ROWS = 2_000_000;

/** The columns that are read, each with other names that programs give it. */
export const CSV_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.values<Field>(RESERVATION_FIELDS).flatMap(({ column, csv = column, aliases }) =>
      aliases === undefined ? [] : [[csv, aliases]],
    ),
  ),
  date: ["reservation_date", "day"],
  time: ["reservation_time", "start_time"],
  reference: ["confirmation", "confirmation_number", "booking_reference"],
};
const REQUIRED = ["name", "party_size", "date", "time"] as const;

/** What other programs call a state; everything else must be one of ours. */
const STATUSES: Readonly<Record<string, Status>> = {
  booked: "booked",
  confirmed: "booked",
  pending: "booked",
  arrived: "booked",
  seated: "booked",
  completed: "completed",
  finished: "completed",
  done: "completed",
  no_show: "no_show",
  noshow: "no_show",
  cancelled: "cancelled",
  canceled: "cancelled",
};

type Row = Readonly<Record<string, string>>;

/** Reservations out of a table, looked through. */
export interface TableChecked {
  readonly checked: Checked;
  /** The rows that can be taken and are new, each by its line with a digest of its cells. */
  readonly news: ReadonlyMap<number, number>;
}

/** For whom a table is read. */
export interface TableOf {
  readonly brand: Brand;
  readonly stores: Stores;
  readonly now: number;
}

/** Looks through a CSV file of reservations for one brand without changing anything. */
export async function checkTable(path: string, of: TableOf): Promise<TableChecked> {
  const { brand, stores, now } = of;
  const findings = new Findings();
  const news = new Map<number, number>();
  const seen = new Set<number>();
  const before = keptFrom(brand, now);
  const ids = new RowIds();
  for await (const { line, row, fault, digest } of tableRows(path, (warning) =>
    findings.warn(warning),
  )) {
    const read = fault === null ? readRow(row, brand, now) : refused(fault);
    if (!read.ok) {
      findings.refuse({ line, id: row["id"] ?? row["reference"] ?? null, message: read.message });
      continue;
    }
    const id = ids.of(row, read.reservation);
    const owner = stores.portable.brandOf("reservation", id);
    if (seen.has(small(id))) findings.refuse({ line, id, message: "it is in the file twice." });
    else if (owner === null) {
      findings.add("reservation", brand.slug);
      for (const warning of read.warnings) findings.warn(`line ${line}: ${warning}`);
      if (before !== null && read.reservation.endAt < before) findings.past(brand.slug);
      news.set(line, digest);
    } else if (owner === brand.slug) findings.keep("reservation");
    else findings.refuse({ line, id, message: `this id is taken by the brand ${owner}.` });
    seen.add(small(id));
  }
  return { checked: findings.checked, news };
}

interface TableRow {
  readonly line: number;
  readonly row: Row;
  /** Why its cells can not be told apart; null: they can. */
  readonly fault: string | null;
  readonly digest: number;
}

/** The rows below the headings, empty ones left out. Throws CliError where headings are missing. */
async function* tableRows(
  path: string,
  warn: (warning: string) => void = () => undefined,
): AsyncGenerator<TableRow> {
  let columns: readonly (string | null)[] | null = null;
  let count = 0;
  for await (const { line, cells } of readCsv(path)) {
    if (columns === null) {
      columns = columnsOf(path, cells);
      const ignored = cells.filter((_, at) => columns?.[at] === null);
      if (ignored.length > 0) warn(`Ignored columns: ${ignored.join(", ")}.`);
      continue;
    }
    if (cells.every((cell) => cell.trim() === "")) continue;
    count += 1;
    if (count > MAX_ROWS) {
      throw notThatFile(
        `${path} has more than ${MAX_ROWS} rows. Split it, each part with the first line of this ` +
          "file, and import one part after the other.",
      );
    }
    yield { line, ...rowOf(cells, columns), digest: Bun.hash.xxHash32(JSON.stringify(cells)) };
  }
  if (columns === null) columnsOf(path, []);
}

function columnsOf(path: string, headings: readonly string[]): readonly (string | null)[] {
  const names = new Map<string, string>();
  for (const [column, others] of Object.entries(CSV_COLUMNS)) {
    for (const name of [column, ...others]) names.set(name, column);
  }
  const columns = headings.map((heading) => names.get(wordOf(heading)) ?? null);
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw notThatFile(
      `The first line of ${path} must name the columns; missing: ${missing.join(", ")}. ` +
        `Found: ${headings.join(", ").slice(0, 300) || "nothing"}.`,
    );
  }
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice !== undefined) throw notThatFile(`Two columns of ${path} are read as ${twice}.`);
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
  `it has ${cells} cells where the first line names ${columns}. A cell with a separator in it needs ` +
  "quotes around it.";

/** `Party Size` and `party-size` are `party_size`. */
const wordOf = (heading: string): string =>
  heading
    .replace(/^\ufeff/, "")
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

const optional = (schema: z.ZodType<string>) => schema.optional();

/** The notes of a row, by their columns. */
const NOTE_CELLS = Object.fromEntries(
  NOTE_FIELDS.map((field) => [RESERVATION_FIELDS[field].column, optional(noteParam("Note"))]),
) as {
  [Name in NoteField as (typeof RESERVATION_FIELDS)[Name]["column"]]: ReturnType<typeof optional>;
};

const rowSchema = z.object({
  name: nameParam,
  party_size: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,4}$/, "must be a whole number from 1")
    .transform(Number),
  date: z.string(),
  time: z.string(),
  phone: z.string().trim().max(100).optional(),
  email: optional(emailParam),
  ...NOTE_CELLS,
  status: z
    .string()
    .transform(wordOf)
    .refine(
      (word) => Object.hasOwn(STATUSES, word),
      "must be booked, completed, no_show or cancelled",
    )
    .optional(),
  id: z
    .string()
    .regex(/^[0-9a-f]{24}$/, "must be 24 hexadecimal digits; another program's goes in reference")
    .optional(),
  reference: z.string().trim().max(200).optional(),
  start: z.iso.datetime().optional(),
  end: z.iso.datetime().optional(),
});
type Values = z.infer<typeof rowSchema>;

type Read =
  | { readonly ok: true; readonly reservation: Reservation; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly message: string };

const refused = (message: string): Read => ({ ok: false, message });

function faultIn(row: Row, column: string, message: string): string {
  const cell = row[column];
  if (cell === undefined) return `${column}: is missing`;
  return `${column}: ${message}${message.startsWith("must be") ? `, not ${JSON.stringify(cell)}` : ""}`;
}

/** What is written in one of our ways, whether or not there is such a day. */
const SHAPE_OF_DATE = /^(?:\d{4}-\d\d-\d\d$|\p{L})/u;
const NOT_A_DAY = "must be a day such as 2026-11-20 or Friday, November 20, 2026";

/** One row by the rules of every road in, but for the admission: those guests are coming already. */
function readRow(row: Row, brand: Brand, now: number): Read {
  const parsed = rowSchema.safeParse(row);
  if (!parsed.success) {
    const said = parsed.error.issues.map(({ path, message }) =>
      faultIn(row, path.join("."), message),
    );
    return refused(said.join("; "));
  }
  const values = parsed.data;
  const date = parseDate(values.date);
  const time = timeOf(values.time);
  if (!date.ok) {
    const known = SHAPE_OF_DATE.test(values.date.trim());
    return refused(known ? sayReason(date.reason, "agent") : faultIn(row, "date", NOT_A_DAY));
  }
  if (time === null) return refused(faultIn(row, "time", "must be such as 19:30 or 7:30 PM"));
  const timestamp = values.start === undefined ? null : Date.parse(values.start);
  const start = resolveStart({ date: date.value, time, timestamp }, brand.settings, now);
  if (!start.ok) return refused(sayReason(start.reason, "agent"));
  const phone =
    values.phone === undefined ? null : normalisePhone(values.phone, brand.settings.defaultCountry);
  if (phone?.ok === false) return refused(sayReason(phone.reason, "agent"));
  const { startAt } = start.value;
  const end = values.end === undefined ? null : Date.parse(values.end);
  if (end !== null && (end <= startAt || end - startAt > DAY)) {
    return refused("end must be after the start, and within a day.");
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
  return { ok: true, reservation, warnings };
}

/** `19:30`, `19:30:00` or `7:30 PM`; null: something else. */
function timeOf(text: string): string | null {
  const trimmed = text
    .trim()
    .replace(/^(\d):/, "0$1:")
    .replace(/^(\d\d:\d\d):\d\d$/, "$1");
  const read = parseTime(trimmed);
  return read.ok ? read.value : null;
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

/** Nobody is asked by text whether they come: who should have been is to be called. */
function flagsOf(partySize: number, { largeParty, attendance }: Brand["settings"]): StoredFlag[] {
  const large = partySize >= largeParty.from;
  const call = large || (attendance.enabled && partySize >= attendance.fromParty);
  return [...(large ? (["large"] as const) : []), ...(call ? (["call_to_confirm"] as const) : [])];
}

/** 53 bits of a hash, which a set keeps in a third of the room that the text takes. */
const small = (text: string): number => Number(Bun.hash.xxHash64(text) & 0x1f_ffff_ffff_ffffn);

/** The same row always gets the same id, so that a file may be imported again. */
class RowIds {
  /** How often the same guest stands in the file at the same time. */
  readonly #twins = new Map<number, number>();

  of(row: Row, made: Reservation): string {
    if (row["id"] !== undefined) return row["id"];
    const { brand, startAt, partySize, name, phone } = made;
    const reference = row["reference"];
    const what = reference ?? JSON.stringify([startAt, partySize, name.toLowerCase(), phone]);
    const key = JSON.stringify([brand, reference !== undefined, what]);
    const twin = reference === undefined ? (this.#twins.get(small(key)) ?? 0) : 0;
    if (reference === undefined) this.#twins.set(small(key), twin + 1);
    return createHash("sha256").update(`${key}${twin}`).digest("hex").slice(0, 24);
  }
}

/**
 * Adds the rows that a look has found new, some at a time: the file is read once more, so that no
 * more of it is in memory than a batch. A file that is broken off half-way is gone on with by
 * importing it again. Throws CliError at the first row that is not the one that was looked at.
 */
export async function saveTable(
  path: string,
  { news }: Pick<TableChecked, "news">,
  { brand, stores, now, writer }: TableOf & { readonly writer: Writer },
  { adding, heard }: Following = NOBODY,
): Promise<void> {
  const ids = new RowIds();
  let missing = news.size;
  let batch: Reservation[] = [];
  const save = async (): Promise<void> => {
    const rows = batch;
    batch = [];
    await writer.write(() => {
      for (const reservation of rows) {
        if (stores.reservations.get(reservation.id) === null) {
          stores.reservations.insert(reservation);
        }
      }
      adding(brand.slug);
    });
    heard(rows.length);
  };
  for await (const { line, row, fault, digest } of tableRows(path)) {
    const known = news.get(line);
    if (known !== undefined && known !== digest) throw changed(path, line);
    const read = fault === null ? readRow(row, brand, now) : null;
    // Rows that are left out count among those that are alike, as when they were looked at.
    if (read?.ok !== true) continue;
    const id = ids.of(row, read.reservation);
    if (known === undefined) continue;
    missing -= 1;
    batch.push({ ...read.reservation, id });
    if (batch.length >= BATCH) await save();
  }
  if (missing > 0) throw changed(path, null);
  if (batch.length > 0) await save();
}
