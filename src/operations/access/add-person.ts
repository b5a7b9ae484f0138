import { z } from "zod";
import { emailOf, emailProblem, nameProblem, personName } from "../../domain/account.ts";
import { ROLES, type Role } from "../../domain/caller.ts";
import { type Reason, refusal, refuseFor } from "../../domain/errors.ts";
import type { UserRow } from "../../storage/stores.ts";
import { audit, auditEach } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import { decidesAbout } from "../team/account-reach.ts";
import { giveRole, joinTeam, newUser, note } from "../team/team-changes.ts";
import { type LinkMade, linkMadeShape, makeAccountLink, storeLink } from "./make-account-link.ts";
import { brandsOf, requireTeamRoom, teamRefusal } from "./team-rules.ts";

const MOST_TYPED = 300;

const input = z.strictObject({
  brand: brandParam,
  name: z.string().max(MOST_TYPED),
  email: z.string().max(MOST_TYPED),
  role: z.enum(ROLES),
  ...writeParams,
});
type Input = z.infer<typeof input>;

/** If the account exists, ends its sessions and connected apps and removes its password and second factor. */
export const addPerson = defineOperation<Input, LinkMade>({
  name: "add_person",
  title: "Add somebody to the team",
  words: { done: "Added to the team", history: "Added to the team" },
  scope: "bookings.write",
  role: "owner",
  input,
  output: linkMadeShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { name: "Ada King", email: "ada@example.com", role: "host" } }],
  run: add,
});

function add(given: Input, context: OperationContext): LinkMade {
  const { stores, brand, dryRun } = context;
  const email = emailOf(given.email);
  const name = personName(given.name);
  // Check the name even if the account exists: skipping the check would reveal that it exists.
  const problems = [
    ...problemOf("email", emailProblem(email)),
    ...problemOf("name", nameProblem(name)),
  ];
  refuseFor(problems);
  const known = stores.users.byEmail(email);
  const user =
    known === null
      ? invite({ email, name }, given.role, context)
      : welcome(known, name, given.role, context);
  requireTeamRoom(brand.slug, context);
  const linkUntil = storeLink(user.id, context);
  const who = { person: user.name, userId: user.id };
  const after = { ...who, role: given.role };
  audit({}, addPerson.name, { before: {}, after }, null, context);
  const elsewhere = brandsOf(context, user.id).filter((slug) => slug !== brand.slug);
  const made = { before: {}, after: { ...who, linkUntil } };
  auditEach(elsewhere, makeAccountLink.name, made, context);
  return { id: user.id, name: user.name, linkUntil, dryRun };
}

const problemOf = (parameter: string, problem: Reason | null): Reason[] =>
  problem === null ? [] : [{ ...problem, parameter }];

function invite(
  fields: Pick<UserRow, "email" | "name">,
  role: Role,
  { stores, brand, now, random }: OperationContext,
): UserRow {
  const user = newUser({ ...fields, passwordHash: null, ownsInstance: false }, now, random);
  const change = { userId: user.id, at: now };
  stores.users.insert(user);
  note(stores, "user_created", change);
  joinTeam(stores, change, brand.slug, role);
  return user;
}

function welcome(
  user: UserRow,
  typedName: string,
  role: Role,
  { stores, brand, caller, now }: OperationContext,
): UserRow {
  const of = { parameter: "email", say: { email: user.email } };
  const teams = stores.users.teamsOf(user.id);
  if (teams.some((one) => one.brand === brand.slug)) {
    throw refusal("INVALID_INPUT.in_team_already", of);
  }
  const isAlone = teams.length === 0 && user.disabledAt === null;
  if (!isAlone && !decidesAbout(stores, caller.principal, user)) {
    throw refusal("INVALID_INPUT.not_by_you", { parameter: "email" });
  }
  if (user.disabledAt !== null) {
    throw refusal("INVALID_INPUT.closed_account", of);
  }
  const name = isAlone ? typedName : user.name;
  if (isAlone) stores.users.rename(user.id, name);
  const refused = giveRole(stores, { userId: user.id, at: now }, [brand.slug], role);
  if (refused !== null) throw teamRefusal(user, refused);
  return { ...user, name };
}
