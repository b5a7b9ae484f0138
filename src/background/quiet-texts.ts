import type { Message } from "../domain/message.ts";
import { nextSendTime, quietPeriodAt } from "../domain/quiet-hours.ts";
import type { Brand } from "../domain/settings.ts";
import { isDirect } from "../domain/sms-budget.ts";
import { HOUR } from "../domain/time.ts";
import { mayOffer } from "../domain/waitlist-matching.ts";
import type { Stores } from "../storage/stores.ts";

/**
 * Direct texts are about what a person just did, so they are sent in quiet hours too. If a busy server
 * or a gateway outage delays a direct text by more than this, quiet hours apply to it.
 */
const OLD_AFTER_MS = HOUR;

export function mustPutOff(
  text: Message,
  { settings }: Brand,
  now: number,
  stores: Stores,
): boolean {
  const { quietHours, timeZone } = settings;
  if (isDirect(text.kind) && !isOld(text, now, stores)) return false;
  const quiet = quietPeriodAt(quietHours, now, timeZone);
  if (quiet === null) return false;
  // A late direct text is sent now if it would expire before quiet hours end and the stay has not begun.
  if (isDirect(text.kind)) return quiet.to < text.expiresAt || hasBegun(text, now, stores);
  if (text.kind !== "offer") return true;
  const offer = stores.offers.ofText(text);
  return offer === null || !mayOffer(offer.startAt, settings, now);
}

function isOld({ id, attempt, dueAt }: Message, now: number, { deliveries }: Stores): boolean {
  const plannedAt = attempt === 0 ? dueAt : (deliveries.triedSince(id) ?? dueAt);
  return now - plannedAt > OLD_AFTER_MS;
}

function hasBegun({ reservationId }: Message, now: number, { reservations }: Stores): boolean {
  const reservation = reservationId === null ? null : reservations.get(reservationId);
  return reservation !== null && reservation.startAt <= now;
}

/** Withdraws the text of an offer, because the hold may end before quiet hours end. Postpones other texts. */
export const putOff = (
  { id, kind }: Message,
  { settings }: Brand,
  now: number,
  { deliveries }: Stores,
): boolean =>
  kind === "offer"
    ? deliveries.withdraw(id)
    : deliveries.postpone(id, nextSendTime(settings.quietHours, now, settings.timeZone));
