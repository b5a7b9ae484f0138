import { roleAtLeast } from "../../domain/caller.ts";
import type { GrantRow } from "../../storage/oauth-grant-store.ts";
import type { Stores } from "../../storage/stores.ts";

/**
 * The brands where the person's role is still at least the role that they had at the consent. Null if
 * there are none, the grant has ended or the account is closed.
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
