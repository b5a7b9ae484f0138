import type { Database } from "bun:sqlite";
import type { Role } from "../domain/caller.ts";

export interface TeamMember {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly ownsInstance: boolean;
  readonly hasPassword: boolean;
  readonly disabledAt: number | null;
  readonly signedInAt: number | null;
}

type FlatMember = Omit<TeamMember, "ownsInstance" | "hasPassword"> & {
  readonly ownsInstance: number;
  readonly hasPassword: number;
};

const COLUMNS = `user.id AS userId, user.email, user.name, user.owns_instance AS ownsInstance,
  user.password_hash IS NOT NULL AS hasPassword, user.disabled_at AS disabledAt,
  user.signed_in_at AS signedInAt`;

/** Leaves out owners of the instance, who belong to every brand. */
export const TEAM_OF_BRAND = `
  SELECT ${COLUMNS}, member.role FROM team_member AS member JOIN user ON user.id = member.user_id
  WHERE member.brand = :brand AND user.owns_instance = 0`;

const INSTANCE_OWNERS = `SELECT ${COLUMNS}, 'owner' AS role FROM user WHERE owns_instance = 1`;

export function teamStore(database: Database) {
  const sql = {
    ofBrand: database.prepare<FlatMember, { brand: string }>(TEAM_OF_BRAND),
    instanceOwners: database.prepare<FlatMember, []>(INSTANCE_OWNERS),
    signedIn: database.prepare("UPDATE user SET signed_in_at = :at WHERE id = :userId"),
  };
  return {
    ofBrand: (brand: string): TeamMember[] =>
      [...sql.instanceOwners.all(), ...sql.ofBrand.all({ brand })].map((row) => ({
        ...row,
        ownsInstance: row.ownsInstance === 1,
        hasPassword: row.hasPassword === 1,
      })),

    signedIn(userId: string, at: number): void {
      sql.signedIn.run({ userId, at });
    },
  };
}
