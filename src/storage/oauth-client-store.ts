import type { Database } from "bun:sqlite";
import { DataCache } from "./data-cache.ts";

export type ClientKind = "preregistered" | "dynamic" | "metadata_document";

/** RFC 7591, section 2. */
export const CLIENT_AUTH_METHODS = [
  "none",
  "client_secret_basic",
  "client_secret_post",
  "private_key_jwt",
] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

export interface ClientRow {
  /** For a client with a metadata document, the document's address. */
  readonly id: string;
  readonly kind: ClientKind;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly authMethod: ClientAuthMethod;
  /** SHA-256, hexadecimal. */
  readonly secretHash: string | null;
  /** All other fields of the registration, named as in RFC 7591. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** SHA-256, hexadecimal, of the registration access token (RFC 7592). */
  readonly registrationTokenHash: string | null;
  /** Null for the default. */
  readonly replayWindowS: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** When our copy of the client's metadata document expires. */
  readonly freshUntil: number | null;
  readonly revokedAt: number | null;
}

type FlatRow = Omit<ClientRow, "redirectUris" | "metadata"> & {
  readonly redirectUris: string;
  readonly metadata: string;
};

const COLUMNS = `id, kind, name, redirect_uris AS redirectUris, auth_method AS authMethod,
  secret_hash AS secretHash, metadata, registration_token_hash AS registrationTokenHash,
  replay_window_s AS replayWindowS, created_at AS createdAt, last_used_at AS lastUsedAt,
  fresh_until AS freshUntil, revoked_at AS revokedAt`;

const LIVE_GRANT = `
  SELECT 1 FROM oauth_grant AS live WHERE live.client_id = oauth_client.id
    AND live.ended_at IS NULL AND (
      EXISTS (SELECT 1 FROM oauth_refresh_token AS token
        WHERE token.grant_id = live.id AND token.expires_at > :now)
      OR EXISTS (SELECT 1 FROM oauth_access_token AS token
        WHERE token.grant_id = live.id AND token.expires_at > :now)
      OR EXISTS (SELECT 1 FROM oauth_code AS code
        WHERE code.grant_id = live.id AND code.expires_at > :now))`;

const OPEN_REQUEST = `
  SELECT 1 FROM oauth_request AS request
  WHERE request.client_id = oauth_client.id AND request.expires_at > :now`;

/**
 * Clients last used before `idleBefore`, or before `unconfirmedBefore` if nobody ever consented to them.
 * Leaves out revoked clients with a metadata document, because a removed client can register again.
 */
const UNUSED_CLIENTS = `
  SELECT id FROM oauth_client
  WHERE kind <> 'preregistered'
    AND NOT (kind = 'metadata_document' AND revoked_at IS NOT NULL)
    AND max(created_at, coalesce(last_used_at, 0)) < :unconfirmedBefore
    AND (max(created_at, coalesce(last_used_at, 0)) < :idleBefore
      OR NOT EXISTS (SELECT 1 FROM oauth_grant AS any_grant
        WHERE any_grant.client_id = oauth_client.id))
    AND NOT EXISTS (${LIVE_GRANT})
    AND NOT EXISTS (${OPEN_REQUEST})
  ORDER BY created_at LIMIT :limit`;

/**
 * Clients to which nobody ever consented. A recent use makes no difference: otherwise, an attacker could
 * keep thousands of clients by using them.
 */
const UNCONFIRMED = `
  kind <> 'preregistered'
    AND NOT EXISTS (SELECT 1 FROM oauth_grant WHERE client_id = oauth_client.id)`;

const MOST_UNCONFIRMED = 10_000;

export function oauthClientStore(database: Database) {
  const cache = new DataCache<ClientRow>(database);
  const sql = {
    insert: database.prepare(
      `INSERT INTO oauth_client (id, kind, name, redirect_uris, auth_method, secret_hash, metadata,
         registration_token_hash, replay_window_s, created_at, last_used_at, fresh_until, revoked_at)
       VALUES (:id, :kind, :name, :redirectUris, :authMethod, :secretHash, :metadata,
         :registrationTokenHash, :replayWindowS, :createdAt, :lastUsedAt, :freshUntil, :revokedAt)`,
    ),
    update: database.prepare(
      `UPDATE oauth_client SET name = :name, redirect_uris = :redirectUris,
         auth_method = :authMethod, secret_hash = :secretHash, metadata = :metadata,
         registration_token_hash = :registrationTokenHash, replay_window_s = :replayWindowS,
         fresh_until = :freshUntil
       WHERE id = :id`,
    ),
    byId: database.prepare<FlatRow, { id: string }>(
      `SELECT ${COLUMNS} FROM oauth_client WHERE id = :id`,
    ),
    list: database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM oauth_client ORDER BY created_at, id LIMIT :limit`,
    ),
    isKnown: database.prepare<{ id: string }, { id: string; now: number }>(
      `SELECT id FROM oauth_client
       WHERE id = :id AND (EXISTS (${LIVE_GRANT}) OR EXISTS (${OPEN_REQUEST}))`,
    ),
    touch: database.prepare("UPDATE oauth_client SET last_used_at = :at WHERE id = :id"),
    revoke: database.prepare(
      "UPDATE oauth_client SET revoked_at = :at WHERE id = :id AND revoked_at IS NULL",
    ),
    unused: database.prepare<
      { id: string },
      { now: number; unconfirmedBefore: number; idleBefore: number; limit: number }
    >(UNUSED_CLIENTS),
    unconfirmed: database.prepare<{ count: number }, []>(
      `SELECT count(*) AS count FROM oauth_client WHERE ${UNCONFIRMED}`,
    ),
    oldestUnconfirmed: database.prepare<{ id: string }, { now: number; limit: number }>(
      `SELECT id FROM oauth_client WHERE ${UNCONFIRMED} AND NOT EXISTS (${OPEN_REQUEST})
       ORDER BY created_at LIMIT :limit`,
    ),
    removeGrants: database.prepare("DELETE FROM oauth_grant WHERE client_id = :id"),
    remove: database.prepare("DELETE FROM oauth_client WHERE id = :id"),
    isUnconfirmed: database.prepare<{ one: 1 }, { id: string }>(
      `SELECT 1 AS one FROM oauth_client WHERE id = :id AND ${UNCONFIRMED}`,
    ),
  };
  return {
    insert(client: ClientRow): void {
      cache.forget();
      sql.insert.run(flat(client));
    },

    update(client: ClientRow): void {
      cache.forget();
      const {
        kind: _kind,
        createdAt: _made,
        lastUsedAt: _used,
        revokedAt: _end,
        ...row
      } = flat(client);
      sql.update.run(row);
    },

    byId(id: string): ClientRow | null {
      return cache.get(id, () => {
        const row = sql.byId.get({ id });
        return row === null ? null : toClient(row);
      });
    },

    /** Oldest first; includes revoked clients. */
    list: (limit = 100_000): ClientRow[] => sql.list.all({ limit }).map(toClient),
    /** True if the client has a live grant or an open request. */
    isKnown: (id: string, now: number): boolean => sql.isKnown.get({ id, now }) !== null,

    touch(id: string, at: number): void {
      cache.forget();
      sql.touch.run({ id, at });
    },

    /** Does not end the client's grants. */
    revoke(id: string, at: number): boolean {
      cache.forget();
      return sql.revoke.run({ id, at }).changes === 1;
    },

    remove(id: string): void {
      cache.forget();
      sql.removeGrants.run({ id });
      sql.remove.run({ id });
    },

    /** Does nothing if an operator registered the client or somebody ever consented. */
    removeUnconfirmed(id: string): void {
      if (sql.isUnconfirmed.get({ id }) !== null) this.remove(id);
    },

    removeUnused(options: {
      readonly now: number;
      readonly unconfirmedBefore: number;
      readonly idleBefore: number;
      readonly limit: number;
    }): number {
      const unused = sql.unused.all(options);
      for (const { id } of unused) this.remove(id);
      return unused.length;
    },

    /**
     * Makes room for one more unconfirmed client: removes the oldest ones without an open request.
     * Returns how many it removed.
     */
    makeRoom(now: number, most = MOST_UNCONFIRMED): number {
      const over = (sql.unconfirmed.get()?.count ?? 0) + 1 - most;
      if (over <= 0) return 0;
      const oldest = sql.oldestUnconfirmed.all({ now, limit: over });
      for (const { id } of oldest) this.remove(id);
      return oldest.length;
    },
  };
}

const flat = (client: ClientRow): FlatRow => ({
  ...client,
  redirectUris: JSON.stringify(client.redirectUris),
  metadata: JSON.stringify(client.metadata),
});

const toClient = (row: FlatRow): ClientRow => ({
  ...row,
  redirectUris: JSON.parse(row.redirectUris),
  metadata: JSON.parse(row.metadata),
});
