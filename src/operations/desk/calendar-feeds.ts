import { z } from "zod";
import { makerShape, makersIn } from "../access/maker.ts";
import { defineOperation, READS } from "../define.ts";
import { brandParam } from "../params.ts";

/** More than a brand can have, so that all are listed. */
export const MOST_LISTED_FEEDS = 200;

const feedShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  createdAt: z.number(),
  readAt: z.number().nullable().describe("When a program last read the feed; null: never"),
  maker: makerShape.nullable(),
});
export type DeskFeed = z.infer<typeof feedShape>;

export const calendarFeeds = defineOperation({
  name: "calendar_feeds",
  title: "Calendar links",
  scope: "bookings.read",
  role: "manager",
  input: z.strictObject({ brand: brandParam }),
  output: z.strictObject({ feeds: z.array(feedShape) }),
  hints: READS,
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
