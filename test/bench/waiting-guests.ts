// Guests who wait for one full evening, as in a very popular restaurant.

import { newId } from "../../src/domain/ids.ts";
import { dateOf, formatDate, formatTime, timeOf } from "../../src/domain/time.ts";
import type { RunningServer } from "../../src/instance/server.ts";
import { ZONE } from "./bookings.ts";

/**
 * Noon in New York, three days before the evening: guests may be texted, and a hold made so early
 * lasts an hour.
 */
export const NOON = Date.UTC(2026, 10, 17, 17);
/** The start that all guests wait for. */
const START = Date.UTC(2026, 10, 21, 0);
const MINUTE = 60_000;
/** The number of entries per transaction. */
const BATCH = 1000;

/** The request of all guests, as tools expect it. */
export const WISH = {
  date: formatDate(dateOf(START, ZONE)),
  time: formatTime(timeOf(START, ZONE)),
};

/** By the index of a guest: the party size, and whether the phone has opted out of texts. */
interface GuestAt {
  readonly sizeOf: (index: number) => number;
  readonly optedOut?: (index: number) => boolean;
}

/** Adds `count` guests to the waitlist, in the order in which they will get offers. */
export async function addWaiting(
  { stores, writer, random }: Pick<RunningServer, "stores" | "writer" | "random">,
  count: number,
  { sizeOf, optedOut }: GuestAt,
): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    await writer.write(() => {
      const to = Math.min(from + BATCH, count);
      for (let index = from; index < to; index += 1) {
        const createdAt = NOON - (count - index) * 1000;
        const phone = `+1212${String(2_000_000 + index)}`;
        if (optedOut?.(index) === true) stores.optOuts.add(phone, createdAt);
        stores.waitlist.insert({
          id: newId(createdAt, random),
          brand: "bench",
          name: `Guest ${index}`,
          phone,
          partySize: sizeOf(index),
          date: dateOf(START, ZONE),
          wishedAt: START,
          earliestAt: START - 30 * MINUTE,
          latestAt: START + 60 * MINUTE,
          replaces: null,
          priority: 0,
          area: null,
          kind: "wish",
          quotedMinutes: null,
          readyUntil: null,
          notes: "",
          source: "tool",
          status: "waiting",
          offersSent: 0,
          silentOffers: 0,
          bookingId: null,
          passedOver: [],
          createdAt,
          updatedAt: createdAt,
        });
      }
    });
  }
}
