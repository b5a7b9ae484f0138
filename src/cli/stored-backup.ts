import { rmSync } from "node:fs";
import { join } from "node:path";
import type { LoadedConfig } from "../config.ts";
import { newestOf } from "../storage/backup-files.ts";
import { makeTemporaryFolder } from "./instance.ts";
import { storageFor } from "./upload.ts";
import { CliError } from "./verb.ts";

/** Stands before the name of a backup in the S3 storage, as in `s3:newest`. */
export const FROM_STORAGE = "s3:";
const NEWEST = "newest";
/** Names that help whoever mistyped one. */
const SHOWN = 5;

/**
 * Brings a backup of the S3 storage, by its name or the newest, into a folder of its own, which
 * `fetched` removes. Answers the path of that file, and the name by which it is asked for again.
 */
export async function fetchStored(
  named: string,
  config: LoadedConfig,
  { now, fetched }: { readonly now: number; readonly fetched: DisposableStack },
): Promise<{ readonly file: string; readonly name: string }> {
  const name = named.slice(FROM_STORAGE.length);
  const storage = storageFor(config);
  if (storage === null) {
    throw new CliError("NO_STORAGE", "No S3 storage is set up: set MAITRED_BACKUP_S3_BUCKET.");
  }
  const stored = await storage.list();
  const wanted =
    name === NEWEST ? newestOf(stored, now) : stored.find((backup) => backup.name === name);
  if (wanted === undefined) {
    const names = stored.slice(0, SHOWN).map((backup) => backup.name);
    const there = names.length === 0 ? "There is no backup." : `The newest: ${names.join(", ")}.`;
    throw new CliError("MISSING", `${storage.label} has no backup ${name}. ${there}`);
  }
  const folder = makeTemporaryFolder("restore");
  fetched.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, wanted.name);
  await storage.fetch(wanted, file);
  return { file, name: FROM_STORAGE + wanted.name };
}
