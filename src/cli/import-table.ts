import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import Papa from "papaparse";
import { z } from "zod";
import { endOf } from "../domain/admission.ts";
import { serviceAt } from "../domain/calendar.ts";
import { withoutQuotes } from "../domain/formula-safe.ts";
import { normalisePhone } from "../domain/phone.ts";
import type { Reservation, Status, StoredFlag } from "../domain/reservation.ts";
import type { Brand } from "../domain/settings.ts";
import { resolveStart } from "../domain/start.ts";
import { DAY, dateOf, inWords, parseDate, parseTime } from "../domain/time.ts";
import { visibleText } from "../domain/visible-text.ts";
import { emailParam, nameParam, noteParam } from "../operations/params.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { BATCH, type Following, NOBODY } from "./import-broken-off.ts";
import { type Checked, Findings, notThatFile } from "./import-report.ts";
import { CliError } from "./verb.ts";

const MAX_BYTES = 50 * 1024 * 1024;
const MAX_ROWS = 100_000;
const SPLIT =
  "Split it, each part with the first line of this file, and import one part after the other";

/** The columns that are read, each with other names that programs give it. */
export const CSV_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ["guest", "guest_name", "customer", "customer_name"],
  party_size: ["party", "covers", "people", "guests", "number_of_people", "pax"],
  date: ["reservation_date", "day"],
  time: ["reservation_time", "start_time"],
  phone: ["phone_number", "mobile", "telephone"],
  email: ["e_mail", "email_address"],
  notes: ["note", "comment", "comments"],
  food_drink_notes: ["allergies", "dietary"],
  seating_notes: ["table_notes"],
  status: ["state"],
  id: [],
  reference: ["confirmation", "confirmation_number", "booking_reference"],
  start: [],
  end: [],
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
  readonly news: readonly Reservation[];
}

/** Looks through a CSV file of reservations for one brand without changing anything. */
export function checkTable(path: string, brand: Brand, stores: Stores, now: number): TableChecked {
  const { rows, ignored } = readTable(path);
  const findings = new Findings();
  if (ignored.length > 0) findings.warn(`Columns that are not read: ${ignored.join(", ")}.`);
  const news: Reservation[] = [];
  const twins = new Map<string, number>();
  const seen = new Set<string>();
  for (const { line, row, fault } of rows) {
    const read = fault === null ? readRow(row, brand, now) : refused(fault);
    if (!read.ok) {
      findings.refuse({ line, id: row["id"] ?? row["reference"] ?? null, message: read.message });
      continue;
    }
    const reservation = { ...read.reservation, id: idOf(row, read.reservation, twins) };
    const { id } = reservation;
    const owner = stores.portable.brandOf("reservation", id);
    if (seen.has(id)) findings.refuse({ line, id, message: "it is in the file twice." });
    else if (owner === null) {
      findings.add("reservation", brand.slug);
      for (const warning of read.warnings) findings.warn(`line ${line}: ${warning}`);
      news.push(reservation);
    } else if (owner === brand.slug) findings.keep("reservation");
    else findings.refuse({ line, id, message: `this id is taken by the brand ${owner}.` });
    seen.add(id);
  }
  return { checked: findings.checked, news };
}

interface TableRow {
  readonly line: number;
  readonly row: Row;
  /** Why its cells can not be told apart; null: they can. */
  readonly fault: string | null;
}

function readTable(path: string): { rows: TableRow[]; ignored: readonly string[] } {
  const names = new Map<string, string>();
  for (const [column, others] of Object.entries(CSV_COLUMNS)) {
    for (const name of [column, ...others]) names.set(name, column);
  }
  const parsed = Papa.parse<string[]>(textOf(path), { skipEmptyLines: false });
  const [headings = [], ...cells] = parsed.data;
  const columns = headings.map((heading) => names.get(wordOf(heading)) ?? null);
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw notThatFile(
      `The first line of ${path} must name the columns; missing: ${missing.join(", ")}. ` +
        `Found: ${headings.join(", ").slice(0, 300) || "nothing"}.`,
    );
  }
  const quotes = parsed.errors.find(({ type }) => type === "Quotes")?.row;
  if (quotes !== undefined) {
    // Whatever follows would be taken for the text of one cell.
    const before = parsed.data.slice(0, quotes);
    const at = before.reduce((sum, values) => sum + 1 + lineEnds(values), 1);
    throw notThatFile(
      `A quoted cell in line ${at} of ${path} is not closed, or not where it ends. Inside quotes a ` +
        'quote is written twice: "the ""big"" table".',
    );
  }
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice !== undefined) throw notThatFile(`Two columns of ${path} are read as ${twice}.`);
  // A cell may hold line ends: an editor's line is where the row begins.
  let line = 1 + lineEnds(headings);
  const rows: TableRow[] = [];
  for (const values of cells) {
    line += 1;
    const begins = line;
    line += lineEnds(values);
    if (values.every((cell) => cell.trim() === "")) continue;
    const named = values.flatMap((cell, at) => {
      const column = columns[at];
      return column === null || column === undefined || cell.trim() === ""
        ? []
        : [[column, visibleText(withoutQuotes(cell))]];
    });
    const surplus = values.slice(headings.length).some((cell) => cell.trim() !== "");
    const fault = surplus ? tooMany(values.length, headings.length) : null;
    rows.push({ line: begins, row: Object.fromEntries(named), fault });
  }
  if (rows.length > MAX_ROWS) {
    throw notThatFile(`${path} has ${rows.length} rows; one file may have ${MAX_ROWS}. ${SPLIT}.`);
  }
  return { rows, ignored: headings.filter((_, at) => columns[at] === null) };
}

const tooMany = (cells: number, columns: number): string =>
  `it has ${cells} cells where the first line names ${columns}. A cell with a separator in it needs ` +
  "quotes around it.";

const lineEnds = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/** `Party Size` and `party-size` are `party_size`. */
const wordOf = (heading: string): string =>
  heading
    .replace(/^\ufeff/, "")
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

function textOf(path: string): string {
  try {
    if (statSync(path).size > MAX_BYTES)
      throw new Error(`it has more than ${MAX_BYTES} bytes. ${SPLIT}`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const why =
      error instanceof TypeError
        ? "it is not UTF-8. Save it anew as CSV UTF-8"
        : (error as Error).message;
    throw new CliError("INVALID_INPUT", `${path} can not be read: ${why}.`);
  }
}

const optional = (schema: z.ZodType<string>) => schema.optional();

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
  notes: optional(noteParam("Notes")),
  food_drink_notes: optional(noteParam("Food and drink")),
  seating_notes: optional(noteParam("Seating")),
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
    return refused(known ? date.reason.message : faultIn(row, "date", NOT_A_DAY));
  }
  if (time === null) return refused(faultIn(row, "time", "must be such as 19:30 or 7:30 PM"));
  const timestamp = values.start === undefined ? null : Date.parse(values.start);
  const start = resolveStart({ date: date.value, time, timestamp }, brand.settings, now);
  if (!start.ok) return refused(start.reason.message);
  const phone =
    values.phone === undefined ? null : normalisePhone(values.phone, brand.settings.defaultCountry);
  if (phone?.ok === false) return refused(phone.reason.message);
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
    ...start.value.warnings.map(({ message }) => message),
    ...(phone?.warning ? [phone.warning] : []),
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
  { slug, settings }: Brand,
  now: number,
  at: Pick<Reservation, "startAt" | "endAt" | "phone">,
): Reservation {
  const service = serviceAt(settings, at.startAt);
  const said = values.status === undefined ? undefined : STATUSES[values.status];
  const status = said ?? (at.endAt <= now ? "completed" : "booked");
  return {
    id: "",
    brand: slug,
    name: values.name,
    email: values.email ?? null,
    partySize: values.party_size,
    ...at,
    serviceDate: service?.serviceDate ?? dateOf(at.startAt, settings.timeZone),
    service: service?.name ?? null,
    status,
    attendance: "not_required",
    notes: values.notes ?? "",
    foodDrinkNotes: values.food_drink_notes ?? "",
    seatingNotes: values.seating_notes ?? "",
    notifyCustomer: true,
    source: "import",
    flags: status === "booked" && at.startAt > now ? flagsOf(values.party_size, settings) : [],
    arrivedAt: null,
    seatedAt: null,
    completedAt: status === "completed" ? at.endAt : null,
    cancelledAt: status === "cancelled" ? now : null,
    createdAt: now,
    createdBy: "operator",
    updatedAt: now,
    revision: 1,
    timeRevision: 1,
  };
}

/** Nobody is asked by text whether they come: who should have been is to be called. */
function flagsOf(partySize: number, { largeParty, attendance }: Brand["settings"]): StoredFlag[] {
  const large = partySize >= largeParty.from;
  const call = large || (attendance.enabled && partySize >= attendance.fromParty);
  return [...(large ? (["large"] as const) : []), ...(call ? (["call_to_confirm"] as const) : [])];
}

/** The same row always gets the same id, so that a file may be imported again. */
function idOf(row: Row, made: Reservation, twins: Map<string, number>): string {
  if (row["id"] !== undefined) return row["id"];
  const { brand, startAt, partySize, name, phone } = made;
  const what = row["reference"] ?? JSON.stringify([startAt, partySize, name.toLowerCase(), phone]);
  const key = JSON.stringify([brand, row["reference"] !== undefined, what]);
  const twin = row["reference"] === undefined ? (twins.get(key) ?? 0) : 0;
  twins.set(key, twin + 1);
  return createHash("sha256").update(`${key}${twin}`).digest("hex").slice(0, 24);
}

/** Adds the reservations that a look has found new, some at a time. */
export async function saveTable(
  news: readonly Reservation[],
  { stores, writer }: { readonly stores: Stores; readonly writer: Writer },
  { adding, heard }: Following = NOBODY,
): Promise<void> {
  for (let at = 0; at < news.length; at += BATCH) {
    const batch = news.slice(at, at + BATCH);
    await writer.write(() => {
      for (const reservation of batch) {
        if (stores.reservations.get(reservation.id) === null) {
          stores.reservations.insert(reservation);
        }
      }
      for (const brand of new Set(batch.map((one) => one.brand))) adding(brand);
    });
    heard(batch.length);
  }
}
