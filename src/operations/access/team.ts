import { z } from "zod";
import { ROLES } from "../../domain/caller.ts";
import { reason } from "../../domain/errors.ts";
import type { NotYours } from "../../domain/reasons/access.ts";
import type { TeamMember } from "../../storage/team-store.ts";
import { sayReason } from "../../words/render.ts";
import { defineOperation, type OperationContext, READS, readerOf } from "../define.ts";
import { MOST_LISTED_FEEDS } from "../desk/calendar-feeds.ts";
import { brandParam } from "../params.ts";
import { makersIn } from "./maker.ts";
import { MOST_WORKING } from "./new-key.ts";
import { linkExpiryOf, whyAccountStays, whyRoleStays } from "./team-rules.ts";

const input = z.strictObject({ brand: brandParam });

/** `invited`: has no password yet, but a valid link to choose one. `stuck`: has neither. */
const STATES = ["active", "invited", "stuck", "closed"] as const;

const personShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  ownsInstance: z.boolean(),
  isCaller: z.boolean(),
  state: z.enum(STATES),
  hasSecondFactor: z.boolean(),
  signedInAt: z.number().nullable(),
  linkUntil: z.number().nullable().describe("When the person's link to choose a password expires"),
  roleStays: z.string().nullable().describe("Why the caller cannot change the role"),
  accountStays: z.string().nullable().describe("Why the caller cannot change the account"),
  made: z
    .array(z.strictObject({ kind: z.enum(["feed", "key"]), name: z.string() }))
    .describe(
      "Calendar links and keys that the person made; they work even after the person has left",
    ),
});
export type Person = z.infer<typeof personShape>;

const output = z.strictObject({ people: z.array(personShape) });

export const team = defineOperation({
  name: "team",
  title: "Team",
  scope: "bookings.read",
  role: "manager",
  input,
  output,
  hints: READS,
  run: show,
});

function show(_: z.infer<typeof input>, context: OperationContext): z.infer<typeof output> {
  const { stores, brand } = context;
  const made = madeHere(context);
  const people = stores.teams
    .ofBrand(brand.slug)
    .map((member) => ({ ...personOf(member, context), made: made.get(member.userId) ?? [] }));
  return { people: people.sort(byRank) };
}

function madeHere(context: OperationContext): ReadonlyMap<string, Person["made"]> {
  const { stores, brand, now } = context;
  const makerOf = makersIn(context);
  const feeds = stores.calendarFeeds.live(brand.slug, MOST_LISTED_FEEDS);
  const keys = stores.apiKeys
    .ofBrand(brand.slug, now, MOST_WORKING)
    .filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt ?? now + 1) > now);
  const made = new Map<string, Person["made"]>();
  const note = (kind: "feed" | "key", thing: { id: string; name: string; createdAt: number }) => {
    const by = makerOf(thing)?.id ?? "";
    made.set(by, [...(made.get(by) ?? []), { kind, name: thing.name }]);
  };
  for (const feed of feeds) note("feed", feed);
  for (const key of keys) note("key", key);
  return made;
}

const inWords = (why: NotYours | null, name: string, context: OperationContext): string | null =>
  why === null
    ? null
    : sayReason(reason("FORBIDDEN_TOOL.not_yours", { say: { why, name } }), readerOf(context));

function personOf(member: TeamMember, context: OperationContext): Omit<Person, "made"> {
  const { caller, stores } = context;
  const { userId, name, email, role, ownsInstance, signedInAt } = member;
  const linkUntil = linkExpiryOf({ id: userId, ownsInstance }, context);
  return {
    id: userId,
    name,
    email,
    role,
    ownsInstance,
    isCaller: userId === caller.principal,
    state: stateOf(member, linkUntil),
    hasSecondFactor: stores.factors.has(userId),
    signedInAt,
    linkUntil,
    roleStays: inWords(whyRoleStays(member, context), name, context),
    accountStays: inWords(whyAccountStays(member, context), name, context),
  };
}

function stateOf(
  { disabledAt, hasPassword }: TeamMember,
  linkUntil: number | null,
): Person["state"] {
  if (disabledAt !== null) return "closed";
  if (hasPassword) return "active";
  return linkUntil === null ? "stuck" : "invited";
}

const byRank = (one: Person, other: Person): number =>
  rank(one) - rank(other) || one.name.localeCompare(other.name);

const rank = ({ state, role, ownsInstance }: Person): number =>
  (state === "closed" ? 10 : 0) + (ownsInstance ? 0 : ROLES.length - ROLES.indexOf(role));
