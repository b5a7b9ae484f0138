import type { Database } from "bun:sqlite";
import type { Role, Scope } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

/**
 * One person's consent for one client: its family of tokens and the principal of its calls.
 * Instants are epoch milliseconds.
 */
export interface GrantRow {
  readonly id: string;
  readonly userId: string;
  readonly clientId: string;
  /** Slugs of the granted brands with the role that the person had in each when consenting. */
  readonly brands: Readonly<Record<string, Role>>;
  readonly scopes: readonly Scope[];
  /** Where the person was sent back to, whatever is registered now. */
  readonly redirectUri: string;
  /** The client's name when the person agreed. */
  readonly clientName: string;
  /** When two parties used one of its refresh tokens, so that one may be a thief; null: never. */
  readonly sharedAt: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Nothing of an ended grant is accepted. */
  readonly endedAt: number | null;
  /** In one word, for people and for the log. */
  readonly endReason: string | null;
}

type FlatRow = Omit<GrantRow, "brands" | "scopes"> & {
  readonly brands: string;
  readonly scopes: string;
};

const COLUMNS = `id, user_id AS userId, client_id AS clientId, brands, scopes,
  redirect_uri AS redirectUri, client_name AS clientName, shared_at AS sharedAt, created_at AS createdAt, last_used_at AS lastUsedAt, ended_at AS endedAt,
  end_reason AS endReason`;

/** Live ones first, so that ended ones cannot push them off the list. */
const LIVE_THEN_NEWEST = "ended_at IS NOT NULL, created_at DESC, id DESC";

/** Grants of a person, the live ones first. */
export const GRANTS_OF_USER = `
  SELECT ${COLUMNS} FROM oauth_grant WHERE user_id = :userId
  ORDER BY ${LIVE_THEN_NEWEST} LIMIT :limit`;

/** Grants whose codes and tokens have all expired. */
export const LAPSED = `
  SELECT id FROM oauth_grant AS lapsed WHERE ended_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM oauth_refresh_token
      WHERE grant_id = lapsed.id AND rotated_at IS NULL AND expires_at > :now)
    AND NOT EXISTS (SELECT 1 FROM oauth_access_token
      WHERE grant_id = lapsed.id AND expires_at > :now)
    AND NOT EXISTS (SELECT 1 FROM oauth_code
      WHERE grant_id = lapsed.id AND redeemed_at IS NULL AND expires_at > :now)
  LIMIT :limit`;

/** What people have allowed clients to do. */
export class OAuthGrantStore {
  readonly #cache: DataCache<GrantRow>;
  readonly #insert;
  readonly #byId;
  readonly #ofUser;
  readonly #list;
  readonly #live;
  readonly #touch;
  readonly #markShared;
  readonly #endShared;
  readonly #end;
  readonly #endAllOf;
  readonly #endOfBrand;
  readonly #endOfClient;
  readonly #endLapsed;
  readonly #purge;

  constructor(database: Database) {
    this.#cache = new DataCache(database);
    this.#insert = database.prepare(
      `INSERT INTO oauth_grant (id, user_id, client_id, brands, scopes, redirect_uri, client_name,
         created_at, last_used_at, ended_at, end_reason)
       VALUES (:id, :userId, :clientId, :brands, :scopes, :redirectUri, :clientName, :createdAt,
         :lastUsedAt, :endedAt, :endReason)`,
    );
    this.#byId = database.prepare<FlatRow, { id: string }>(
      `SELECT ${COLUMNS} FROM oauth_grant WHERE id = :id`,
    );
    this.#ofUser = database.prepare<FlatRow, { userId: string; limit: number }>(GRANTS_OF_USER);
    this.#list = database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM oauth_grant ORDER BY ${LIVE_THEN_NEWEST} LIMIT :limit`,
    );
    this.#live = database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM oauth_grant WHERE ended_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT :limit`,
    );
    this.#touch = database.prepare("UPDATE oauth_grant SET last_used_at = :at WHERE id = :id");
    const end =
      "UPDATE oauth_grant SET ended_at = :at, end_reason = :reason WHERE ended_at IS NULL";
    this.#markShared = database.prepare(
      "UPDATE oauth_grant SET shared_at = :at WHERE id = :id AND shared_at IS NULL",
    );
    this.#endShared = database.prepare(
      `${end} AND user_id = :userId AND client_id = :clientId AND shared_at IS NOT NULL`,
    );
    this.#end = database.prepare(`${end} AND id = :id`);
    this.#endAllOf = database.prepare(`${end} AND user_id = :userId`);
    this.#endOfBrand = database.prepare(
      `${end} AND user_id = :userId AND EXISTS (
         SELECT 1 FROM json_each(oauth_grant.brands) WHERE json_each.key = :brand)`,
    );
    this.#endOfClient = database.prepare(`${end} AND client_id = :clientId`);
    this.#endLapsed = database.prepare(`${end} AND id IN (${LAPSED})`);
    this.#purge = database.prepare(
      `DELETE FROM oauth_grant WHERE id IN (
         SELECT id FROM oauth_grant WHERE ended_at < :before LIMIT :limit)`,
    );
  }

  insert(grant: Omit<GrantRow, "sharedAt">): void {
    this.#cache.forget();
    const { sharedAt: _, brands, scopes, ...rest } = { sharedAt: null, ...grant };
    const written = { brands: JSON.stringify(brands), scopes: JSON.stringify(scopes) };
    this.#insert.run({ ...rest, ...written });
  }

  /** Read at every call; cached until any process writes. */
  byId(id: string): GrantRow | null {
    return this.#cache.get(id, () => {
      const row = this.#byId.get({ id });
      return row === null ? null : toGrant(row);
    });
  }

  /** Grants of a person: live ones, then ended ones, each the newest first. */
  ofUser(userId: string, limit = 1000): GrantRow[] {
    return this.#ofUser.all({ userId, limit }).map(toGrant);
  }

  /** All grants: live ones, then ended ones, each the newest first. */
  list(limit = 1000): GrantRow[] {
    return this.#list.all({ limit }).map(toGrant);
  }

  /** Grants that have not ended, newest first, however many have. */
  live(limit = 10_000): GrantRow[] {
    return this.#live.all({ limit }).map(toGrant);
  }

  /** Stores when a grant was last used; callers limit how often. */
  touch(id: string, at: number): void {
    this.#cache.forget();
    this.#touch.run({ id, at });
  }

  /** Stores that two parties use its refresh tokens; false if known. */
  markShared(id: string, at: number): boolean {
    this.#cache.forget();
    return this.#markShared.run({ id, at }).changes === 1;
  }

  /** Ends the grants of a person and a client that two parties used; returns how many. */
  endShared(userId: string, clientId: string, at: number, reason: string): number {
    this.#cache.forget();
    return this.#endShared.run({ userId, clientId, at, reason }).changes;
  }

  /** Ends a grant with all its tokens; false if there is none or it has ended already. */
  end(id: string, at: number, reason: string): boolean {
    this.#cache.forget();
    return this.#end.run({ id, at, reason }).changes === 1;
  }

  /** Ends every grant of a person; returns how many. */
  endAllOf(userId: string, at: number, reason: string): number {
    this.#cache.forget();
    return this.#endAllOf.run({ userId, at, reason }).changes;
  }

  /**
   * Ends every grant of a person that includes this brand, even with others: what was consented to
   * no longer applies. Returns how many.
   */
  endOfBrand(userId: string, brand: string, at: number, reason: string): number {
    this.#cache.forget();
    return this.#endOfBrand.run({ userId, brand, at, reason }).changes;
  }

  /** Ends every grant of a client; returns how many. */
  endOfClient(clientId: string, at: number, reason: string): number {
    this.#cache.forget();
    return this.#endOfClient.run({ clientId, at, reason }).changes;
  }

  /** Ends grants whose codes and tokens have all expired; returns how many. */
  endLapsed(now: number, limit: number): number {
    const { changes } = this.#endLapsed.run({ now, at: now, reason: "expired", limit });
    // Checked at every tick: cached while nothing changes.
    if (changes > 0) this.#cache.forget();
    return changes;
  }

  /** Removes grants that ended before an instant, with all their tokens; returns how many. */
  purge(before: number, limit: number): number {
    const { changes } = this.#purge.run({ before, limit });
    if (changes > 0) this.#cache.forget();
    return changes;
  }
}

const toGrant = (row: FlatRow): GrantRow => ({
  ...row,
  brands: JSON.parse(row.brands),
  scopes: JSON.parse(row.scopes),
});
