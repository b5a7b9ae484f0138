import type { AuditRow } from "../../domain/audit.ts";
import { type Occupant, occupantOf } from "../../domain/occupancy.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Stood } from "../../domain/stood.ts";
import type { OperationContext } from "../define.ts";

/**
 * How everybody who takes seats now stood when a change was made. What is added since is what was
 * booked, brought back, moved or enlarged, and the tables offered. A party that sat down late, or
 * overstays, is where it was: nobody gave it more.
 */
export function stoodBefore(
  change: AuditRow,
  others: readonly Occupant[],
  context: OperationContext,
): Stood {
  const { stores } = context;
  const stood = new Map<string, Occupant | null>();
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
      // What the change itself freed is offered at the very same instant.
      const offer = stores.offers.get(id);
      if (offer !== null && offer.createdAt >= change.at) stood.set(id, null);
    } else if (rows !== undefined) {
      const present = stores.reservations.get(id);
      if (present !== null) stood.set(id, earlier(present, rows, change, context));
    }
  }
  return stood;
}

/** A reservation as it stood before these changes, with what is known of the party now. */
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

/** A slip of the finger, like the one that is taken back now: that party had its table all along. */
const isNoShowTakenBack = ({ operation, before }: AuditRow, field: string): boolean =>
  field === "status" && before["status"] === "no_show" && operation === "undo_last_change";

/** The table of an accepted offer was held for its guest before. */
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
