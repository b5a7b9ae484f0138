import { basename, resolve } from "node:path";
import { factsOf, isMade, openForReading } from "../storage/inspect.ts";
import { databaseIn } from "../storage/open-error.ts";
import { brandNamed } from "./brand.ts";
import { DATA_FLAG } from "./flags.ts";
import { type Following, saveNoted } from "./import-broken-off.ts";
import { KEEP_FLAG, type Keeping, keepFlag, keepGuests, keepingOf } from "./import-keep.ts";
import { checkLines, headerOf, saveLines } from "./import-lines.ts";
import { type Checked, fullWindows, importAnswer } from "./import-report.ts";
import { checkTable, saveTable } from "./import-table.ts";
import { folderOf, type Instance, withInstance } from "./instance.ts";
import { CliError, type CliIo, type Flags, usageError, type Verb } from "./verb.ts";

/**
 * `maitred import FILE`: an export of another instance, or reservations of another program as CSV.
 * The whole file is looked through first; nothing is texted because of it.
 */
export const importVerb: Verb = {
  name: "import",
  summary: "Import an export, or another program's reservations as CSV.",
  positionals: ["FILE"],
  flags: {
    brand: { type: "string", value: "SLUG", help: "The restaurant, for a csv file." },
    format: {
      type: "string",
      value: "FORMAT",
      choices: ["jsonl", "csv"],
      help: "jsonl or csv (default: by the file's name).",
    },
    "dry-run": { type: "boolean", help: "Show what would happen and change nothing." },
    ...KEEP_FLAG,
    "skip-refused": { type: "boolean", help: "Import the other lines when some are refused." },
    ...DATA_FLAG,
  },
  run: async ({ flags, positionals, config, io, json }) => {
    const path = resolve(positionals[0] ?? "");
    const format = formatOf(path, flags);
    const slug = flags.text("brand");
    if (format === "csv" && slug === undefined) throw usageError("A csv file needs --brand SLUG.");
    const given = keepFlag(flags);
    if (format === "jsonl" && slug !== undefined) {
      throw usageError("An export names its brands itself: leave --brand out.");
    }
    // Looked at first: a mistyped name must not leave an instance behind in a mistyped folder.
    if (format === "jsonl") await assertMayEnter(path, folderOf({ config }));
    const mayCreate = format === "jsonl" && !flags.has("dry-run");
    const options = mayCreate ? ({ create: "where named" } as const) : {};
    return await withInstance({ config, io }, options, async (instance) => {
      const { stores, now } = instance;
      const { checked, save } =
        format === "jsonl"
          ? await ofLines(path, instance)
          : await ofTable(path, slug ?? "", instance);
      const refused = checked.refusals > 0 && !flags.has("skip-refused");
      const dryRun = flags.has("dry-run");
      const news = Object.keys(checked.added).length > 0;
      const saved = !dryRun && !refused && news;
      const ask = saved && !json ? io.ask : null;
      const keeping = await keepingOf(checked.past, given, now(), ask);
      if (saved) {
        const kept = (following: Following) =>
          save(keepingGuests(following, keeping, instance, io));
        await saveNoted(kept, { file: basename(path), checked }, instance, io);
      }
      const full = saved ? fullWindows(checked.brands, stores, now()) : [];
      return importAnswer({ file: path, dryRun, saved, keeping }, checked, full, stores);
    });
  },
};

/** A test evening's guests must not get among a restaurant's; the reverse is there for trying. */
async function assertMayEnter(path: string, folder: string): Promise<void> {
  const { environment } = await headerOf(path);
  if (environment === "live" || isTest(databaseIn(folder))) return;
  throw new CliError(
    "WRONG_ENVIRONMENT",
    `${path} was exported from a test folder (maitred dev), and ${folder} is for live data. Name a ` +
      "test folder with --data.",
  );
}

/** False also where there is no database yet: what an import makes is live. */
function isTest(database: string): boolean {
  if (!isMade(database)) return false;
  using reader = openForReading(database);
  return factsOf(reader).environment === "test";
}

const keepingGuests = (
  { adding, heard }: Following,
  keeping: Keeping | null,
  instance: Instance,
  io: Pick<CliIo, "random">,
): Following => ({
  adding: (brand) => {
    if (keeping !== null) keepGuests(brand, keeping, instance, io);
    adding(brand);
  },
  heard,
});

interface Looked {
  readonly checked: Checked;
  save(following: Following): Promise<void>;
}

async function ofLines(path: string, instance: Instance): Promise<Looked> {
  const found = await checkLines(path, { stores: instance.stores, now: instance.now() });
  const save = (following: Following) =>
    saveLines(path, found, { ...instance, now: instance.now() }, following);
  return { checked: found.checked, save };
}

async function ofTable(path: string, slug: string, instance: Instance): Promise<Looked> {
  const { stores, writer } = instance;
  const of = { brand: brandNamed(stores, slug), stores, now: instance.now() };
  const found = await checkTable(path, of);
  const save = (following: Following) => saveTable(path, found, { ...of, writer }, following);
  return { checked: found.checked, save };
}

function formatOf(path: string, flags: Flags): "csv" | "jsonl" {
  const format = flags.text("format") ?? (/\.csv$/i.test(path) ? "csv" : "jsonl");
  if (format === "csv" || format === "jsonl") return format;
  throw usageError("--format takes jsonl or csv.");
}
