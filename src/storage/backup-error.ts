export type BackupFailure =
  | "FILE_EXISTS"
  | "MISSING"
  | "UNREADABLE"
  | "UNWRITABLE"
  | "STORAGE"
  | "NO_ROOM"
  | "DAMAGED"
  | "NOT_VERIFIED";

export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly code: BackupFailure;

  constructor(code: BackupFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
