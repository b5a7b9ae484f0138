import { z } from "zod";
import { ROLES } from "../../domain/caller.ts";
import type { TeamMember } from "../../storage/team-store.ts";
import { audit, type Difference } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import {
  disableUser,
  enableUser,
  giveRole,
  leaveTeams,
  type TeamRefusal,
} from "../team/team-changes.ts";
import { memberOf, notYours, teamRefusal, whyAccountStays, whyRoleStays } from "./team-rules.ts";

const personParam = z.string().max(64).describe("The person's id");
const input = z.strictObject({ brand: brandParam, id: personParam, ...writeParams });
type Input = z.infer<typeof input>;

const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
type Result = z.infer<typeof output>;

/** What these operations have in common. */
const SHARED = {
  scope: "bookings.write",
  role: "owner",
  input,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab" } }],
  text: ({ name, changed: isNew }: Result) => `${name}: ${isNew ? "done" : "it was so already"}.`,
} as const;

const roleInput = input.extend({ role: z.enum(ROLES) });

/** Another role in this brand; with a lower one, what was connected with the higher one ends. */
export const changeRole = defineOperation<z.infer<typeof roleInput>, Result>({
  ...SHARED,
  name: "change_role",
  title: "Change somebody's role",
  description:
    "Changes what somebody is in the brand. With a lower role the apps that they connected here are disconnected.",
  input: roleInput,
  examples: [{ input: { id: "6afe087027935d40f69e49ab", role: "manager" } }],
  form: { submit: "Change" },
  run({ id, role }, context): Result {
    const person = memberOf(id, context);
    const { stores, brand, now } = context;
    return change(changeRole.name, person, whyRoleStays(person, context), context, {
      apply: () => giveRole(stores, { userId: id, at: now }, [brand.slug], role),
      difference: { before: { role: person.role }, after: { role } },
      isSo: person.role === role,
    });
  },
});

/** Out of this team; the account stays, for other brands and for coming back. */
export const takeOut = defineOperation<Input, Result>({
  ...SHARED,
  name: "take_out",
  title: "Take somebody out of the team",
  description:
    "Takes somebody out of the team of the brand, and disconnects the apps that they connected here.",
  form: { submit: "Take out" },
  run({ id }, context): Result {
    const person = memberOf(id, context);
    const { stores, brand, now } = context;
    return change(takeOut.name, person, whyRoleStays(person, context), context, {
      apply: () => leaveTeams(stores, { userId: id, at: now }, [brand.slug]),
      difference: { before: { role: person.role }, after: { role: null } },
      isSo: false,
    });
  },
});

/** The account is closed, everywhere. */
export const closeAccount = defineOperation<Input, Result>({
  ...SHARED,
  name: "close_account",
  title: "Close somebody's account",
  description:
    "Closes the account of somebody: they are signed out everywhere, and their apps are disconnected.",
  form: { submit: "Close the account" },
  run({ id }, context): Result {
    const person = memberOf(id, context);
    const { stores, now } = context;
    return change(closeAccount.name, person, whyAccountStays(person, context), context, {
      apply: () => disableUser(stores, { userId: id, at: now }),
      difference: { before: { account: "open" }, after: { account: "closed" } },
      isSo: person.disabledAt !== null,
    });
  },
});

/** The account is open again, with the password and the teams that it had. */
export const openAccount = defineOperation<Input, Result>({
  ...SHARED,
  name: "open_account",
  title: "Open somebody's account",
  description:
    "Opens a closed account again, with its password and its teams. Apps have to be connected again.",
  form: { submit: "Open the account" },
  run({ id }, context): Result {
    const person = memberOf(id, context);
    const { stores, now } = context;
    return change(openAccount.name, person, whyAccountStays(person, context), context, {
      apply: () => enableUser(stores, { userId: id, at: now }),
      difference: { before: { account: "closed" }, after: { account: "open" } },
      isSo: person.disabledAt === null,
    });
  },
});

function change(
  operation: string,
  person: TeamMember,
  why: string | null,
  context: OperationContext,
  {
    apply,
    difference,
    isSo,
  }: {
    readonly apply: () => TeamRefusal | null;
    readonly difference: Difference;
    /** It is that way already. */
    readonly isSo: boolean;
  },
): Result {
  const { userId: id, name } = person;
  if (why !== null) throw notYours(why);
  const result = { id, name, changed: !isSo, dryRun: context.dryRun };
  if (isSo) return result;
  const refused = apply();
  if (refused !== null) throw teamRefusal(person, refused);
  const who = { person: name, userId: id };
  const { before, after } = difference;
  const told = { before: { ...who, ...before }, after: { ...who, ...after } };
  audit({}, operation, told, null, context);
  return result;
}
