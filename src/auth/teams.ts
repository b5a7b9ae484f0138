import { type Role, roleAtLeast } from "../domain/caller.ts";
import type { Clock } from "../domain/ids.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { accountHash } from "./accounts.ts";

/**
 * What can be changed about a user and their teams. Each change ends what hangs on it in the same
 * transaction: sessions, and the grants that the user gave to connected apps.
 */
export interface Teams {
  /**
   * `hash` replaces the password: every session and grant ends, since whoever knew the old one may
   * have made them. False when there is no such user.
   */
  changePassword(userId: string, hash: string): Promise<boolean>;
  /** The user can no longer sign in, and is signed out everywhere. False as above. */
  disableUser(userId: string): Promise<boolean>;
  /** Grants that hold the brand end. False when the user was not in the team. */
  leaveTeam(userId: string, brand: string): Promise<boolean>;
  /**
   * With a lower role grants that hold the brand end: they were given with the higher one. False as
   * above.
   */
  changeRole(userId: string, brand: string, role: Role): Promise<boolean>;
}

export interface TeamsOptions {
  readonly stores: Pick<
    Stores,
    "users" | "sessions" | "grants" | "securityEvents" | "signInThrottle"
  >;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
}

/** Changes to users and teams; whether the caller may make them is for whoever asks. */
export function createTeams({ stores, writer, clock }: TeamsOptions): Teams {
  const note = (kind: string, userId: string, at: number, detail: object = {}): void =>
    stores.securityEvents.insert({ at, kind, userId, detail: { ...detail } });
  const endAll = (userId: string, at: number, reason: string): void => {
    stores.sessions.endAllOf(userId, at);
    stores.grants.endAllOf(userId, at, reason);
  };
  return {
    changePassword: (userId, hash) =>
      writer.write(() => {
        const at = clock();
        const user = stores.users.byId(userId);
        if (user === null) return false;
        stores.users.setPassword(userId, hash, at);
        endAll(userId, at, "password_changed");
        // Whoever was locked out by a guesser can sign in at once.
        stores.signInThrottle.clear(accountHash(user.email));
        note("password_changed", userId, at);
        return true;
      }),

    disableUser: (userId) =>
      writer.write(() => {
        const at = clock();
        if (stores.users.byId(userId) === null) return false;
        // Once more does no harm: the first time is what stays on record.
        if (stores.users.disable(userId, at)) note("user_disabled", userId, at);
        endAll(userId, at, "user_disabled");
        return true;
      }),

    leaveTeam: (userId, brand) =>
      writer.write(() => {
        const at = clock();
        if (!stores.users.leave(userId, brand)) return false;
        stores.grants.endOfBrand(userId, brand, at, "left_team");
        note("left_team", userId, at, { brand });
        return true;
      }),

    changeRole: (userId, brand, role) =>
      writer.write(() => {
        const at = clock();
        const before = stores.users.teamsOf(userId).find((team) => team.brand === brand)?.role;
        if (before === undefined || !stores.users.setRole(userId, brand, role)) return false;
        if (before === role) return true;
        if (!roleAtLeast(role, before)) {
          stores.grants.endOfBrand(userId, brand, at, "role_lowered");
        }
        note("role_changed", userId, at, { brand, before, after: role });
        return true;
      }),
  };
}
