import type { CalendarFeed, Stores } from "../storage/stores.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { CliError, type Verb } from "./verb.ts";

/** `maitred feed revoke ID`: the address opens nothing from the next request on. */
export const feedRevoke: Verb = {
  name: "feed revoke",
  summary: "Revoke a calendar feed.",
  positionals: ["ID"],
  flags: DATA_FLAG,
  run: async ({ positionals, config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const { id, name, revokedAt } = await writer.write(() => {
        const feed = feedNamed(stores, positionals[0] ?? "");
        if (feed.revokedAt !== null) return { ...feed, revokedAt: feed.revokedAt };
        const at = now();
        stores.calendarFeeds.revoke(feed.id, at);
        const change = { brand: feed.brand, operation: "feed_revoke", before: {} };
        const after = { feedId: feed.id, name: feed.name };
        stores.audit.insert(operatorChange(io, at, { ...change, after }));
        return { ...feed, revokedAt: at };
      });
      return { json: { id, revokedAt }, text: `Calendar ${name} (${id}) is revoked.` };
    }),
};

/** By id, or by the address itself. Refuses with NOT_FOUND. */
function feedNamed({ calendarFeeds }: Stores, text: string): CalendarFeed {
  const token = /\/feeds\/([^/]+)\.ics$/.exec(text)?.[1];
  const feed = token === undefined ? calendarFeeds.get(text) : calendarFeeds.find(token);
  if (feed !== null) return feed;
  throw new CliError("NOT_FOUND", "There is no such calendar feed. See: maitred feed list");
}
