import { resolve } from "node:path";
import type { Brand } from "../domain/settings.ts";
import { asSystem } from "../operations/call/acting-as.ts";
import { factsOf, isMade, openForReading } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { brandNamed } from "./brand.ts";
import { DATA_FLAG } from "./flags.ts";
import { checkImport, type ImportLines } from "./import-check.ts";
import { KEEP_FLAG, keepGuests, keepingOf } from "./import-keep.ts";
import { exportLines, headerOf } from "./import-lines.ts";
import { importAnswer } from "./import-report.ts";
import { saveImport } from "./import-save.ts";
import { RowSeats } from "./import-seats.ts";
import { tableLines } from "./import-table.ts";
import { folderOf, type Instance, withInstance } from "./instance.ts";
import { CliError, type CliIo, switchFlag, textFlag, usageError, type Verb } from "./verb.ts";

export const importVerb: Verb = {
  name: "import",
  summary: "Import an export, or another program's reservations as CSV.",
  positionals: ["FILE"],
  flags: {
    brand: textFlag("SLUG", "The restaurant, for a csv file."),
    format: textFlag("FORMAT", "jsonl or csv (default: by the file's name).", {
      choices: ["jsonl", "csv"],
    }),
    "dry-run": switchFlag("Show what would happen and change nothing."),
    ...KEEP_FLAG,
    "skip-refused": switchFlag("Import the accepted lines even if others are refused."),
    ...DATA_FLAG,
  },
  run: async ({ flags, positionals, config, io, json }) => {
    const path = resolve(positionals[0] ?? "");
    const format = flags.text("format") ?? (/\.csv$/i.test(path) ? "csv" : "jsonl");
    const slug = flags.text("brand");
    if (format === "csv" && slug === undefined) throw usageError("A csv file needs --brand SLUG.");
    const given = flags.date("keep-guests-until");
    if (format === "jsonl" && slug !== undefined) {
      throw usageError(flags.has("format") || /\.jsonl$/i.test(path) ? NAMES_BRANDS : notCsv(path));
    }
    // Read the file first, because a mistyped file name must not create an instance.
    if (format === "jsonl") await assertMayEnter(path, folderOf({ config }));
    const dryRun = flags.has("dry-run");
    const options = format === "jsonl" && !dryRun ? ({ create: "in a named folder" } as const) : {};
    return await withInstance({ config, io }, options, async (instance) => {
      const { stores, now } = instance;
      const startedAt = now();
      const brand = slug === undefined ? null : brandNamed(stores, slug);
      const lines: ImportLines = () =>
        brand === null
          ? exportLines(path)
          : tableLines(path, brand, startedAt, rowSeats(brand, instance, io));
      const found = await checkImport(lines, { stores, now: startedAt });
      const { checked } = found;
      const isRefused = checked.refusals > 0 && !flags.has("skip-refused");
      const saved = !dryRun && !isRefused && Object.keys(checked.added).length > 0;
      const ask = saved && !json ? io.ask : null;
      const keeping = await keepingOf(checked.past, given, startedAt, ask);
      if (saved) {
        const onFirst = (first: string): void => {
          if (keeping !== null) keepGuests(first, keeping, instance, io);
        };
        await saveImport(path, lines, found, instance, { io, onFirst });
      }
      return importAnswer(checked, {
        file: path,
        dryRun,
        saved,
        isRefused,
        keeping,
        stores,
        now: now(),
      });
    });
  },
};

const NAMES_BRANDS = "An export already names its brands, so leave --brand out.";

const notCsv = (path: string): string =>
  `${path} does not end in .csv. Save a spreadsheet as CSV (UTF-8). If the file is CSV, add --format csv. ` +
  NAMES_BRANDS;

function rowSeats(
  brand: Brand,
  { stores, now }: Pick<Instance, "stores" | "now">,
  { random }: Pick<CliIo, "random">,
): RowSeats | null {
  if (brand.settings.tables.mode === "off") return null;
  return new RowSeats({ ...asSystem({ brand, now: now(), stores, random }), desk: {} });
}

async function assertMayEnter(path: string, folder: string): Promise<void> {
  const { environment } = await headerOf(path);
  if (environment === "live" || isTest(databaseIn(folder))) return;
  throw new CliError(
    "WRONG_ENVIRONMENT",
    `${path} was exported from a test folder (maitred dev), and ${folder} is for live data. Name a ` +
      "test folder with --data.",
  );
}

/** False if there is no database: the import then creates a live database. */
function isTest(database: string): boolean {
  if (!isMade(database)) return false;
  using reader = openForReading(database);
  return factsOf(reader).environment === "test";
}
