import { z } from "zod";
import { todayOf } from "../../domain/calendar.ts";
import type { Reservation } from "../../domain/reservation.ts";
import type { Status } from "../../domain/reservation-states.ts";
import { addDays } from "../../domain/time.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam, dateParam } from "../params.ts";
import { serviceEnd } from "../reservation/move-reservation.ts";
import { reservationShape } from "../reservation/wire.ts";
import { asWire } from "../reservation/write-result.ts";
import { reservationsOf } from "./day-sheet.ts";

const MARKED: readonly Status[] = ["seated", "completed", "no_show"];

const input = z.strictObject({
  brand: brandParam,
  date: dateParam(
    "Service date, by default today. For today, yesterday's parties are listed too",
  ).optional(),
});

const output = z.strictObject({ parties: z.array(reservationShape) });
export type UnmarkedParty = z.infer<typeof output>["parties"][number];

/**
 * Parties whose service is over but whose status is still booked or arrived. Leaves out days on which no
 * party was marked (`MARKED`): the restaurant then seems not to mark parties at all.
 */
export const unmarkedParties = defineOperation<z.infer<typeof input>, z.infer<typeof output>>({
  name: "unmarked_parties",
  title: "Parties that were never marked",
  scope: "bookings.read",
  role: "host",
  input,
  output,
  hints: READS,
  run: show,
});

function show({ date }: z.infer<typeof input>, context: OperationContext) {
  const today = todayOf(context.brand.settings, context.now);
  const dates = date === undefined || date === today ? [addDays(today, -1), today] : [date];
  const parties = dates
    .flatMap((one) => unmarkedOn(one, context))
    .map((one) => asWire(one, context));
  return { parties };
}

function unmarkedOn(date: string, context: OperationContext): Reservation[] {
  const all = reservationsOf(date, context);
  if (!all.some(({ status }) => MARKED.includes(status))) return [];
  return all.filter(
    (one) =>
      (one.status === "booked" || one.status === "arrived") &&
      serviceEnd(one, context) <= context.now,
  );
}
