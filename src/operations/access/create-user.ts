import { z } from "zod";
import { emailOf, emailProblem, nameProblem, personName } from "../../domain/account.ts";
import { ROLES } from "../../domain/caller.ts";
import { type Reason, refusal } from "../../domain/errors.ts";
import { auditEach } from "../call/audit.ts";
import { type CallContext, defineOperation, newSecret } from "../define.ts";
import { writeParams } from "../params.ts";
import { joinTeam, newUser, note } from "../team/team-changes.ts";
import { addPerson } from "./add-person.ts";
import { requireTeamRoom } from "./team-rules.ts";

const MOST_TYPED = 300;
const MOST_BRANDS = 100;

const checked = (read: (text: string) => string, problem: (text: string) => Reason | null) =>
  z
    .string()
    .max(MOST_TYPED)
    .transform((text, context) => {
      const value = read(text);
      const reason = problem(value);
      if (reason === null) return value;
      context.addIssue({ code: "custom", message: reason.code, params: { reason } });
      return z.NEVER;
    });

const input = z.strictObject({
  email: checked(emailOf, emailProblem).describe("E-mail address that the user signs in with"),
  name: checked(personName, nameProblem).describe("Name of the user"),
  role: z.enum(ROLES).describe("Role of the user in each restaurant"),
  brands: z
    .array(z.string().max(MOST_TYPED))
    .max(MOST_BRANDS)
    .default([])
    .describe(
      "Restaurants that the user works in. Empty: the user owns the instance with all its brands",
    ),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  dryRun: z.boolean(),
});

export const createUser = defineOperation<Input, z.infer<typeof output>>({
  name: "create_user",
  title: "Create an account",
  scope: "bookings.write",
  operatorOnly: true,
  brandless: true,
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { email: "ada@example.com", name: "Ada King", role: "owner" } }],
  run: create,
});

function create({ email, name, role, brands }: Input, context: CallContext) {
  const { stores, now, random, dryRun } = context;
  if (stores.users.byEmail(email) !== null) {
    throw refusal("INVALID_INPUT.user_exists", { parameter: "email", say: { email } });
  }
  const slugs = [...new Set(brands)];
  if (slugs.length === 0 && role !== "owner") {
    throw refusal("INVALID_INPUT.role_without_brand", { parameter: "brands", say: { role } });
  }
  const fields = { email, name, passwordHash: newSecret(context).hash };
  const user = newUser({ ...fields, ownsInstance: slugs.length === 0 }, now, random);
  const change = { userId: user.id, at: now };
  stores.users.insert(user);
  note(stores, "user_created", change);
  for (const slug of slugs) {
    joinTeam(stores, change, slug, role);
    requireTeamRoom(slug, context);
  }
  const after = { person: name, userId: user.id, role };
  auditEach(slugs, addPerson.name, { before: {}, after }, context);
  return { id: user.id, email, name, dryRun };
}
