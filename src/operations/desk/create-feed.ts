import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { brandParam, feedNameParam, namedChangeShape, writeParams } from "../params.ts";

const MOST_FEEDS = 20;

const input = z.strictObject({
  brand: brandParam,
  name: feedNameParam,
  tokenHash: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

const output = namedChangeShape.extend({
  id: z.string().nullable().describe("Null in a dry run"),
});
type Result = z.infer<typeof output>;

/**
 * The caller makes the token and passes only its hash. An answer with the token would be stored for
 * retries, and tokens must not be stored.
 */
export const createFeed = defineOperation<Input, Result>({
  name: "create_feed",
  title: "Make a calendar link",
  words: { history: "Calendar link created" },
  scope: "bookings.write",
  role: "manager",
  input,
  output,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { name: "Kitchen screen", tokenHash: "0".repeat(64) } }],
  run: create,
});

function create({ name, tokenHash }: Input, context: OperationContext): Result {
  const { brand, stores, now, random, dryRun } = context;
  if (stores.calendarFeeds.live(brand.slug, MOST_FEEDS).length >= MOST_FEEDS) {
    throw refusal("INVALID_INPUT.too_many_feeds", { most: MOST_FEEDS });
  }
  if (stores.calendarFeeds.isKnown(tokenHash)) {
    throw refusal("INVALID_INPUT.feed_known", { parameter: "tokenHash" });
  }
  const feed = { id: newId(now, random), brand: brand.slug, name, createdAt: now };
  stores.calendarFeeds.insertHashed(feed, tokenHash);
  const after = { feedId: feed.id, name };
  audit({}, createFeed.name, { before: {}, after }, null, context);
  return { id: dryRun ? null : feed.id, name, changed: true, dryRun };
}
