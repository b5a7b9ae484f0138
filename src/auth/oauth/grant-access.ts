import { roleAtLeast } from "../../domain/caller.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { Stores } from "../../storage/stores.ts";

/**
 * Brands in which the person still has at least the role they had at consent. Null: none left, the
 * grant has ended, or the account is closed.
 */
export function brandsOfGrant(
  { users }: Pick<Stores, "users">,
  grant: GrantRow,
): readonly string[] | null {
  if (grant.endedAt !== null) return null;
  const user = users.byId(grant.userId);
  if (user === null || user.disabledAt !== null) return null;
  const roles = new Map(users.teamsOf(grant.userId).map(({ brand, role }) => [brand, role]));
  const held = Object.entries(grant.brands)
    .filter(([slug, role]) => roleAtLeast(roles.get(slug), role))
    .map(([slug]) => slug);
  return held.length === 0 ? null : held;
}
