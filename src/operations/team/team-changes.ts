import { type Role, roleAtLeast } from "../../domain/caller.ts";
import { newId, type RandomBytes } from "../../domain/ids.ts";
import { sha256Hex } from "../../storage/sha256.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";

/**
 * Why a team stays as it is: there is no such user; they own the house and with it every brand; they
 * are not in that team; nobody else who can sign in would own that brand, or the house.
 */
export type TeamRefusal =
  | { readonly why: "no_user" | "owns_house" | "last_of_house" }
  | { readonly why: "not_in_team" | "last_owner"; readonly brand: string };

/** What changes of teams write to. */
export type TeamStores = Pick<
  Stores,
  "users" | "sessions" | "grants" | "securityEvents" | "accountLinks" | "factors"
>;

/** One change of somebody. `at`: epoch milliseconds. Runs inside the body of a write. */
interface ChangeOf {
  readonly userId: string;
  readonly at: number;
}

/**
 * The same role in each of the brands, or in none; the user joins the teams that they are not in.
 * Who joins has to prove anew who they are: their account may have been made by another restaurant,
 * whose owner may know the password. With a lower role grants that hold the brand end: they were
 * given with the higher one.
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

/** Takes somebody into a team whose account is new, and so known to nobody else. */
export function joinTeam(
  stores: TeamStores,
  { userId, at }: ChangeOf,
  brand: string,
  role: Role,
): void {
  stores.users.join(userId, brand, role, at);
  note(stores, "joined_team", { userId, at }, { brand, role });
}

/** All of the brands or none: where it is refused nothing changes. Grants that hold them end. */
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
 * The user can no longer sign in, and is signed out everywhere; refused where a brand, or the house,
 * would be left without anybody who owns it.
 */
export function disableUser(stores: TeamStores, { userId, at }: ChangeOf): TeamRefusal | null {
  const user = stores.users.byId(userId);
  if (user === null) return { why: "no_user" };
  if (user.disabledAt === null) {
    const refused = leftWithoutOwner(stores, user);
    if (refused !== null) return refused;
  }
  // Once more does no harm: the first time is what stays on record.
  if (stores.users.disable(userId, at)) note(stores, "user_disabled", { userId, at });
  endAll(stores, { userId, at }, "user_disabled");
  // Or whoever holds one would be let in when the account is opened again.
  stores.accountLinks.remove(userId);
  stores.factors.clear(userId);
  return null;
}

/** The user can sign in again, as before; what ended meanwhile stays ended. */
export function enableUser(stores: TeamStores, { userId, at }: ChangeOf): TeamRefusal | null {
  if (stores.users.byId(userId) === null) return { why: "no_user" };
  if (stores.users.enable(userId)) note(stores, "user_enabled", { userId, at });
  return null;
}

/**
 * Clears everything that proves who somebody is: no password, link or other proof opens the account
 * any more, and whoever used one is signed out. Each new kind of proof is cleared here as well.
 */
export function clearProofs(stores: TeamStores, { userId, at }: ChangeOf, reason: string): void {
  stores.users.clearPassword(userId, at);
  stores.factors.clear(userId);
  stores.accountLinks.remove(userId);
  endAll(stores, { userId, at }, reason);
  note(stores, "proofs_cleared", { userId, at }, { reason });
}

/**
 * Removes passkeys, codes of an app and recovery codes, and signs the person out: what they were
 * signed in with may be in other hands. False: they had none, and nothing was done.
 */
export function resetFactor(stores: TeamStores, { userId, at }: ChangeOf): boolean {
  if (!stores.factors.clear(userId)) return false;
  stores.sessions.endAllOf(userId, at);
  note(stores, "second_factor_reset", { userId, at });
  return true;
}

/**
 * Another password, by its hash: whatever hung on the old one ends, since whoever knew it may have
 * made that. False: there is no such user.
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
  // Whoever was locked out by a guesser can sign in at once.
  stores.signInThrottle.clear(accountHash(user.email));
  note(stores, "password_changed", { userId, at });
  return true;
}

/** What an account is throttled by, whether it exists or not. `email` as emailOf() gives it. */
export const accountHash = (email: string): string => sha256Hex(email);

/** Ends every session and every grant of somebody. */
function endAll(stores: TeamStores, { userId, at }: ChangeOf, reason: string): void {
  stores.sessions.endAllOf(userId, at);
  stores.grants.endAllOf(userId, at, reason);
}

/** Keeps what happened to an account. */
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

function leftWithoutOwner({ users }: Users, { id, ownsHouse }: UserRow): TeamRefusal | null {
  const alone = users
    .teamsOf(id)
    .find(({ brand, role }) => isLastOwner({ users }, id, brand, role));
  if (alone !== undefined) return { why: "last_owner", brand: alone.brand };
  return ownsHouse && !users.instanceOwners().some((other) => other !== id)
    ? { why: "last_of_house" }
    : null;
}

/** A new account, not stored yet; its fields were checked. */
export const newUser = (
  fields: Pick<UserRow, "email" | "name" | "passwordHash" | "ownsHouse">,
  now: number,
  random: RandomBytes,
): UserRow => ({
  id: newId(now, random),
  ...fields,
  passwordChangedAt: fields.passwordHash === null ? null : now,
  createdAt: now,
  disabledAt: null,
});
