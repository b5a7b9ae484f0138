import { type Role, roleAtLeast } from "../../domain/caller.ts";
import { newId, type RandomBytes } from "../../domain/ids.ts";
import { sha256Hex } from "../../storage/sha256.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";

/** `last_...`: afterwards, no owner of the brand or the instance could sign in. */
export type TeamRefusal =
  | { readonly why: "no_user" | "owns_instance" | "last_of_instance" }
  | { readonly why: "not_in_team" | "last_owner"; readonly brand: string };

export type TeamStores = Pick<
  Stores,
  "users" | "sessions" | "grants" | "securityEvents" | "accountLinks" | "factors"
>;

/** `at`: epoch milliseconds. */
interface ChangeOf {
  readonly userId: string;
  readonly at: number;
}

/**
 * Gives the role in all of `brands`, or in none if it returns a refusal. A user who joins a team must
 * choose a new password, because an owner of another restaurant may know the old one.
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

/** Keeps the user's password: use this only if nobody else can know it. */
export function joinTeam(
  stores: TeamStores,
  { userId, at }: ChangeOf,
  brand: string,
  role: Role,
): void {
  stores.users.join(userId, brand, role, at);
  note(stores, "joined_team", { userId, at }, { brand, role });
}

/** Ends the membership in all of `brands`, or in none if it returns a refusal. */
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

export function disableUser(stores: TeamStores, { userId, at }: ChangeOf): TeamRefusal | null {
  const user = stores.users.byId(userId);
  if (user === null) return { why: "no_user" };
  if (user.disabledAt === null) {
    const refused = leftWithoutOwner(stores, user);
    if (refused !== null) return refused;
  }
  if (stores.users.disable(userId, at)) note(stores, "user_disabled", { userId, at });
  endAll(stores, { userId, at }, "user_disabled");
  // An old link must not let anybody in if the account is enabled again.
  stores.accountLinks.remove(userId);
  stores.factors.clear(userId);
  return null;
}

export function enableUser(stores: TeamStores, { userId, at }: ChangeOf): TeamRefusal | null {
  if (stores.users.byId(userId) === null) return { why: "no_user" };
  if (stores.users.enable(userId)) note(stores, "user_enabled", { userId, at });
  return null;
}

/**
 * Removes everything with which the user can sign in, and ends sessions and grants. If you add a way to
 * sign in, clear it here too.
 */
export function clearProofs(stores: TeamStores, { userId, at }: ChangeOf, reason: string): void {
  stores.users.clearPassword(userId, at);
  stores.factors.clear(userId);
  stores.accountLinks.remove(userId);
  endAll(stores, { userId, at }, reason);
  note(stores, "proofs_cleared", { userId, at }, { reason });
}

/** Ends sessions too: somebody else may be signed in. False if there was no second factor. */
export function resetFactor(stores: TeamStores, { userId, at }: ChangeOf): boolean {
  if (!stores.factors.clear(userId)) return false;
  stores.sessions.endAllOf(userId, at);
  note(stores, "second_factor_reset", { userId, at });
  return true;
}

/** Ends sessions and grants too: somebody who knew the old password may have made them. */
export function changePassword(
  stores: TeamStores & Pick<Stores, "signInThrottle">,
  { userId, at }: ChangeOf,
  hash: string,
): boolean {
  const user = stores.users.byId(userId);
  if (user === null) return false;
  stores.users.setPassword(userId, hash, at);
  endAll(stores, { userId, at }, "password_changed");
  // Somebody with an earlier link could replace the new password.
  stores.accountLinks.remove(userId);
  // Wrong guesses before the change would still keep the user out.
  stores.signInThrottle.clear(accountHash(user.email));
  note(stores, "password_changed", { userId, at });
  return true;
}

/** The account's key in the sign-in throttle. `email`: as emailOf() returns it. */
export const accountHash = (email: string): string => sha256Hex(email);

function endAll(stores: TeamStores, { userId, at }: ChangeOf, reason: string): void {
  stores.sessions.endAllOf(userId, at);
  stores.grants.endAllOf(userId, at, reason);
}

export const note = (
  { securityEvents }: Pick<Stores, "securityEvents">,
  kind: string,
  { userId, at }: ChangeOf,
  detail: object = {},
): void => securityEvents.insert({ at, kind, userId, detail: { ...detail } });

type Users = Pick<Stores, "users">;

function rolesHeld({ users }: Users, userId: string): Map<string, Role> | TeamRefusal {
  const user = users.byId(userId);
  if (user === null) return { why: "no_user" };
  if (user.ownsInstance) return { why: "owns_instance" };
  return new Map(users.teamsOf(userId).map(({ brand, role }) => [brand, role]));
}

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
