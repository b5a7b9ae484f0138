import { z } from "zod";
import { alertsShown } from "../domain/alerts.ts";
import { todayOf } from "../domain/calendar.ts";
import { refusal } from "../domain/errors.ts";
import { lastDigits } from "../domain/phone.ts";
import type { Reservation } from "../domain/reservation.ts";
import { RESERVATION_FIELDS } from "../domain/reservation-fields.ts";
import { STATUSES, type Status } from "../domain/reservation-states.ts";
import { daysBetween } from "../domain/time.ts";
import { bookingRows, bookingsFound } from "../words/en/agent/bookings.ts";
import { nextPage } from "../words/en/agent/reads.ts";
import { defineTool, type OperationContext, READS } from "./define.ts";
import { brandParam, dateParam, serviceParam } from "./params.ts";
import { pageCursor, readCursor } from "./reservation/cursor.ts";
import { EXAMPLE_RESERVATION } from "./reservation/example-records.ts";
import { findFiltered, isUnfiltered } from "./reservation/looked-for.ts";
import { alertsShape, listedReservationShape } from "./reservation/wire.ts";
import { asWire } from "./reservation/write-result.ts";

/** A longer range would block the server for other callers. */
export const MAX_DAYS = 366;
const DEFAULT_STATUSES: readonly Status[] = ["booked", "pending", "arrived", "seated", "completed"];

const input = z.strictObject({
  brand: brandParam,
  date: dateParam("Service date; today's when left out").optional(),
  toDate: dateParam("Last service date of a range; `date` is the first").optional(),
  status: z
    .array(z.enum(STATUSES))
    .min(1)
    .max(STATUSES.length)
    .describe("Only these statuses; cancelled and no_show are listed only when asked for")
    .optional(),
  query: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe("Part of the guest's name or of a note, or at least 4 digits of the phone")
    .optional(),
  service: serviceParam.optional(),
  hasNotes: z
    .boolean()
    .describe("true: only reservations with a note; false: only without")
    .optional(),
  flag: RESERVATION_FIELDS.flags.wire.flags.element.describe("Only with this flag").optional(),
  alert: z
    .boolean()
    .describe(
      "true: only reservations whose notes name an allergy, a wheelchair or the like; false: only the others",
    )
    .optional(),
  limit: z.int().min(1).max(200).default(50).describe("Maximum number of rows"),
  cursor: z.string().trim().max(200).describe("nextCursor of the previous answer").optional(),
});
type Input = z.infer<typeof input>;

const { email: _email, ...EXAMPLE_LISTED } = EXAMPLE_RESERVATION;

const output = z.strictObject({
  bookings: z.array(listedReservationShape.extend({ alerts: alertsShape })),
  total: z.int().describe("Matching reservations on all pages"),
  covers: z.int().describe("Covers of all matching reservations"),
  nextCursor: z.string().nullable(),
});

export const listBookings = defineTool({
  name: "list_bookings",
  title: "List reservations",
  scope: "bookings.read",
  description:
    "Lists the reservations of one service date or of a range, by start, each with its notes and with alerts: what " +
    "kitchen or host must heed (allergies, wheelchairs). alert: true lists only reservations with alerts. query finds a guest by name, " +
    "digits of the phone or a word of the notes, but only within these days: if you do not know the day, pass date and " +
    "toDate. Phones show only their last four digits; get_booking shows them in full. Changes nothing.",
  input,
  output,
  hints: READS,
  examples: [
    {
      input: { date: "2026-11-20", query: "lopez" },
      output: {
        bookings: [{ ...EXAMPLE_LISTED, phone: "0123", alerts: [] }],
        total: 1,
        covers: 4,
        nextCursor: null,
      },
    },
  ],
  run: list,
  text: ({ bookings, nextCursor, ...found }, context, given) => {
    const { query, date, toDate } = given;
    const range = rangeOf(given, context);
    const todayAlone = query !== undefined && date === undefined && toDate === undefined;
    const counted = bookingsFound({ ...found, ...range, todayAlone, narrowed: given });
    return [
      ...bookingRows(bookings, context.brand.settings.timeZone),
      `${counted}${nextPage(nextCursor)}`,
    ].join("\n");
  },
});

function rangeOf({ date, toDate }: Input, { brand, now }: OperationContext) {
  const fromDate = date ?? todayOf(brand.settings, now);
  return { fromDate, toDate: toDate ?? fromDate };
}

function list(given: Input, context: OperationContext): z.infer<typeof output> {
  const { brand, stores } = context;
  const { fromDate, toDate } = rangeOf(given, context);
  if (toDate < fromDate) {
    const say = { from: fromDate, to: toDate };
    throw refusal("INVALID_INPUT.dates_swapped", { parameter: "toDate", say });
  }
  const days = daysBetween(fromDate, toDate);
  if (days > MAX_DAYS) {
    const facts = { parameter: "toDate", days, limit: MAX_DAYS };
    throw refusal("INVALID_INPUT.too_many_days", facts);
  }
  const filter = {
    brand: brand.slug,
    fromDate,
    toDate,
    statuses: given.status ?? DEFAULT_STATUSES,
  };
  const after = given.cursor === undefined ? null : readCursor(given.cursor);
  const wanted = { ...filter, limit: given.limit + 1, after };
  const { found, total, covers } = isUnfiltered(given)
    ? { found: stores.reservations.list(wanted), ...stores.reservations.count(filter) }
    : findFiltered(given, wanted, context);
  const page = found.slice(0, given.limit);
  const last = page.at(-1);
  const nextCursor = found.length > page.length && last !== undefined ? pageCursor(last) : null;
  return { bookings: page.map((one) => rowOf(one, context)), total, covers, nextCursor };
}

function rowOf(reservation: Reservation, context: OperationContext) {
  const { email: _, ...listed } = asWire(reservation, context);
  return {
    ...listed,
    phone: listed.phone === null ? null : lastDigits(listed.phone),
    alerts: alertsShown(reservation),
  };
}
