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

/** The message tells the operator what to do. */
export class OpenError extends Error {
  override readonly name = "OpenError";
  readonly code: OpenFailure;

  constructor(code: OpenFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A path, quoted for pasting into a shell. */
export const pasted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export const noDatabase = (path: string): OpenError =>
  new OpenError(
    "MISSING",
    `There is no database at ${path}. Go to the folder of your instance, name it with --data or ` +
      "MAITRED_DATA, or make a new one with `maitred init`.",
  );

export const damaged = (path: string, why: string, cause?: unknown): OpenError =>
  new OpenError("DAMAGED", `${path} is damaged: ${why}. Nothing was changed. ${wayOut(path)}`, {
    cause,
  });

const DATABASE_FILE = "maitred.db";

export const databaseIn = (folder: string): string => join(folder, DATABASE_FILE);

/** Ends a sentence about which backup to restore instead of this file. */
export const otherBackup = (path: string): string =>
  basename(path) === DATABASE_FILE
    ? `the newest backup: maitred restore FILE --data ${pasted(dirname(path))}`
    : "another backup.";

/** What to do about a damaged database or backup. */
export function wayOut(path: string): string {
  if (basename(path) !== DATABASE_FILE) {
    const rescue = `maitred restore ${pasted(path)} --rescue`;
    return `Use another backup. If there is none, \`${rescue}\` saves what can be read.`;
  }
  const data = `--data ${pasted(dirname(path))}`;
  return (
    "Keep your backups, and stop every server that uses this database. " +
    `\`maitred restore --rescue ${data}\` saves everything that can be read, says what is lost, and ` +
    "keeps the damaged file. If the newest backup has more than the rescue saved, restore the " +
    `backup: maitred restore FILE ${data}`
  );
}
