import type { Database } from "bun:sqlite";
import { DataCache } from "./data-cache.ts";

export interface PasskeyRow {
  /** Chosen by the authenticator; base64url. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly rpId: string;
  /** COSE (RFC 9052). */
  readonly publicKey: Uint8Array;
  /** 0 if the authenticator does not count uses. */
  readonly counter: number;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface TotpRow {
  readonly sealedSecret: Uint8Array;
  readonly lastStep: number;
  readonly createdAt: number;
}

const PASSKEY = `id, user_id AS userId, name, rp_id AS rpId, public_key AS publicKey, counter,
  created_at AS createdAt, last_used_at AS lastUsedAt`;

export const PASSKEYS_OF = `
  SELECT ${PASSKEY} FROM passkey WHERE user_id = :userId ORDER BY created_at, id`;

const HAS_FACTOR = `
  SELECT EXISTS (SELECT 1 FROM passkey WHERE user_id = :userId)
    OR EXISTS (SELECT 1 FROM totp WHERE user_id = :userId) AS has`;

export function factorStore(database: Database) {
  const has = new DataCache<{ readonly has: number }>(database);
  const statements = prepare(database);
  return {
    has: (userId: string): boolean =>
      has.get(userId, () => statements.has.get({ userId }))?.has === 1,
    passkeysOf: (userId: string): PasskeyRow[] => statements.passkeysOf.all({ userId }),
    passkey: (id: string): PasskeyRow | null => statements.passkey.get({ id }),
    /** Counts the passkeys for host names other than `rpId`. */
    passkeysElsewhere: (rpId: string): number => statements.elsewhere.get({ rpId })?.count ?? 0,

    /** Throws if the passkey is stored already. Check that first, in the same transaction. */
    addPasskey(row: PasskeyRow): void {
      has.forget();
      statements.addPasskey.run({ ...row });
    },

    renamePasskey: (userId: string, id: string, name: string): boolean =>
      statements.renamePasskey.run({ userId, id, name }).changes === 1,

    removePasskey(userId: string, id: string): boolean {
      has.forget();
      return statements.removePasskey.run({ userId, id }).changes === 1;
    },

    usedPasskey(id: string, counter: number, at: number): void {
      statements.usedPasskey.run({ id, counter, at });
    },

    spend: (hash: string, expiresAt: number): boolean =>
      statements.spend.run({ hash, expiresAt }).changes === 1,
    purgeSpent: (now: number, limit = 500): number =>
      statements.purgeSpent.run({ now, limit }).changes,
    totp: (userId: string): TotpRow | null => statements.totp.get({ userId }),

    setTotp(userId: string, row: TotpRow): void {
      has.forget();
      statements.setTotp.run({ userId, ...row });
    },

    /** False if a code of this or a later time step was used. */
    useStep: (userId: string, step: number): boolean =>
      statements.useStep.run({ userId, step }).changes === 1,

    removeTotp(userId: string): boolean {
      has.forget();
      return statements.removeTotp.run({ userId }).changes === 1;
    },

    /** `hashes`: SHA-256, hexadecimal. */
    setCodes(userId: string, hashes: readonly string[]): void {
      statements.clearCodes.run({ userId });
      for (const hash of hashes) statements.addCode.run({ userId, hash });
    },

    useCode: (userId: string, hash: string): boolean =>
      statements.useCode.run({ userId, hash }).changes === 1,
    codesLeft: (userId: string): number => statements.codesLeft.get({ userId })?.count ?? 0,

    clear(userId: string): boolean {
      const had = statements.has.get({ userId })?.has === 1;
      has.forget();
      statements.clearPasskeys.run({ userId });
      statements.removeTotp.run({ userId });
      statements.clearCodes.run({ userId });
      return had;
    },
  };
}

function prepare(database: Database) {
  return {
    ...passkeyStatements(database),
    has: database.prepare<{ has: number }, { userId: string }>(HAS_FACTOR),
    totp: database.prepare<TotpRow, { userId: string }>(
      `SELECT sealed_secret AS sealedSecret, last_step AS lastStep, created_at AS createdAt
       FROM totp WHERE user_id = :userId`,
    ),
    setTotp: database.prepare(
      `INSERT OR REPLACE INTO totp (user_id, sealed_secret, last_step, created_at)
       VALUES (:userId, :sealedSecret, :lastStep, :createdAt)`,
    ),
    useStep: database.prepare(
      "UPDATE totp SET last_step = :step WHERE user_id = :userId AND last_step < :step",
    ),
    removeTotp: database.prepare("DELETE FROM totp WHERE user_id = :userId"),
    addCode: database.prepare(
      "INSERT INTO recovery_code (user_id, code_hash) VALUES (:userId, :hash)",
    ),
    useCode: database.prepare(
      "DELETE FROM recovery_code WHERE user_id = :userId AND code_hash = :hash",
    ),
    codesLeft: database.prepare<{ count: number }, { userId: string }>(
      "SELECT count(*) AS count FROM recovery_code WHERE user_id = :userId",
    ),
    clearCodes: database.prepare("DELETE FROM recovery_code WHERE user_id = :userId"),
  };
}

function passkeyStatements(database: Database) {
  return {
    passkeysOf: database.prepare<PasskeyRow, { userId: string }>(PASSKEYS_OF),
    passkey: database.prepare<PasskeyRow, { id: string }>(
      `SELECT ${PASSKEY} FROM passkey WHERE id = :id`,
    ),
    elsewhere: database.prepare<{ count: number }, { rpId: string }>(
      "SELECT count(*) AS count FROM passkey WHERE rp_id <> :rpId",
    ),
    addPasskey: database.prepare(
      `INSERT INTO passkey
         (id, user_id, name, rp_id, public_key, counter, created_at, last_used_at)
       VALUES (:id, :userId, :name, :rpId, :publicKey, :counter, :createdAt, :lastUsedAt)`,
    ),
    renamePasskey: database.prepare(
      "UPDATE passkey SET name = :name WHERE id = :id AND user_id = :userId",
    ),
    removePasskey: database.prepare("DELETE FROM passkey WHERE id = :id AND user_id = :userId"),
    usedPasskey: database.prepare(
      "UPDATE passkey SET counter = :counter, last_used_at = :at WHERE id = :id",
    ),
    clearPasskeys: database.prepare("DELETE FROM passkey WHERE user_id = :userId"),
    spend: database.prepare(
      "INSERT OR IGNORE INTO spent_challenge (hash, expires_at) VALUES (:hash, :expiresAt)",
    ),
    purgeSpent: database.prepare(
      `DELETE FROM spent_challenge WHERE hash IN (
         SELECT hash FROM spent_challenge WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit
       )`,
    ),
  };
}
