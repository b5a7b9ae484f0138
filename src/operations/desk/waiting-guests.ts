import { z } from "zod";
import { serviceDateOf, todayOf } from "../../domain/calendar.ts";
import { addDays, displayTime, startOfDay } from "../../domain/time.ts";
import {
  type EntryStatus,
  isQueued,
  OFFER_STATES,
  ON_LIST,
  type WaitlistEntry,
} from "../../domain/waitlist.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { keptFor, keptTables } from "../door/keep-table.ts";
import { brandParam, dateParam } from "../params.ts";
import { phoneUsable } from "../reservation/world.ts";
import { positionsOf } from "../waitlist/positions.ts";
import { entryShape, wireEntry } from "../waitlist/wire-entry.ts";
import { textableByHand } from "./staff-text.ts";

const ENDED: readonly EntryStatus[] = ["booked", "left", "lapsed"];
const MOST_READ = 1000;
const MOST_ENDED = 100;

const input = z.strictObject({
  brand: brandParam,
  ended: z.boolean().default(false),
  date: dateParam("Only guests who wait for this service date").optional(),
});

const guestShape = entryShape.extend({
  id: z.string(),
  phone: z.string().describe("E.164"),
  day: z.string().describe("The service date that the guest waits for, YYYY-MM-DD"),
  wishedTime: z.string(),
  quotedMinutes: z.int().nullable().describe("The wait that the host told a party at the door"),
  readyUntil: z
    .number()
    .nullable()
    .describe("Ten minutes after the party was called; null if it was not called"),
  tables: z.array(z.string()).describe("Names of the tables that are kept for the party"),
  smsOff: z.boolean(),
  replaces: z.string().nullable(),
  past: z
    .array(
      z.strictObject({
        state: z.enum(OFFER_STATES),
        time: z.string(),
        at: z.number(),
        answered: z
          .boolean()
          .describe("True if the guest replied in words that a person had to read"),
      }),
    )
    .describe("Offers that have ended, oldest first"),
});
export type WaitingGuest = z.infer<typeof guestShape>;

const output = z.strictObject({
  today: z.string(),
  guests: z.array(guestShape),
});

export const waitingGuests = defineOperation({
  name: "waiting_guests",
  title: "Waiting guests",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show(
  { ended, date }: z.infer<typeof input>,
  context: OperationContext,
): z.infer<typeof output> {
  const { brand, now } = context;
  const today = todayOf(brand.settings, now);
  const shown = ended ? endedLately(today, context) : waiting(date, context);
  const positions = positionsOf(shown.filter(isQueued), context);
  const guests = shown.flatMap((entry) => {
    const day = serviceDateOf(brand.settings, entry.wishedAt);
    return date === undefined || day === date ? [guestOf(entry, day, positions, context)] : [];
  });
  return { today, guests };
}

function waiting(date: string | undefined, { brand, stores }: OperationContext): WaitlistEntry[] {
  const list = (day: string | null): WaitlistEntry[] =>
    stores.waitlist.list({
      brand: brand.slug,
      statuses: ON_LIST,
      day: day === null ? null : { date: day, startsAt: startOfDay(day, brand.settings.timeZone) },
      after: null,
      limit: MOST_READ,
    });
  if (date === undefined) return list(null);
  // A service may end after midnight, so also read the next date. `show` drops the guests who
  // wait for another service date.
  return [...list(date), ...list(addDays(date, 1))].sort(inOrder);
}

const inOrder = (one: WaitlistEntry, other: WaitlistEntry): number =>
  other.priority - one.priority || one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

function endedLately(today: string, { brand, stores }: OperationContext): WaitlistEntry[] {
  const startsAt = startOfDay(addDays(today, -7), brand.settings.timeZone);
  const day = { date: null, startsAt };
  return stores.waitlist
    .list({ brand: brand.slug, statuses: ENDED, day, after: null, limit: MOST_READ })
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, MOST_ENDED);
}

function guestOf(
  entry: WaitlistEntry,
  day: string,
  positions: ReadonlyMap<string, number>,
  context: OperationContext,
): WaitingGuest {
  const { stores, brand } = context;
  const zone = brand.settings.timeZone;
  const live = stores.waitlist.offerOf(entry.id);
  const kept = keptFor(entry, context);
  const usable = entry.kind === "door" ? textableByHand : phoneUsable;
  return {
    ...wireEntry(entry, context, positions),
    id: entry.id,
    phone: entry.phone,
    day,
    wishedTime: displayTime(entry.wishedAt, zone),
    quotedMinutes: entry.quotedMinutes,
    readyUntil: entry.readyUntil,
    tables: kept === null ? [] : keptTables(kept, context),
    smsOff: usable(entry.phone === "" ? null : entry.phone, context) !== "yes",
    replaces: entry.replaces,
    past: stores.offers
      .ofEntry(entry.id)
      .filter(({ id }) => id !== live?.id)
      .map(({ state, startAt, createdAt, answeredAt }) => ({
        state,
        answered: answeredAt !== null,
        time: displayTime(startAt, zone),
        at: createdAt,
      })),
  };
}
