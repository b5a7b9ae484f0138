import { statSync } from "node:fs";
import { resolve } from "node:path";
import { environmentName, type LoadedConfig } from "../config.ts";
import { backupNamed } from "../storage/backup-files.ts";
import { openS3, type S3Storage } from "../storage/s3-storage.ts";
import { type Uploaded, uploadBackup } from "../storage/upload.ts";
import { STORAGE_KEYS, storageOf } from "./backup-storage.ts";
import { DATA_FLAG } from "./flags.ts";
import { plural } from "./print.ts";
import { CliError, type Verb } from "./verb.ts";

/** `maitred upload FILE`: copies a backup that was made to the S3 storage. */
export const upload: Verb = {
  name: "upload",
  summary: "Upload a backup to S3 storage and remove old ones there.",
  positionals: ["FILE"],
  flags: DATA_FLAG,
  asServed: ["backupKeep", ...STORAGE_KEYS],
  run: async ({ positionals, config, io }) => {
    const file = resolve(positionals[0] ?? "");
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      throw new CliError("MISSING", `There is no file ${file}.`);
    }
    const name = file.replace(/^.*[\\/]/s, "");
    if (backupNamed(name) === null) {
      throw new CliError(
        "INVALID_INPUT",
        `${name} is not named as backups are (maitred-2026-11-20T030000Z-manual.db): in the storage ` +
          "nobody would know it for one.",
      );
    }
    const storage = storageFor(config);
    if (storage === null) {
      throw new CliError("NO_STORAGE", "No S3 storage is set up: set MAITRED_BACKUP_S3_BUCKET.");
    }
    const uploaded = await uploadBackup(storage, file, {
      keep: config.values.backupKeep,
      now: io.now(),
    });
    return { json: uploaded, text: uploadWords(uploaded) };
  },
};

/** The storage that is set up; null: none is. Throws where its keys are incomplete. */
export function storageFor({ values, withheld }: LoadedConfig): S3Storage | null {
  const [key] = STORAGE_KEYS.filter((one) => withheld.includes(one));
  if (key !== undefined && values.backupS3Bucket !== null) {
    throw new CliError(
      "SECRET_MISSING",
      `The server copies backups to the bucket ${values.backupS3Bucket}, but its secret is not known ` +
        `here. Run this with ${environmentName(key)} set, as the server has it.`,
    );
  }
  const place = storageOf(values);
  return place === null ? null : openS3(place);
}

/** What became of an upload, for people. */
export const uploadWords = ({ name, place, sent, removed, fault }: Uploaded): string =>
  [
    sent ? `Copied ${name} to ${place}.` : `${name} is at ${place} already.`,
    ...(removed.length === 0 ? [] : [`Removed ${plural(removed.length, "old backup")} there.`]),
    ...(fault === null ? [] : [fault]),
  ].join(" ");
