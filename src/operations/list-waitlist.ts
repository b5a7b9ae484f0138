import { z } from "zod";
import { startOfDay } from "../domain/time.ts";
import { ENTRY_STATUSES, isQueued, ON_LIST } from "../domain/waitlist.ts";
import { entryLine, guestsFound } from "../words/en/agent/entries.ts";
import { defineTool, type OperationContext, READS } from "./define.ts";
import { brandParam, dateParam } from "./params.ts";
import { entryCursor, readEntryCursor } from "./reservation/cursor.ts";
import { EXAMPLE_ENTRY } from "./reservation/example-records.ts";
import { positionsOf } from "./waitlist/positions.ts";
import { entryShape, wireEntry } from "./waitlist/wire-entry.ts";

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Only guests who wait for this date").optional(),
  status: z
    .array(z.enum(ENTRY_STATUSES))
    .min(1)
    .max(ENTRY_STATUSES.length)
    .describe("Only these statuses; default: waiting, offered and paused")
    .optional(),
  limit: z.int().min(1).max(200).default(50).describe("Maximum number of rows"),
  cursor: z.string().trim().max(200).describe("nextCursor of the previous answer").optional(),
});

const output = z.strictObject({
  entries: z.array(entryShape),
  total: z.int().describe("Matching guests on all pages"),
  nextCursor: z.string().nullable(),
});

export const listWaitlist = defineTool({
  name: "list_waitlist",
  title: "List waiting guests",
  scope: "bookings.read",
  description:
    "Lists the guests on the waitlist in the order in which tables are offered to them, with their offers and " +
    "why they were passed over. Phones show only their last four digits. Changes nothing.",
  input,
  output,
  hints: READS,
  examples: [
    {
      input: { date: "2026-11-20" },
      output: { entries: [EXAMPLE_ENTRY], total: 1, nextCursor: null },
    },
  ],
  run: list,
  text: ({ entries, total, nextCursor }, { brand }, { date }) =>
    [
      ...entries.map((one) => entryLine(one, brand.settings.timeZone)),
      guestsFound(total, date, nextCursor),
    ].join("\n"),
});

function list(given: z.infer<typeof input>, context: OperationContext): z.infer<typeof output> {
  const { brand, stores } = context;
  const { date } = given;
  const filter = {
    brand: brand.slug,
    statuses: given.status ?? ON_LIST,
    day: date === undefined ? null : { date, startsAt: startOfDay(date, brand.settings.timeZone) },
  };
  const after = given.cursor === undefined ? null : readEntryCursor(given.cursor);
  const found = stores.waitlist.list({ ...filter, limit: given.limit + 1, after });
  const page = found.slice(0, given.limit);
  const last = page.at(-1);
  const positions = positionsOf(page.filter(isQueued), context);
  return {
    entries: page.map((entry) => wireEntry(entry, context, positions)),
    total: stores.waitlist.count(filter),
    nextCursor: found.length > page.length && last !== undefined ? entryCursor(last) : null,
  };
}
