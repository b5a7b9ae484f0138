import { makersIn } from "../operations/access/maker.ts";
import { createFeed } from "../operations/desk/create-feed.ts";
import { revokeFeed } from "../operations/desk/revoke-feed.ts";
import { FEED_TOKEN_BYTES } from "../operations/feed/calendar-feed.ts";
import { sha256Hex } from "../storage/sha256.ts";
import type { CalendarFeed, Stores } from "../storage/stores.ts";
import { listVerb } from "./list-verb.ts";
import { operatorVerb } from "./operator-verb.ts";
import { dayOf } from "./print.ts";
import { CliError, textFlag, type Verb } from "./verb.ts";

const feedCreate: Verb = operatorVerb({
  name: "feed create",
  summary: "Create a secret calendar link for a restaurant's reservations.",
  operation: createFeed,
  flags: {
    brand: { to: "brand", required: true, value: "SLUG", help: "The restaurant." },
    name: {
      to: "name",
      required: false,
      help: 'Name of the link, such as "Kitchen screen" (default: Calendar).',
    },
  },
  ownFlags: {
    origin: textFlag("URL", "The server's public address."),
  },
  asServed: ["origin"],
  prepare({ flags, io }) {
    const token = Buffer.from(io.random(FEED_TOKEN_BYTES)).toString("base64url");
    const name = flags.text("name") ?? "Calendar";
    return { input: { name, tokenHash: sha256Hex(token) }, kept: token };
  },
  answer({ id }, { stores, config }, token) {
    const { brand, name, createdAt } = feedNamed(stores, id ?? "");
    const path = `/feeds/${token}.ics`;
    const { origin } = config.values;
    const url = origin === null ? null : origin + path;
    const text = [
      ...(url === null
        ? ["Put your server's address in front of the link, or pass --origin."]
        : []),
      `Calendar ${name} (${id}) of ${brand}. Anyone with the link can see names and times of`,
      `reservations. The link is shown only now. To revoke it: maitred feed revoke ${id}`,
    ].join("\n");
    return { json: { id, brand, name, createdAt, path, url }, secret: url ?? path, text };
  },
});

const feedList: Verb = listVerb({
  name: "feed list",
  summary: "List calendar links.",
  of: "feeds",
  rows: ({ stores }) =>
    stores.calendarFeeds.list().map((feed) => {
      const maker = makersIn({ stores, brand: { slug: feed.brand } })(feed);
      return { ...feed, madeBy: maker?.name ?? null, makerIsGone: maker?.isGone ?? false };
    }),
  shown: (feed) => feed,
  columns: {
    ID: ({ id }) => id,
    BRAND: ({ brand }) => brand,
    NAME: ({ name }) => name,
    CREATED: ({ createdAt }) => dayOf(createdAt),
    "CREATED BY": ({ madeBy, makerIsGone }) => `${madeBy ?? ""}${makerIsGone ? " (gone)" : ""}`,
    "LAST READ": ({ readAt }) => dayOf(readAt),
    REVOKED: ({ revokedAt }) => dayOf(revokedAt),
  },
});

const feedRevoke: Verb = operatorVerb({
  name: "feed revoke",
  summary: "Revoke a calendar link, by its id or the link itself.",
  positionals: ["ID"],
  operation: revokeFeed,
  prepare({ stores, positionals }) {
    const { id, brand } = feedNamed(stores, positionals[0] ?? "");
    return { input: { id, brand }, kept: id };
  },
  answer({ name }, { stores }, id) {
    const { revokedAt } = feedNamed(stores, id);
    return { json: { id, revokedAt }, text: `Calendar ${name} (${id}) is revoked.` };
  },
});

function feedNamed({ calendarFeeds }: Stores, text: string): CalendarFeed {
  const token = /\/feeds\/([^/]+)\.ics$/.exec(text)?.[1];
  const feed = token === undefined ? calendarFeeds.get(text) : calendarFeeds.find(token);
  if (feed !== null) return feed;
  throw new CliError("NOT_FOUND", "There is no such calendar feed. See: maitred feed list");
}

export const FEED_VERBS: readonly Verb[] = [feedCreate, feedList, feedRevoke];
