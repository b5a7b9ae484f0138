import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { DAY } from "../../domain/time.ts";
import { auditEach } from "../call/audit.ts";
import { defineOperation, newSecret, type OperationContext } from "../define.ts";
import { brandParam, writeParams } from "../params.ts";
import { note } from "../team/team-changes.ts";
import { brandsOf, memberOf, notYours, whyAccountStays } from "./team-rules.ts";

const LINK_LIFETIME_MS = 7 * DAY;

export const linkMadeShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  linkUntil: z.number().describe("When the link to choose a password expires"),
  dryRun: z.boolean(),
});
export type LinkMade = z.infer<typeof linkMadeShape>;

export function storeLink(userId: string, context: OperationContext): number {
  const { stores, now } = context;
  const expiresAt = now + LINK_LIFETIME_MS;
  const tokenHash = newSecret(context).hash;
  const madeBy = context.caller.principal;
  stores.accountLinks.put({ userId, madeBy, tokenHash, createdAt: now, expiresAt });
  note(stores, "account_link_made", { userId, at: now }, { by: madeBy });
  return expiresAt;
}

const input = z.strictObject({ brand: brandParam, id: z.string().max(64), ...writeParams });

/** The old password works until the person uses the link. */
export const makeAccountLink = defineOperation<z.infer<typeof input>, LinkMade>({
  name: "make_account_link",
  title: "New link to choose a password",
  words: { done: "Link created", history: "Link for a password created" },
  scope: "bookings.write",
  role: "owner",
  input,
  output: linkMadeShape,
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f050f58027935d40f69e" } }],
  run: makeLink,
});

function makeLink({ id }: z.infer<typeof input>, context: OperationContext): LinkMade {
  const person = memberOf(id, context);
  const why = whyAccountStays(person, context);
  if (why !== null) throw notYours(why, person);
  if (person.disabledAt !== null) {
    throw refusal("INVALID_TRANSITION.account_closed", { say: { name: person.name } });
  }
  const linkUntil = storeLink(id, context);
  const after = { person: person.name, userId: id, linkUntil };
  auditEach(brandsOf(context, id), makeAccountLink.name, { before: {}, after }, context);
  return { id, name: person.name, linkUntil, dryRun: context.dryRun };
}
