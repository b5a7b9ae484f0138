import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { table } from "./print.ts";
import type { Verb } from "./verb.ts";

/** `maitred feed list`: calendar feeds, without their addresses. */
export const feedList: Verb = {
  name: "feed list",
  summary: "List calendar feeds.",
  positionals: [],
  flags: DATA_FLAG,
  run: async ({ config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores }) => {
      const feeds = stores.calendarFeeds.list();
      const date = (at: number | null): string =>
        at === null ? "" : new Date(at).toISOString().slice(0, 10);
      const rows = feeds.map(({ id, brand, name, createdAt, readAt, revokedAt }) => [
        id,
        brand,
        name,
        date(createdAt),
        date(readAt),
        date(revokedAt),
      ]);
      const text = table(["ID", "BRAND", "NAME", "MADE", "LAST READ", "REVOKED"], rows);
      return Promise.resolve({ json: { feeds }, text, plain: true });
    }),
};
