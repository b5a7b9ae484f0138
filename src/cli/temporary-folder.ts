import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliError } from "./verb.ts";

/** Makes a new folder for the time of one command; whoever asks for it removes it. Throws CliError. */
export function makeTemporaryFolder(purpose: string): string {
  const place = tmpdir();
  try {
    return mkdtempSync(join(place, `maitred-${purpose}-`));
  } catch (error) {
    throw new CliError(
      "UNWRITABLE",
      `Cannot create a temporary folder in ${place}: ${(error as Error).message}. Set the variable ` +
        "TMPDIR to a writable folder.",
    );
  }
}
