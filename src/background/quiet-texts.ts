import type { Message, MessageKind } from "../domain/message.ts";
import { isQuiet, nextSendTime } from "../domain/quiet-hours.ts";
import type { Brand } from "../domain/settings.ts";
import { mayOffer } from "../domain/waitlist-matching.ts";
import type { Stores } from "../storage/stores.ts";

// Texts are planned around quiet hours, but a process that was busy or dead gets to them later than
// planned.

const PLANNED: ReadonlySet<MessageKind> = new Set(["attendance_ask", "follow_up", "reminder"]);

/**
 * True where quiet hours began before a text went out that answers nothing that somebody has just
 * done.
 */
export function isTooLate(
  { kind, uniqueKey }: Message,
  { settings }: Brand,
  now: number,
  { offers }: Stores,
): boolean {
  if (kind !== "offer" && !PLANNED.has(kind)) return false;
  if (!isQuiet(settings.quietHours, now, settings.timeZone)) return false;
  if (kind !== "offer") return true;
  const offer = offers.ofText(uniqueKey);
  return offer === null || !mayOffer(offer.startAt, settings, now);
}

/**
 * A question waits until the quiet is over. A table is not held for so long: its offer fails, and
 * is made again then.
 */
export const putOff = (
  { id, kind }: Message,
  { settings }: Brand,
  now: number,
  { deliveries }: Stores,
): boolean =>
  kind === "offer"
    ? deliveries.leave(id, "void")
    : deliveries.postpone(id, nextSendTime(settings.quietHours, now, settings.timeZone));
