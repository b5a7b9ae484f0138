import { z } from "zod";
import type { Role } from "../../domain/caller.ts";
import type { TeamMember } from "../../storage/team-store.ts";
import { auditEach, type Difference } from "../call/audit.ts";
import type { OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import {
  disableUser,
  enableUser,
  giveRole,
  leaveTeams,
  type TeamRefusal,
} from "../team/team-changes.ts";
import {
  memberOf,
  notYours,
  placesOf,
  teamRefusal,
  whyAccountStays,
  whyRoleStays,
} from "./team-rules.ts";

const personParam = z.string().max(64).describe("The person's id");
export const personInput = z.strictObject({ brand: brandParam, id: personParam, ...writeParams });
export type PersonInput = z.infer<typeof personInput>;

const output = z.strictObject({
  id: z.string(),
  name: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
export type PersonResult = z.infer<typeof output>;

/** What the operations on one person of a team have in common. */
export const PERSON_CHANGE = {
  scope: "bookings.write",
  role: "owner",
  input: personInput,
  output,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe087027935d40f69e49ab" } }],
  text: ({ name, changed: isNew }: PersonResult) =>
    `${name}: ${isNew ? "done" : "it was so already"}.`,
} as const;

/** What somebody is in the brand; null: no longer in its team. */
export function setRole(
  operation: string,
  id: string,
  role: Role | null,
  context: OperationContext,
): PersonResult {
  const { stores, brand, now } = context;
  const person = memberOf(id, context);
  const who = { userId: id, at: now };
  return changePerson(operation, person, context, {
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
export function setAccount(
  operation: string,
  id: string,
  wanted: "open" | "closed",
  context: OperationContext,
): PersonResult {
  const { stores, now } = context;
  const person = memberOf(id, context);
  const who = { userId: id, at: now };
  const account = person.disabledAt === null ? "open" : "closed";
  return changePerson(operation, person, context, {
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

/** Makes one change to a person, and notes it in the log of every restaurant that it concerns. */
export function changePerson(
  operation: string,
  person: TeamMember,
  context: OperationContext,
  { why, isSo, apply, difference, told }: Change,
): PersonResult {
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
