import type { PhoneUsable } from "../../domain/attendance.ts";
import { newId } from "../../domain/ids.ts";
import { newMessage } from "../../domain/message.ts";
import { costOf } from "../../domain/segments.ts";
import { isLandline } from "../../domain/sms-countries.ts";
import { HOUR } from "../../domain/time.ts";
import type { OperationContext } from "../define.ts";
import { phoneUsable } from "../reservation/world.ts";

/** A text that is not sent within this time is dropped, because a late text would confuse the guest. */
const FRESH_MS = 2 * HOUR;

export function textableByHand(
  phone: string | null,
  context: OperationContext,
): PhoneUsable | "landline" {
  const usable = phoneUsable(phone, context);
  return usable === "yes" && phone !== null && isLandline(phone) ? "landline" : usable;
}

export function queueStaffText(
  text: {
    readonly phone: string;
    readonly body: string;
    readonly reservationId: string | null;
    readonly entryId: string | null;
    /** Epoch milliseconds. Default: in two hours. */
    readonly expiresAt?: number;
  },
  { brand, stores, now, random, caller }: OperationContext,
): { readonly id: string; readonly segments: number } {
  const { phone, body, reservationId, entryId, expiresAt = now + FRESH_MS } = text;
  const id = newId(now, random);
  const segments = costOf(body, stores.guestLinks.sample);
  stores.messages.enqueue(
    newMessage({
      reservationId,
      entryId,
      id,
      brand: brand.slug,
      kind: "staff",
      to: phone,
      body,
      segments,
      expiresAt,
      uniqueKey: `staff:${id}`,
      createdAt: now,
      createdBy: caller.principal,
    }),
  );
  return { id, segments };
}
