import { resolve } from "node:path";
import { loadInstanceSecret } from "../auth/instance-secret.ts";
import {
  PORTABLE_TYPES,
  PORTABLE_VERSION,
  type PortableHeader,
  type PortableType,
} from "../domain/portable.ts";
import { addDays, isLocalDate, isTimeZone, startOfDay } from "../domain/time.ts";
import { BOM, csvOf } from "../operations/export/csv.ts";
import { cellsOf, columnsOf, TABLE_TYPES, type TableName } from "../operations/export/tables.ts";
import { useFolder } from "../storage/folder-use.ts";
import { factsOf, openForReading } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { isOptedOut } from "../storage/opt-out-store.ts";
import { PortableReader, type PortableScope } from "../storage/portable-reader.ts";
import { pendingSteps } from "../storage/schema-history.ts";
import { VERSION } from "../version.ts";
import { fileSink, outputSink, type Sink } from "./export-sink.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf } from "./instance.ts";
import { plural } from "./print.ts";
import { CliError, type Flags, usageError, type Verb } from "./verb.ts";

const TABLES = Object.keys(TABLE_TYPES) as TableName[];
const FORMATS = ["csv", "jsonl"] as const;
/** First and last date that a filter can be open to. */
const [FIRST, LAST] = ["0000-01-01", "9999-12-31"];
const ROWS_AT_ONCE = 200;

/** `maitred export`: a restaurant's data for people (CSV) or for another instance (JSON lines). */
export const exportVerb: Verb = {
  name: "export",
  summary: "Export reservations, waitlist, texts and history to a file.",
  positionals: [],
  flags: {
    brand: {
      type: "string",
      multiple: true,
      value: "SLUG",
      help: "Only these restaurants (default: all).",
    },
    format: {
      type: "string",
      value: "FORMAT",
      choices: FORMATS,
      help: "jsonl or csv (default: by the file's name, else jsonl).",
    },
    what: {
      type: "string",
      value: "WHAT",
      choices: [...TABLES, "all"],
      help: `${TABLES.join(", ")} or all (default all; for csv reservations).`,
    },
    from: { type: "string", value: "DATE", help: "From this date on, such as 2026-11-01." },
    to: { type: "string", value: "DATE", help: "Up to and including this date." },
    out: { type: "string", value: "FILE", help: "File to write; - for standard output (default)." },
    bom: {
      type: "boolean",
      help: "For csv: start with a byte order mark, so that spreadsheets read UTF-8.",
    },
    ...DATA_FLAG,
  },
  async run({ flags, json, config, io }) {
    const order = orderOf(flags, json);
    const folder = folderOf({ config });
    using held = new DisposableStack();
    const path = databaseIn(folder);
    const database = openForReading(path);
    held.use(useFolder(folder));
    if (pendingSteps(database).length > 0) {
      database.close();
      throw new CliError(
        "OLDER_SCHEMA",
        "The database was made by an older version. Upgrade it first: maitred migrate",
      );
    }
    const { environment } = factsOf(database);
    const reader = held.use(new PortableReader(database));
    const { hashPhone } = loadInstanceSecret(folder, { databaseExists: true });
    const source: Source = {
      reader,
      brands: brandsOf(order.brands, reader.brands()),
      optedOut: isOptedOut(database, hashPhone),
    };
    const sink = order.out === null ? outputSink(io) : fileSink(order.out);
    try {
      const header = { version: PORTABLE_VERSION, program: VERSION, environment } as const;
      const rows =
        order.format === "csv"
          ? await writeTable(order, source, sink)
          : await writeLines(order, source, sink, {
              type: "maitred",
              ...header,
              exportedAt: io.now(),
            });
      await sink.finish();
      const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
      return {
        json: { file: order.out, format: order.format, brands: source.brands, rows },
        text: `Exported ${plural(total, "row")} of ${source.brands.join(", ") || "no restaurant"}${order.out === null ? "" : ` to ${order.out}`}.`,
      };
    } catch (error) {
      sink.abandon();
      throw error;
    }
  },
};

interface Order {
  readonly brands: readonly string[];
  readonly format: (typeof FORMATS)[number];
  readonly what: TableName | "all";
  readonly from: string | null;
  readonly to: string | null;
  /** Null: standard output. */
  readonly out: string | null;
  readonly bom: boolean;
}

interface Source {
  readonly reader: PortableReader;
  readonly brands: readonly string[];
  readonly optedOut: (phone: string) => boolean;
}

function orderOf(flags: Flags, json: boolean): Order {
  const out = flags.text("out") ?? "-";
  const asked = flags.text("format") ?? (/\.csv$/i.test(out) ? "csv" : "jsonl");
  const format = FORMATS.find((known) => known === asked);
  if (format === undefined)
    throw usageError(`--format takes ${FORMATS.join(" or ")}, not ${asked}.`);
  const wanted = flags.text("what") ?? (format === "csv" ? "reservations" : "all");
  const what = [...TABLES, "all" as const].find((known) => known === wanted);
  if (what === undefined)
    throw usageError(`--what takes ${TABLES.join(", ")} or all, not ${wanted}.`);
  if (what === "all" && format === "csv") {
    throw usageError(`A csv file holds one table: --what ${TABLES.join(", ")}.`);
  }
  if (flags.has("bom") && format !== "csv") throw usageError("--bom goes with --format csv.");
  const [from, to] = [dateFlag(flags, "from"), dateFlag(flags, "to")];
  if (from !== null && to !== null && from > to) {
    throw usageError(`--from ${from} is after --to ${to}: nothing lies between them.`);
  }
  if (out === "") throw usageError("--out takes the name of a file, or - for standard output.");
  if (out === "-" && json) throw usageError("With --json, name a file: --out FILE.");
  return {
    brands: flags.list("brand"),
    format,
    what,
    from,
    to,
    out: out === "-" ? null : resolve(out),
    bom: flags.has("bom"),
  };
}

function dateFlag(flags: Flags, name: string): string | null {
  const date = flags.text(name);
  if (date === undefined) return null;
  if (isLocalDate(date)) return date;
  throw usageError(`--${name} takes a date such as 2026-11-20, not ${JSON.stringify(date)}.`);
}

function brandsOf(wanted: readonly string[], known: readonly string[]): readonly string[] {
  const strange = wanted.find((slug) => !known.includes(slug));
  if (strange === undefined) return wanted.length === 0 ? known : [...new Set(wanted)];
  const list = known.join(", ") || "none";
  throw new CliError(
    "BRAND_UNKNOWN",
    `There is no brand ${JSON.stringify(strange)}. Known: ${list}.`,
  );
}

/** The rows of a brand that are wanted: whole days of its own calendar. */
function scopeOf(brand: string, zone: string, { from, to }: Order): PortableScope {
  return {
    brand,
    fromDate: from ?? FIRST,
    toDate: to ?? LAST,
    fromAt: from === null ? Number.MIN_SAFE_INTEGER : startOfDay(from, zone),
    toAt: to === null ? Number.MAX_SAFE_INTEGER : startOfDay(addDays(to, 1), zone) - 1,
  };
}

function zoneOf(reader: PortableReader, brand: string): string {
  const [found] = reader.records("brand", { ...EVERYTHING, brand });
  // Read by itself: a setting that is not valid any more must not keep anybody's data in.
  const zone = found?.settings["timeZone"];
  return typeof zone === "string" && isTimeZone(zone) ? zone : "UTC";
}

const EVERYTHING: Omit<PortableScope, "brand"> = {
  fromDate: FIRST,
  toDate: LAST,
  fromAt: Number.MIN_SAFE_INTEGER,
  toAt: Number.MAX_SAFE_INTEGER,
};

type Counts = Record<string, number>;

async function writeTable(order: Order, { reader, brands }: Source, sink: Sink): Promise<Counts> {
  const name = order.what as TableName;
  await sink.write(`${order.bom ? BOM : ""}${csvOf([columnsOf(name)])}`);
  let rows = 0;
  for (const brand of brands) {
    const zone = zoneOf(reader, brand);
    let waiting: ReturnType<typeof cellsOf>[] = [];
    for (const record of reader.records(TABLE_TYPES[name], scopeOf(brand, zone, order))) {
      waiting.push(cellsOf(name, record, zone));
      rows += 1;
      if (waiting.length < ROWS_AT_ONCE) continue;
      await sink.write(csvOf(waiting));
      waiting = [];
    }
    await sink.write(csvOf(waiting));
  }
  return { [TABLE_TYPES[name]]: rows };
}

/** Which types go into a file of JSON lines, brand by brand. */
const LINES: Readonly<Record<Order["what"], readonly PortableType[]>> = {
  all: PORTABLE_TYPES,
  reservations: ["brand", "reservation"],
  waitlist: ["brand", "waitlist_entry", "freed_slot", "waitlist_offer"],
  messages: ["brand", "message"],
  audit: ["brand", "change"],
};

async function writeLines(
  order: Order,
  { reader, brands, optedOut }: Source,
  sink: Sink,
  header: PortableHeader,
): Promise<Counts> {
  const rows: Counts = {};
  const line = async (record: { readonly type: string }): Promise<void> => {
    rows[record.type] = (rows[record.type] ?? 0) + 1;
    await sink.write(`${JSON.stringify(record)}\n`);
  };
  await sink.write(`${JSON.stringify(header)}\n`);
  for (const brand of brands) {
    const scope = scopeOf(brand, zoneOf(reader, brand), order);
    for (const type of LINES[order.what]) {
      if (type === "opt_out" || type === "inbound_text") continue;
      for (const record of reader.records(type, scope)) await line(record);
    }
  }
  if (order.what !== "all") return rows;
  // What guests texted belongs to no brand, so it goes with all of them only.
  const scope = scopeOf("", "UTC", order);
  if (order.brands.length === 0) {
    for (const record of reader.records("inbound_text", scope)) await line(record);
  }
  const told = new Set<string>();
  for (const brand of brands) {
    for (const phone of reader.phones(brand)) {
      if (told.has(phone) || !optedOut(phone)) continue;
      told.add(phone);
      await line({ type: "opt_out", phone } as { type: "opt_out" });
    }
  }
  return rows;
}
