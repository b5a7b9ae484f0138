import { z } from "zod";
import { ROLES, type Role } from "../../domain/caller.ts";
import type { TeamMember } from "../../storage/team-store.ts";
import type { Difference } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import {
  disableUser,
  enableUser,
  giveRole,
  leaveTeams,
  resetFactor,
  type TeamRefusal,
} from "../team/team-changes.ts";
import { auditEach } from "./audit-each.ts";
import {
  memberOf,
  notYours,
  placesOf,
  teamRefusal,
  whyAccountStays,
  whyRoleStays,
} from "./team-rules.ts";

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
  run: ({ id, role }, context): Result => setRole(changeRole.name, id, role, context),
});

/** Out of this team; the account stays, for other brands and for coming back. */
export const takeOut = defineOperation<Input, Result>({
  ...SHARED,
  name: "take_out",
  title: "Take somebody out of the team",
  description:
    "Takes somebody out of the team of the brand, and disconnects the apps that they connected here.",
  form: { submit: "Take out" },
  run: ({ id }, context): Result => setRole(takeOut.name, id, null, context),
});

/** The account is closed, everywhere. */
export const closeAccount = defineOperation<Input, Result>({
  ...SHARED,
  name: "close_account",
  title: "Close somebody's account",
  description:
    "Closes the account of somebody: they are signed out everywhere, and their apps are disconnected.",
  form: { submit: "Close the account" },
  run: ({ id }, context): Result => setAccount(closeAccount.name, id, "closed", context),
});

/** The account is open again, with the password and the teams that it had; without a second factor. */
export const openAccount = defineOperation<Input, Result>({
  ...SHARED,
  name: "open_account",
  title: "Open somebody's account",
  description:
    "Opens a closed account again, with its password and its teams. Apps have to be connected again, and a second factor " +
    "has to be added again.",
  form: { submit: "Open the account" },
  run: ({ id }, context): Result => setAccount(openAccount.name, id, "open", context),
});

/** Passkeys, app and recovery codes are removed: for whoever lost what they sign in with. */
export const resetSecondFactor = defineOperation<Input, Result>({
  ...SHARED,
  name: "reset_second_factor",
  title: "Remove somebody's second factor",
  description:
    "Removes the passkeys, the authenticator app and the recovery codes of somebody, and signs them out everywhere. " +
    "Their password stays.",
  form: { submit: "Remove the second factor" },
  run: ({ id }, context): Result => {
    const { stores, now } = context;
    const person = memberOf(id, context);
    return change(resetSecondFactor.name, person, context, {
      why: whyAccountStays(person, context),
      isSo: !stores.factors.has(id),
      apply: () => {
        resetFactor(stores, { userId: id, at: now });
        return null;
      },
      difference: { before: { secondFactor: "set" }, after: { secondFactor: "none" } },
      told: placesOf(context, id),
    });
  },
});

/** What somebody is in the brand; null: no longer in its team. */
function setRole(
  operation: string,
  id: string,
  role: Role | null,
  context: OperationContext,
): Result {
  const { stores, brand, now } = context;
  const person = memberOf(id, context);
  const who = { userId: id, at: now };
  return change(operation, person, context, {
    why: whyRoleStays(person, context),
    isSo: person.role === role,
    apply: () =>
      role === null
        ? leaveTeams(stores, who, [brand.slug])
        : giveRole(stores, who, [brand.slug], role),
    difference: { before: { role: person.role }, after: { role } },
    told: [brand.slug],
  });
}

/** Whether somebody gets in at all, which every restaurant that they work in is told. */
function setAccount(
  operation: string,
  id: string,
  wanted: "open" | "closed",
  context: OperationContext,
): Result {
  const { stores, now } = context;
  const person = memberOf(id, context);
  const who = { userId: id, at: now };
  const account = person.disabledAt === null ? "open" : "closed";
  return change(operation, person, context, {
    why: whyAccountStays(person, context),
    isSo: account === wanted,
    apply: () => (wanted === "open" ? enableUser(stores, who) : disableUser(stores, who)),
    difference: { before: { account }, after: { account: wanted } },
    told: placesOf(context, id),
  });
}

interface Change {
  /** Why the caller may not; null: they may. */
  readonly why: string | null;
  /** It is that way already. */
  readonly isSo: boolean;
  readonly apply: () => TeamRefusal | null;
  readonly difference: Difference;
  /** The brands in whose logs it stands. */
  readonly told: readonly string[];
}

function change(
  operation: string,
  person: TeamMember,
  context: OperationContext,
  { why, isSo, apply, difference, told }: Change,
): Result {
  const { userId: id, name } = person;
  if (why !== null) throw notYours(why);
  const result = { id, name, changed: !isSo, dryRun: context.dryRun };
  if (isSo) return result;
  const refused = apply();
  if (refused !== null) throw teamRefusal(person, refused);
  const who = { person: name, userId: id };
  const before = { ...who, ...difference.before };
  const after = { ...who, ...difference.after };
  auditEach(told, operation, { before, after }, context);
  return result;
}
