import type { AuditRow } from "../../domain/audit.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { addDays, dateOf } from "../../domain/time.ts";
import { isOnList, type WaitlistEntry } from "../../domain/waitlist.ts";
import type { OperationContext } from "../define.ts";
import { askAgain } from "../waitlist/ask-again.ts";
import { recordEntryChange } from "../waitlist/record-entry-change.ts";

/**
 * When a move is undone, restores the waitlist entry that the move ended. Does nothing if another entry
 * of the guest is on the list and its window overlaps.
 */
export function restoreWaitingEntry(
  { id, brand, phone }: Reservation,
  row: AuditRow,
  operation: string,
  context: OperationContext,
): void {
  const { stores } = context;
  const movedTo = row.after["startAt"];
  if (phone === null || typeof movedTo !== "number") return;
  const date = dateOf(movedTo, context.brand.settings.timeZone);
  // An evening may run past midnight, so the wished date may be the day before or after.
  const dates = [addDays(date, -1), addDays(date, 1)] as const;
  const known = stores.waitlist.samePhone(brand, phone, dates);
  const booked = known.filter(
    (entry) => entry.status === "booked" && entry.bookingId === id && entry.updatedAt === row.at,
  );
  for (const entry of booked) {
    if (known.some((other) => asksAnew(other, entry))) continue;
    stores.waitlist.withdrawAccepted(entry.id);
    const changes = { status: "waiting", bookingId: null } as const;
    const restored = recordEntryChange(entry, changes, operation, context);
    askAgain(restored.entry, row.at, context);
  }
}

const asksAnew = (other: WaitlistEntry, entry: WaitlistEntry): boolean =>
  isOnList(other) && other.earliestAt <= entry.latestAt && entry.earliestAt <= other.latestAt;
