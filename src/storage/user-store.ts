import type { Database } from "bun:sqlite";
import type { Role } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Argon2id, as a PHC string. */
  readonly passwordHash: string | null;
  readonly ownsInstance: boolean;
  readonly passwordChangedAt: number | null;
  readonly createdAt: number;
  readonly disabledAt: number | null;
}

export interface Membership {
  readonly brand: string;
  readonly role: Role;
}

type FlatRow = Omit<UserRow, "ownsInstance"> & { readonly ownsInstance: number };

const COLUMNS = `id, email, name, password_hash AS passwordHash, owns_instance AS ownsInstance,
  password_changed_at AS passwordChangedAt, created_at AS createdAt, disabled_at AS disabledAt`;

export const TEAMS_OF = `
  SELECT brand, role FROM team_member WHERE user_id = :userId ORDER BY brand`;

const OWNERS_OF = `
  SELECT id FROM user
  WHERE disabled_at IS NULL AND password_hash IS NOT NULL AND (owns_instance = 1 OR EXISTS (
    SELECT 1 FROM team_member
    WHERE user_id = user.id AND brand = :brand AND role = 'owner'))`;

const INSTANCE_OWNERS = `
  SELECT id FROM user WHERE owns_instance = 1 AND disabled_at IS NULL AND password_hash IS NOT NULL`;

export function userStore(database: Database) {
  const users = new DataCache<UserRow>(database);
  const teams = new DataCache<readonly Membership[]>(database);
  const sql = {
    byId: database.prepare<FlatRow, { id: string }>(`SELECT ${COLUMNS} FROM user WHERE id = :id`),
    byEmail: database.prepare<FlatRow, { email: string }>(
      `SELECT ${COLUMNS} FROM user WHERE email = :email`,
    ),
    list: database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM user ORDER BY created_at, id LIMIT :limit`,
    ),
    any: database.prepare<{ found: number }, []>("SELECT 1 AS found FROM user LIMIT 1"),
    insert: database.prepare(
      `INSERT INTO user (id, email, name, password_hash, owns_instance, password_changed_at,
         created_at, disabled_at)
       VALUES (:id, :email, :name, :passwordHash, :ownsInstance, :passwordChangedAt, :createdAt,
         :disabledAt)`,
    ),
    // `password_changed_at` grows with each change, even if a test clock stands still. A sign-in that
    // began with the old password then fails.
    setPassword: database.prepare(
      `UPDATE user SET password_hash = :hash,
         password_changed_at = max(:at, coalesce(password_changed_at, 0) + 1)
       WHERE id = :id`,
    ),
    clearPassword: database.prepare(
      `UPDATE user SET password_hash = NULL,
         password_changed_at = max(:at, coalesce(password_changed_at, 0) + 1)
       WHERE id = :id`,
    ),
    rename: database.prepare("UPDATE user SET name = :name WHERE id = :id"),
    rehash: database.prepare(
      "UPDATE user SET password_hash = :hash WHERE id = :id AND password_hash = :before",
    ),
    disable: database.prepare(
      "UPDATE user SET disabled_at = :at WHERE id = :id AND disabled_at IS NULL",
    ),
    enable: database.prepare(
      "UPDATE user SET disabled_at = NULL WHERE id = :id AND disabled_at IS NOT NULL",
    ),
    teamsOf: database.prepare<Membership, { userId: string }>(TEAMS_OF),
    brands: database.prepare<{ slug: string }, []>("SELECT slug FROM brand ORDER BY slug"),
    ownersOf: database.prepare<{ id: string }, { brand: string }>(OWNERS_OF),
    instanceOwners: database.prepare<{ id: string }, []>(INSTANCE_OWNERS),
    join: database.prepare(
      `INSERT INTO team_member (user_id, brand, role, created_at)
       VALUES (:userId, :brand, :role, :at)`,
    ),
    setRole: database.prepare(
      "UPDATE team_member SET role = :role WHERE user_id = :userId AND brand = :brand",
    ),
    leave: database.prepare("DELETE FROM team_member WHERE user_id = :userId AND brand = :brand"),
  };
  return {
    byId(id: string): UserRow | null {
      return users.get(id, () => {
        const row = sql.byId.get({ id });
        return row === null ? null : toUser(row);
      });
    },

    /** `email`: in lower case. */
    byEmail(email: string): UserRow | null {
      const row = sql.byEmail.get({ email });
      return row === null ? null : toUser(row);
    },

    list: (limit = 100_000): UserRow[] => sql.list.all({ limit }).map(toUser),
    any: (): boolean => sql.any.get() !== null,

    /** Throws if the e-mail address is taken: check first, in the same transaction. */
    insert(user: UserRow): void {
      users.forget();
      sql.insert.run({ ...user, ownsInstance: Number(user.ownsInstance) });
    },

    /** Call only from `changePassword` (operations/team), which also ends the sessions. */
    setPassword(id: string, hash: string, at: number): void {
      users.forget();
      sql.setPassword.run({ id, hash, at });
    },

    /** Call only from `clearProofs` (operations/team), which also removes all other ways to sign in. */
    clearPassword(id: string, at: number): void {
      users.forget();
      sql.clearPassword.run({ id, at });
    },

    rename(id: string, name: string): void {
      users.forget();
      sql.rename.run({ id, name });
    },

    rehash(id: string, hash: string, before: string): void {
      users.forget();
      sql.rehash.run({ id, hash, before });
    },

    disable(id: string, at: number): boolean {
      users.forget();
      return sql.disable.run({ id, at }).changes === 1;
    },

    enable(id: string): boolean {
      users.forget();
      return sql.enable.run({ id }).changes === 1;
    },

    teamsOf(userId: string): readonly Membership[] {
      if (this.byId(userId)?.ownsInstance === true) {
        return sql.brands.all().map(({ slug }) => ({ brand: slug, role: "owner" }));
      }
      return teams.get(userId, () => sql.teamsOf.all({ userId })) ?? [];
    },

    /** Owners who can sign in, including owners of the instance. */
    ownersOf: (brand: string): string[] => sql.ownersOf.all({ brand }).map(({ id }) => id),
    instanceOwners: (): string[] => sql.instanceOwners.all().map(({ id }) => id),

    join(userId: string, brand: string, role: Role, at: number): void {
      teams.forget();
      sql.join.run({ userId, brand, role, at });
    },

    setRole(userId: string, brand: string, role: Role): boolean {
      teams.forget();
      return sql.setRole.run({ userId, brand, role }).changes === 1;
    },

    leave(userId: string, brand: string): boolean {
      teams.forget();
      return sql.leave.run({ userId, brand }).changes === 1;
    },
  };
}

const toUser = (row: FlatRow): UserRow => ({ ...row, ownsInstance: row.ownsInstance === 1 });
