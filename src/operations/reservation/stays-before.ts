import type { AuditRow } from "../../domain/audit.ts";
import type { EarlierStays } from "../../domain/earlier-stays.ts";
import { type Occupant, occupantOf } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { OperationContext } from "../define.ts";

/**
 * The stays of `others` when `change` was made. If a party came late or overstays, its stay counts as if
 * that had been known then.
 */
export function staysBefore(
  change: AuditRow,
  others: readonly Occupant[],
  context: OperationContext,
): EarlierStays {
  const { stores } = context;
  const stays = new Map<string, Occupant | null>();
  const later = Map.groupBy(
    stores.audit.after(
      change,
      others.map(({ id }) => id),
    ),
    ({ reservationId }) => reservationId ?? "",
  );
  for (const { id, holdUntil } of others) {
    const rows = later.get(id);
    if (holdUntil !== null) {
      // An offer held no seats before it was made.
      const offer = stores.offers.get(id);
      if (offer !== null && offer.createdAt >= change.at) stays.set(id, null);
    } else if (rows !== undefined) {
      const present = stores.reservations.get(id);
      if (present !== null) stays.set(id, earlier(present, rows, change, context));
    }
  }
  return stays;
}

function earlier(
  present: Reservation,
  rows: readonly AuditRow[],
  change: AuditRow,
  context: OperationContext,
): Occupant | null {
  if (rows.some(isCreation))
    return wasPromised(present, change, context) ? stay(present, context) : null;
  const was = new Map<string, unknown>();
  for (const row of rows) {
    for (const [field, value] of Object.entries(row.before)) {
      if (!was.has(field) && !isNoShowTakenBack(row, field)) was.set(field, value);
    }
  }
  const status = was.get("status");
  if (status === "cancelled" || status === "no_show") return null;
  const { startAt, endAt, partySize } = present;
  return stay(
    {
      ...present,
      startAt: (was.get("startAt") as number | undefined) ?? startAt,
      endAt: (was.get("endAt") as number | undefined) ?? endAt,
      partySize: (was.get("partySize") as number | undefined) ?? partySize,
    },
    context,
  );
}

const stay = (reservation: Reservation, { now }: OperationContext) => occupantOf(reservation, now);

const isCreation = ({ before, after }: AuditRow): boolean =>
  Object.keys(before).length === 0 && "startAt" in after;

/** A party whose no-show was undone counts as if it had never been marked as a no-show. */
const isNoShowTakenBack = ({ operation, before }: AuditRow, field: string): boolean =>
  field === "status" && before["status"] === "no_show" && operation === "undo_last_change";

const wasPromised = (
  { phone, source, startAt, partySize }: Reservation,
  change: AuditRow,
  { stores }: OperationContext,
): boolean =>
  source === "waitlist" &&
  phone !== null &&
  stores.offers
    .ofPhone(phone)
    .some(
      (offer) =>
        offer.state === "accepted" &&
        offer.startAt === startAt &&
        offer.partySize === partySize &&
        offer.createdAt < change.at,
    );
