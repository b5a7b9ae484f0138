import { z } from "zod";
import type { Role } from "../../domain/caller.ts";
import type { NotYours } from "../../domain/reasons/access.ts";
import { audit, type Difference } from "../call/audit.ts";
import { newSecret, type OperationContext } from "../define.ts";
import { brandParam, type NamedChange, namedChangeShape, writeParams } from "../params.ts";
import {
  changePassword,
  disableUser,
  enableUser,
  giveRole,
  leaveTeams,
  type TeamRefusal,
} from "../team/team-changes.ts";
import {
  brandsOf,
  memberOf,
  notYours,
  requireTeamRoom,
  teamRefusal,
  whyAccountStays,
  whyRoleStays,
} from "./team-rules.ts";

const personParam = z.string().max(64).describe("The person's id");
const personInput = z.strictObject({ brand: brandParam, id: personParam, ...writeParams });
export type PersonInput = z.infer<typeof personInput>;

export const PERSON_CHANGE = {
  scope: "bookings.write",
  role: "owner",
  input: personInput,
  output: namedChangeShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
} as const;

/** An account belongs to no restaurant, so the operator need not name a brand. */
export const ACCOUNT_CHANGE = { ...PERSON_CHANGE, brandless: "for the operator" } as const;

export const teamsInput = personInput.extend({
  alsoIn: z
    .array(z.string().max(100))
    .max(100)
    .default([])
    .describe(
      "For the operator: further restaurants for this change. It is made in all of them or in none",
    ),
});
export type TeamsInput = z.infer<typeof teamsInput>;

export function setRole(
  operation: string,
  { id, alsoIn }: TeamsInput,
  role: Role | null,
  context: OperationContext,
): NamedChange {
  const { stores, brand, caller, now } = context;
  const slugs = [...new Set([brand.slug, ...alsoIn])];
  const person = memberOf(id, context);
  if (alsoIn.length > 0 && caller.kind !== "operator") throw notYours("one_at_a_time", person);
  const held = new Map(stores.users.teamsOf(id).map((team) => [team.brand, team.role]));
  const who = { userId: id, at: now };
  const stays = (slug: string): boolean => held.get(slug) === role;
  const joined = role === null ? [] : slugs.filter((slug) => !held.has(slug));
  const elsewhere = [...held.keys()].filter((slug) => !slugs.includes(slug));
  return changePerson(operation, person, context, {
    why: whyRoleStays(person, context),
    unchanged: !person.ownsInstance && slugs.every(stays),
    apply() {
      if (role === null) return leaveTeams(stores, who, slugs);
      const refused = giveRole(stores, who, slugs, role);
      if (refused !== null || joined.length === 0) return refused;
      // Owners of the person's other restaurants may know the password. Replace it, so that they cannot
      // sign in to this restaurant as the person.
      changePassword(stores, who, newSecret(context).hash);
      for (const slug of joined) requireTeamRoom(slug, context);
      return null;
    },
    difference: (slug) =>
      slugs.includes(slug)
        ? { before: { role: held.get(slug) ?? null }, after: { role } }
        : { before: {}, after: { passwordChangedAt: now } },
    loggingBrands: [
      ...slugs.filter((slug) => !stays(slug)),
      ...(joined.length > 0 ? elsewhere : []),
    ],
  });
}

export function setAccount(
  operation: string,
  id: string,
  wanted: "open" | "closed",
  context: OperationContext,
): NamedChange {
  const { stores, now } = context;
  const person = memberOf(id, context);
  const who = { userId: id, at: now };
  const account = person.disabledAt === null ? "open" : "closed";
  return changePerson(operation, person, context, {
    why: whyAccountStays(person, context),
    unchanged: account === wanted,
    apply: () => (wanted === "open" ? enableUser(stores, who) : disableUser(stores, who)),
    difference: () => ({ before: { account }, after: { account: wanted } }),
    loggingBrands: brandsOf(context, id),
  });
}

interface Change {
  readonly why: NotYours | null;
  readonly unchanged: boolean;
  readonly apply: () => TeamRefusal | null;
  readonly difference: (slug: string) => Difference;
  readonly loggingBrands: readonly string[];
}

export function changePerson(
  operation: string,
  person: ReturnType<typeof memberOf>,
  context: OperationContext,
  { why, unchanged, apply, difference, loggingBrands }: Change,
): NamedChange {
  const { userId: id, name } = person;
  if (why !== null) throw notYours(why, person);
  const result = { id, name, changed: !unchanged, dryRun: context.dryRun };
  if (unchanged) return result;
  const refused = apply();
  if (refused !== null) throw teamRefusal(person, refused);
  const who = { person: name, userId: id };
  for (const slug of loggingBrands) {
    const { before, after } = difference(slug);
    const named = { before: { ...who, ...before }, after: { ...who, ...after } };
    audit({}, operation, named, null, { ...context, brand: { slug } });
  }
  return result;
}
