import { roleAtLeast } from "../../domain/caller.ts";
import type { Stores, UserRow } from "../../storage/stores.ts";

/**
 * Whether somebody may, at this moment, decide how a person gets into their account: it opens every
 * restaurant that the person works in, so it takes the owner of all of them, or of the house.
 */
export function decidesAbout(
  { users }: Pick<Stores, "users">,
  deciderId: string,
  { id, ownsHouse }: Pick<UserRow, "id" | "ownsHouse">,
): boolean {
  const decider = users.byId(deciderId);
  if (decider === null || decider.disabledAt !== null) return false;
  if (decider.ownsHouse) return true;
  const roles = new Map(users.teamsOf(deciderId).map(({ brand, role }) => [brand, role]));
  const teams = users.teamsOf(id);
  const owns = (brand: string): boolean => roleAtLeast(roles.get(brand), "owner");
  // Whoever works nowhere is nobody's to decide about.
  return !ownsHouse && teams.length > 0 && teams.every(({ brand }) => owns(brand));
}
