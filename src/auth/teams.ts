import type { Role } from "../domain/caller.ts";
import type { Clock } from "../domain/ids.ts";
import {
  disableUser,
  enableUser,
  endAll,
  giveRole,
  leaveTeams,
  note,
  resetFactor,
  type TeamRefusal,
} from "../operations/team/team-changes.ts";
import type { Stores } from "../storage/stores.ts";
import type { Writer } from "../storage/writer.ts";
import { accountHash } from "./throttle.ts";

export type { TeamRefusal } from "../operations/team/team-changes.ts";

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
  /**
   * The user can no longer sign in, and is signed out everywhere; refused for the last owner who
   * can sign in.
   */
  disableUser(userId: string): Promise<TeamRefusal | null>;
  /** The user can sign in again, as before; what ended meanwhile stays ended. */
  enableUser(userId: string): Promise<TeamRefusal | null>;
  /** Removes passkeys, codes of an app and recovery codes. False: the user had none. */
  resetFactor(userId: string): Promise<boolean>;
  /** All of the brands or none: where it is refused nothing changes. Grants that hold them end. */
  leaveTeams(userId: string, brands: readonly string[]): Promise<TeamRefusal | null>;
  /**
   * The same role in each of the brands, or in none; the user joins the teams that they are not in.
   * Who joins one needs a new password, the one whose hash is `hash`. With a lower role grants that
   * hold the brand end: they were given with the higher one.
   */
  giveRole(
    userId: string,
    brands: readonly string[],
    role: Role,
    hash?: string,
  ): Promise<TeamRefusal | null>;
}

export interface TeamsOptions {
  readonly stores: Pick<
    Stores,
    | "users"
    | "sessions"
    | "grants"
    | "securityEvents"
    | "signInThrottle"
    | "accountLinks"
    | "factors"
  >;
  readonly writer: Pick<Writer, "write">;
  readonly clock: Clock;
  /** Runs each change, inside its write; left out: just so. */
  readonly around?: <T>(userId: string, change: () => T) => T;
}

/** Changes to users and teams; whether the caller may make them is for whoever asks. */
export function createTeams({
  stores,
  writer,
  clock,
  around = (_userId, change) => change(),
}: TeamsOptions): Teams {
  const now = <T>(userId: string, change: (at: number) => T): T =>
    around(userId, () => change(clock()));
  return {
    changePassword: (userId, hash) =>
      writer.write(() => now(userId, (at) => changePassword(stores, userId, hash, at))),
    disableUser: (userId) =>
      writer.write(() => now(userId, (at) => disableUser(stores, { userId, at }))),
    enableUser: (userId) =>
      writer.write(() => now(userId, (at) => enableUser(stores, { userId, at }))),
    resetFactor: (userId) =>
      writer.write(() => now(userId, (at) => resetFactor(stores, { userId, at }))),
    leaveTeams: (userId, brands) =>
      writer.write(() => now(userId, (at) => leaveTeams(stores, { userId, at }, brands))),
    giveRole: (userId, brands, role, hash) =>
      writer.write(() =>
        now(userId, (at) => {
          const refused = giveRole(stores, { userId, at }, brands, role);
          if (refused === null && hash !== undefined) changePassword(stores, userId, hash, at);
          return refused;
        }),
      ),
  };
}

/** Runs inside the body of a write. `at`: epoch milliseconds. */
export function changePassword(
  stores: TeamsOptions["stores"],
  userId: string,
  hash: string,
  at: number,
): boolean {
  const user = stores.users.byId(userId);
  if (user === null) return false;
  stores.users.setPassword(userId, hash, at);
  endAll(stores, { userId, at }, "password_changed");
  // A link that was made for the old password must not undo the new one.
  stores.accountLinks.remove(userId);
  // Whoever was locked out by a guesser can sign in at once.
  stores.signInThrottle.clear(accountHash(user.email));
  note(stores, "password_changed", { userId, at });
  return true;
}
