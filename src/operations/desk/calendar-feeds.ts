import { z } from "zod";
import { refusal } from "../../domain/errors.ts";
import { newId } from "../../domain/ids.ts";
import { makerShape, makersIn } from "../access/maker.ts";
import { audit } from "../call/audit.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, feedNameParam, writeParams } from "../params.ts";

/** More readers than any restaurant has; each is looked through when the page is shown. */
const MOST_FEEDS = 20;
/** The command line may make more than a page does. */
export const MOST_LISTED_FEEDS = 200;

const feedShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  readAt: z.number().nullable().describe("When a program last read it; null: never"),
  maker: makerShape.nullable(),
});
export type DeskFeed = z.infer<typeof feedShape>;

/** The calendar addresses of a brand that still open something, without the addresses. */
export const calendarFeeds = defineOperation({
  name: "calendar_feeds",
  title: "Calendar addresses",
  scope: "bookings.read",
  role: "manager",
  input: z.strictObject({ brand: brandParam }),
  output: z.strictObject({ feeds: z.array(feedShape) }),
  hints: READS,
  examples: [{ input: {} }],
  run(_input, context) {
    const { brand, stores } = context;
    const makerOf = makersIn(context);
    const feeds = stores.calendarFeeds.live(brand.slug, MOST_LISTED_FEEDS).map((feed) => {
      const { id, name, createdAt, readAt } = feed;
      return { id, name, createdAt, readAt, maker: makerOf(feed) };
    });
    return { feeds };
  },
});

const createInput = z.strictObject({
  brand: brandParam,
  name: feedNameParam,
  tokenHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex")
    .describe("SHA-256 of the token in hex; whoever asks knows the token and shows it"),
  ...writeParams,
});
type CreateInput = z.infer<typeof createInput>;

const resultShape = z.strictObject({
  id: z.string().nullable().describe("Null only in a dry run"),
  name: z.string(),
  changed: z.boolean(),
  dryRun: z.boolean(),
});
type Result = z.infer<typeof resultShape>;

/**
 * Makes an address for calendar programs. What opens it never comes this far: answers are kept for
 * repeated calls, and must hold no secret.
 */
export const createFeed = defineOperation<CreateInput, Result>({
  name: "create_feed",
  title: "Make a calendar address",
  words: { history: "Calendar link created" },
  scope: "bookings.write",
  role: "manager",
  input: createInput,
  output: resultShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { name: "Kitchen screen", tokenHash: "0".repeat(64) } }],
  run: create,
});

function create({ name, tokenHash }: CreateInput, context: OperationContext): Result {
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

const revokeInput = z.strictObject({
  brand: brandParam,
  id: z.string().trim().min(1).max(64),
  ...writeParams,
});
type RevokeInput = z.infer<typeof revokeInput>;

/** Takes an address back: it opens nothing from the next request on. */
export const revokeFeed = defineOperation<RevokeInput, Result>({
  name: "revoke_feed",
  title: "Take a calendar address back",
  words: { done: "Revoked: the link no longer works", history: "Calendar link revoked" },
  scope: "bookings.write",
  role: "manager",
  input: revokeInput,
  output: resultShape,
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  examples: [{ input: { id: "6afe03c027935d40f69e49ab" } }],
  run: revoke,
});

function revoke({ id }: RevokeInput, context: OperationContext): Result {
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
