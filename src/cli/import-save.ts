import { basename } from "node:path";
import { DomainError } from "../domain/errors.ts";
import { atRest, type Portable } from "../domain/portable.ts";
import { asSystem } from "../operations/call/acting-as.ts";
import { placeAll } from "../operations/seating/reseat.ts";
import type { Stores } from "../storage/stores.ts";
import { sayError } from "../words/render.ts";
import { brandOf, type Found, type ImportLines } from "./import-check.ts";
import { total } from "./import-report.ts";
import type { Instance } from "./instance.ts";
import { operatorChange } from "./operator-verb.ts";
import { plural } from "./print.ts";
import { CliError, type CliIo } from "./verb.ts";

/** Records per write. Small, so that other writes wait only milliseconds. */
const BATCH = 200;

/**
 * Saves the records that the database lacks, so a repeated import continues an interrupted one.
 * Throws CliError if the file has changed since it was checked.
 */
export async function saveImport(
  path: string,
  lines: ImportLines,
  { checked: { added }, news, joins }: Found,
  { stores, writer, now }: Pick<Instance, "stores" | "writer" | "now">,
  { io, onFirst }: { readonly io: Pick<CliIo, "random">; onFirst(brand: string): void },
): Promise<void> {
  const file = basename(path);
  const noted = new Set<string>();
  const note = (brand: string, after: Record<string, string | number>): void =>
    stores.audit.insert(
      operatorChange(io, now(), { brand, operation: "import", before: {}, after }),
    );
  let saved = 0;
  const save = async (
    batch: readonly Portable[],
    toJoin: Found["joins"],
    isLast = false,
  ): Promise<void> => {
    const brands = new Set(batch.flatMap((record) => brandOf(record) ?? []));
    const begun = [...brands].filter((brand) => !noted.has(brand));
    await writer.write(() => {
      for (const record of batch) insert(record, stores, now());
      for (const [slotId, offerId] of toJoin) stores.portable.join(slotId, offerId);
      for (const brand of begun) {
        onFirst(brand);
        note(brand, { file, ...added });
      }
      if (!isLast) return;
      for (const brand of new Set([...noted, ...begun])) giveTables(brand, stores, now(), io);
    });
    saved += batch.length;
    for (const brand of begun) noted.add(brand);
  };
  try {
    const batch: Portable[] = [];
    for await (const record of newRecords(path, lines, news)) {
      if (batch.length >= BATCH) await save(batch.splice(0), []);
      batch.push(record);
    }
    // Saves the joins with the last records: if this write fails, a repeated import saves both.
    await save(batch, joins, true);
  } catch (error) {
    const end = (): void => {
      for (const brand of noted) {
        note(brand, { file, brokenOffAfter: `${saved} of ${plural(total(added), "record")}` });
      }
    };
    // If the disk is full, this write fails too. The audit rows of the first batches remain.
    if (noted.size > 0) await writer.write(end).catch(() => undefined);
    throw brokenOff(error, saved, total(added));
  }
}

function giveTables(
  slug: string,
  stores: Stores,
  now: number,
  { random }: Pick<CliIo, "random">,
): void {
  const brand = stores.brands.get(slug);
  if (brand === null || brand.settings.tables.mode === "off") return;
  placeAll("import", asSystem({ brand, now, stores, random }));
}

async function* newRecords(
  path: string,
  lines: ImportLines,
  news: Found["news"],
): AsyncGenerator<Portable> {
  let missing = news.size;
  for await (const { line, digest, read } of lines()) {
    const checked = news.get(line);
    if (checked === undefined) continue;
    if (checked !== digest || typeof read === "string") {
      throw changed(path, `line ${line} is different`);
    }
    missing -= 1;
    yield read;
  }
  if (missing > 0) throw changed(path, "lines are missing");
}

const changed = (path: string, how: string): CliError =>
  new CliError("INVALID_INPUT", `${path} was changed while it was imported: ${how}.`);

function insert(record: Portable, stores: Stores, now: number): void {
  switch (record.type) {
    case "brand":
      if (stores.brands.overrides(record.slug) === null) {
        const { slug, name, settings } = record;
        stores.brands.insert({ slug, name, overrides: settings, now });
      }
      return;
    case "opt_out":
      stores.optOuts.add(record.phone, now);
      return;
    default: {
      const resting = atRest(record, now) as typeof record;
      // Another import may have added the record since the check.
      if (stores.portable.brandOf(record.type, record.id) === null) stores.portable.insert(resting);
    }
  }
}

export function brokenOff(error: unknown, saved: number, all: number): unknown {
  if (!(error instanceof CliError || error instanceof DomainError)) return error;
  const said = error instanceof DomainError ? sayError(error, "agent") : error.message;
  const [why = ""] = said.split(/; nothing was saved|\.$/);
  return new CliError(
    error.code,
    `${why}. ${saved} of ${plural(all, "record")} are imported; no texts are sent. ` +
      "Once this is fixed, import the file again. The import continues where it stopped.",
  );
}
