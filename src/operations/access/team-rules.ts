import { type DomainError, refusal } from "../../domain/errors.ts";
import type { NotYours } from "../../domain/reasons/access.ts";
import type { UserRow } from "../../storage/stores.ts";
import type { TeamMember } from "../../storage/team-store.ts";
import type { OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { decidesAbout } from "../team/account-reach.ts";
import type { TeamRefusal } from "../team/team-changes.ts";

const MOST_MEMBERS = 200;

type Person = Pick<TeamMember, "userId" | "name" | "ownsInstance">;
type Account = Person & Pick<TeamMember, "disabledAt">;
type Context = Pick<OperationContext, "caller" | "brand" | "stores">;

export function whyRoleStays(
  { userId, ownsInstance }: Person,
  { caller, brand }: Context,
): NotYours | null {
  if (caller.kind === "operator") return null;
  if (!hasRole("owner", caller, brand.slug)) return "team_needs_owner";
  if (userId === caller.principal) return "yourself";
  if (ownsInstance) return "owns_instance";
  return null;
}

export function whyAccountStays(person: Person, context: Context): NotYours | null {
  const { caller, brand, stores } = context;
  if (caller.kind === "operator") return null;
  if (!hasRole("owner", caller, brand.slug)) return "accounts_need_owner";
  if (person.userId === caller.principal) return "yourself";
  if (stores.users.byId(caller.principal)?.ownsInstance === true) return null;
  if (person.ownsInstance) return "owns_instance_and_you_do_not";
  // The refusal must not say where else the person works.
  return decidesAbout(stores, caller.principal, { id: person.userId, ownsInstance: false })
    ? null
    : "works_elsewhere";
}

export function linkExpiryOf(
  person: Pick<UserRow, "id" | "ownsInstance">,
  { stores, now }: Pick<OperationContext, "stores" | "now">,
): number | null {
  const link = stores.accountLinks.ofUser(person.id);
  if (link === null || link.expiresAt <= now) return null;
  return decidesAbout(stores, link.madeBy, person) ? link.expiresAt : null;
}

export function memberOf(id: string, { stores, brand, caller }: Context): Account {
  if (caller.kind === "operator") {
    const user = stores.users.byId(id);
    if (user === null) throw refusal("NOT_FOUND.account_id", { say: { id } });
    return { ...user, userId: id };
  }
  const found = stores.teams.ofBrand(brand.slug).find(({ userId }) => userId === id);
  if (found !== undefined) return found;
  throw refusal("NOT_FOUND.person", { say: { id, team: brand.name } });
}

export const brandsOf = ({ stores }: Pick<Context, "stores">, userId: string): readonly string[] =>
  stores.users.teamsOf(userId).map(({ brand }) => brand);

/** Throws if the team is too large. The new member must be stored already. */
export function requireTeamRoom(slug: string, { stores }: Pick<Context, "stores">): void {
  if (stores.teams.ofBrand(slug).length <= MOST_MEMBERS) return;
  throw refusal("INVALID_INPUT.too_many_people", { most: MOST_MEMBERS, say: { brand: slug } });
}

export const notYours = (why: NotYours, { name }: Pick<Person, "name">): DomainError =>
  refusal("FORBIDDEN_TOOL.not_yours", { say: { why, name } });

export function teamRefusal({ name }: Pick<Person, "name">, refused: TeamRefusal): DomainError {
  const { why } = refused;
  switch (why) {
    case "no_user":
      return refusal("NOT_FOUND.account", { say: { name } });
    case "owns_instance":
      return refusal("INVALID_TRANSITION.in_every_team", { say: { name } });
    case "last_of_instance":
      return refusal("INVALID_TRANSITION.last_of_instance", { say: { name } });
    case "not_in_team":
      return refusal("NOT_FOUND.in_team", { say: { name, brand: refused.brand } });
    case "last_owner":
      return refusal("INVALID_TRANSITION.last_owner", { say: { name, brand: refused.brand } });
  }
}
