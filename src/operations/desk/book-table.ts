import { z } from "zod";
import { serviceAt } from "../../domain/calendar.ts";
import { refusal } from "../../domain/errors.ts";
import { NOTE_FIELDS } from "../../domain/reservation.ts";
import type { BrandSettings } from "../../domain/settings-schema.ts";
import { addDays, dateOf, timeOf, wallInstants } from "../../domain/time.ts";
import { create, createBooking, createBookingInput } from "../create-booking.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { dateParam, noteParams, timeParam, timestampParam } from "../params.ts";
import { likelyTwin } from "../reservation/duplicates.ts";
import type { WriteResult } from "../reservation/wire.ts";

const input = createBookingInput.extend({
  date: dateParam("Service date of `time`").optional(),
  time: timeParam("A time between two slots; overrides the slot").optional(),
  timestamp: timestampParam.optional().describe("The slot that was chosen, epoch milliseconds"),
  instead: timestampParam.optional().describe("A free time that was offered after a refusal"),
  evenIfTwice: z
    .boolean()
    .default(false)
    .describe("Books the guest even if they seem to be booked at that time already"),
  ...noteParams(NOTE_FIELDS, "create").partial().shape,
});
type Input = z.infer<typeof input>;

export const bookTable = defineOperation<Input, WriteResult>({
  name: "book_table",
  title: "Book a table at the desk",
  words: { done: "Booked" },
  scope: "bookings.write",
  role: "host",
  input,
  output: createBooking.output,
  hints: createBooking.hints,
  examples: [{ input: { name: "Ana Lopez", numberOfPeople: 4, timestamp: 1_795_221_000_000 } }],
  run: book,
});

function book({ evenIfTwice, ...given }: Input, context: OperationContext): WriteResult {
  const result = bookAt(given, context);
  const { id } = result.reservation;
  if (evenIfTwice) return { ...result, warnings: result.warnings.filter(isNews) };
  if (id === null || !result.changed) return result;
  const made = context.stores.reservations.get(id);
  const twin = made && likelyTwin(made, context);
  if (!made || !twin) return result;
  const { name, startAt, partySize, phone } = twin;
  const { timeZone: zone } = context.brand.settings;
  const samePhone = phone !== null && phone === made.phone;
  const say = { zone, name, startAt, partySize, samePhone };
  throw refusal("INVALID_INPUT.likely_twin", { id: twin.id, say });
}

const isNews = ({ code }: { readonly code: string }): boolean => code !== "POSSIBLE_DUPLICATE";

function bookAt(
  { instead, timestamp, date, time, ...given }: Omit<Input, "evenIfTwice">,
  context: OperationContext,
): WriteResult {
  const zone = context.brand.settings.timeZone;
  // A tapped suggestion overrides a typed time; a typed time overrides the slot.
  const startAt = instead ?? (time === undefined ? timestamp : undefined);
  if (startAt !== undefined) {
    const wall = { date: dateOf(startAt, zone), time: timeOf(startAt, zone) };
    return create({ ...given, ...wall, timestamp: startAt }, context);
  }
  if (date === undefined || time === undefined) {
    throw refusal("INVALID_INPUT.no_time", { parameter: "timestamp" });
  }
  return create({ ...given, date: dateAt(date, time, context.brand.settings), time }, context);
}

/**
 * The local date of `time`. A time past midnight is on the next day if a service of `serviceDate` is
 * still open then.
 */
export function dateAt(serviceDate: string, time: string, settings: BrandSettings): string {
  const next = addDays(serviceDate, 1);
  const wall = wallInstants(next, time, settings.timeZone);
  const at = wall.kind === "one" ? wall.at : wall.kind === "gap" ? wall.after : wall.earlier;
  return serviceAt(settings, at)?.serviceDate === serviceDate ? next : serviceDate;
}
