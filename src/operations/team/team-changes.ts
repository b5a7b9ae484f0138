import { type Role, roleAtLeast } from "../../domain/caller.ts";
import { newId, type RandomBytes } from "../../domain/ids.ts";
import { sha256Hex } from "../../storage/sha256.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";

/**
 * Why a change of a team is refused: there is no such user, they own the instance and with it every
 * brand, they are not in that team, or nobody else who can sign in would own that brand or the
 * instance.
 */
export type TeamRefusal =
  | { readonly why: "no_user" | "owns_instance" | "last_of_instance" }
  | { readonly why: "not_in_team" | "last_owner"; readonly brand: string };

/** What changes of teams need. */
export type TeamStores = Pick<
  Stores,
  "users" | "sessions" | "grants" | "securityEvents" | "accountLinks" | "factors"
>;

/** One change of a user. `at`: epoch milliseconds. Runs in a write. */
interface ChangeOf {
  readonly userId: string;
  readonly at: number;
}

/**
 * Gives the same role in all of the brands, or in none; the user joins those teams they are not in.
 * Somebody who joins must prove who they are again: another restaurant may have made their account,
 * and its owner may know the password. A lower role ends the grants for that brand, because they
 * were given with the higher one.
 */
export function giveRole(
  stores: TeamStores,
  { userId, at }: ChangeOf,
  brands: readonly string[],
  role: Role,
): TeamRefusal | null {
  const held = rolesHeld(stores, userId);
  if (!(held instanceof Map)) return held;
  const last = brands.find(
    (brand) => role !== "owner" && isLastOwner(stores, userId, brand, held.get(brand)),
  );
  if (last !== undefined) return { why: "last_owner", brand: last };
  if (brands.some((brand) => !held.has(brand))) {
    clearProofs(stores, { userId, at }, "joined_team");
  }
  for (const brand of new Set(brands)) {
    const before = held.get(brand);
    if (before === role) continue;
    if (before === undefined) {
      joinTeam(stores, { userId, at }, brand, role);
      continue;
    }
    stores.users.setRole(userId, brand, role);
    if (!roleAtLeast(role, before)) stores.grants.endOfBrand(userId, brand, at, "role_lowered");
    note(stores, "role_changed", { userId, at }, { brand, before, after: role });
  }
  return null;
}

/** Adds a new user to a team. Nobody else can know their password yet. */
export function joinTeam(
  stores: TeamStores,
  { userId, at }: ChangeOf,
  brand: string,
  role: Role,
): void {
  stores.users.join(userId, brand, role, at);
  note(stores, "joined_team", { userId, at }, { brand, role });
}

/**
 * Removes a user from all of the brands, or from none if one refuses. Ends their grants for those
 * brands.
 */
export function leaveTeams(
  stores: TeamStores,
  { userId, at }: ChangeOf,
  brands: readonly string[],
): TeamRefusal | null {
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
    note(stores, "left_team", { userId, at }, { brand });
  }
  return null;
}

/**
 * Closes an account: the user cannot sign in and is signed out everywhere. Refused if a brand or
 * the instance would have no owner left who can sign in.
 */
export function disableUser(stores: TeamStores, { userId, at }: ChangeOf): TeamRefusal | null {
  const user = stores.users.byId(userId);
  if (user === null) return { why: "no_user" };
  if (user.disabledAt === null) {
    const refused = leftWithoutOwner(stores, user);
    if (refused !== null) return refused;
  }
  // Closing twice is harmless: the first time stays on record.
  if (stores.users.disable(userId, at)) note(stores, "user_disabled", { userId, at });
  endAll(stores, { userId, at }, "user_disabled");
  // Otherwise an old link would let somebody in once the account is opened again.
  stores.accountLinks.remove(userId);
  stores.factors.clear(userId);
  return null;
}

/** The user can sign in again. What ended when the account was closed stays ended. */
export function enableUser(stores: TeamStores, { userId, at }: ChangeOf): TeamRefusal | null {
  if (stores.users.byId(userId) === null) return { why: "no_user" };
  if (stores.users.enable(userId)) note(stores, "user_enabled", { userId, at });
  return null;
}

/**
 * Clears everything that proves who somebody is: password, links and second factors. Sessions and
 * grants end too. A new kind of proof must be cleared here as well.
 */
export function clearProofs(stores: TeamStores, { userId, at }: ChangeOf, reason: string): void {
  stores.users.clearPassword(userId, at);
  stores.factors.clear(userId);
  stores.accountLinks.remove(userId);
  endAll(stores, { userId, at }, reason);
  note(stores, "proofs_cleared", { userId, at }, { reason });
}

/**
 * Removes passkeys, authenticator app and recovery codes and signs the user out, since a session
 * may be in other hands. False if there was nothing to remove.
 */
export function resetFactor(stores: TeamStores, { userId, at }: ChangeOf): boolean {
  if (!stores.factors.clear(userId)) return false;
  stores.sessions.endAllOf(userId, at);
  note(stores, "second_factor_reset", { userId, at });
  return true;
}

/**
 * Stores the hash of another password. Sessions, grants and links end, because somebody who knew
 * the old password may have made them. False if there is no such user.
 */
export function changePassword(
  stores: TeamStores & Pick<Stores, "signInThrottle">,
  { userId, at }: ChangeOf,
  hash: string,
): boolean {
  const user = stores.users.byId(userId);
  if (user === null) return false;
  stores.users.setPassword(userId, hash, at);
  endAll(stores, { userId, at }, "password_changed");
  // A link that was made for the old password must not undo the new one.
  stores.accountLinks.remove(userId);
  // A user who was locked out by somebody guessing can sign in at once.
  stores.signInThrottle.clear(accountHash(user.email));
  note(stores, "password_changed", { userId, at });
  return true;
}

/**
 * The name of an account's throttle, whether the account exists or not. `email` as emailOf()
 * returns it.
 */
export const accountHash = (email: string): string => sha256Hex(email);

/** Ends every session and every grant of a user. */
function endAll(stores: TeamStores, { userId, at }: ChangeOf, reason: string): void {
  stores.sessions.endAllOf(userId, at);
  stores.grants.endAllOf(userId, at, reason);
}

/** Records what happened to an account. */
export const note = (
  { securityEvents }: Pick<Stores, "securityEvents">,
  kind: string,
  { userId, at }: ChangeOf,
  detail: object = {},
): void => securityEvents.insert({ at, kind, userId, detail: { ...detail } });

type Users = Pick<Stores, "users">;

/** The roles of a user whose teams can be changed, by brand. */
function rolesHeld({ users }: Users, userId: string): Map<string, Role> | TeamRefusal {
  const user = users.byId(userId);
  if (user === null) return { why: "no_user" };
  if (user.ownsInstance) return { why: "owns_instance" };
  return new Map(users.teamsOf(userId).map(({ brand, role }) => [brand, role]));
}

/** Whether a brand would have no owner left who can sign in. */
const isLastOwner = (
  { users }: Users,
  userId: string,
  brand: string,
  before: Role | undefined,
): boolean => before === "owner" && !users.ownersOf(brand).some((id) => id !== userId);

function leftWithoutOwner({ users }: Users, { id, ownsInstance }: UserRow): TeamRefusal | null {
  const alone = users
    .teamsOf(id)
    .find(({ brand, role }) => isLastOwner({ users }, id, brand, role));
  if (alone !== undefined) return { why: "last_owner", brand: alone.brand };
  return ownsInstance && !users.instanceOwners().some((other) => other !== id)
    ? { why: "last_of_instance" }
    : null;
}

/** A new account, not stored yet; its fields were checked. */
export const newUser = (
  fields: Pick<UserRow, "email" | "name" | "passwordHash" | "ownsInstance">,
  now: number,
  random: RandomBytes,
): UserRow => ({
  id: newId(now, random),
  ...fields,
  passwordChangedAt: fields.passwordHash === null ? null : now,
  createdAt: now,
  disabledAt: null,
});
