import { z } from "zod";
import { isUrgent, lapsesAt } from "../../domain/large-party-request.ts";
import type { MachineContext } from "../call/acting-as.ts";
import { defineOperation, type OperationContext, READS } from "../define.ts";
import { brandParam } from "../params.ts";
import { statusSince } from "../reservation/machine-changes.ts";
import { reservationShape } from "../reservation/wire.ts";
import { asWire } from "../reservation/write-result.ts";

/** More open requests than any restaurant has. */
const MOST = 50;

const requestShape = z.strictObject({
  reservation: reservationShape,
  askedAt: z.number(),
  lapsesAt: z.number().describe("When the request is declined automatically"),
  urgent: z.boolean().describe("True if the request lapses within six hours"),
});
export type OpenRequest = z.infer<typeof requestShape>;

const output = z.strictObject({ requests: z.array(requestShape) });

export const openRequests = defineOperation({
  name: "open_requests",
  title: "Requests of large parties",
  scope: "bookings.read",
  role: "host",
  input: z.strictObject({ brand: brandParam }),
  output,
  hints: READS,
  run: show,
});

function show(_input: object, context: OperationContext): z.infer<typeof output> {
  const requests = waiting(context).map(({ reservation, ...one }) => ({
    ...one,
    reservation: asWire(reservation, context),
  }));
  return { requests };
}

export function requestCount(context: Pick<MachineContext, "brand" | "now" | "stores">) {
  const requests = waiting(context);
  return { count: requests.length, urgent: requests.some(({ urgent }) => urgent) };
}

const waiting = ({ brand, now, stores }: Pick<MachineContext, "brand" | "now" | "stores">) =>
  stores.reservations.pendingOfBrand(brand.slug, MOST).map((reservation) => {
    const askedAt = statusSince(reservation, { stores });
    const lapses = lapsesAt(reservation.startAt, askedAt);
    return { reservation, askedAt, lapsesAt: lapses, urgent: isUrgent(lapses, now) };
  });
