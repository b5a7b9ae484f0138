import type { Database } from "bun:sqlite";
import type { Role } from "../domain/caller.ts";
import { DataCache } from "./data-cache.ts";

/** Somebody who signs in. Instants are epoch milliseconds. */
export interface UserRow {
  readonly id: string;
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  /** A PHC string of Argon2id; null: no password was chosen, so nobody can sign in with one. */
  readonly passwordHash: string | null;
  /** Owns every brand, including future ones. */
  readonly ownsInstance: boolean;
  readonly passwordChangedAt: number | null;
  readonly createdAt: number;
  readonly disabledAt: number | null;
}

/** A brand that a user belongs to, and their role there. */
export interface Membership {
  /** Slug. */
  readonly brand: string;
  readonly role: Role;
}

/** Somebody in the team of a brand. */
export interface Member {
  readonly userId: string;
  readonly role: Role;
}

type FlatRow = Omit<UserRow, "ownsInstance"> & { readonly ownsInstance: number };

const COLUMNS = `id, email, name, password_hash AS passwordHash, owns_instance AS ownsInstance,
  password_changed_at AS passwordChangedAt, created_at AS createdAt, disabled_at AS disabledAt`;

/** The brands of one user. */
export const TEAMS_OF = `
  SELECT brand, role FROM team_member WHERE user_id = :userId ORDER BY brand`;

/** The team of one brand, without owners of the instance. */
export const MEMBERS_OF = `
  SELECT user_id AS userId, role FROM team_member WHERE brand = :brand ORDER BY user_id`;

/** The owners of one brand who can sign in. */
export const OWNERS_OF = `
  SELECT id FROM user
  WHERE disabled_at IS NULL AND password_hash IS NOT NULL AND (owns_instance = 1 OR EXISTS (
    SELECT 1 FROM team_member
    WHERE user_id = user.id AND brand = :brand AND role = 'owner'))`;

/** Owners of the instance who can sign in. */
const INSTANCE_OWNERS = `
  SELECT id FROM user WHERE owns_instance = 1 AND disabled_at IS NULL AND password_hash IS NOT NULL`;

/** People who sign in, and the teams they belong to. */
export class UserStore {
  readonly #users: DataCache<UserRow>;
  readonly #teams: DataCache<readonly Membership[]>;
  readonly #byId;
  readonly #byEmail;
  readonly #list;
  readonly #any;
  readonly #insert;
  readonly #setPassword;
  readonly #clearPassword;
  readonly #rename;
  readonly #rehash;
  readonly #disable;
  readonly #enable;
  readonly #teamsOf;
  readonly #brands;
  readonly #membersOf;
  readonly #ownersOf;
  readonly #instanceOwners;
  readonly #join;
  readonly #setRole;
  readonly #leave;

  constructor(database: Database) {
    this.#users = new DataCache(database);
    this.#teams = new DataCache(database);
    this.#byId = database.prepare<FlatRow, { id: string }>(
      `SELECT ${COLUMNS} FROM user WHERE id = :id`,
    );
    this.#byEmail = database.prepare<FlatRow, { email: string }>(
      `SELECT ${COLUMNS} FROM user WHERE email = :email`,
    );
    this.#list = database.prepare<FlatRow, { limit: number }>(
      `SELECT ${COLUMNS} FROM user ORDER BY created_at, id LIMIT :limit`,
    );
    this.#any = database.prepare<{ found: number }, []>("SELECT 1 AS found FROM user LIMIT 1");
    this.#insert = database.prepare(
      `INSERT INTO user (id, email, name, password_hash, owns_instance, password_changed_at,
         created_at, disabled_at)
       VALUES (:id, :email, :name, :passwordHash, :ownsInstance, :passwordChangedAt, :createdAt,
         :disabledAt)`,
    );
    // Two changes never have the same instant, even with a test clock, so that proofs made with the
    // earlier password can be told apart.
    this.#setPassword = database.prepare(
      `UPDATE user SET password_hash = :hash,
         password_changed_at = max(:at, coalesce(password_changed_at, 0) + 1)
       WHERE id = :id`,
    );
    this.#clearPassword = database.prepare(
      `UPDATE user SET password_hash = NULL,
         password_changed_at = max(:at, coalesce(password_changed_at, 0) + 1)
       WHERE id = :id`,
    );
    this.#rename = database.prepare("UPDATE user SET name = :name WHERE id = :id");
    this.#rehash = database.prepare(
      "UPDATE user SET password_hash = :hash WHERE id = :id AND password_hash = :before",
    );
    this.#disable = database.prepare(
      "UPDATE user SET disabled_at = :at WHERE id = :id AND disabled_at IS NULL",
    );
    this.#enable = database.prepare(
      "UPDATE user SET disabled_at = NULL WHERE id = :id AND disabled_at IS NOT NULL",
    );
    this.#teamsOf = database.prepare<Membership, { userId: string }>(TEAMS_OF);
    this.#brands = database.prepare<{ slug: string }, []>("SELECT slug FROM brand ORDER BY slug");
    this.#membersOf = database.prepare<Member, { brand: string }>(MEMBERS_OF);
    this.#ownersOf = database.prepare<{ id: string }, { brand: string }>(OWNERS_OF);
    this.#instanceOwners = database.prepare<{ id: string }, []>(INSTANCE_OWNERS);
    this.#join = database.prepare(
      `INSERT INTO team_member (user_id, brand, role, created_at)
       VALUES (:userId, :brand, :role, :at)`,
    );
    this.#setRole = database.prepare(
      "UPDATE team_member SET role = :role WHERE user_id = :userId AND brand = :brand",
    );
    this.#leave = database.prepare(
      "DELETE FROM team_member WHERE user_id = :userId AND brand = :brand",
    );
  }

  /** Read at every request; cached until any process writes. */
  byId(id: string): UserRow | null {
    return this.#users.get(id, () => {
      const row = this.#byId.get({ id });
      return row === null ? null : toUser(row);
    });
  }

  /** `email` in lower case, as it is stored. */
  byEmail(email: string): UserRow | null {
    const row = this.#byEmail.get({ email });
    return row === null ? null : toUser(row);
  }

  /** All users, oldest first, disabled ones included. */
  list(limit = 100_000): UserRow[] {
    return this.#list.all({ limit }).map(toUser);
  }

  /** Whether anybody has an account, disabled or not. */
  any(): boolean {
    return this.#any.get() !== null;
  }

  /** An e-mail address that is taken makes the write fail: check first, in the same body. */
  insert(user: UserRow): void {
    this.#users.forget();
    this.#insert.run({ ...user, ownsInstance: Number(user.ownsInstance) });
  }

  /** Stores a new password. `changePassword` (operations/team) ends what the old one opened. */
  setPassword(id: string, hash: string, at: number): void {
    this.#users.forget();
    this.#setPassword.run({ id, hash, at });
  }

  /** Removes the password: nobody can sign in until a new one is chosen. */
  clearPassword(id: string, at: number): void {
    this.#users.forget();
    this.#clearPassword.run({ id, at });
  }

  rename(id: string, name: string): void {
    this.#users.forget();
    this.#rename.run({ id, name });
  }

  /**
   * Stores a new hash of the same password, at the present cost. Does nothing if the hash is no
   * longer `before`.
   */
  rehash(id: string, hash: string, before: string): void {
    this.#users.forget();
    this.#rehash.run({ id, hash, before });
  }

  /** False if there is no such user or they are disabled already. */
  disable(id: string, at: number): boolean {
    this.#users.forget();
    return this.#disable.run({ id, at }).changes === 1;
  }

  /** False if there is no such user or they are not disabled. */
  enable(id: string): boolean {
    this.#users.forget();
    return this.#enable.run({ id }).changes === 1;
  }

  /** The brands of a user, by slug; every brand for an owner of the instance. */
  teamsOf(userId: string): readonly Membership[] {
    if (this.byId(userId)?.ownsInstance === true) {
      return this.#brands.all().map(({ slug }) => ({ brand: slug, role: "owner" }));
    }
    return this.#teams.get(userId, () => this.#teamsOf.all({ userId })) ?? [];
  }

  /** The team of a brand, without owners of the instance, who belong to every team. */
  membersOf(brand: string): Member[] {
    return this.#membersOf.all({ brand });
  }

  /** Ids of the owners of a brand, including those of the instance, who can sign in. */
  ownersOf(brand: string): string[] {
    return this.#ownersOf.all({ brand }).map(({ id }) => id);
  }

  /** Ids of the owners of the instance who can sign in. */
  instanceOwners(): string[] {
    return this.#instanceOwners.all().map(({ id }) => id);
  }

  join(userId: string, brand: string, role: Role, at: number): void {
    this.#teams.forget();
    this.#join.run({ userId, brand, role, at });
  }

  /** False if the user is not in that team. */
  setRole(userId: string, brand: string, role: Role): boolean {
    this.#teams.forget();
    return this.#setRole.run({ userId, brand, role }).changes === 1;
  }

  /** False if the user was not in that team. */
  leave(userId: string, brand: string): boolean {
    this.#teams.forget();
    return this.#leave.run({ userId, brand }).changes === 1;
  }
}

const toUser = (row: FlatRow): UserRow => ({ ...row, ownsInstance: row.ownsInstance === 1 });
