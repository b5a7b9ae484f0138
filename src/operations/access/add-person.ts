import { z } from "zod";
import { emailOf, emailProblem, nameProblem, personName } from "../../domain/account.ts";
import { ROLES, type Role } from "../../domain/caller.ts";
import { type Reason, refusal, refuseFor } from "../../domain/errors.ts";
import { DAY } from "../../domain/time.ts";
import type { UserRow } from "../../storage/stores.ts";
import { audit, auditEach } from "../call/audit.ts";
import { defineOperation, newSecret, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import { decidesAbout } from "../team/account-reach.ts";
import { giveRole, joinTeam, newUser, note } from "../team/team-changes.ts";
import {
  memberOf,
  notYours,
  placesOf,
  requireTeamRoom,
  teamRefusal,
  whyAccountStays,
} from "./team-rules.ts";

/** Long enough for somebody who works at the weekend. */
const LINK_LIFETIME_MS = 7 * DAY;
const MOST_TYPED = 300;

const input = z.strictObject({
  brand: brandParam,
  name: z.string().max(MOST_TYPED),
  email: z.string().max(MOST_TYPED),
  role: z.enum(ROLES),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  linkUntil: z.number().describe("Until when the link to choose a password is good"),
  dryRun: z.boolean(),
});
type Result = z.infer<typeof output>;

/** Takes somebody into the team, with a link by which they choose a password. */
export const addPerson = defineOperation<Input, Result>({
  name: "add_person",
  title: "Add somebody to the team",
  scope: "bookings.write",
  role: "owner",
  description:
    "Adds somebody to the team of the brand. Shows a link once, by which they choose a password. Somebody who has an " +
    "account already is signed out everywhere, and their old password no longer works. Sends nobody anything.",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { name: "Ada King", email: "ada@example.com", role: "host" } }],
  run: add,
  text: ({ name }) => `${name} is in the team.`,
});

function add(given: Input, context: OperationContext): Result {
  const { stores, brand, dryRun } = context;
  const email = emailOf(given.email);
  const name = personName(given.name);
  // Check the name even if the account exists: skipping it would tell who has an account.
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
  const linkUntil = linkFor(user.id, context);
  const who = { person: user.name, userId: user.id };
  const after = { ...who, role: given.role };
  audit({}, addPerson.name, { before: {}, after }, null, context);
  const elsewhere = placesOf(context, user.id).filter((slug) => slug !== brand.slug);
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
  const user = newUser({ ...fields, passwordHash: null, ownsHouse: false }, now, random);
  const change = { userId: user.id, at: now };
  stores.users.insert(user);
  note(stores, "user_created", change);
  joinTeam(stores, change, brand.slug, role);
  return user;
}

/** Takes in somebody who has an account already. Errors: INVALID_INPUT, about the e-mail. */
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
  // Who works nowhere is known to nobody here: they are called what was typed, as anybody new.
  const name = isAlone ? typedName : user.name;
  if (isAlone) stores.users.rename(user.id, name);
  const refused = giveRole(stores, { userId: user.id, at: now }, [brand.slug], role);
  if (refused !== null) throw teamRefusal(user, refused);
  return { ...user, name };
}

/** Makes the person's link from the secret that the page made; answers until when it is good. */
function linkFor(userId: string, context: OperationContext): number {
  const { stores, now } = context;
  const expiresAt = now + LINK_LIFETIME_MS;
  const tokenHash = newSecret(context).hash;
  const madeBy = context.caller.principal;
  stores.accountLinks.put({ userId, madeBy, tokenHash, createdAt: now, expiresAt });
  note(stores, "account_link_made", { userId, at: now }, { by: madeBy });
  return expiresAt;
}

const linkInput = z.strictObject({ brand: brandParam, id: z.string().max(64), ...writeParams });

/** A new link for somebody who lost theirs, or their password. */
export const makeAccountLink = defineOperation<z.infer<typeof linkInput>, Result>({
  name: "make_account_link",
  title: "New link to choose a password",
  scope: "bookings.write",
  role: "owner",
  description:
    "Makes a link by which somebody of the team chooses a password; it is shown once and replaces an earlier one. The " +
    "password that they have works until then. Sends nobody anything.",
  input: linkInput,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab" } }],
  run: makeLink,
  text: ({ name }) => `A link for ${name}.`,
});

function makeLink({ id }: z.infer<typeof linkInput>, context: OperationContext): Result {
  const person = memberOf(id, context);
  const why = whyAccountStays(person, context);
  if (why !== null) throw notYours(why, person);
  if (person.disabledAt !== null) {
    throw refusal("INVALID_TRANSITION.account_closed", { say: { name: person.name } });
  }
  const linkUntil = linkFor(id, context);
  const after = { person: person.name, userId: id, linkUntil };
  auditEach(placesOf(context, id), makeAccountLink.name, { before: {}, after }, context);
  return { id, name: person.name, linkUntil, dryRun: context.dryRun };
}
