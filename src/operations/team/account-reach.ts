import { roleAtLeast } from "../../domain/caller.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";

/** An account opens all of a person's restaurants, so only an owner of all of them may change it. */
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
  // Only an owner of the instance decides about another such owner or about a person in no team.
  return !ownsInstance && teams.length > 0 && teams.every(({ brand }) => owns(brand));
}
