import type { DomainError } from "../../domain/errors.ts";
import { refusal } from "../../domain/errors.ts";
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
  { userId, name, ownsHouse }: Person,
  { caller, brand }: Context,
): string | null {
  if (caller.kind === "operator") return null;
  if (!hasRole("owner", caller, brand.slug)) return "Owners change who is in the team.";
  if (userId === caller.principal) return "That is you: another owner can change it.";
  if (ownsHouse) return `${name} owns the whole house, every restaurant in it included.`;
  return null;
}

/**
 * Why the account of this person is not the caller's to close, open, or give a new password: it
 * reaches into every restaurant that they work in. Null: it is.
 */
export function whyAccountStays(person: Person, context: Context): string | null {
  const { caller, brand, stores } = context;
  if (caller.kind === "operator") return null;
  if (!hasRole("owner", caller, brand.slug)) return "Owners change accounts.";
  if (person.userId === caller.principal) return "That is you: another owner can change it.";
  if (stores.users.byId(caller.principal)?.ownsHouse === true) return null;
  if (person.ownsHouse) return `${person.name} owns the whole house, and you do not.`;
  // Says nothing about where else they work.
  return decidesAbout(stores, caller.principal, { id: person.userId, ownsHouse: false })
    ? null
    : `Only an owner of the whole house can change the account of ${person.name}. ` +
        "You can still change their role here, or take them out of the team.";
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
    if (user === null) throw refusal("NOT_FOUND", `There is no account ${id}.`);
    return { ...user, userId: id };
  }
  const found = stores.teams.ofBrand(brand.slug).find(({ userId }) => userId === id);
  if (found !== undefined) return found;
  throw refusal("NOT_FOUND", `Nobody in the team of ${brand.name} has the id ${id} any more.`);
}

/** The restaurants that an account opens: what happens to it concerns each of them. */
export const placesOf = ({ stores }: Pick<Context, "stores">, userId: string): readonly string[] =>
  stores.users.teamsOf(userId).map(({ brand }) => brand);

/** After somebody joined: no team has more people than stand on one page. */
export function requireTeamRoom(slug: string, { stores }: Pick<Context, "stores">): void {
  if (stores.teams.ofBrand(slug).length <= MOST_PEOPLE) return;
  const message = `The team of ${slug} already has ${MOST_PEOPLE} people. Take out somebody who no longer works here first.`;
  throw refusal("INVALID_INPUT", message, { most: MOST_PEOPLE });
}

/** What a rule says, as a refusal. */
export const notYours = (why: string): DomainError => refusal("FORBIDDEN_TOOL", why);

/** A refusal of the team's own rules, in words. */
export function teamRefusal({ name }: Pick<Person, "name">, refused: TeamRefusal): DomainError {
  const { why } = refused;
  switch (why) {
    case "no_user":
      return refusal("NOT_FOUND", `${name} has no account any more.`);
    case "owns_house":
      return refusal("INVALID_TRANSITION", `${name} owns the whole house and is in every team.`, {
        why,
      });
    case "last_of_house":
      return refusal(
        "INVALID_TRANSITION",
        `${name} is the last owner of the house who can sign in. Make somebody else one first.`,
        { why },
      );
    case "not_in_team":
      return refusal("NOT_FOUND", `${name} is not in the team of ${refused.brand}.`, { why });
    case "last_owner":
      return refusal(
        "INVALID_TRANSITION",
        `${name} is the last owner of ${refused.brand} who can sign in. Make somebody else its owner first.`,
        { why, brand: refused.brand },
      );
  }
}
