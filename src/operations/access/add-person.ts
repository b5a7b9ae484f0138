import { z } from "zod";
import { emailOf, emailProblem, nameProblem, personName } from "../../domain/account.ts";
import { ROLES } from "../../domain/caller.ts";
import { DomainError, type Reason, refusal } from "../../domain/errors.ts";
import { DAY } from "../../domain/time.ts";
import type { UserRow } from "../../storage/stores.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import { decidesAbout } from "../team/account-reach.ts";
import { newUser } from "../team/new-user.ts";
import { endAll, giveRole, note } from "../team/team-changes.ts";
import { auditEach } from "./audit-each.ts";
import { newSecret } from "./new-secret.ts";
import {
  memberOf,
  notYours,
  openLinkOf,
  placesOf,
  teamRefusal,
  whyAccountStays,
} from "./team-rules.ts";

/** Long enough for somebody who works at the weekend. */
const LINK_LIFETIME_MS = 7 * DAY;
const MOST_TYPED = 300;
/** More than work in any restaurant; all of them stand on one page. */
const MOST_PEOPLE = 200;

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
  linkUntil: z.number().nullable().describe("Null: they have an account and need no link"),
  dryRun: z.boolean(),
});
type Result = z.infer<typeof output>;

/** Takes somebody into the team: with an account that they have, or with a link to choose a password. */
export const addPerson = defineOperation<Input, Result>({
  name: "add_person",
  title: "Add somebody to the team",
  scope: "bookings.write",
  role: "owner",
  description:
    "Adds somebody to the team of the brand. Who has no account gets one, without a password: the link that is shown " +
    "once lets them choose it. Sends nobody anything.",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { name: "Ada King", email: "ada@example.com", role: "host" } }],
  form: { submit: "Add" },
  run: add,
  text: ({ name }) => `${name} is in the team.`,
});

function add(given: Input, context: OperationContext): Result {
  const { stores, brand, now, dryRun } = context;
  const email = emailOf(given.email);
  const name = personName(given.name);
  const known = stores.users.byEmail(email);
  const problems = [...problemOf("email", emailProblem(email))];
  if (known === null) problems.push(...problemOf("name", nameProblem(name)));
  const [first, ...others] = problems;
  if (first !== undefined) throw new DomainError([first, ...others]);
  const user = known === null ? invite({ email, name }, context) : welcomed(known, context);
  const refused = giveRole(stores, { userId: user.id, at: now }, [brand.slug], given.role);
  if (refused !== null) throw teamRefusal(user, refused);
  if (stores.teams.ofBrand(brand.slug).length > MOST_PEOPLE) {
    const message = `The team has ${MOST_PEOPLE} people already. Take somebody out who does not work here any more first.`;
    throw refusal("INVALID_INPUT", message, { most: MOST_PEOPLE });
  }
  const after = { person: user.name, userId: user.id, role: given.role };
  audit({}, addPerson.name, { before: {}, after }, null, context);
  const needsLink = user.passwordHash === null && openLinkOf(user, context) === null;
  const linkUntil = needsLink ? linkFor(user.id, context) : null;
  return { id: user.id, name: user.name, linkUntil, dryRun };
}

const problemOf = (parameter: string, message: string | null): Reason[] =>
  message === null ? [] : [{ code: "INVALID_INPUT", message, parameter }];

function invite(
  fields: Pick<UserRow, "email" | "name">,
  { stores, now, random }: OperationContext,
): UserRow {
  const user = newUser({ ...fields, passwordHash: null, ownsHouse: false }, now, random);
  stores.users.insert(user);
  note(stores, "user_created", { userId: user.id, at: now });
  return user;
}

/** Somebody who has an account, as they join this team. Errors: INVALID_INPUT, about the e-mail. */
function welcomed(user: UserRow, context: OperationContext): UserRow {
  const { stores, brand, caller } = context;
  const refuse = (message: string) => refusal("INVALID_INPUT", message, { parameter: "email" });
  const teams = stores.users.teamsOf(user.id);
  if (teams.some((one) => one.brand === brand.slug)) {
    throw refuse(`${user.email} is in this team already.`);
  }
  if (user.disabledAt !== null) {
    throw refuse(`The account of ${user.email} is closed. Whoever runs this server can open it.`);
  }
  if (teams.length === 0) return startAnew(user, context);
  // Owners decide how their people get into their accounts: an account that others can open would
  // open this restaurant to them too.
  if (!decidesAbout(stores, caller.principal, user)) {
    throw refuse(
      `${user.email} works in a restaurant that you do not own. Whoever owns the whole house can add them.`,
    );
  }
  return user;
}

/**
 * Somebody who works nowhere any more, or has never come: who may know their password nobody knows,
 * so they choose another one.
 */
function startAnew(user: UserRow, { stores, now }: OperationContext): UserRow {
  const change = { userId: user.id, at: now };
  stores.users.clearPassword(user.id, now);
  stores.accountLinks.remove(user.id);
  endAll(stores, change, "joined_anew");
  note(stores, "password_cleared", change);
  return { ...user, passwordHash: null };
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
  form: { submit: "Make a link" },
  run: makeLink,
  text: ({ name }) => `A link for ${name}.`,
});

function makeLink({ id }: z.infer<typeof linkInput>, context: OperationContext): Result {
  const person = memberOf(id, context);
  const why = whyAccountStays(person, context);
  if (why !== null) throw notYours(why);
  if (person.disabledAt !== null) {
    throw refusal("INVALID_TRANSITION", `The account of ${person.name} is closed: open it first.`);
  }
  const linkUntil = linkFor(id, context);
  const after = { person: person.name, userId: id, linkUntil };
  auditEach(placesOf(context, id), makeAccountLink.name, { before: {}, after }, context);
  return { id, name: person.name, linkUntil, dryRun: context.dryRun };
}
