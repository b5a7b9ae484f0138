import { SQLiteError } from "bun:sqlite";
import { type DomainError, refusal } from "../domain/errors.ts";
import type { Outcome, Unavailable } from "../domain/reasons/call.ts";

const PRIMARY_CODE = 0xff;
const BUSY = 5;
const NOMEM = 7;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CONSTRAINT = 19;
const NOTADB = 26;

const primaryCode = (error: unknown): number =>
  error instanceof SQLiteError ? error.errno & PRIMARY_CODE : 0;

export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY;

/** After a fatal error, the server must stop writing, because only a restart shows what was saved. */
export const isFatal = (error: unknown): boolean => {
  const code = primaryCode(error);
  return code === IOERR || code === CORRUPT || code === NOTADB;
};

export const unavailable = (why: Unavailable, outcome: Outcome = "nothing_saved"): DomainError =>
  refusal("UNAVAILABLE", { say: { why, outcome } });

/** The refusal for each unique column. SQLite's error message names the column. */
const TAKEN: Readonly<Record<string, () => DomainError>> = {
  "brand.slug": () => refusal("INVALID_INPUT.slug_taken", {}),
  "idempotency.key_hash": () => refusal("IDEMPOTENCY_KEY_REUSED.stored", {}),
  "waitlist_offer.phone": () => refusal("INVALID_TRANSITION.phone_has_offer", {}),
  "waitlist_offer.entry_id": () => refusal("INVALID_TRANSITION.entry_has_offer", {}),
};

function constraintRefusal(error: SQLiteError): DomainError | null {
  const detail = error.message.slice(error.message.indexOf(": ") + 2);
  switch (error.code ?? "") {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY":
      return TAKEN[detail]?.() ?? refusal("INTERNAL.taken", { say: { columns: detail } });
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
      return refusal("NOT_FOUND.referred", {});
    case "SQLITE_CONSTRAINT_CHECK":
      return refusal("INVALID_INPUT.stored", { say: { constraint: detail } });
    default:
      return null; // a missing value or one of the wrong type is our bug, not the caller's mistake
  }
}

/** Returns unknown errors unchanged. */
export function toDomainError(error: unknown, outcome: Outcome = "nothing_saved"): unknown {
  if (!(error instanceof SQLiteError)) return error;
  const refused = refusalFor(error, outcome);
  if (refused === null) return error;
  refused.cause = error;
  return refused;
}

function refusalFor(error: SQLiteError, outcome: Outcome): DomainError | null {
  switch (primaryCode(error)) {
    case CONSTRAINT:
      return constraintRefusal(error);
    case FULL:
      return unavailable("disk_full", outcome);
    case NOMEM:
      return unavailable("out_of_memory", outcome);
    case BUSY:
      return unavailable("in_use", outcome);
    case IOERR:
    case CORRUPT:
    case NOTADB:
      return unavailable("unreadable", outcome);
    default:
      return null;
  }
}
