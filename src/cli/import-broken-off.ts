import { DomainError } from "../domain/errors.ts";
import { plural } from "./print.ts";
import { CliError } from "./verb.ts";

/** Rows in one transaction: nobody who books meanwhile waits longer than some milliseconds. */
export const BATCH = 200;

/** Told of each batch of an import once it is on record: how many rows it had. */
export type Heard = (rows: number) => void;

/**
 * What ended an import with `saved` of `all` records on record, in words that are true of the whole:
 * a batch that fails says of itself that nothing was saved. A fault of ours comes back as it was.
 */
export function brokenOff(error: unknown, saved: number, all: number): unknown {
  if (!(error instanceof CliError || error instanceof DomainError)) return error;
  const [why = ""] = error.message.split(/; nothing was saved|\.$/);
  return new CliError(
    error.code,
    `${why}. ${saved} of ${plural(all, "record")} are imported, and nobody is texted because of ` +
      "them. Once that is mended import the file again: it goes on where it was.",
  );
}
