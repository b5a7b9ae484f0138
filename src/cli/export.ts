import { resolve } from "node:path";
import { loadInstanceSecret } from "../auth/instance-secret.ts";
import {
  PORTABLE_TYPES,
  PORTABLE_VERSION,
  type PortableHeader,
  type PortableType,
} from "../domain/portable.ts";
import { addDays, isTimeZone, startOfDay } from "../domain/time.ts";
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
import { requireBrands } from "./known-brands.ts";
import { plural } from "./print.ts";
import { CliError, type Flags, switchFlag, textFlag, usageError, type Verb } from "./verb.ts";

const TABLES = Object.keys(TABLE_TYPES) as TableName[];
const FORMATS = ["csv", "jsonl"] as const;
const [FIRST, LAST] = ["0000-01-01", "9999-12-31"];

export const exportVerb: Verb = {
  name: "export",
  summary: "Export reservations, waitlist, texts and history to a file.",
  flags: {
    brand: textFlag("SLUG", "Only these restaurants (default: all).", { multiple: true }),
    format: textFlag("FORMAT", "jsonl or csv (default: by the file's name, else jsonl).", {
      choices: FORMATS,
    }),
    what: textFlag("WHAT", `${TABLES.join(", ")} or all (default: all; csv: reservations).`, {
      choices: [...TABLES, "all"],
    }),
    from: textFlag("DATE", "From this date on, such as 2026-11-01."),
    to: textFlag("DATE", "Up to and including this date."),
    out: textFlag("FILE", "File to write; - for standard output (default)."),
    bom: switchFlag("For csv: start with a byte order mark, so that Excel reads UTF-8."),
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
    requireBrands(reader.brands(), order.brands);
    const { hashPhone } = loadInstanceSecret(folder, { databaseExists: true });
    const source: Source = {
      reader,
      brands: order.brands.length === 0 ? reader.brands() : [...new Set(order.brands)],
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
  readonly out: string | null;
  readonly bom: boolean;
}

interface Source {
  readonly reader: PortableReader;
  readonly brands: readonly string[];
  readonly optedOut: (phone: string) => boolean;
}

const SPREADSHEET = /\.(xlsx?|ods|numbers)$/i;

function orderOf(flags: Flags, json: boolean): Order {
  const out = flags.text("out") ?? "-";
  if (flags.text("format") === undefined && SPREADSHEET.test(out)) {
    throw usageError(
      `Cannot write ${out}, only csv or jsonl. Excel and similar programs open csv: name the file .csv, or add --format csv.`,
    );
  }
  const format = (flags.text("format") ??
    (/\.csv$/i.test(out) ? "csv" : "jsonl")) as Order["format"];
  const byFormat = format === "csv" ? "reservations" : "all";
  const what = (flags.text("what") ?? byFormat) as Order["what"];
  if (what === "all" && format === "csv") {
    throw usageError(`A csv file holds one kind of row. Choose --what: ${TABLES.join(", ")}.`);
  }
  if (flags.has("bom") && format !== "csv") throw usageError("--bom needs --format csv.");
  const [from, to] = [flags.date("from"), flags.date("to")];
  if (from !== null && to !== null && from > to) {
    throw usageError(`--from ${from} is after --to ${to}.`);
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

/** --from and --to are days in the brand's time zone. */
function scopeOf(
  brand: string,
  zone: string,
  { from, to }: Pick<Order, "from" | "to">,
): PortableScope {
  return {
    brand,
    fromDate: from ?? FIRST,
    toDate: to ?? LAST,
    fromAt: from === null ? Number.MIN_SAFE_INTEGER : startOfDay(from, zone),
    toAt: to === null ? Number.MAX_SAFE_INTEGER : startOfDay(addDays(to, 1), zone) - 1,
  };
}

function zoneOf(reader: PortableReader, brand: string): string {
  const [found] = reader.records("brand", scopeOf(brand, "UTC", { from: null, to: null }));
  // Falls back to UTC, so that a brand with invalid settings can be exported too.
  const zone = found?.settings["timeZone"];
  return typeof zone === "string" && isTimeZone(zone) ? zone : "UTC";
}

function floorNames(reader: PortableReader, brand: string): (id: string) => string {
  const scope = scopeOf(brand, "UTC", { from: null, to: null });
  const records = [...reader.records("area", scope), ...reader.records("dining_table", scope)];
  const names = new Map(records.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

type Counts = Record<string, number>;

async function writeTable(order: Order, { reader, brands }: Source, sink: Sink): Promise<Counts> {
  const name = order.what as TableName;
  await sink.write(`${order.bom ? BOM : ""}${csvOf([columnsOf(name)])}`);
  let rows = 0;
  for (const brand of brands) {
    const zone = zoneOf(reader, brand);
    const within = { zone, nameOf: floorNames(reader, brand) };
    for (const record of reader.records(TABLE_TYPES[name], scopeOf(brand, zone, order))) {
      await sink.write(csvOf([cellsOf(name, record, within)]));
      rows += 1;
    }
  }
  return { [TABLE_TYPES[name]]: rows };
}

const FLOOR_TYPES = [
  "area",
  "dining_table",
  "combination",
  "table_block",
  "floor_section",
] as const;

const LINES: Readonly<Record<Order["what"], readonly PortableType[]>> = {
  all: PORTABLE_TYPES,
  reservations: ["brand", ...FLOOR_TYPES, "reservation"],
  waitlist: ["brand", ...FLOOR_TYPES, "waitlist_entry", "freed_slot", "waitlist_offer"],
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
  // Inbound texts belong to no brand, so they are exported only if no brand was named.
  const scope = scopeOf("", "UTC", order);
  if (order.brands.length === 0) {
    for (const record of reader.records("inbound_text", scope)) await line(record);
  }
  const exported = new Set<string>();
  for (const brand of brands) {
    for (const phone of reader.phones(brand)) {
      if (exported.has(phone) || !optedOut(phone)) continue;
      exported.add(phone);
      await line({ type: "opt_out", phone } as { type: "opt_out" });
    }
  }
  return rows;
}
