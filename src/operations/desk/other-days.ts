import { z } from "zod";
import { guestSearch } from "../../domain/guest-search.ts";
import { lastDigits } from "../../domain/phone.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, dateParam } from "../params.ts";
import { listedReservationShape } from "../reservation/wire.ts";
import { asWire } from "../reservation/write-result.ts";

const MOST_EACH_WAY = 20;

const input = z.strictObject({
  brand: brandParam,
  query: z.string().trim().min(1).max(100),
  date: dateParam("The service date on the screen, which is left out of the search"),
  before: z
    .int()
    .min(0)
    .describe("Only reservations before this instant, epoch milliseconds")
    .optional(),
});

const output = z.strictObject({
  ahead: z.array(listedReservationShape).describe("Upcoming reservations, earliest first"),
  back: z.array(listedReservationShape).describe("Past reservations, the latest first"),
  older: z
    .number()
    .nullable()
    .describe("Pass this as `before` to search older reservations; null if there are none"),
  more: z.boolean(),
});
export type OtherDays = z.infer<typeof output>;

export const otherDays = defineOperation<z.infer<typeof input>, OtherDays>({
  name: "other_days",
  title: "Search on other days",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: find,
});

function find(given: z.infer<typeof input>, context: OperationContext): OtherDays {
  const { query, date, before = null } = given;
  const { stores, brand, now } = context;
  const scope = { brand: brand.slug, date, now, before, limit: MOST_EACH_WAY + 1 };
  const { ahead, back, older } = stores.reservationSearch.find(guestSearch(query), scope);
  const shown = (found: readonly Reservation[]) =>
    found.slice(0, MOST_EACH_WAY).map((reservation) => {
      const { email: _, ...listed } = asWire(reservation, context);
      const { phone } = reservation;
      return { ...listed, phone: phone === null ? null : lastDigits(phone) };
    });
  return {
    ahead: shown(ahead),
    back: shown(back),
    older,
    more: ahead.length > MOST_EACH_WAY || back.length > MOST_EACH_WAY,
  };
}
