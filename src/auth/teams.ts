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
  /** The user can sign in again, as before; what ended meanwhile stays ended. False as above. */
  enableUser(userId: string): Promise<boolean>;
  /** All of the brands or none: where it is refused nothing changes. Grants that hold them end. */
  leaveTeams(userId: string, brands: readonly string[]): Promise<TeamRefusal | null>;
  /**
   * The same role in each of the brands, or in none; the user joins the teams that they are not in.
   * With a lower role grants that hold the brand end: they were given with the higher one.
   */
  giveRole(userId: string, brands: readonly string[], role: Role): Promise<TeamRefusal | null>;
}

/**
 * Why a team stays as it is: there is no such user; they own the house and with it every brand; they
 * are not in that team; nobody else who can sign in would own that brand.
 */
export type TeamRefusal =
  | { readonly why: "no_user" | "owns_house" }
  | { readonly why: "not_in_team" | "last_owner"; readonly brand: string };

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

    enableUser: (userId) =>
      writer.write(() => {
        const at = clock();
        if (stores.users.byId(userId) === null) return false;
        if (stores.users.enable(userId)) note("user_enabled", userId, at);
        return true;
      }),

    leaveTeams: (userId, brands) =>
      writer.write(() => {
        const at = clock();
        const held = rolesHeld(stores, userId);
        if (!(held instanceof Map)) return held;
        for (const brand of brands) {
          const before = held.get(brand);
          if (before === undefined) return { why: "not_in_team", brand };
          if (isLastOwner(stores, userId, brand, before)) return { why: "last_owner", brand };
        }
        for (const brand of new Set(brands)) {
          stores.users.leave(userId, brand);
          stores.grants.endOfBrand(userId, brand, at, "left_team");
          note("left_team", userId, at, { brand });
        }
        return null;
      }),

    giveRole: (userId, brands, role) =>
      writer.write(() => {
        const at = clock();
        const held = rolesHeld(stores, userId);
        if (!(held instanceof Map)) return held;
        const last = brands.find(
          (brand) => role !== "owner" && isLastOwner(stores, userId, brand, held.get(brand)),
        );
        if (last !== undefined) return { why: "last_owner", brand: last };
        for (const brand of new Set(brands)) {
          const before = held.get(brand);
          if (before === role) continue;
          if (before === undefined) {
            stores.users.join(userId, brand, role, at);
            note("joined_team", userId, at, { brand, role });
            continue;
          }
          stores.users.setRole(userId, brand, role);
          if (!roleAtLeast(role, before)) {
            stores.grants.endOfBrand(userId, brand, at, "role_lowered");
          }
          note("role_changed", userId, at, { brand, before, after: role });
        }
        return null;
      }),
  };
}

type Users = Pick<Stores, "users">;

/** The roles of a user whose teams can be changed, by brand. */
function rolesHeld({ users }: Users, userId: string): Map<string, Role> | TeamRefusal {
  const user = users.byId(userId);
  if (user === null) return { why: "no_user" };
  if (user.ownsHouse) return { why: "owns_house" };
  return new Map(users.teamsOf(userId).map(({ brand, role }) => [brand, role]));
}

/** Whether a brand would be left without an owner who can sign in. */
const isLastOwner = (
  { users }: Users,
  userId: string,
  brand: string,
  before: Role | undefined,
): boolean => before === "owner" && !users.ownersOf(brand).some((id) => id !== userId);
