import { SQLiteError } from "bun:sqlite";
import { type DomainError, type ErrorCode, refusal } from "../domain/errors.ts";

/** The state of an interrupted write. */
export type Outcome = "nothing_saved" | "unknown";

const PRIMARY_CODE = 0xff;
const BUSY = 5;
const NOMEM = 7;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CONSTRAINT = 19;
const NOTADB = 26;

/** 0, which SQLite calls success, for an error that is not SQLite's. */
const primaryCode = (error: unknown): number =>
  error instanceof SQLiteError ? error.errno & PRIMARY_CODE : 0;

/** True if another connection holds the lock: waiting helps. */
export const isBusy = (error: unknown): boolean => primaryCode(error) === BUSY;

/**
 * True if the file or its disk can no longer be trusted: only a restart can find out what is saved.
 */
export const isFatal = (error: unknown): boolean => {
  const code = primaryCode(error);
  return code === IOERR || code === CORRUPT || code === NOTADB;
};

/** UNAVAILABLE for a write; the message says whether it may be stored. */
export const unavailable = (why: string, outcome: Outcome = "nothing_saved"): DomainError =>
  refusal(
    "UNAVAILABLE",
    outcome === "nothing_saved"
      ? `${why}; nothing was saved. Send the same call again later.`
      : `${why}; it is not known whether this was saved. Look before sending it again, or repeat ` +
          "it with the same idempotencyKey.",
  );

/** Unique keys that a caller can run into, by the columns SQLite names. */
const TAKEN: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  "brand.slug": ["INVALID_INPUT", "A brand with this slug exists already; choose another slug."],
  "idempotency.key_hash": [
    "IDEMPOTENCY_KEY_REUSED",
    "This idempotencyKey was used before; send a new one.",
  ],
  "waitlist_offer.phone": [
    "INVALID_TRANSITION",
    "This phone has a table on offer already; wait for the answer or withdraw the offer.",
  ],
  "waitlist_offer.entry_id": [
    "INVALID_TRANSITION",
    "This waiting guest has a live offer already; wait for the answer or withdraw it.",
  ],
};

function constraintRefusal(error: SQLiteError): DomainError | null {
  const detail = error.message.slice(error.message.indexOf(": ") + 2);
  switch (error.code ?? "") {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY": {
      const [code, message] = TAKEN[detail] ?? [
        "INTERNAL",
        `A record with this ${detail} exists already; send the same call again.`,
      ];
      return refusal(code, message);
    }
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
      return refusal("NOT_FOUND", "A record that this refers to does not exist.");
    case "SQLITE_CONSTRAINT_CHECK":
      return refusal("INVALID_INPUT", `A value is outside what can be stored: ${detail}.`);
    default:
      return null; // a missing or mistyped value is a fault of ours, not of the caller
  }
}

/**
 * The only place where SQLite errors become domain errors: constraints become their refusals, a
 * full disk or memory UNAVAILABLE. Anything else is returned unchanged.
 */
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
      return unavailable("The disk or the database is full", outcome);
    case NOMEM:
      return unavailable("The database ran out of memory", outcome);
    case BUSY:
      return unavailable("The database is in use by another process", outcome);
    case IOERR:
    case CORRUPT:
    case NOTADB:
      return unavailable("The database could not be read or written", outcome);
    default:
      return null;
  }
}
