import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { backupNamed } from "../storage/backup-files.ts";
import { type Uploaded, uploadBackup } from "../storage/upload.ts";
import { requiredStorage, STORAGE_KEYS } from "./backup-storage.ts";
import { DATA_FLAG } from "./flags.ts";
import { plural } from "./print.ts";
import { CliError, type Verb } from "./verb.ts";

export const upload: Verb = {
  name: "upload",
  summary: "Upload a backup to S3 storage and remove old uploads.",
  positionals: ["FILE"],
  flags: DATA_FLAG,
  asServed: ["backupKeep", ...STORAGE_KEYS],
  run: async ({ positionals, config, io }) => {
    const file = resolve(positionals[0] ?? "");
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
      throw new CliError("MISSING", `There is no file ${file}.`);
    }
    const name = basename(file);
    if (backupNamed(name) === null) {
      throw new CliError(
        "INVALID_INPUT",
        `${name} is not the name of a backup. Rename the file as maitred would, for example to ` +
          "maitred-2026-11-20T030000Z-manual.db, then try again.",
      );
    }
    const uploaded = await uploadBackup(requiredStorage(config), file, {
      keep: config.values.backupKeep,
      now: io.now(),
    });
    return { json: uploaded, text: uploadWords(uploaded) };
  },
};

export const uploadWords = ({ name, place, sent, removed, fault }: Uploaded): string =>
  [
    sent ? `Uploaded ${name} to ${place}.` : `${name} is already at ${place}.`,
    ...(removed.length === 0 ? [] : [`Removed ${plural(removed.length, "old backup")} there.`]),
    ...(fault === null ? [] : [fault]),
  ].join(" ");
