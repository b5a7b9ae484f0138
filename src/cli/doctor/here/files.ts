import { accessSync, constants, existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import {
  type InstanceSecret,
  InstanceSecretError,
  instanceSecretPath,
  instanceSecretWarning,
  loadInstanceSecret,
} from "../../../auth/instance-secret.ts";
import { WRONG_SECRET } from "../../../auth/secret-check.ts";
import { CONFIG_KEYS } from "../../../config.ts";
import { DAY, HOUR } from "../../../domain/time.ts";
import { BackupError } from "../../../storage/backup-error.ts";
import { backupFolderOf, newestBackup as newestIn } from "../../../storage/backup-files.ts";
import { databaseIn, shellQuoted } from "../../../storage/open-error.ts";
import { dataFlag } from "../../instance.ts";
import { messageIn } from "../../print.ts";
import {
  broken,
  doubtful,
  duration,
  fine,
  type Outcome,
  type Surroundings,
  skipped,
} from "./check.ts";

const OTHERS = 0o077;
const MIB = 1024 * 1024;
/** A busy evening's write-ahead log needs about this much. */
const LEAST_FREE_BYTES = 64 * MIB;
/** The disk should have space for a backup and for the copy made before an upgrade. */
const COPIES = 2;
const OLD_IF_UNSCHEDULED_MS = 7 * DAY;

export function configuration({ config }: Surroundings): Outcome {
  const { faults, warnings, differences, file } = config;
  const check = "To see every setting and its source: maitred config";
  if (faults.length > 0) {
    const words = faults.map(({ message }) => message).join(" ");
    return broken(words, `Until this is fixed, maitred serve does not start. ${check}`);
  }
  const doubts = [...warnings, ...differences];
  if (doubts.length > 0) return doubtful(doubts.join(" "), check);
  const valid = existsSync(file)
    ? `${file} and the environment are valid.`
    : "The configuration is valid.";
  const recorded = CONFIG_KEYS.filter((key) => config.sources[key].kind === "record");
  if (recorded.length === 0) return fine(valid);
  const { name } = config.sources[recorded[0] ?? "data"];
  return fine(`${valid} Taken from ${name}: ${recorded.join(", ")}.`);
}

export function permissions({ folder }: Surroundings): Outcome {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return missingFolder(folder);
  if (!stats.isDirectory()) {
    return broken(`${folder} is not a folder.`, "Name the folder of the instance with --data.");
  }
  const files = readdirSync(folder)
    .filter((name) => /^(?:maitred\.(?:db(?:-wal|-shm)?|lock)|secret\.key)$/.test(name))
    .map((name) => join(folder, name));
  const closed = [folder, ...files].filter((path) => !usable(path));
  if (closed.length > 0) {
    return broken(
      `${closed.join(", ")} cannot be read and written by ${process.getuid === undefined ? "this account" : `user ${process.getuid()}`}.`,
      "Run doctor as the account that runs maitred. If you did, make that account the owner: " +
        `chown -R ACCOUNT ${folder}. Check also that the disk is not mounted read-only.`,
    );
  }
  const foreign = files.filter((path) => isForeign(statSync(path), stats));
  if (foreign.length > 0) {
    return broken(
      `User ${stats.uid}, who owns ${folder}, cannot write to ${foreign.join(", ")}, which ` +
        "another user owns.",
      `Change the owner: chown ${stats.uid}:${stats.gid} ${foreign.join(" ")}`,
    );
  }
  return openToOthers(folder, stats, files);
}

function missingFolder(folder: string): Outcome {
  return broken(
    `There is no folder ${folder}.`,
    "Name the folder of the instance with --data or MAITRED_DATA, or make an instance: maitred serve" +
      dataFlag(folder),
  );
}

function usable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * True if file and folder have different owners, for example after root ran a command in the folder.
 * False if root owns the folder, because root can write to every file.
 */
const isForeign = (file: Stats, folder: Stats): boolean =>
  process.platform !== "win32" && file.uid !== folder.uid && folder.uid !== 0;

/** In a folder that is closed to other users, no other user can read a file, whatever its mode. */
function openToOthers(folder: string, stats: Stats, files: readonly string[]): Outcome {
  const whose = `${folder} belongs to user ${stats.uid}, mode ${modeOf(stats)}`;
  const hidden = process.platform === "win32" || (stats.mode & OTHERS) === 0;
  const open = hidden ? [] : files.filter((path) => (statSync(path).mode & OTHERS) !== 0);
  if (open.length === 0) return fine(`${whose}; its files can be read and written.`);
  return doubtful(
    `${whose}; others on this machine can read ${open.join(", ")}.`,
    `Guests' names and phones are in the folder. Run: chmod 700 ${shellQuoted(folder)}`,
  );
}

const modeOf = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(4, "0");

/** `check`: the value in the database that only the right secret has, or null if it is not known. */
export function secretKey(
  { folder }: Surroundings,
  check: string | null,
): {
  readonly outcome: Outcome;
  readonly secret: InstanceSecret | null;
} {
  const path = instanceSecretPath(folder);
  if (!existsSync(path) && !existsSync(databaseIn(folder))) {
    return {
      outcome: skipped("There is no instance here yet; the first start creates it."),
      secret: null,
    };
  }
  try {
    const secret = loadInstanceSecret(folder, { databaseExists: true });
    if (check !== null && check !== secret.check) {
      throw new InstanceSecretError(WRONG_SECRET, "SECRET_WRONG");
    }
    const warning = instanceSecretWarning(folder);
    const [seen = "", todo = ""] = warning?.split(/ (?=Run: )/) ?? [];
    const good = fine(`Nobody else on this machine can read ${path}.`);
    return { outcome: warning === null ? good : doubtful(seen, todo), secret };
  } catch (error) {
    const why = messageIn(error);
    const todo =
      error instanceof InstanceSecretError
        ? `Restore ${path} from your copy. Without a copy, move secret.key away if it exists, ` +
          `then run: maitred init --new-secret${dataFlag(folder)}`
        : `Let the account that runs maitred read ${path}.`;
    return { outcome: broken(why, todo), secret: null };
  }
}

export function diskSpace({ folder, freeBytes }: Surroundings): Outcome {
  if (!existsSync(folder)) return skipped(`There is no folder ${folder}.`);
  const free = freeBytes(folder);
  const size = statSync(databaseIn(folder), { throwIfNoEntry: false })?.size ?? 0;
  const seen = `${mebibytes(free)} free on the disk of ${folder}; the database takes ${mebibytes(size)}.`;
  const make = "Free some space, or move the folder to a larger disk";
  if (free < LEAST_FREE_BYTES) {
    return broken(seen, `${make}: with a full disk nothing can be saved.`);
  }
  return free < LEAST_FREE_BYTES + COPIES * size
    ? doubtful(
        seen,
        `${make}: a backup and the copy before an upgrade each need as much space as the database.`,
      )
    : fine(seen);
}

const mebibytes = (bytes: number): string =>
  `${(bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0)} MiB`;

export function newestBackup({ folder, config: { values }, now }: Surroundings): Outcome {
  const database = databaseIn(folder);
  const kept = values.backupFolder ?? backupFolderOf(database);
  const scheduled = values.backupEveryHours;
  const back =
    scheduled === 0
      ? `No backups are scheduled (backupEveryHours is 0). Make a backup: maitred backup${dataFlag(folder)}`
      : `If a server is running, its log says why there is no new backup. Make a backup now: maitred backup${dataFlag(folder)}`;
  let newest: ReturnType<typeof newestIn>;
  try {
    newest = newestIn(kept, now());
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return broken(
      error.message,
      `Until this is fixed, no backups are made. After fixing it, make a backup: maitred backup${dataFlag(folder)}`,
    );
  }
  if (newest === undefined) {
    if (!existsSync(database)) return skipped("There is no database here yet.");
    const age = now() - statSync(database).birthtimeMs;
    const young = scheduled > 0 && age < 2 * scheduled * HOUR;
    const seen = `There is no backup in ${kept}.`;
    return young
      ? skipped(`${seen} The database is new; the first backup is not due yet.`)
      : doubtful(seen, back);
  }
  const age = now() - newest.takenAt;
  const seen = `The newest backup, ${newest.path}, is ${duration(age)} old.`;
  const allowed = scheduled === 0 ? OLD_IF_UNSCHEDULED_MS : 2 * scheduled * HOUR;
  if (age > allowed) return doubtful(seen, back);
  return statSync(newest.path).dev === statSync(folder).dev
    ? fine(`${seen} It is on the same disk as the database: keep copies elsewhere too.`)
    : fine(seen);
}
