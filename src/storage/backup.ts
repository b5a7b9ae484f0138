import { type Database, SQLiteError } from "bun:sqlite";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { dirname } from "node:path";
import { BackupError } from "./backup-error.ts";
import {
  countableRows,
  type DatabaseFacts,
  factsOf,
  openForReading,
  problemsOf,
  rowCounts,
} from "./inspect.ts";
import { advice, OpenError, otherBackup } from "./open-error.ts";
import { nameWhole, partialOf } from "./partial-file.ts";
import { type Loss, rebuildInto } from "./rebuild.ts";

export interface DatabaseCopy extends DatabaseFacts {
  readonly file: string;
  readonly bytes: number;
  readonly losses: readonly Loss[];
}

/** Changes during a copy can make the row counts differ. The copy is then made again. */
const ATTEMPTS = 3;

/**
 * Other processes may use `source` during the copy. `target` appears only after all checks.
 * `rescue`: saves what can be read of a damaged database. Throws BackupError, and OpenError if
 * `source` is not a database of maitred.
 */
export function copyDatabase(
  source: string,
  target: string,
  { rescue = false }: { readonly rescue?: boolean } = {},
): DatabaseCopy {
  if (existsSync(target)) throw exists(target);
  const reader = openSource(source, rescue);
  const partial = partialOf(target);
  try {
    takeName(partial);
    const vacuum = reader.prepare("VACUUM INTO :partial");
    const fill = (): readonly Loss[] => {
      if (rescue) return rebuildInto(source, partial);
      vacuum.run({ partial });
      return [];
    };
    const count = rescue ? countableRows : rowCounts;
    const facts = copyVerified(reader, partial, { fill, count });
    flush(partial);
    if (!nameWhole(partial, target)) throw exists(target);
    flush(dirname(target));
    return { ...facts, file: target, bytes: statSync(target).size };
  } catch (error) {
    const known = asBackupError(error, source, target);
    throw rescue && isDamage(known) ? beyondRescue(source, known) : known;
  } finally {
    reader.close();
    // Check first: on a read-only disk, removing a missing file fails.
    for (const file of [partial, `${partial}-journal`]) if (existsSync(file)) rmSync(file);
  }
}

function copyVerified(
  reader: Database,
  partial: string,
  {
    fill,
    count,
  }: {
    readonly fill: () => readonly Loss[];
    readonly count: (reader: Database) => Readonly<Record<string, number>>;
  },
) {
  let wrong = "";
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = count(reader);
    const losses = fill();
    const after = count(reader);
    const copy = openForReading(partial);
    try {
      const [problem] = problemsOf(copy);
      if (problem !== undefined) throw new BackupError("NOT_VERIFIED", unverified(problem));
      const facts = factsOf(copy);
      const rescued = new Set(losses.map(({ table }) => table));
      const whole = (rows: Readonly<Record<string, number>>) =>
        Object.fromEntries(
          Object.entries(rows).filter(([table]) => !rescued.has(table) && table in before),
        );
      const differing = differingTable(whole(facts.rows), whole(before), whole(after));
      if (differing === null) return { ...facts, losses };
      wrong = differing;
    } finally {
      copy.close();
    }
    truncateSync(partial, 0);
  }
  throw new BackupError("NOT_VERIFIED", unverified(`the rows of ${wrong} differ`));
}

/** The first table whose `copied` count is not between its `before` and `after` counts. Null if none. */
export function differingTable(
  copied: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string | null {
  for (const table of new Set([...Object.keys(before), ...Object.keys(copied)])) {
    const bounds = [before[table] ?? -1, after[table] ?? -1];
    const count = copied[table] ?? -1;
    if (count < Math.min(...bounds) || count > Math.max(...bounds)) return table;
  }
  return null;
}

const takeName = (path: string): void => closeSync(openSync(path, "wx", 0o600));

export function flush(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } catch (error) {
    // Not every file system can flush a folder.
    if (!statSync(path).isDirectory()) throw error;
  } finally {
    closeSync(file);
  }
}

const exists = (target: string): BackupError =>
  new BackupError(
    "FILE_EXISTS",
    `${target} exists already and was left as it is. Name another file.`,
  );

const unverified = (what: string): string =>
  `The copy was removed because it does not match the database: ${what}. Try again; if it ` +
  "happens again, check the disk.";

function asBackupError(error: unknown, source: string, target: string): unknown {
  if (error instanceof SQLiteError) return ofDatabase(error, source, target);
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return new BackupError(
        "UNWRITABLE",
        existsSync(dirname(target))
          ? `Another process is making ${target} too. Wait for it, or name another file.`
          : `There is no folder ${dirname(target)} (a disk that is not mounted?). Create the folder first.`,
      );
    case "ENOTDIR":
      return new BackupError(
        "UNWRITABLE",
        `${dirname(target)} is not a folder. Move the file away, or name another folder.`,
      );
    case "ENOSPC":
    case "EDQUOT":
      return noRoom(target);
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new BackupError(
        "UNWRITABLE",
        `This account cannot write to ${dirname(target)}. Use chown to give that folder to this account, or choose another one.`,
      );
    default:
      return error;
  }
}

function ofDatabase(error: SQLiteError, source: string, target: string): Error {
  const code = error.code ?? "";
  if (code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR_WRITE")) return noRoom(target);
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB") {
    return new BackupError(
      "DAMAGED",
      `${source} is damaged (${error.message}). ${advice(source)}`,
      { cause: error },
    );
  }
  // `describe` in cli/run.ts explains this error.
  if (code === "SQLITE_IOERR_GETTEMPPATH") return error;
  return new BackupError("UNWRITABLE", `The copy failed: ${error.message}. Nothing was changed.`, {
    cause: error,
  });
}

/** If a rescue cannot read the list of tables, the error must not suggest a rescue. */
function openSource(source: string, rescue: boolean): Database {
  try {
    return openForReading(source);
  } catch (error) {
    throw rescue && isDamage(error) ? beyondRescue(source, error) : error;
  }
}

const isDamage = (error: unknown): error is BackupError | OpenError =>
  (error instanceof BackupError || error instanceof OpenError) && error.code === "DAMAGED";

const beyondRescue = (source: string, cause: Error): BackupError =>
  new BackupError(
    "DAMAGED",
    `The list of tables in ${source} is damaged, so nothing could be rescued. Keep the file as ` +
      `it is, and restore ${otherBackup(source)}`,
    { cause },
  );

const noRoom = (target: string): BackupError =>
  new BackupError(
    "NO_ROOM",
    `There is not enough space for the copy in ${dirname(target)}. Free some space, or choose another folder.`,
  );
