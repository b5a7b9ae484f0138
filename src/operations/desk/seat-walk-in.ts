import { z } from "zod";
import type { AuditRow } from "../../domain/audit.ts";
import type { Reservation } from "../../domain/reservation.ts";
import { displayDate, displayTime } from "../../domain/time.ts";
import { create, createBooking } from "../create-booking.ts";
import { defineOperation, type OperationContext } from "../define.ts";
import { markSeated } from "../mark-seated.ts";
import { brandParam, nameParam, partySizeParam, tableNamesParam, writeParams } from "../params.ts";
import { type WriteResult, writeResultShape } from "../reservation/wire.ts";
import { seatingTolerance } from "../reservation/world.ts";

const input = z.strictObject({
  brand: brandParam,
  numberOfPeople: partySizeParam,
  name: nameParam.default("Walk-in"),
  tables: tableNamesParam.optional().describe("Parties that have these tables get other tables"),
  ...writeParams,
});
type Input = z.infer<typeof input>;

export const seatWalkIn = defineOperation<Input, WriteResult>({
  name: "seat_walk_in",
  title: "Seat a walk-in",
  words: { button: "Walk-in", done: "seated" },
  scope: "bookings.write",
  input,
  output: writeResultShape,
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  examples: [{ input: { numberOfPeople: 2 } }],
  run: ({ name, numberOfPeople, tables }: Input, context) =>
    seatAtDoor({ name, numberOfPeople, tables }, context),
});

export const isWalkInSeating = (
  { flags, createdAt }: Pick<Reservation, "flags" | "createdAt">,
  { operation, at }: Pick<AuditRow, "operation" | "at">,
): boolean => operation === markSeated.name && flags.includes("walk_in") && at === createdAt;

interface AtDoor extends Pick<Input, "name" | "numberOfPeople" | "tables"> {
  /** E.164, or empty. */
  readonly phone?: string;
  readonly notes?: string;
}

export function seatAtDoor(party: AtDoor, context: OperationContext): WriteResult {
  const zone = context.brand.settings.timeZone;
  const { now } = context;
  const { name, numberOfPeople, tables, phone = "", notes = "" } = party;
  const date = displayDate(now, zone);
  const wish = { name, numberOfPeople, date, time: displayTime(now, zone), timestamp: now };
  // The party is here already, so its phone gets no texts.
  const known = phone === "" ? { notifyCustomer: true } : { phone, notifyCustomer: false };
  const booked = create(
    createBooking.input.parse({ ...wish, ...known, ...(notes === "" ? {} : { notes }) }),
    context,
    { pinned: tables !== undefined, toleranceMs: seatingTolerance(context), contactless: true },
  );
  const warnings = booked.warnings.filter(({ code }) => code !== "NO_SMS");
  if (context.dryRun) return { ...booked, warnings };
  const { id } = booked.reservation;
  const { stay: _stay, ...seated } = markSeated.run(
    markSeated.input.parse({ id, tables }),
    context,
  );
  return { ...seated, warnings: [...warnings, ...seated.warnings] };
}
