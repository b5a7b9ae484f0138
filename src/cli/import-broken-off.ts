import { DomainError } from "../domain/errors.ts";
import { sayError } from "../words/render.ts";
import { operatorChange } from "./changes.ts";
import { type Checked, total } from "./import-report.ts";
import type { Instance } from "./instance.ts";
import { plural } from "./print.ts";
import { CliError, type CliIo } from "./verb.ts";

/** Rows in one transaction: nobody who books meanwhile waits longer than some milliseconds. */
export const BATCH = 200;

/** Who follows the batches of an import. */
export interface Following {
  /** In the transaction of a batch, after its records: told each brand that it adds to. */
  readonly adding: (brand: string) => void;
  /** Once the batch is on record: how many rows it had. */
  readonly heard: (rows: number) => void;
}
export const NOBODY: Following = { adding: () => undefined, heard: () => undefined };

/**
 * Saves what was looked at, with a row in the audit log of each brand in one piece with the first
 * records that it gets: however the import ends, what is there stands in the log. The records keep
 * the history that came with them. Throws what ended it, in words that are true of the whole.
 */
export async function saveNoted(
  save: (following: Following) => Promise<void>,
  { file, checked: { added } }: { readonly file: string; readonly checked: Checked },
  { stores, writer, now }: Instance,
  io: Pick<CliIo, "random">,
): Promise<void> {
  const all = total(added);
  const noted = new Set<string>();
  let saved = 0;
  let begun: string[] = [];
  const note = (brand: string, after: Record<string, string | number>): void =>
    stores.audit.insert(
      operatorChange(io, now(), { brand, operation: "import", before: {}, after }),
    );
  try {
    await save({
      adding: (brand) => {
        if (noted.has(brand)) return;
        note(brand, { file, ...added });
        begun.push(brand);
      },
      heard: (rows) => {
        saved += rows;
        for (const brand of begun) noted.add(brand);
        begun = [];
      },
    });
  } catch (error) {
    const after = { file, brokenOffAfter: `${saved} of ${plural(all, "record")}` };
    const end = (): void => {
      for (const brand of noted) note(brand, after);
    };
    // What broke it off may keep this out as well: that there was an import is on record already.
    if (noted.size > 0) await writer.write(end).catch(() => undefined);
    throw brokenOff(error, saved, all);
  }
}

/**
 * What ended an import with `saved` of `all` records on record, in words that are true of the whole:
 * a batch that fails says of itself that nothing was saved. A fault of ours comes back as it was.
 */
export function brokenOff(error: unknown, saved: number, all: number): unknown {
  if (!(error instanceof CliError || error instanceof DomainError)) return error;
  const said = error instanceof DomainError ? sayError(error, "agent") : error.message;
  const [why = ""] = said.split(/; nothing was saved|\.$/);
  return new CliError(
    error.code,
    `${why}. ${saved} of ${plural(all, "record")} are imported, and nobody is texted because of ` +
      "them. Once that is mended import the file again: it goes on where it was.",
  );
}
