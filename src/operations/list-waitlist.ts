import { z } from "zod";
import { addDays, startOfDay } from "../domain/time.ts";
import { ENTRY_STATUSES, type EntryStatus } from "../domain/waitlist.ts";
import { defineOperation, type OperationContext } from "./define.ts";
import { brandParam, readDateParam } from "./params.ts";
import { EXAMPLE_ENTRY } from "./reservation/example-records.ts";
import { describeEntry, entryShape, wireEntry } from "./waitlist/wire-entry.ts";

/** Listed unless other states are asked for: those who still wait for something. */
const USUAL: readonly EntryStatus[] = ["waiting", "offered", "paused"];

const input = z.strictObject({
  brand: brandParam,
  date: readDateParam("Only guests who wait for this date").optional(),
  status: z
    .array(z.enum(ENTRY_STATUSES))
    .min(1)
    .max(ENTRY_STATUSES.length)
    .describe("Only these states; waiting, offered and paused when left out")
    .optional(),
});

const output = z.strictObject({ entries: z.array(entryShape) });

export const listWaitlist = defineOperation({
  name: "list_waitlist",
  title: "List waiting guests",
  scope: "bookings.read",
  description:
    "Lists the guests on the waitlist in the order in which they are asked, with what was offered to them and why they " +
    "were passed over. Phones are cut to their last four digits. Changes nothing.",
  input,
  output,
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  examples: [{ input: { date: "2026-11-20" }, output: { entries: [EXAMPLE_ENTRY] } }],
  run: list,
  text: ({ entries }, { brand }) =>
    entries.length === 0
      ? "Nobody is waiting."
      : entries.map((one) => describeEntry(one, brand.settings.timeZone)).join("\n"),
});

function list(given: z.infer<typeof input>, context: OperationContext): z.infer<typeof output> {
  const { brand, stores } = context;
  const { date } = given;
  const zone = brand.settings.timeZone;
  const entries = stores.waitlist.list({
    brand: brand.slug,
    statuses: given.status ?? USUAL,
    fromAt: date === undefined ? null : startOfDay(date, zone),
    // A window may begin after midnight of its date, and belongs to it all the same.
    toAt: date === undefined ? null : startOfDay(addDays(date, 2), zone),
  });
  return {
    entries: entries
      .filter((entry) => date === undefined || entry.date === date)
      .map((entry) => wireEntry(entry, context)),
  };
}
