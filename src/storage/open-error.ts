/** Why a database could not be opened. */
export type OpenFailure =
  | "MISSING"
  | "UNREADABLE"
  | "NOT_A_DATABASE"
  | "FOREIGN_DATABASE"
  | "WRONG_ENVIRONMENT"
  | "NEWER_SCHEMA"
  | "CHANGED_MIGRATION"
  | "MIGRATION_FAILED"
  | "DAMAGED"
  | "IN_USE";

/** A database that can not be opened; the message says what to do, in words for an operator. */
export class OpenError extends Error {
  override readonly name = "OpenError";
  readonly code: OpenFailure;

  constructor(code: OpenFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
