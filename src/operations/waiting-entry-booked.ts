import type { Reservation } from "../domain/reservation.ts";
import { addDays, dateOf } from "../domain/time.ts";
import type { Warning } from "../domain/warnings.ts";
import type { OperationContext } from "./define.ts";
import { recordEntryChange } from "./record-entry-change.ts";

/** A guest who waited for a start like this one has it now: the entry leaves the waitlist with the booking. */
export function bookWaitingEntry(reservation: Reservation, context: OperationContext): Warning[] {
  const { brand, phone, startAt, id } = reservation;
  if (phone === null) return [];
  const { stores } = context;
  const date = dateOf(startAt, context.brand.settings.timeZone);
  // The start may lie past midnight of the wished date.
  const entries = [addDays(date, -1), date].flatMap((day) =>
    stores.waitlist.samePhone(brand, phone, day),
  );
  return entries
    .filter((entry) => entry.status === "waiting")
    .filter((entry) => entry.earliestAt <= startAt && startAt <= entry.latestAt)
    .map((entry) => {
      recordEntryChange(entry, { status: "booked", bookingId: id }, "create_booking", context);
      const message = `This guest was on the waitlist for that time; entry ${entry.id} is booked with this reservation.`;
      return { code: "WAITING_ENTRY_BOOKED", message, entryId: entry.id };
    });
}
