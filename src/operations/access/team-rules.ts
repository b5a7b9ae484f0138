import type { DomainError } from "../../domain/errors.ts";
import { refusal } from "../../domain/errors.ts";
import type { NotYours } from "../../domain/reasons/access.ts";
import type { UserRow } from "../../storage/stores.ts";
import type { TeamMember } from "../../storage/team-store.ts";
import type { OperationContext } from "../define.ts";
import { hasRole } from "../desk/roles.ts";
import { decidesAbout } from "../team/account-reach.ts";
import type { TeamRefusal } from "../team/team-changes.ts";

/** More than work in any restaurant; all of them stand on one page. */
const MOST_PEOPLE = 200;

/** Somebody as far as these rules look at them. */
type Person = Pick<TeamMember, "userId" | "name" | "ownsHouse">;
type Account = Person & Pick<TeamMember, "disabledAt">;
type Context = Pick<OperationContext, "caller" | "brand" | "stores">;

/** Why what this person is here is not the caller's to change; null: it is. */
export function whyRoleStays(
  { userId, ownsHouse }: Person,
  { caller, brand }: Context,
): NotYours | null {
  if (caller.kind === "operator") return null;
  if (!hasRole("owner", caller, brand.slug)) return "team_takes_owner";
  if (userId === caller.principal) return "yourself";
  if (ownsHouse) return "owns_instance";
  return null;
}

/**
 * Why the account of this person is not the caller's to close, open, or give a new password: it
 * reaches into every restaurant that they work in. Null: it is.
 */
export function whyAccountStays(person: Person, context: Context): NotYours | null {
  const { caller, brand, stores } = context;
  if (caller.kind === "operator") return null;
  if (!hasRole("owner", caller, brand.slug)) return "accounts_take_owner";
  if (person.userId === caller.principal) return "yourself";
  if (stores.users.byId(caller.principal)?.ownsHouse === true) return null;
  if (person.ownsHouse) return "owns_instance_and_you_do_not";
  // Says nothing about where else they work.
  return decidesAbout(stores, caller.principal, { id: person.userId, ownsHouse: false })
    ? null
    : "works_elsewhere";
}

/** Until when a link of somebody is good, epoch milliseconds; null: they have none that opens. */
export function openLinkOf(
  person: Pick<UserRow, "id" | "ownsHouse">,
  { stores, now }: Pick<OperationContext, "stores" | "now">,
): number | null {
  const link = stores.accountLinks.ofUser(person.id);
  if (link === null || link.expiresAt <= now) return null;
  return decidesAbout(stores, link.madeBy, person) ? link.expiresAt : null;
}

/** Somebody of this team; for the operator, anybody who has an account. Error: NOT_FOUND. */
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

/** The restaurants that an account opens: what happens to it concerns each of them. */
export const placesOf = ({ stores }: Pick<Context, "stores">, userId: string): readonly string[] =>
  stores.users.teamsOf(userId).map(({ brand }) => brand);

/** After somebody joined: no team has more people than stand on one page. */
export function requireTeamRoom(slug: string, { stores }: Pick<Context, "stores">): void {
  if (stores.teams.ofBrand(slug).length <= MOST_PEOPLE) return;
  throw refusal("INVALID_INPUT.too_many_people", { most: MOST_PEOPLE, say: { brand: slug } });
}

/** What a rule says, as a refusal. */
export const notYours = (why: NotYours, { name }: Pick<Person, "name">): DomainError =>
  refusal("FORBIDDEN_TOOL.not_yours", { say: { why, name } });

/** A refusal of the team's own rules. */
export function teamRefusal({ name }: Pick<Person, "name">, refused: TeamRefusal): DomainError {
  const { why } = refused;
  switch (why) {
    case "no_user":
      return refusal("NOT_FOUND.account", { say: { name } });
    case "owns_house":
      return refusal("INVALID_TRANSITION.in_every_team", { say: { name } });
    case "last_of_house":
      return refusal("INVALID_TRANSITION.last_of_instance", { say: { name } });
    case "not_in_team":
      return refusal("NOT_FOUND.in_team", { say: { name, brand: refused.brand } });
    case "last_owner":
      return refusal("INVALID_TRANSITION.last_owner", { say: { name, brand: refused.brand } });
  }
}
