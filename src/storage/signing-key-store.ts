import type { Database } from "bun:sqlite";

export interface SigningKeyRow {
  readonly kid: string;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  /** Encrypted with a key derived from the instance secret. */
  readonly sealedPrivate: Uint8Array;
  readonly createdAt: number;
}

type FlatRow = Omit<SigningKeyRow, "publicJwk"> & { readonly publicJwk: string };

export function signingKeyStore(database: Database) {
  const sql = {
    insert: database.prepare(
      `INSERT INTO signing_key (kid, public_jwk, sealed_private, created_at)
       VALUES (:kid, :publicJwk, :sealedPrivate, :createdAt)`,
    ),
    list: database.prepare<FlatRow, []>(
      `SELECT kid, public_jwk AS publicJwk, sealed_private AS sealedPrivate,
         created_at AS createdAt
       FROM signing_key ORDER BY created_at DESC, kid`,
    ),
    remove: database.prepare("DELETE FROM signing_key WHERE kid = :kid"),
  };
  return {
    insert(key: SigningKeyRow): void {
      sql.insert.run({ ...key, publicJwk: JSON.stringify(key.publicJwk) });
    },

    list: (): SigningKeyRow[] =>
      sql.list.all().map((row) => ({ ...row, publicJwk: JSON.parse(row.publicJwk) })),

    remove(kid: string): void {
      sql.remove.run({ kid });
    },
  };
}
