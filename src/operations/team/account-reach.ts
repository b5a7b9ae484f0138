import { roleAtLeast } from "../../domain/caller.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";

/**
 * An account gives access to all restaurants of its user, so only a person who owns them all may
 * change the account.
 */
export function decidesAbout(
  { users }: Pick<Stores, "users">,
  deciderId: string,
  { id, ownsInstance }: Pick<UserRow, "id" | "ownsInstance">,
): boolean {
  const decider = users.byId(deciderId);
  if (decider === null || decider.disabledAt !== null) return false;
  if (decider.ownsInstance) return true;
  const roles = new Map(users.teamsOf(deciderId).map(({ brand, role }) => [brand, role]));
  const teams = users.teamsOf(id);
  const owns = (brand: string): boolean => roleAtLeast(roles.get(brand), "owner");
  // Only an owner of the instance may change another owner of the instance, or a person in no team.
  return !ownsInstance && teams.length > 0 && teams.every(({ brand }) => owns(brand));
}
