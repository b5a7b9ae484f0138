import type { Database } from "bun:sqlite";
import type { Budgets, Scope } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

export interface ApiKeyRow {
  readonly id: string;
  /** The id of the first key in a chain of replacements, or this key's own id. */
  readonly principal: string;
  readonly publicId: string;
  readonly secretHash: string;
  readonly name: string;
  readonly brands: readonly string[];
  readonly scopes: readonly Scope[];
  readonly tools: readonly string[] | null;
  readonly budgets: Budgets;
  readonly forGuests: boolean;
  readonly expiresAt: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

type FlatRow = Omit<ApiKeyRow, "brands" | "scopes" | "tools" | "budgets" | "forGuests"> & {
  readonly forGuests: number;
  readonly brands: string;
  readonly scopes: string;
  readonly tools: string | null;
  readonly budgets: string;
};

const COLUMNS = `id, coalesce(principal, id) AS principal, public_id AS publicId,
  secret_hash AS secretHash, name, brands, scopes, tools, budgets, for_guests AS forGuests, expires_at AS expiresAt,
  created_at AS createdAt, last_used_at AS lastUsedAt, revoked_at AS revokedAt`;

const KEYS_OF_BRAND = `
  SELECT ${COLUMNS} FROM api_key
  WHERE EXISTS (SELECT 1 FROM json_each(api_key.brands) WHERE value = :brand)
  ORDER BY revoked_at IS NOT NULL OR coalesce(expires_at <= :now, FALSE), rowid DESC
  LIMIT :limit`;

const WORKING_OF_BRAND = `
  SELECT count(*) AS count FROM api_key
  WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
    AND EXISTS (SELECT 1 FROM json_each(api_key.brands) WHERE value = :brand)`;

export function apiKeyStore(database: Database) {
  const cache = new DataCache<ApiKeyRow>(database);
  const sql = {
    insert: database.prepare(
      `INSERT INTO api_key (id, principal, public_id, secret_hash, name, brands, scopes, tools,
         budgets, for_guests, expires_at, created_at, last_used_at, revoked_at)
       VALUES (:id, :principal, :publicId, :secretHash, :name, :brands, :scopes, :tools,
         :budgets, :forGuests, :expiresAt, :createdAt, :lastUsedAt, :revokedAt)`,
    ),
    byPublicId: database.prepare<FlatRow, { publicId: string }>(
      `SELECT ${COLUMNS} FROM api_key WHERE public_id = :publicId`,
    ),
    byId: database.prepare<FlatRow, { id: string }>(
      `SELECT ${COLUMNS} FROM api_key WHERE id = :id`,
    ),
    list: database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM api_key ORDER BY rowid LIMIT :limit`,
    ),
    ofBrand: database.prepare<FlatRow, { brand: string; now: number; limit: number }>(
      KEYS_OF_BRAND,
    ),
    workingOf: database.prepare<{ count: number }, { brand: string; now: number }>(
      WORKING_OF_BRAND,
    ),
    revoke: database.prepare(
      "UPDATE api_key SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL",
    ),
    touch: database.prepare("UPDATE api_key SET last_used_at = :at WHERE id = :id"),
    endAt: database.prepare("UPDATE api_key SET expires_at = :at WHERE id = :id"),
  };
  return {
    insert(key: ApiKeyRow): void {
      cache.forget();
      sql.insert.run({
        ...key,
        brands: JSON.stringify(key.brands),
        scopes: JSON.stringify(key.scopes),
        tools: key.tools === null ? null : JSON.stringify(key.tools),
        budgets: JSON.stringify(key.budgets),
      });
    },

    byPublicId(publicId: string): ApiKeyRow | null {
      return cache.get(publicId, () => {
        const row = sql.byPublicId.get({ publicId });
        return row === null ? null : toKey(row);
      });
    },

    byId(id: string): ApiKeyRow | null {
      const row = sql.byId.get({ id });
      return row === null ? null : toKey(row);
    },

    /** Oldest first; includes revoked keys. */
    list: (limit = 100_000): ApiKeyRow[] => sql.list.all({ limit }).map(toKey),
    /** Working keys first, newer keys before older ones. */
    ofBrand: (brand: string, now: number, limit: number): ApiKeyRow[] =>
      sql.ofBrand.all({ brand, now, limit }).map(toKey),
    workingOf: (brand: string, now: number): number =>
      sql.workingOf.get({ brand, now })?.count ?? 0,

    endAt(id: string, at: number): void {
      cache.forget();
      sql.endAt.run({ id, at });
    },

    revoke(id: string, at: number): boolean {
      cache.forget();
      return sql.revoke.run({ id, at }).changes === 1;
    },

    touch(id: string, at: number): void {
      cache.forget();
      sql.touch.run({ id, at });
    },
  };
}

const toKey = (row: FlatRow): ApiKeyRow => ({
  ...row,
  brands: JSON.parse(row.brands),
  scopes: JSON.parse(row.scopes),
  tools: row.tools === null ? null : JSON.parse(row.tools),
  budgets: JSON.parse(row.budgets),
  forGuests: row.forGuests === 1,
});
