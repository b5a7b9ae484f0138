import { newId } from "../domain/ids.ts";
import { FEED_TOKEN_BYTES } from "../operations/feed/calendar-feed.ts";
import { brandNamed } from "./brand-show.ts";
import { operatorChange } from "./changes.ts";
import { DATA_FLAG } from "./flags.ts";
import { withInstance } from "./instance.ts";
import { usageError, type Verb } from "./verb.ts";

const MAX_NAME = 120;

/** `maitred feed create`: an address for calendar programs; the only time that it is shown. */
export const feedCreate: Verb = {
  name: "feed create",
  summary: "Make a secret address under which a calendar shows a restaurant's reservations.",
  positionals: [],
  flags: {
    brand: { type: "string", required: true, value: "SLUG", help: "Whose reservations." },
    name: { type: "string", value: "NAME", help: "Who reads it (default: Calendar)." },
    origin: { type: "string", value: "URL", help: "Where the server is reached." },
    ...DATA_FLAG,
  },
  asServed: ["origin"],
  run: async ({ flags, config, io }) =>
    await withInstance({ config, io }, {}, async ({ stores, writer, now }) => {
      const brand = flags.required("brand");
      const name = (flags.text("name") ?? "Calendar").trim();
      if (name === "" || name.length > MAX_NAME) {
        throw usageError(`--name takes 1 to ${MAX_NAME} characters.`);
      }
      const token = Buffer.from(io.random(FEED_TOKEN_BYTES)).toString("base64url");
      const feed = await writer.write(() => {
        brandNamed(stores, brand);
        const createdAt = now();
        const made = { id: newId(createdAt, io.random), brand, name, createdAt };
        stores.calendarFeeds.insert(made, token);
        const change = { brand, operation: "feed_create", before: {} };
        const after = { feedId: made.id, name };
        stores.audit.insert(operatorChange(io, createdAt, { ...change, after }));
        return made;
      });
      const path = `/feeds/${token}.ics`;
      const { origin } = config.values;
      const url = origin === null ? null : origin + path;
      const text = [
        ...(url === null
          ? ["It goes after the address of your server; --origin puts that before it."]
          : []),
        `Calendar ${name} (${feed.id}) of ${brand}. Whoever has the address sees names and times of`,
        `reservations. It is shown only now; to take it back: maitred feed revoke ${feed.id}`,
      ].join("\n");
      return { json: { ...feed, path, url }, secret: url ?? path, text };
    }),
};
