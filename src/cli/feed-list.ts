import { makersIn } from "../operations/access/maker.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

const HEADINGS = ["ID", "BRAND", "NAME", "MADE", "MADE BY", "LAST READ", "REVOKED"];

/** `maitred feed list`: calendar feeds with who made each, without their addresses. */
export const feedList: Verb = {
  name: "feed list",
  summary: "List calendar feeds.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores }) => {
      const feeds = stores.calendarFeeds.list().map((feed) => {
        const maker = makersIn({ stores, brand: { slug: feed.brand } })(feed);
        return { ...feed, madeBy: maker?.name ?? null, makerIsGone: maker?.isGone ?? false };
      });
      const date = (at: number | null): string =>
        at === null ? "" : new Date(at).toISOString().slice(0, 10);
      const rows = feeds.map(
        ({ id, brand, name, createdAt, madeBy, makerIsGone, readAt, revokedAt }) => [
          id,
          brand,
          name,
          date(createdAt),
          `${madeBy ?? ""}${makerIsGone ? " (gone)" : ""}`,
          date(readAt),
          date(revokedAt),
        ],
      );
      const text = table(HEADINGS, rows);
      return Promise.resolve({ json: { feeds }, text, plain: true });
    }),
};
