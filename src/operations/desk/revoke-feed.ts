import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, type NamedChange, namedChangeShape, writeParams } from "../params.ts";

const input = z.strictObject({
  brand: brandParam,
  id: z.string().trim().min(1).max(64),
  ...writeParams,
});
type Input = z.infer<typeof input>;

export const revokeFeed = defineOperation<Input, NamedChange>({
  name: "revoke_feed",
  title: "Revoke a calendar link",
  words: { done: "Revoked: the link no longer works", history: "Calendar link revoked" },
  scope: "bookings.write",
  role: "manager",
  input,
  output: namedChangeShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "01a1f03ea60027935d40f69e" } }],
  run: revoke,
});

function revoke({ id }: Input, context: OperationContext): NamedChange {
  const { brand, stores, now, dryRun } = context;
  const feed = stores.calendarFeeds.get(id);
  if (feed === null || feed.brand !== brand.slug) {
    throw refusal("NOT_FOUND.feed", { id });
  }
  const changed = stores.calendarFeeds.revoke(id, now);
  const after = { feedId: id, name: feed.name };
  if (changed) audit({}, revokeFeed.name, { before: {}, after }, null, context);
  return { id, name: feed.name, changed, dryRun };
}
