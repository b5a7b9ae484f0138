import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { instanceSecretPath } from "../auth/instance-secret.ts";
import type { LoadedConfig } from "../config.ts";
import { copyDatabase, type DatabaseCopy } from "../storage/backup.ts";
import { backupFolderOf, backupPath, makeBackupFolder } from "../storage/backup-files.ts";
import { databaseIn } from "../storage/open-error.ts";
import { uploadBackup } from "../storage/upload.ts";
import { STORAGE_KEYS, storageFor } from "./backup-storage.ts";
import { DATA_FLAG } from "./flags.ts";
import { folderOf } from "./instance.ts";
import { messageIn, plural } from "./print.ts";
import { uploadWords } from "./upload.ts";
import { type CliIo, switchFlag, type Verb } from "./verb.ts";

/** Leaves out secret.key, so that nobody can make guests' links from a stolen backup. */
export const backup: Verb = {
  name: "backup",
  summary: "Back up the database to a file; works while the server runs.",
  optional: ["FILE"],
  flags: {
    rescue: switchFlag("For a damaged database: save what can be read and report what is lost."),
    ...DATA_FLAG,
  },
  asServed: ["backupFolder", "backupKeep", ...STORAGE_KEYS],
  run: async ({ positionals, flags, config, io }) => {
    const folder = folderOf({ config });
    const database = databaseIn(folder);
    const secret = instanceSecretPath(folder);
    const target = positionals[0] ? resolve(positionals[0]) : inFolder();
    const copy = copyDatabase(database, target, { rescue: flags.has("rescue") });
    const upload = positionals[0] ? null : await uploaded(copy.file, config, io);
    return {
      json: { ...shownCopy(copy), secret, secretIncluded: false, ...upload?.json },
      exitCode: upload?.failed === true ? 1 : 0,
      text: [
        `Backup made and checked: ${copy.file} (${size(copy.bytes)}). It contains ${counted(copy)}.`,
        ...lossLines(copy),
        ...(upload === null ? [] : [upload.text]),
        `A restore also needs ${secret}, which is not in the backup. Keep a copy of`,
        "secret.key in another safe place; only --new-secret changes it.",
      ].join("\n"),
    };

    function inFolder(): string {
      const backups = config.values.backupFolder ?? backupFolderOf(database);
      // If there is no database, copyDatabase refuses, and no folder is needed.
      if (existsSync(database)) makeBackupFolder(backups);
      return backupPath(backups, io.now(), "manual");
    }
  },
};

async function uploaded(
  file: string,
  config: LoadedConfig,
  io: Pick<CliIo, "now" | "abandon">,
): Promise<{ readonly json: object; readonly text: string; readonly failed: boolean } | null> {
  try {
    const storage = storageFor(config);
    if (storage === null) return null;
    const done = await uploadBackup(storage, file, {
      keep: config.values.backupKeep,
      now: io.now(),
    });
    return { json: { uploaded: done }, text: uploadWords(done), failed: done.fault !== null };
  } catch (error) {
    io.abandon?.();
    const why = messageIn(error);
    return { json: { uploaded: null, fault: why }, text: `Not uploaded: ${why}`, failed: true };
  }
}

export const shownCopy = (copy: DatabaseCopy): object => ({
  file: copy.file,
  bytes: copy.bytes,
  environment: copy.environment,
  schema: copy.schema,
  newestChangeAt: copy.newestChangeAt,
  rows: copy.rows,
  losses: copy.losses,
});

export const counted = ({ rows }: Pick<DatabaseCopy, "rows">): string =>
  [
    plural(rows["brand"] ?? 0, "restaurant"),
    plural(rows["reservation"] ?? 0, "reservation"),
    plural(rows["waitlist_entry"] ?? 0, "waitlist entry", "waitlist entries"),
    plural(rows["message"] ?? 0, "text"),
  ].join(", ");

export const lossLines = ({ losses, rows }: Pick<DatabaseCopy, "losses" | "rows">): string[] => {
  const lines = losses.map(({ table, saved, unreadable, orphaned }) => {
    const parts = [
      unreadable === null
        ? "lost an unknown number of rows on damaged pages"
        : `${plural(unreadable, "row")} could not be read`,
      ...(orphaned === 0
        ? []
        : [`${plural(orphaned, "row")} left out because they refer to lost rows`]),
    ];
    return `  ${table}: ${plural(saved, "row")} saved; ${parts.join("; ")}.`;
  });
  if (lines.length === 0) return [];
  const brands = losses.some(({ table }) => table === "brand");
  const stamp = losses.some(({ table }) => table === "instance");
  return [
    "Damaged, table by table:",
    ...lines,
    ...(brands && (rows["brand"] ?? 0) > 0
      ? [
          "A restaurant may have lost its settings. Check them: maitred brand show. Correct them: maitred brand set.",
        ]
      : []),
    ...(stamp
      ? ["The file no longer says whether its data is for tests, so it is treated as live."]
      : []),
  ];
};

const MIB = 1024 * 1024;
const size = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
