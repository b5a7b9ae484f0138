import { basename, dirname, join } from "node:path";

export type OpenFailure =
  | "MISSING"
  | "UNREADABLE"
  | "NOT_A_DATABASE"
  | "FOREIGN_DATABASE"
  | "WRONG_ENVIRONMENT"
  | "NEWER_SCHEMA"
  | "CHANGED_MIGRATION"
  | "OLD_SCHEMA"
  | "MIGRATION_FAILED"
  | "DAMAGED"
  | "NO_ROOM"
  | "IN_USE";

export class OpenError extends Error {
  override readonly name = "OpenError";
  readonly code: OpenFailure;

  constructor(code: OpenFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const shellQuoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export const noDatabase = (path: string): OpenError =>
  new OpenError(
    "MISSING",
    `There is no database at ${path}. Go to the folder of your instance, name that folder with --data or ` +
      "MAITRED_DATA, or make a new instance with `maitred init`.",
  );

export const damaged = (path: string, why: string, cause?: unknown): OpenError =>
  new OpenError("DAMAGED", `${path} is damaged: ${why}. Nothing was changed. ${advice(path)}`, {
    cause,
  });

const DATABASE_FILE = "maitred.db";

export const databaseIn = (folder: string): string => join(folder, DATABASE_FILE);

/** The end of a sentence that begins with "restore". */
export const otherBackup = (path: string): string =>
  basename(path) === DATABASE_FILE
    ? `the newest backup: maitred restore FILE --data ${shellQuoted(dirname(path))}`
    : "another backup.";

export function advice(path: string): string {
  if (basename(path) !== DATABASE_FILE) {
    const rescue = `maitred restore ${shellQuoted(path)} --rescue`;
    return `Use another backup. If there is none, \`${rescue}\` saves what can be read.`;
  }
  const data = `--data ${shellQuoted(dirname(path))}`;
  return (
    "Keep your backups, and stop every server that uses this database. " +
    `\`maitred restore --rescue ${data}\` saves everything that can be read, says what is lost, and ` +
    "keeps the damaged file. If the newest backup contains more than the rescue saved, restore " +
    `that backup instead: maitred restore FILE ${data}`
  );
}
