import { z } from "zod";
import { MINUTE } from "../../domain/time.ts";
import { sameValue } from "../call/audit.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { UNDO_MINUTES, undoableUntil } from "../undo-last-change.ts";
import { isWalkInSeating, seatWalkIn } from "./seat-walk-in.ts";

const MOST_LOOKED_AT = 40;
const MOST_SHOWN = 5;
const NOT_UNDONE = ["create_booking", "undo_last_change"];

const input = z.strictObject({ brand: brandParam });

const changeShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  operation: z.string().describe("`seat_walk_in` if the same call booked and seated the party"),
  at: z.number(),
  until: z.number().describe("The last moment to undo the change"),
});
export type RecentChange = z.infer<typeof changeShape>;

const output = z.strictObject({ changes: z.array(changeShape) });

export const recentChanges = defineOperation({
  name: "recent_changes",
  title: "What can be undone",
  scope: "bookings.read",
  input,
  output,
  hints: READS,
  run: recent,
});

function recent(_: z.infer<typeof input>, context: OperationContext): z.infer<typeof output> {
  const { stores, caller, brand, now } = context;
  const since = now - UNDO_MINUTES * MINUTE;
  const rows = stores.audit.ofPrincipalSince(caller.principal, brand.slug, since, MOST_LOOKED_AT);
  const changes: RecentChange[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    const id = row.reservationId;
    if (id === null || seen.has(id) || changes.length >= MOST_SHOWN) continue;
    seen.add(id);
    if (NOT_UNDONE.includes(row.operation)) continue;
    const present = stores.reservations.get(id);
    const [newest, former] = stores.audit.ofReservation(id, 2);
    if (present === null || newest?.id !== row.id) continue;
    // Undoing a walk-in also cancels its reservation. Do not offer to undo that cancellation.
    if (former?.operation === "undo_last_change" && former.at === row.at) continue;
    const fields = present as unknown as Record<string, unknown>;
    const stands = Object.entries(row.after).every(([field, value]) =>
      sameValue(fields[field], value),
    );
    if (!stands) continue;
    const until = undoableUntil(row, present, caller);
    const operation = isWalkInSeating(present, row) ? seatWalkIn.name : row.operation;
    changes.push({ id, name: present.name, operation, at: row.at, until });
  }
  return { changes };
}
